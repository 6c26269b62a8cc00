//! Text forms of actions and positions.

mod action;
mod position;

/// A text could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError(pub String);

impl std::fmt::Display for NotationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}
