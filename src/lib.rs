//! The board game 7 Wonders Duel: exact rules at the speed of the hardware.
//!
//! Read from the ground up: [`components`] is what is in the box, [`state`] what lies on the table, [`rules`] what may
//! happen, [`notation`] how it is written down, [`play`] the rules at speed. Each uses only those before it.
//!
//! ```
//! use seven_duel::play::Game;
//!
//! let mut game = Game::seeded(7, Default::default());
//! while let Some(action) = game.state().legal_actions().first().copied() {
//!     game.apply(action)?;
//! }
//! assert!(game.state().is_over());
//! # Ok::<(), Box<seven_duel::rules::Refusal>>(())
//! ```

pub mod components;
pub mod generator;
mod hardware;
pub mod notation;
pub mod play;
#[cfg(feature = "python")]
mod python;
pub mod rules;
pub mod state;
