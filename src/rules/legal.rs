//! Which actions are legal: for a turn as masks of lanes, for everything else as a set of components.
//!
//! [`Options`] is the one description; listing, counting and testing are its users.

use super::action::Action;
use super::{chance, choices};
use crate::components::{Card, CardSet, Token, TokenSet, Wonder, WonderSet};
use crate::state::{City, Phase, Player, State, WONDER_LANES, WONDER_MASK};

/// The plays of a turn (R3.1), as lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnOptions {
    /// Accessible cards: each can be discarded (R3.3), and used for a wonder.
    pub accessible: u32,
    /// Accessible cards that can be paid for.
    pub builds: u32,
    /// Own unbuilt wonders that can be paid for, in wonder lanes.
    pub wonders: u32,
}

impl TurnOptions {
    /// Of a state in a turn.
    #[inline(always)]
    pub fn of(state: &State) -> Self {
        Self::with(state.accessible(), payable(&state.cities[state.player]))
    }

    /// The same from what is accessible and payable.
    #[inline(always)]
    pub fn with(accessible: u32, payable: u32) -> Self {
        Self { accessible, builds: accessible & payable, wonders: payable & WONDER_MASK }
    }

    /// How many plays there are.
    #[inline(always)]
    pub fn len(self) -> u32 {
        let accessible = self.accessible.count_ones();
        self.builds.count_ones() + accessible + accessible * self.wonders.count_ones()
    }
}

/// R3.5, R4.7: the lanes whose card or unbuilt wonder a city's coins can pay for; empty lanes say nothing.
#[inline(always)]
pub(crate) fn payable(city: &City) -> u32 {
    let affordable = city.price.at_most(city.coins.min(u8::MAX as u16) as u8) | city.chained;
    affordable & (city.unbuilt | !WONDER_MASK)
}

/// What can happen next.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Options {
    None,
    Turn(TurnOptions),
    Cards(fn(Card) -> Action, CardSet),
    Tokens(fn(Token) -> Action, TokenSet),
    Wonders(fn(Wonder) -> Action, WonderSet),
    /// Either player may be named.
    Players,
    /// Slots that may hold a guild, as a mask.
    Slots(u32),
    Reveal(u8, CardSet),
}

impl Options {
    /// Of the player to move, or of chance.
    #[inline]
    pub fn of(state: &State) -> Self {
        match state.phase {
            Phase::Turn => Self::Turn(TurnOptions::of(state)),
            Phase::Draft => Self::Wonders(Action::Draft, state.offered),
            Phase::Progress => Self::Tokens(Action::Progress, state.board),
            Phase::Library => Self::Tokens(Action::Library, state.shown),
            Phase::Mausoleum => Self::Cards(Action::Mausoleum, state.discard),
            Phase::Destroy => Self::Cards(Action::Destroy, choices::destructible(state)),
            Phase::Start => Self::Players,
            Phase::Messe => Self::Cards(Action::Messe, state.cards_in(state.present & state.shape().row_one)),
            Phase::Liberty => Self::Cards(Action::Liberty, state.removed),
            Phase::Give => Self::Cards(Action::Give, state.removed),
            Phase::Over => Self::None,
            _ => chance::outcomes(state),
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Turn(turn) => turn.len() as usize,
            Self::Cards(_, set) | Self::Reveal(_, set) => set.len(),
            Self::Tokens(_, set) => set.len(),
            Self::Wonders(_, set) => set.len(),
            Self::Players => 2,
            Self::Slots(mask) => mask.count_ones() as usize,
        }
    }

    /// Each of them, by ascending id.
    #[inline]
    pub fn for_each(&self, state: &State, mut visit: impl FnMut(Action)) {
        match *self {
            Self::None => {}
            Self::Turn(turn) => {
                let (builds, cards) =
                    (DeckCards::in_lanes(state, turn.builds), DeckCards::in_lanes(state, turn.accessible));
                builds.for_each(|card| visit(Action::Build(card)));
                cards.for_each(|card| visit(Action::Discard(card)));
                for wonder in payable_wonders(state, turn.wonders).iter() {
                    cards.for_each(|card| visit(Action::Wonder(wonder, card)));
                }
            }
            Self::Cards(action, set) => set.iter().for_each(|card| visit(action(card))),
            Self::Tokens(action, set) => set.iter().for_each(|token| visit(action(token))),
            Self::Wonders(action, set) => set.iter().for_each(|wonder| visit(action(wonder))),
            Self::Players => Player::BOTH.into_iter().for_each(|player| visit(Action::Start(player))),
            Self::Slots(mask) => {
                (0..32).filter(|slot| mask >> slot & 1 != 0).for_each(|slot| visit(Action::Guild(slot)));
            }
            Self::Reveal(slot, set) => set.iter().for_each(|card| visit(Action::Reveal(slot, card))),
        }
    }

    /// The one at this place of the list.
    pub fn nth(&self, state: &State, place: usize) -> Option<Action> {
        match *self {
            Self::Turn(_) => {
                let (mut left, mut found) = (place, None);
                self.for_each(state, |action| {
                    if left == 0 {
                        found = Some(action);
                    }
                    left = left.wrapping_sub(1);
                });
                found
            }
            Self::None => None,
            Self::Cards(action, set) => set.nth(place).map(action),
            Self::Tokens(action, set) => set.nth(place).map(action),
            Self::Wonders(action, set) => set.nth(place).map(action),
            Self::Players => Player::from_index(place).map(Action::Start),
            Self::Slots(mask) => (0..32).filter(|slot| mask >> slot & 1 != 0).nth(place).map(Action::Guild),
            Self::Reveal(slot, set) => set.nth(place).map(|card| Action::Reveal(slot, card)),
        }
    }
}

/// Cards of the structure as places in its age's deck: a word where a [`CardSet`] is four.
#[derive(Clone, Copy)]
struct DeckCards {
    deck: &'static [Card; 32],
    places: u32,
}

impl DeckCards {
    /// The face-up cards in these lanes.
    #[inline(always)]
    fn in_lanes(state: &State, mut lanes: u32) -> Self {
        static DECKS: [[Card; 32]; 3] = Card::DECKS;
        let deck = (state.age as usize).clamp(1, 3) - 1;
        let mut places = 0;
        while lanes != 0 {
            let card = state.cards[lanes.trailing_zeros() as usize & 31];
            places |= 1 << (card.id().wrapping_sub(Card::DECK_START[deck]) & 31);
            lanes &= lanes - 1;
        }
        Self { deck: &DECKS[deck], places }
    }

    /// Each card, by id.
    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(Card)) {
        let mut left = self.places;
        while left != 0 {
            visit(self.deck[left.trailing_zeros() as usize & 31]);
            left &= left - 1;
        }
    }
}

fn payable_wonders(state: &State, lanes: u32) -> WonderSet {
    let city = &state.cities[state.player];
    (0..4).filter(|place| lanes >> WONDER_LANES[*place] & 1 != 0).filter_map(|place| city.wonders[place]).collect()
}

/// A legal action with the places that applying it needs, found once: lanes, and a wonder's place in its city.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Play {
    Build(u8),
    Discard(u8),
    Wonder(u8, u8),
    Messe(u8),
    /// Everything that names its component.
    Plain(Action),
}

/// The action's places if it is legal now, else `None`.
#[inline]
pub(crate) fn find(state: &State, action: Action) -> Option<Play> {
    let phase = state.phase;
    let plain = |is_legal: bool| is_legal.then_some(Play::Plain(action));
    match action {
        Action::Build(card) if phase == Phase::Turn => {
            let lane = state.lane_of(card, state.accessible())?;
            let city = &state.cities[state.player];
            let is_paid = city.chained >> lane & 1 != 0 || city.price.0[lane] as u16 <= city.coins;
            is_paid.then_some(Play::Build(lane as u8))
        }
        Action::Discard(card) if phase == Phase::Turn => {
            state.lane_of(card, state.accessible()).map(|lane| Play::Discard(lane as u8))
        }
        Action::Wonder(wonder, card) if phase == Phase::Turn => {
            let lane = state.lane_of(card, state.accessible())?;
            let city = &state.cities[state.player];
            let place = city.wonder_place(wonder)?;
            let wonder_lane = WONDER_LANES[place];
            let is_paid = city.unbuilt >> wonder_lane & 1 != 0 && city.price.0[wonder_lane] as u16 <= city.coins;
            is_paid.then_some(Play::Wonder(place as u8, lane as u8))
        }
        Action::Messe(card) if phase == Phase::Messe => {
            state.lane_of(card, state.present & state.shape().row_one).map(|lane| Play::Messe(lane as u8))
        }
        Action::Draft(wonder) if phase == Phase::Draft => plain(state.offered.has(wonder)),
        Action::Progress(token) if phase == Phase::Progress => plain(state.board.has(token)),
        Action::Library(token) if phase == Phase::Library => plain(state.shown.has(token)),
        Action::Mausoleum(card) if phase == Phase::Mausoleum => plain(state.discard.has(card)),
        Action::Destroy(card) if phase == Phase::Destroy => plain(choices::destructible(state).has(card)),
        Action::Start(_) if phase == Phase::Start => plain(true),
        Action::Liberty(card) if phase == Phase::Liberty => plain(state.removed.has(card)),
        Action::Give(card) if phase == Phase::Give => plain(state.removed.has(card)),
        _ if phase.is_chance() => plain(is_outcome(state, action)),
        _ => None,
    }
}

/// The places of an action that is known to be legal.
#[inline(always)]
pub(crate) fn places(state: &State, action: Action) -> Play {
    let lane = |card| state.lane_of(card, state.present & !state.face_down).unwrap_or(0) as u8;
    match action {
        Action::Build(card) => Play::Build(lane(card)),
        Action::Discard(card) => Play::Discard(lane(card)),
        Action::Wonder(wonder, card) => {
            Play::Wonder(state.cities[state.player].wonder_place(wonder).unwrap_or(0) as u8, lane(card))
        }
        Action::Messe(card) => Play::Messe(lane(card)),
        action => Play::Plain(action),
    }
}

fn is_outcome(state: &State, event: Action) -> bool {
    match (chance::outcomes(state), event) {
        (Options::Cards(make, set), Action::Removed(card)) => make(card) == event && set.has(card),
        (Options::Tokens(make, set), Action::Board(token) | Action::Show(token)) => {
            make(token) == event && set.has(token)
        }
        (Options::Wonders(make, set), Action::Offer(wonder)) => make(wonder) == event && set.has(wonder),
        (Options::Slots(mask), Action::Guild(slot)) => mask >> slot & 1 != 0,
        (Options::Reveal(due, set), Action::Reveal(slot, card)) => slot == due && set.has(card),
        _ => false,
    }
}
