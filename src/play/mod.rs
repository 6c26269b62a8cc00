//! The rules at speed.

mod game;

pub use game::Game;
