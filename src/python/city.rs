//! `City`: a live, read-only view of one player's city.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::bridge::bridge;
use super::game::Game;
use crate::components::Symbol;
use crate::rules::unit_prices;
use crate::state::{City as Cards, Player, Tucked};

/// A live, read-only view of one player's city: it shows the game as it is now.
///
/// >>> from seven_duel import Game
/// >>> Game(seed=1).cities[0].coins
/// 7
#[pyclass(module = "seven_duel", frozen)]
pub struct City {
    game: Py<Game>,
    player: Player,
}

impl City {
    pub(super) fn new(game: Py<Game>, player: Player) -> Self {
        Self { game, player }
    }

    fn with<T>(&self, py: Python<'_>, f: impl FnOnce(&Cards) -> T) -> T {
        f(&self.game.borrow(py).state().cities()[self.player])
    }
}

#[pymethods]
impl City {
    /// Coins in hand.
    #[getter]
    fn coins(&self, py: Python<'_>) -> u16 {
        self.with(py, Cards::coins)
    }

    /// The built cards, ascending by id.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let bridge = bridge(py)?;
        let cards = self.with(py, Cards::cards);
        PyTuple::new(py, cards.iter().map(|card| bridge.card(py, card)).collect::<Vec<_>>())
    }

    /// The wonders, ascending: None unbuilt, the tucked card, or True for a card that nobody recorded.
    #[getter]
    fn wonders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bridge = bridge(py)?;
        let dict = PyDict::new(py);
        for (wonder, tucked) in self.with(py, |city| city.wonders().collect::<Vec<_>>()) {
            let wonder = bridge.wonder(py, wonder);
            match tucked {
                Tucked::Unbuilt => dict.set_item(wonder, py.None())?,
                Tucked::Unrecorded => dict.set_item(wonder, true)?,
                Tucked::Card(card) => dict.set_item(wonder, bridge.card(py, card))?,
            }
        }
        Ok(dict)
    }

    /// The progress tokens, ascending.
    #[getter]
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let bridge = bridge(py)?;
        let tokens = self.with(py, Cards::tokens);
        PyTuple::new(py, tokens.iter().map(|token| bridge.token(py, token)).collect::<Vec<_>>())
    }

    /// Fixed production in units (R4.1), all five resources.
    #[getter]
    fn production<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        bridge(py)?.by_resource(py, self.with(py, Cards::production), true)
    }

    /// How many of each science symbol; only those present, Law included (R7.1).
    #[getter]
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bridge = bridge(py)?;
        let dict = PyDict::new(py);
        for symbol in Symbol::ALL {
            let count = self.with(py, |city| city.symbol_count(symbol));
            if count > 0 {
                dict.set_item(bridge.symbol(py, symbol), count)?;
            }
        }
        Ok(dict)
    }

    /// What one missing unit costs this player (R4.3), all five resources.
    #[getter]
    fn trade_prices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let prices = unit_prices(self.game.borrow(py).state(), self.player);
        bridge(py)?.by_resource(py, prices, true)
    }

    /// Coins that a discard would give (R3.3).
    #[getter]
    fn discard_income(&self, py: Python<'_>) -> u16 {
        self.with(py, Cards::discard_income)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (coins, cards) = self.with(py, |city| (city.coins(), city.cards().len()));
        format!("<City of player {}: {coins} coins, {cards} cards>", self.player.index())
    }
}
