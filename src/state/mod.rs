//! What lies on the table: a small, flat value that holds only what somebody has seen.

mod city;
mod equality;
mod lanes;
mod options;
mod phase;
mod player;
mod structure;

pub use city::{City, Tucked};
pub(crate) use city::{Needs, RESERVE_CODE, RESOURCES, Tally, kind_of};
pub(crate) use lanes::Lanes;
pub use options::{Rules, StartCentre, StartOffCentre};
pub(crate) use phase::{Open, Queue};
pub use phase::{Outcome, Phase, Victory};
pub use player::{ByPlayer, Player};
pub use structure::SLOTS;
pub(crate) use structure::{Lane, SHAPES, Shape, WONDER_LANES, WONDER_MASK};

use crate::components::{Card, CardSet, Color, FIRST_GAME, TokenSet, WonderSet};

/// What a slot of the structure shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// No card.
    Empty,
    /// A face-up card.
    Card(Card),
    /// A face-down card with an age back.
    FaceDown,
    /// A face-down card with a guild back (R2.3).
    FaceDownGuild,
}

/// A position: everything on the table and what is to be decided next.
///
/// Equality and hash compare the position itself: two states are equal when nobody could tell them apart.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct State {
    pub(crate) cities: ByPlayer<City>,
    /// The card in each lane; says something only where `present` and not `face_down`.
    pub(crate) cards: [Card; 32],
    /// Cards of the box that nobody has seen.
    pub(crate) unseen: CardSet,
    pub(crate) discard: CardSet,
    /// Cards shown by the Statue of Liberty and built by nobody (R12).
    pub(crate) removed: CardSet,
    /// Lanes that hold a card, those face down, those of them with a guild back.
    pub(crate) present: u32,
    pub(crate) face_down: u32,
    pub(crate) guild_backs: u32,
    pub(crate) board: TokenSet,
    /// Tokens shown by the Great Library while it is open.
    pub(crate) shown: TokenSet,
    /// Wonders on the table during the draft.
    pub(crate) offered: WonderSet,
    pub(crate) then: Queue,
    pub(crate) rules: Rules,
    /// From -9 to 9; player 0's shields add.
    pub(crate) pawn: i8,
    /// Bit i: the player's advance can still take token i (R6.2).
    pub(crate) military_tokens: ByPlayer<u8>,
    /// 0 during the draft.
    pub(crate) age: u8,
    pub(crate) phase: Phase,
    /// Who decides next; whose play it is when chance is next.
    pub(crate) player: Player,
    /// Whose play it is, or who made the last one.
    pub(crate) mover: Player,
    /// The play under way gives an extra turn (R8.2).
    pub(crate) extra_turn: bool,
    /// In phase `Destroy`: the colour (R8.3).
    pub(crate) destroys: Color,
    pub(crate) outcome: Outcome,
}

impl State {
    /// The empty table before the first token is laid out (R1.1).
    pub fn new(rules: Rules) -> Self {
        let mut cities = ByPlayer([City::EMPTY; 2]);
        if rules.first_game {
            for player in Player::BOTH {
                FIRST_GAME[player.index()].into_iter().for_each(|wonder| cities[player].add_wonder(wonder)); // R1.6
            }
        }
        Self {
            cities,
            cards: [Card::LumberYard; 32],
            unseen: CardSet::ALL,
            discard: CardSet::EMPTY,
            removed: CardSet::EMPTY,
            present: 0,
            face_down: 0,
            guild_backs: 0,
            board: TokenSet::EMPTY,
            shown: TokenSet::EMPTY,
            offered: WonderSet::EMPTY,
            then: Queue::EMPTY,
            rules,
            pawn: 0,
            military_tokens: ByPlayer([0b11; 2]),
            age: 0,
            phase: Phase::Board,
            player: Player::First,
            mover: Player::First,
            extra_turn: false,
            destroys: Color::Brown,
            outcome: Outcome::NONE,
        }
    }

    /// The two cities.
    pub const fn cities(&self) -> &ByPlayer<City> {
        &self.cities
    }
    /// The options.
    pub const fn rules(&self) -> Rules {
        self.rules
    }
    /// The age; 0 before the deal of Age I.
    pub const fn age(&self) -> u8 {
        self.age
    }
    /// What is to be decided next.
    pub const fn phase(&self) -> Phase {
        self.phase
    }
    /// Who decides next; `None` when chance does or the game is over.
    pub fn player_to_move(&self) -> Option<Player> {
        self.phase.is_decision().then_some(self.player)
    }
    /// The conflict pawn, from -9 to 9.
    pub const fn pawn(&self) -> i8 {
        self.pawn
    }
    /// Bit i: the player's advance can still take military token i.
    pub const fn military_tokens(&self) -> ByPlayer<u8> {
        self.military_tokens
    }
    /// The progress tokens on the board.
    pub const fn board_tokens(&self) -> TokenSet {
        self.board
    }
    /// The discard pile.
    pub const fn discard_pile(&self) -> CardSet {
        self.discard
    }
    /// The cards that nobody has seen.
    pub const fn unseen_cards(&self) -> CardSet {
        self.unseen
    }
    /// Cards shown by the Statue of Liberty and built by nobody.
    pub const fn removed_cards(&self) -> CardSet {
        self.removed
    }
    /// Tokens shown by the Great Library.
    pub const fn shown_tokens(&self) -> TokenSet {
        self.shown
    }
    /// The wonders of the open group, still to be drafted.
    pub const fn offered_wonders(&self) -> WonderSet {
        self.offered
    }
    /// The game is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }
    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then_some(self.outcome)
    }

    /// The geometry of the current structure.
    #[inline(always)]
    pub(crate) fn shape(&self) -> &'static Shape {
        Shape::of_age(self.age)
    }
    /// The lanes of accessible cards (R2.2), face up or not.
    #[inline(always)]
    pub(crate) fn accessible(&self) -> u32 {
        self.shape().accessible(self.present)
    }
    /// What a slot shows, and whether its card is accessible.
    pub fn slot(&self, slot: usize) -> (Slot, bool) {
        let lane = self.shape().lane[slot] as Lane;
        let is_in = |mask: u32| mask >> lane & 1 != 0;
        let shown = match (is_in(self.present), is_in(self.face_down), is_in(self.guild_backs)) {
            (false, ..) => Slot::Empty,
            (true, false, _) => Slot::Card(self.cards[lane]),
            (true, true, false) => Slot::FaceDown,
            (true, true, true) => Slot::FaceDownGuild,
        };
        (shown, is_in(self.accessible()))
    }
    /// The lane of a face-up card among these lanes.
    #[inline(always)]
    pub(crate) fn lane_of(&self, card: Card, among: u32) -> Option<Lane> {
        let lanes = Lanes::each(|lane| self.cards[lane] as u8).equal_to(card as u8) & among;
        (lanes != 0).then(|| lanes.trailing_zeros() as Lane & 31)
    }
    /// The face-up cards in these lanes.
    #[inline(always)]
    pub(crate) fn cards_in(&self, mut lanes: u32) -> CardSet {
        let mut set = CardSet::EMPTY;
        while lanes != 0 {
            set.insert(self.cards[lanes.trailing_zeros() as Lane & 31]);
            lanes &= lanes - 1;
        }
        set
    }
    /// How many wonders are built in both cities (R8.1).
    #[inline(always)]
    pub(crate) fn built_wonders(&self) -> u8 {
        self.cities.0[0].built_wonders() + self.cities.0[1].built_wonders()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_small() {
        assert_eq!(size_of::<State>(), 512);
    }
}
