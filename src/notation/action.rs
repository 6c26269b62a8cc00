//! The text of an action: `build palisade`, `wonder sphinx baths`, `reveal 7 palisade`.

use std::fmt;
use std::str::FromStr;

use super::NotationError;
use crate::components::{Card, Token, Wonder};
use crate::rules::Action;
use crate::state::{Player, SLOTS};

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Draft(wonder) => write!(f, "draft {}", wonder.slug()),
            Self::Build(card) => write!(f, "build {}", card.slug()),
            Self::Discard(card) => write!(f, "discard {}", card.slug()),
            Self::Wonder(wonder, card) => write!(f, "wonder {} {}", wonder.slug(), card.slug()),
            Self::Progress(token) => write!(f, "progress {}", token.slug()),
            Self::Library(token) => write!(f, "library {}", token.slug()),
            Self::Mausoleum(card) => write!(f, "mausoleum {}", card.slug()),
            Self::Destroy(card) => write!(f, "destroy {}", card.slug()),
            Self::Start(player) => write!(f, "start {}", player.index()),
            Self::Messe(card) => write!(f, "messe {}", card.slug()),
            Self::Liberty(card) => write!(f, "liberty {}", card.slug()),
            Self::Give(card) => write!(f, "give {}", card.slug()),
            Self::Board(token) => write!(f, "board {}", token.slug()),
            Self::Offer(wonder) => write!(f, "offer {}", wonder.slug()),
            Self::Guild(slot) => write!(f, "guild {slot}"),
            Self::Reveal(slot, card) => write!(f, "reveal {slot} {}", card.slug()),
            Self::Show(token) => write!(f, "show {}", token.slug()),
            Self::Removed(card) => write!(f, "removed {}", card.slug()),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read(text).ok_or_else(|| NotationError(format!("{text:?} is not an action")))
    }
}

fn read(text: &str) -> Option<Action> {
    let (word, rest) = text.split_once(' ')?;
    let action = match word {
        "draft" => Action::Draft(Wonder::from_slug(rest)?),
        "build" => Action::Build(Card::from_slug(rest)?),
        "discard" => Action::Discard(Card::from_slug(rest)?),
        "wonder" => {
            let (wonder, card) = rest.split_once(' ')?;
            Action::Wonder(Wonder::from_slug(wonder)?, Card::from_slug(card)?)
        }
        "progress" => Action::Progress(Token::from_slug(rest)?),
        "library" => Action::Library(Token::from_slug(rest)?),
        "mausoleum" => Action::Mausoleum(Card::from_slug(rest)?),
        "destroy" => Action::Destroy(Card::from_slug(rest)?),
        "start" => Action::Start(Player::from_index(number(rest)?)?),
        "messe" => Action::Messe(Card::from_slug(rest)?),
        "liberty" => Action::Liberty(Card::from_slug(rest)?),
        "give" => Action::Give(Card::from_slug(rest)?),
        "board" => Action::Board(Token::from_slug(rest)?),
        "offer" => Action::Offer(Wonder::from_slug(rest)?),
        "guild" => Action::Guild(slot(rest)?),
        "reveal" => {
            let (place, card) = rest.split_once(' ')?;
            Action::Reveal(slot(place)?, Card::from_slug(card)?)
        }
        "show" => Action::Show(Token::from_slug(rest)?),
        "removed" => Action::Removed(Card::from_slug(rest)?),
        _ => return None,
    };
    // Some names are no decision: a guild is never a removed card, only brown and grey cards are destroyed.
    (Action::from_id(action.id()) == Some(action)).then_some(action)
}

/// A number in its one form: no sign, no leading zero.
fn number(text: &str) -> Option<usize> {
    let value: usize = text.parse().ok()?;
    (value.to_string() == text).then_some(value)
}

fn slot(text: &str) -> Option<u8> {
    number(text).filter(|slot| *slot < SLOTS).map(|slot| slot as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_action_are_one_to_one() {
        for action in (0..=u16::MAX).filter_map(Action::from_id) {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    }

    #[test]
    fn what_is_no_action_is_refused() {
        for text in [
            "",
            "pass",
            "build",
            "build ",
            "build  palisade",
            "Build palisade",
            "build palisade ",
            "start 2",
            "start 01",
            "guild 20",
            "guild +3",
            "destroy palisade",
            "give merchants_guild",
            "reveal 20 palisade",
            "wonder sphinx",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text:?}");
        }
    }
}
