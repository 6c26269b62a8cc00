//! The rules at speed.

mod draw;
mod game;
mod playout;
mod simulate;
#[cfg(test)]
mod tests;

pub use game::Game;
pub use playout::{Played, playout, playout_portable};
pub use simulate::{Columns, simulate};
