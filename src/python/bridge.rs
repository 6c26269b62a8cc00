//! The Python side's own objects, looked up once: enum members, interned actions, value types, errors.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyDict, PyList, PyString, PyTuple};

use crate::components::{Card, Resource, Symbol, Token, Units, Wonder};
use crate::rules::{Action, Item, NUM_ACTIONS, Price, Score};
use crate::state::{Outcome, Phase, Player, Slot};

/// Everything that crosses the boundary as an object of the Python package.
pub(super) struct Bridge {
    cards: Vec<Py<PyAny>>,
    wonders: Vec<Py<PyAny>>,
    tokens: Vec<Py<PyAny>>,
    resources: Vec<Py<PyAny>>,
    symbols: Vec<Py<PyAny>>,
    victories: Vec<Py<PyAny>>,
    decisions: Vec<Py<PyAny>>,
    phases: Vec<Py<PyString>>,
    card_type: Py<PyAny>,
    wonder_type: Py<PyAny>,
    action_from_id: Py<PyAny>,
    price_type: Py<PyAny>,
    score_type: Py<PyAny>,
    outcome_type: Py<PyAny>,
    slots: Vec<Py<PyAny>>,
    rules_type: Py<PyAny>,
    numpy: PyOnceLock<Numpy>,
}

/// What makes an array of bools; there when numpy is.
struct Numpy {
    frombuffer: Py<PyAny>,
    bool_type: Py<PyAny>,
}

static BRIDGE: PyOnceLock<Bridge> = PyOnceLock::new();

/// The bridge, built at first use.
#[inline]
pub(super) fn bridge(py: Python<'_>) -> PyResult<&'static Bridge> {
    match BRIDGE.get(py) {
        Some(bridge) => Ok(bridge),
        None => BRIDGE.get_or_try_init(py, || Bridge::new(py)),
    }
}

fn members(kind: &Bound<'_, PyAny>) -> PyResult<Vec<Py<PyAny>>> {
    kind.try_iter()?.map(|member| Ok(member?.unbind())).collect()
}

impl Bridge {
    fn new(py: Python<'_>) -> PyResult<Self> {
        let components = py.import("seven_duel.components")?;
        let types = py.import("seven_duel.types")?;
        let action_from_id = py.import("seven_duel.action")?.getattr("Action")?.getattr("from_id")?;
        let decisions =
            (0..NUM_ACTIONS).map(|id| Ok(action_from_id.call1((id,))?.unbind())).collect::<PyResult<_>>()?;
        let list = |name: &str, expected: usize| -> PyResult<Vec<Py<PyAny>>> {
            let found = members(&components.getattr(name)?)?;
            if found.len() == expected {
                Ok(found)
            } else {
                Err(PyRuntimeError::new_err(format!(
                    "{name}: {} in Python, {expected} in the compiled engine",
                    found.len()
                )))
            }
        };
        let cards = list("Card", Card::ALL.len())?;
        let backs = members(&types.getattr("Back")?)?;
        let slots = slots(py, &types.getattr("Slot")?, &cards, &backs)?;
        Ok(Self {
            cards,
            wonders: list("Wonder", Wonder::ALL.len())?,
            tokens: list("Token", Token::ALL.len())?,
            resources: list("Resource", Resource::ALL.len())?,
            symbols: list("Symbol", Symbol::ALL.len())?,
            victories: members(&types.getattr("Victory")?)?,
            decisions,
            phases: Phase::ALL.iter().map(|phase| PyString::intern(py, phase.name()).unbind()).collect(),
            card_type: components.getattr("Card")?.unbind(),
            wonder_type: components.getattr("Wonder")?.unbind(),
            action_from_id: action_from_id.unbind(),
            price_type: types.getattr("Price")?.unbind(),
            score_type: types.getattr("Score")?.unbind(),
            outcome_type: types.getattr("Outcome")?.unbind(),
            slots,
            rules_type: py.import("seven_duel.rules")?.getattr("Rules")?.unbind(),
            numpy: PyOnceLock::new(),
        })
    }

    pub fn card(&self, py: Python<'_>, card: Card) -> Py<PyAny> {
        self.cards[card.index()].clone_ref(py)
    }
    pub fn wonder(&self, py: Python<'_>, wonder: Wonder) -> Py<PyAny> {
        self.wonders[wonder.index()].clone_ref(py)
    }
    pub fn token(&self, py: Python<'_>, token: Token) -> Py<PyAny> {
        self.tokens[token.index()].clone_ref(py)
    }
    pub fn symbol(&self, py: Python<'_>, symbol: Symbol) -> Py<PyAny> {
        self.symbols[symbol.index()].clone_ref(py)
    }
    pub fn phase(&self, py: Python<'_>, phase: Phase) -> Py<PyString> {
        self.phases[phase as usize].clone_ref(py)
    }
    pub fn rules_type<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.rules_type.bind(py)
    }

    /// The interned action of a decision's id.
    #[inline]
    pub fn decision(&self, py: Python<'_>, id: u16) -> Py<PyAny> {
        self.decisions[id as usize].clone_ref(py)
    }

    /// The interned action.
    pub fn action(&self, py: Python<'_>, action: Action) -> PyResult<Py<PyAny>> {
        let id = action.id();
        if (id as usize) < NUM_ACTIONS { Ok(self.decision(py, id)) } else { self.action_from_id.call1(py, (id,)) }
    }

    pub fn actions<'py>(&self, py: Python<'py>, actions: &[Action]) -> PyResult<Bound<'py, PyTuple>> {
        let list: Vec<Py<PyAny>> = actions.iter().map(|action| self.action(py, *action)).collect::<PyResult<_>>()?;
        PyTuple::new(py, list)
    }

    /// A numpy array of bools from bytes that are 0 or 1; `what` is named if numpy is missing.
    pub fn bools<'py>(&self, py: Python<'py>, what: &str, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let load = || {
            let numpy = py
                .import("numpy")
                .map_err(|_| wrong(py, format!("{what} needs numpy: pip install seven_duel[numpy]")))?;
            let (frombuffer, bool_type) = (numpy.getattr("frombuffer")?, numpy.call_method1("dtype", ("bool",))?);
            Ok::<_, PyErr>(Numpy { frombuffer: frombuffer.unbind(), bool_type: bool_type.unbind() })
        };
        let numpy = self.numpy.get_or_try_init(py, load)?;
        numpy.frombuffer.bind(py).call1((PyByteArray::new(py, bytes), numpy.bool_type.bind(py)))
    }

    /// A card, a wonder or the slug of one; `None` if it is neither.
    pub fn item(&self, x: &Bound<'_, PyAny>) -> Option<Item> {
        let py = x.py();
        if let Ok(slug) = x.cast::<PyString>() {
            let slug = slug.to_cow().ok()?;
            return Card::from_slug(&slug).map(Item::Card).or_else(|| Wonder::from_slug(&slug).map(Item::Wonder));
        }
        let kind = x.get_type();
        if kind.is(self.card_type.bind(py)) {
            Card::from_id(x.extract().ok()?).map(Item::Card)
        } else if kind.is(self.wonder_type.bind(py)) {
            Wonder::from_id(x.extract().ok()?).map(Item::Wonder)
        } else {
            None
        }
    }

    /// `{Resource: amount}` of the amounts above 0, or of all.
    pub fn by_resource<'py>(&self, py: Python<'py>, amounts: Units, with_zero: bool) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (resource, amount) in self.resources.iter().zip(amounts) {
            if with_zero || amount > 0 {
                dict.set_item(resource, amount)?;
            }
        }
        Ok(dict)
    }

    pub fn price(&self, py: Python<'_>, price: &Price) -> PyResult<Py<PyAny>> {
        let trade = self.by_resource(py, price.trade, false)?;
        let waived = self.by_resource(py, price.waived, false)?;
        self.price_type.call1(py, (price.total(), price.coins, trade, waived, price.chain))
    }

    pub fn score(&self, py: Python<'_>, score: &Score) -> PyResult<Py<PyAny>> {
        self.score_type.call1(py, PyTuple::new(py, score.as_array())?)
    }

    pub fn outcome(&self, py: Python<'_>, outcome: Outcome) -> PyResult<Py<PyAny>> {
        let winner = outcome.winner.map(Player::index);
        self.outcome_type.call1(py, (winner, self.victories[outcome.reason as usize].clone_ref(py)))
    }

    /// What a slot shows, as an object made once.
    pub fn slot(&self, py: Python<'_>, shown: Slot, accessible: bool) -> Py<PyAny> {
        self.slots[slot_place(shown) * 2 + accessible as usize].clone_ref(py)
    }
}

/// The place of a slot's object: the cards, then the other three.
fn slot_place(shown: Slot) -> usize {
    match shown {
        Slot::Card(card) => card.index(),
        Slot::Empty => Card::ALL.len(),
        Slot::FaceDown => Card::ALL.len() + 1,
        Slot::FaceDownGuild => Card::ALL.len() + 2,
    }
}

/// Every `Slot`, in the order of [`slot_place`], first not accessible, then accessible.
fn slots(
    py: Python<'_>,
    kind: &Bound<'_, PyAny>,
    cards: &[Py<PyAny>],
    backs: &[Py<PyAny>],
) -> PyResult<Vec<Py<PyAny>>> {
    let none = py.None();
    let up = cards.iter().map(|card| (card, &none));
    let others = [(&none, &none), (&none, &backs[0]), (&none, &backs[1])];
    up.chain(others)
        .flat_map(|(card, back)| [false, true].map(|accessible| Ok(kind.call1((card, back, accessible))?.unbind())))
        .collect()
}

/// An error of `seven_duel.errors`, made there.
pub(super) fn error<'py>(py: Python<'py>, kind: &str, args: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    match py.import("seven_duel.errors").and_then(|errors| errors.getattr(kind)).and_then(|kind| kind.call1(args)) {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

/// An offending value for a message; a plain `repr` may fail.
pub(super) fn quote(x: &Bound<'_, PyAny>) -> String {
    call(x.py(), "seven_duel.errors", "quote", (x,)).map_or_else(|_| "this".into(), |text| text.to_string())
}

/// A plain `SevenDuelError`.
pub(super) fn wrong(py: Python<'_>, message: impl Into<String>) -> PyErr {
    error(py, "SevenDuelError", (message.into(),))
}

/// `PositionError(*problems)`.
pub(super) fn position_error(py: Python<'_>, problems: Vec<String>) -> PyErr {
    match PyTuple::new(py, problems) {
        Ok(problems) => error(py, "PositionError", problems),
        Err(error) => error,
    }
}

/// Calls a function of the Python package.
pub(super) fn call<'py>(
    py: Python<'py>,
    module: &str,
    function: &str,
    args: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import(module)?.getattr(function)?.call1(args)
}

/// A list of objects that are there already: one reference each.
#[inline]
pub(super) fn list(py: Python<'_>, items: impl ExactSizeIterator<Item = Py<PyAny>>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, items)
}
