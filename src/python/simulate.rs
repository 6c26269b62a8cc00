//! `simulate`: a part of a series of random games, played without the GIL.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::bridge::wrong;
use super::game::read_rules;
use crate::play;

/// More games in one call than any memory holds are a mistake.
const MOST_GAMES: usize = 1 << 24;

/// Plays part of a series of random games; `seven_duel.simulate` is the form to use.
///
/// Returns the columns as bytes in the machine's order: winner int8, reason uint8, scores int16 (2, 9),
/// decisions uint16, starters int8 (3), a row a game.
#[pyfunction]
#[pyo3(signature = (first, games, seed, rules, threads))]
pub(super) fn simulate<'py>(
    py: Python<'py>,
    first: u64,
    games: usize,
    seed: u64,
    rules: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<[Bound<'py, PyBytes>; 5]> {
    let columns = played(py, first, games, seed, rules, threads)?;
    let bytes =
        |values: &[i8]| PyBytes::new(py, &values.iter().map(|value| value.cast_unsigned()).collect::<Vec<u8>>());
    Ok([
        bytes(&columns.winner),
        PyBytes::new(py, &columns.reason),
        words(py, columns.scores.as_flattened().as_flattened().iter().map(|x| x.to_ne_bytes()))?,
        words(py, columns.decisions.iter().map(|x| x.to_ne_bytes()))?,
        bytes(columns.starters.as_flattened()),
    ])
}

/// Two-byte numbers as they lie in memory.
fn words(py: Python<'_>, values: impl ExactSizeIterator<Item = [u8; 2]>) -> PyResult<Bound<'_, PyBytes>> {
    PyBytes::new_with(py, 2 * values.len(), |bytes| {
        for (place, value) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
            *place = value;
        }
        Ok(())
    })
}

/// As `simulate`, but only the sums that a summary is made of (`seven_duel.summary` names them).
#[pyfunction]
#[pyo3(signature = (first, games, seed, rules, threads))]
pub(super) fn simulate_sums(
    py: Python<'_>,
    first: u64,
    games: usize,
    seed: u64,
    rules: Option<&Bound<'_, PyAny>>,
    threads: usize,
) -> PyResult<Vec<u64>> {
    Ok(played(py, first, games, seed, rules, threads)?.sums().to_vec())
}

fn played(
    py: Python<'_>,
    first: u64,
    games: usize,
    seed: u64,
    rules: Option<&Bound<'_, PyAny>>,
    threads: usize,
) -> PyResult<play::Columns> {
    if games > MOST_GAMES {
        return Err(wrong(py, format!("games: at most {MOST_GAMES} in one part, not {games}")));
    }
    let rules = read_rules(py, rules)?;
    Ok(py.detach(|| play::simulate(first, games, seed, rules, threads)))
}
