//! The two players and what each of them has.

use std::ops::{Index, IndexMut};

/// Player 0 makes the first wonder pick and starts Age I.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Player {
    /// Player 0; shields of this player add to the pawn.
    First,
    /// Player 1; shields of this player subtract from the pawn.
    Second,
}

impl Player {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    #[inline(always)]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player with this number.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::BOTH.get(index).copied()
    }
}

/// Something that each player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(transparent)]
pub struct ByPlayer<T>(pub [T; 2]);

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline(always)]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}
