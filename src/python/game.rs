//! `Game`: the compiled engine's game object.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};

use super::bridge::{bridge, call, error, list, position_error, quote, wrong};
use super::city::City;
use crate::components::{CardSet, TokenSet};
use crate::generator::SplitMix64;
use crate::play::Game as Play;
use crate::rules::{Action, Arrangement, NUM_ACTIONS};
use crate::state::{Phase, Player, Rules, SLOTS, StartCentre, StartOffCentre, State};

/// `current_player` when a chance event is due.
const CHANCE: i8 = -1;

/// A game of 7 Wonders Duel.
///
/// `Game(seed)` draws chance from a generator of its own: the same seed gives the same game everywhere
/// (None: a seed from the operating system). `Game.manual()` leaves chance to the caller, who tells it
/// with `apply("reveal 7 palisade")` or lets `reveal_random` draw it.
///
/// Two games are equal when their positions and rules are; history and generator do not count.
///
/// >>> from seven_duel import Game
/// >>> game = Game(seed=7)
/// >>> game.phase, game.current_player, len(game.legal_actions())
/// ('draft', 0, 4)
/// >>> game.apply(game.legal_actions()[0])
/// >>> game.undo() in game.legal_actions()
/// True
#[pyclass(module = "seven_duel")]
pub struct Game(Play);

// Python's objects lie at multiples of 16: nothing in them may want more. A state, which does, lies in memory of its own.
const _: () = assert!(align_of::<Game>() <= 16);

impl Game {
    pub(super) fn state(&self) -> &State {
        self.0.state()
    }
}

impl From<Play> for Game {
    fn from(game: Play) -> Self {
        Self(game)
    }
}

/// A seed from 0 to 2**64 - 1.
fn read_seed(seed: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = seed.py();
    call(py, "seven_duel.generator", "check_seed", (seed,))?.extract()
}

fn read_seed_or_none(seed: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u64>> {
    seed.map(read_seed).transpose()
}

/// The options from a `Rules` object.
pub(super) fn read_rules(py: Python<'_>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let Some(rules) = rules else { return Ok(Rules::default()) };
    if !rules.is_instance(bridge(py)?.rules_type(py))? {
        return Err(position_error(py, vec![format!("rules: must be Rules, not {}", quote(rules))]));
    }
    let text = |name: &str| rules.getattr(name)?.extract::<String>();
    Ok(Rules {
        start_off_centre: match text("start_off_centre")?.as_str() {
            "weaker_starts" => StartOffCentre::WeakerStarts,
            _ => StartOffCentre::WeakerChooses,
        },
        start_centre: match text("start_centre")?.as_str() {
            "last_starts" => StartCentre::LastStarts,
            "other_starts" => StartCentre::OtherStarts,
            _ => StartCentre::LastChooses,
        },
        promo_wonders: rules.getattr("promo_wonders")?.extract()?,
        first_game: rules.getattr("first_game")?.extract()?,
    })
}

/// The action that was meant; `IllegalActionError` if it is none.
#[inline]
fn read_action(x: &Bound<'_, PyAny>) -> PyResult<Action> {
    if let Ok(number) = x.cast::<PyInt>()
        && !x.is_exact_instance_of::<PyBool>()
        && let Ok(id) = number.extract::<u16>()
        && let Some(action) = Action::from_id(id)
    {
        return Ok(action);
    }
    no_action(x)
}

#[cold]
fn no_action(x: &Bound<'_, PyAny>) -> PyResult<Action> {
    if let Ok(text) = x.cast::<PyString>()
        && let Ok(text) = text.to_cow()
        && let Ok(action) = text.parse()
    {
        return Ok(action);
    }
    let py = x.py();
    Err(error(py, "IllegalActionError", (format!("{} is not an action (R3.1)", quote(x)), x)))
}

fn read_player(py: Python<'_>, player: &Bound<'_, PyAny>) -> PyResult<Player> {
    let number = if player.is_instance_of::<PyBool>() { None } else { player.extract::<usize>().ok() };
    match number.and_then(Player::from_index) {
        Some(player) => Ok(player),
        None => Err(wrong(py, format!("player: must be 0 or 1, not {}", quote(player)))),
    }
}

/// The state that a text describes, or `PositionError`.
fn read_position(py: Python<'_>, text: &str) -> PyResult<State> {
    let arrangement: Arrangement =
        text.parse().map_err(|e: crate::notation::NotationError| position_error(py, vec![e.0]))?;
    arrangement
        .check()
        .map_err(|problems| position_error(py, problems.iter().map(|(key, what)| format!("{key}: {what}")).collect()))
}

fn cards(py: Python<'_>, cards: CardSet) -> PyResult<Bound<'_, PyTuple>> {
    let bridge = bridge(py)?;
    PyTuple::new(py, cards.iter().map(|card| bridge.card(py, card)).collect::<Vec<_>>())
}

fn tokens(py: Python<'_>, tokens: TokenSet) -> PyResult<Bound<'_, PyTuple>> {
    let bridge = bridge(py)?;
    PyTuple::new(py, tokens.iter().map(|token| bridge.token(py, token)).collect::<Vec<_>>())
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (seed=None, *, rules=None))]
    fn new(py: Python<'_>, seed: Option<&Bound<'_, PyAny>>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let rules = read_rules(py, rules)?;
        let seed = match seed {
            Some(seed) => read_seed(seed)?,
            None => call(py, "secrets", "randbits", (64,))?.extract()?,
        };
        Ok(Self(Play::seeded(seed, rules)))
    }

    /// A new game whose chance events are told by the caller.
    ///
    /// >>> from seven_duel import Game
    /// >>> game = Game.manual()
    /// >>> game.apply("board law")
    /// >>> game.phase, game.board_tokens
    /// ('board', (Token.LAW,))
    #[staticmethod]
    #[pyo3(signature = (rules=None))]
    fn manual(py: Python<'_>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self(Play::manual(read_rules(py, rules)?)))
    }

    /// A game from a position dictionary; `PositionError` names every key that is wrong.
    ///
    /// Without a seed chance is told by the caller; with one, what is due is drawn at once.
    ///
    /// >>> from seven_duel import Game
    /// >>> Game.from_dict({"age": 2, "structure": ["statue"] + 19 * [None]}).legal_actions()
    /// [Action('build statue'), Action('discard statue')]
    #[staticmethod]
    #[pyo3(signature = (d, *, seed=None))]
    fn from_dict(py: Python<'_>, d: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let text: String = call(py, "seven_duel.position", "to_text", (d,))?.extract()?;
        Ok(Self(Play::from_state(read_position(py, &text)?, read_seed_or_none(seed)?)))
    }

    /// A game from the one-line text of a position; otherwise like `from_dict`.
    ///
    /// >>> from seven_duel import Game
    /// >>> game = Game(seed=3)
    /// >>> Game.from_text(game.to_text()) == game
    /// True
    #[staticmethod]
    #[pyo3(signature = (text, /, *, seed=None))]
    fn from_text(py: Python<'_>, text: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Ok(text) = text.extract::<String>() else {
            return Err(position_error(py, vec!["position: must be a text".into()]));
        };
        Ok(Self(Play::from_state(read_position(py, &text)?, read_seed_or_none(seed)?)))
    }

    /// The legal actions of the player to move, or of chance; ascending by id; [] when over.
    ///
    /// >>> from seven_duel import Game
    /// >>> Game.manual().legal_actions()[:2]
    /// [Action('board agriculture'), Action('board architecture')]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let bridge = bridge(py)?;
        if self.state().phase().is_chance() {
            let actions: Vec<_> =
                self.state().legal_actions().into_iter().map(|a| bridge.action(py, a)).collect::<PyResult<_>>()?;
            return list(py, actions.into_iter());
        }
        let mut ids = Ids::EMPTY;
        ids.fill(self.state());
        list(py, ids.as_slice().iter().map(|id| bridge.decision(py, *id)))
    }

    /// The ids of the legal actions, ascending.
    ///
    /// >>> from seven_duel import Game
    /// >>> Game.manual().legal_action_ids()[:2] == [0xA100, 0xA101]
    /// True
    fn legal_action_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut ids = Ids::EMPTY;
        ids.fill(self.state());
        PyList::new(py, ids.as_slice())
    }

    /// The legal decisions as a bool array (NUM_ACTIONS,); all False while chance is due and when over.
    ///
    /// Needs numpy, else `SevenDuelError`.
    ///
    /// >>> from seven_duel import Game
    /// >>> game = Game(seed=1)
    /// >>> game.legal_mask().nonzero()[0].tolist() == game.legal_action_ids()
    /// True
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = [0u8; NUM_ACTIONS];
        if self.state().phase().is_decision() {
            self.state().for_each_legal(|action| mask[action.id() as usize] = 1);
        }
        bridge(py)?.bools(py, "legal_mask", &mask)
    }

    /// The outcomes of the chance event that is due, with their probabilities; [] if none is.
    ///
    /// >>> from seven_duel import Game
    /// >>> Game.manual().chance_outcomes()[0]
    /// (Action('board agriculture'), 0.1)
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let bridge = bridge(py)?;
        let events = if self.state().phase().is_chance() { self.state().legal_actions() } else { Vec::new() };
        let probability = 1.0 / f64::from(events.len() as u16);
        let pairs: Vec<_> =
            events.into_iter().map(|event| Ok((bridge.action(py, event)?, probability))).collect::<PyResult<_>>()?;
        PyList::new(py, pairs)
    }

    /// Make an action, given as such, as its text or as its id.
    ///
    /// In a seeded game the chance events that follow are drawn as well. An action that the rules forbid
    /// raises `IllegalActionError`, which says why, and changes nothing.
    ///
    /// >>> from seven_duel import Game
    /// >>> Game(seed=1).apply("discard palisade")
    /// Traceback (most recent call last):
    /// seven_duel.errors.IllegalActionError: discard palisade: ...
    #[pyo3(signature = (action, /))]
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let meant = read_action(action)?;
        self.0
            .apply(meant)
            .map_err(|refusal| error(action.py(), "IllegalActionError", (format!("{meant}: {refusal}"), action)))
    }

    /// Take back the last action, with the chance events that a seeded game drew after it; returns it.
    ///
    /// `IllegalActionError` if nothing was done since the game was made.
    ///
    /// >>> from seven_duel import Game
    /// >>> game = Game.manual()
    /// >>> game.apply("board law")
    /// >>> game.undo(), game.board_tokens
    /// (Action('board law'), ())
    fn undo(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.0.undo() {
            Some(action) => bridge(py)?.action(py, action),
            None => {
                Err(error(py, "IllegalActionError", ("undo: nothing has been done since the game was made", "undo")))
            }
        }
    }

    /// Draw all chance events that are due from `rng`, anything with `randrange(n)`; returns them.
    ///
    /// >>> import random
    /// >>> from seven_duel import Game
    /// >>> game = Game.manual()
    /// >>> [str(event.kind) for event in game.reveal_random(random.Random(1))][4:6]
    /// ['board', 'offer']
    #[pyo3(signature = (rng, /))]
    fn reveal_random<'py>(slf: &Bound<'py, Self>, rng: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        // The caller's code runs between the draws: the events go to a copy, and the game changes at the end.
        let mut game = slf.borrow().0.clone();
        let mut events = Vec::new();
        while game.state().phase().is_chance() {
            let count = game.state().count_legal();
            let drawn = rng.call_method1("randrange", (count,))?;
            let place = drawn.extract::<usize>().ok().filter(|place| *place < count);
            let Some(event) = place.and_then(|place| game.state().nth_legal(place)) else {
                return Err(wrong(py, format!("rng: randrange({count}) gave {}", quote(&drawn))));
            };
            game.apply(event).map_err(|refusal| wrong(py, refusal.to_string()))?;
            events.push(event);
        }
        slf.borrow_mut().0 = game;
        bridge(py)?.actions(py, &events)
    }

    /// What a card or wonder, given as such or by its slug, costs a player now (default: the one to move).
    ///
    /// For any component at any time. `NotationError` if there is no such component; `SevenDuelError` if
    /// there is no such player, or if it is left out and nobody is to move.
    ///
    /// >>> from seven_duel import Game, Wonder
    /// >>> game = Game(seed=1)
    /// >>> game.price("baths").trade, game.price(Wonder.PYRAMIDS, player=1).total
    /// ({Resource.STONE: 2}, 8)
    #[pyo3(signature = (x, /, player=None))]
    fn price(&self, x: &Bound<'_, PyAny>, player: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
        let py = x.py();
        let bridge = bridge(py)?;
        let player = match (player, self.state().player_to_move()) {
            (Some(player), _) => read_player(py, player)?,
            (None, Some(player)) => player,
            (None, None) => return Err(wrong(py, "player: nobody is to move, so it must be given")),
        };
        match bridge.item(x) {
            Some(item) => bridge.price(py, &self.state().price(player, item)),
            None => Err(error(py, "NotationError", (format!("no such card or wonder: {}", quote(x)),))),
        }
    }

    /// How the game ended; None while it goes on.
    ///
    /// >>> from seven_duel import Game
    /// >>> Game(seed=1).outcome()
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.state().outcome().map(|outcome| bridge(py)?.outcome(py, outcome)).transpose()
    }

    /// Both score sheets, as if the game ended now (R11).
    ///
    /// >>> from seven_duel import Game
    /// >>> Game(seed=1).scores()[0].coins
    /// 2
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let bridge = bridge(py)?;
        let [first, second] = self.state().scores();
        PyTuple::new(py, [bridge.score(py, &first)?, bridge.score(py, &second)?])
    }

    /// The options of this game.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = self.state().rules();
        let options = PyDict::new(py);
        options.set_item(
            "start_off_centre",
            match rules.start_off_centre {
                StartOffCentre::WeakerChooses => "weaker_chooses",
                StartOffCentre::WeakerStarts => "weaker_starts",
            },
        )?;
        options.set_item(
            "start_centre",
            match rules.start_centre {
                StartCentre::LastChooses => "last_chooses",
                StartCentre::LastStarts => "last_starts",
                StartCentre::OtherStarts => "other_starts",
            },
        )?;
        options.set_item("promo_wonders", rules.promo_wonders)?;
        options.set_item("first_game", rules.first_game)?;
        bridge(py)?.rules_type(py).call((), Some(&options))
    }

    /// The actions since the game was made, chance included.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        bridge(py)?.actions(py, &self.0.history())
    }

    /// 0, 1, `CHANCE` while a chance event is due, None when over.
    #[getter]
    fn current_player(&self) -> Option<i8> {
        match self.state().player_to_move() {
            Some(player) => Some(player.index() as i8),
            None if self.state().is_over() => None,
            None => Some(CHANCE),
        }
    }

    /// 0 until Age I is dealt, then 1 to 3; at a deal the new age.
    #[getter]
    fn age(&self) -> u8 {
        self.state().age()
    }

    /// What is due: "draft", "turn", the name of a choice or of a chance event, or "over".
    #[getter]
    fn phase(&self, py: Python<'_>) -> PyResult<Py<PyString>> {
        Ok(bridge(py)?.phase(py, self.state().phase()))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state().phase() == Phase::Over
    }

    /// Both players' cities, as live views.
    #[getter]
    fn cities<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let view = |player| Bound::new(slf.py(), City::new(slf.clone().unbind(), player));
        PyTuple::new(slf.py(), [view(Player::First)?, view(Player::Second)?])
    }

    /// The 20 slots (R2.1): empty, face down with the back, or face up.
    #[getter]
    fn structure<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let bridge = bridge(py)?;
        let view = |slot| {
            let (shown, accessible) = self.state().slot(slot);
            bridge.slot(py, shown, accessible)
        };
        PyTuple::new(py, (0..SLOTS).map(view))
    }

    /// The conflict pawn, -9 to 9; player 0's shields add (R6.1).
    #[getter]
    fn pawn(&self) -> i8 {
        self.state().pawn()
    }

    /// [p]: the coins of the tokens that player p's advance can still take (R6.2).
    #[getter]
    fn military_tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let side = |left: u8| {
            let coins = crate::components::MILITARY_TOKENS.iter().enumerate();
            let coins = coins.filter(|(token, _)| left >> token & 1 != 0).map(|(_, (_, coins))| *coins);
            PyTuple::new(py, coins.collect::<Vec<_>>())
        };
        let [first, second] = self.state().military_tokens().0;
        PyTuple::new(py, [side(first)?, side(second)?])
    }

    /// The progress tokens on the board, ascending.
    #[getter]
    fn board_tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tokens(py, self.state().board_tokens())
    }

    /// The discard pile, ascending.
    #[getter]
    fn discard_pile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cards(py, self.state().discard_pile())
    }

    /// Every card of the box whose identity nobody has seen, ascending.
    #[getter]
    fn unseen_cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cards(py, self.state().unseen_cards())
    }

    /// The wonders of the open group still to be drafted, ascending.
    #[getter]
    fn offered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let bridge = bridge(py)?;
        let wonders = self.state().offered_wonders();
        PyTuple::new(py, wonders.iter().map(|wonder| bridge.wonder(py, wonder)).collect::<Vec<_>>())
    }

    /// The tokens shown by the Great Library while its choice is open, ascending.
    #[getter]
    fn shown_tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tokens(py, self.state().shown_tokens())
    }

    /// The cards shown by the Statue of Liberty and built by nobody, ascending.
    #[getter]
    fn removed_cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        cards(py, self.state().removed_cards())
    }

    /// The position dictionary, every key.
    ///
    /// >>> from seven_duel import Game
    /// >>> Game.manual().to_dict()["phase"]
    /// 'board'
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        call(py, "seven_duel.position", "read", (self.to_text(),))
    }

    /// The position on one line.
    ///
    /// >>> from seven_duel import Game
    /// >>> Game.manual().to_text()
    /// '- 0 board 0 7/-/-/- 7/-/-/- 0 25/25 - - .,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. -'
    fn to_text(&self) -> String {
        self.state().arrangement().to_string()
    }

    /// What a player knows, as plain data ready for JSON.
    fn view<'py>(slf: &Bound<'py, Self>, player: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        call(slf.py(), "seven_duel.view", "describe", (slf, player))
    }

    /// The board as an SVG picture.
    fn to_svg<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        call(slf.py(), "seven_duel.render", "to_svg", (slf,))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_svg(slf)
    }

    fn __str__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        call(slf.py(), "seven_duel.render", "render", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("Game.from_text('{}')", self.to_text())
    }

    /// An independent copy with history, undo and generator.
    ///
    /// >>> from seven_duel import Game
    /// >>> game = Game(seed=1)
    /// >>> other = game.copy()
    /// >>> other.apply(other.legal_actions()[0])
    /// >>> other == game
    /// False
    fn copy(&self) -> Self {
        Self(self.0.clone())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        match other.cast::<Self>() {
            Ok(other) => {
                let equal = std::ptr::eq(self, &raw const *other.borrow()) || self.state() == other.borrow().state();
                PyBool::new(py, equal).to_owned().into_any().unbind()
            }
            Err(_) => py.NotImplemented(),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (root, generator, actions) = self.0.replay();
        let ids = |actions: &[Action]| actions.iter().map(|action| action.id()).collect::<Vec<_>>();
        let parts = (root.arrangement().to_string(), generator.map(|g| g.0), ids(self.0.opening()), ids(&actions));
        let restore = py.import("seven_duel._core")?.getattr("restore")?;
        Ok((restore, parts).into_pyobject(py)?.into_any())
    }
}

/// A pickled game, from its root on.
#[pyfunction]
pub(super) fn restore(
    py: Python<'_>,
    root: &str,
    generator: Option<u64>,
    opening: Vec<u16>,
    actions: Vec<u16>,
) -> PyResult<Game> {
    let read = |ids: Vec<u16>| ids.into_iter().map(Action::from_id).collect::<Option<Vec<_>>>();
    let (Some(opening), Some(actions)) = (read(opening), read(actions)) else {
        return Err(wrong(py, "a pickled game with an unknown action"));
    };
    let mut game = Play::restore(read_position(py, root)?, generator.map(SplitMix64), &opening);
    for action in actions {
        game.apply(action).map_err(|refusal| wrong(py, format!("a pickled game: {action}: {refusal}")))?;
    }
    Ok(Game(game))
}

/// The ids of the legal actions without an allocation; no list is longer than the cards of the box.
struct Ids {
    ids: [u16; 96],
    len: usize,
}

impl Ids {
    const EMPTY: Self = Self { ids: [0; 96], len: 0 };

    #[inline]
    fn fill(&mut self, state: &State) {
        state.for_each_legal(|action| {
            if let Some(place) = self.ids.get_mut(self.len) {
                *place = action.id();
                self.len += 1;
            }
        });
    }

    #[inline]
    fn as_slice(&self) -> &[u16] {
        &self.ids[..self.len]
    }
}
