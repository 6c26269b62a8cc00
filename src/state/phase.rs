//! What is to be decided next, what after it, and how a game ended.

use super::player::Player;

/// What is decided next. The last before `Over` are chance's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// A wonder of the open group is drafted (R1.4).
    Draft,
    /// A turn (R3.1).
    Turn,
    /// A token of the board is taken (R7.2).
    Progress,
    /// One of the tokens shown by the Great Library is kept (R8.3).
    Library,
    /// A card of the discard pile is built (R8.6).
    Mausoleum,
    /// A card of the opponent is discarded (R8.3).
    Destroy,
    /// Who starts the age is chosen (R10.2).
    Start,
    /// A card of row 1 is built (R12).
    Messe,
    /// One of the removed cards is built (R12).
    Liberty,
    /// Another is built in the opponent's city (R12).
    Give,
    /// Chance lays a token on the board (R1.2).
    Board,
    /// Chance offers a wonder (R1.3).
    Offer,
    /// Chance deals a guild back (R2.3).
    Guild,
    /// Chance turns up a card (R2.4, R2.5).
    Reveal,
    /// Chance shows a token of the box (R8.3).
    Show,
    /// Chance shows a card removed at set-up (R12).
    Removed,
    /// Nothing: the game is over.
    Over,
}

impl Phase {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Draft,
        Self::Turn,
        Self::Progress,
        Self::Library,
        Self::Mausoleum,
        Self::Destroy,
        Self::Start,
        Self::Messe,
        Self::Liberty,
        Self::Give,
        Self::Board,
        Self::Offer,
        Self::Guild,
        Self::Reveal,
        Self::Show,
        Self::Removed,
        Self::Over,
    ];

    /// A player decides.
    pub const fn is_decision(self) -> bool {
        (self as u8) < Self::Board as u8
    }
    /// Chance decides.
    pub const fn is_chance(self) -> bool {
        !self.is_decision() && !matches!(self, Self::Over)
    }
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Turn => "turn",
            Self::Progress => "progress",
            Self::Library => "library",
            Self::Mausoleum => "mausoleum",
            Self::Destroy => "destroy",
            Self::Start => "start",
            Self::Messe => "messe",
            Self::Liberty => "liberty",
            Self::Give => "give",
            Self::Board => "board",
            Self::Offer => "offer",
            Self::Guild => "guild",
            Self::Reveal => "reveal",
            Self::Show => "show",
            Self::Removed => "removed",
            Self::Over => "over",
        }
    }
}

/// A choice that is still to come in the play under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Open {
    pub phase: Phase,
    pub owner: Player,
}

/// The choices still to come in the play under way, in their order. At most two wait at once: the two tokens of the
/// Statue of Liberty (R12), or its second card and one token; one place is spare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Queue([Option<Open>; 3]);

impl Queue {
    pub const EMPTY: Self = Self([None; 3]);

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0[0].is_none()
    }
    pub fn iter(&self) -> impl Iterator<Item = Open> {
        self.0.into_iter().flatten()
    }
    /// After the others; `None` if there is no place left.
    pub fn push(&mut self, open: Open) -> Option<()> {
        *self.0.iter_mut().find(|place| place.is_none())? = Some(open);
        Some(())
    }
    /// Before the others.
    pub fn push_front(&mut self, open: Open) {
        self.0 = [Some(open), self.0[0], self.0[1]];
    }
    pub fn pop(&mut self) -> Option<Open> {
        let first = self.0[0];
        self.0 = [self.0[1], self.0[2], None];
        first
    }
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Victory {
    /// By points (R11.2).
    Civilian,
    /// The pawn reached a capital (R6.3).
    Military,
    /// Six different symbols (R7.1).
    Science,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` for a shared victory (R11.2).
    pub winner: Option<Player>,
    /// How.
    pub reason: Victory,
}

impl Outcome {
    /// What a state holds until the game is over.
    pub(crate) const NONE: Self = Self { winner: None, reason: Victory::Civilian };
}
