//! The Python module `seven_duel._core`: the only room that knows `PyO3`. It holds no rules.

// Here doc comments are Python's docstrings.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes)]

mod batch;
mod bridge;
mod city;
mod game;
mod simulate;

use pyo3::prelude::*;

/// The compiled engine of `seven_duel`; use it through the package.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::{Batch, Memory, observation_pieces, observe};
    #[pymodule_export]
    use super::city::City;
    #[pymodule_export]
    use super::game::{Game, restore};
    #[pymodule_export]
    use super::simulate::{simulate, simulate_sums};

    #[pymodule_export]
    const OBS_SIZE: usize = crate::play::OBS_SIZE;
    #[pymodule_export]
    const OBS_VERSION: u32 = crate::play::OBS_VERSION;
}
