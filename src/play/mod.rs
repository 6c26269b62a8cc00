//! The rules at speed.

mod draw;
mod game;
mod hardware;
mod playout;

pub use game::Game;
pub use playout::{playout, playout_portable};
