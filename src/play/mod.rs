//! The rules at speed.

mod batch;
mod deal;
mod draw;
mod game;
mod observation;
mod pick;
mod playout;
mod share;
mod simulate;
#[cfg(test)]
mod tests;

pub use batch::{AutoReset, Batch, Illegal, Views};
pub use game::Game;
pub use observation::{OBS_SIZE, OBS_VERSION, Observation, Piece, observe, pieces};
pub use playout::{Played, playout, playout_portable};
pub use simulate::{Columns, simulate};
