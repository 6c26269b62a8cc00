//! The rules at speed.

mod game;
mod hardware;
mod playout;

pub use game::Game;
pub use playout::{playout, playout_portable};
