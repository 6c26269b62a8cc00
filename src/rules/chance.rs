//! The events of chance: each a single uniform draw from what nobody has seen.

use super::action::Action;
use super::legal::Options;
use super::{ages, choices, price};
use crate::components::{
    BOARD_TOKENS, CardSet, GROUP_SIZE, GUILDS_IN_PLAY, REMOVED_PER_AGE, Token, TokenSet, Wonder, WonderSet,
};
use crate::state::{Phase, SLOTS, State};

/// How many tokens the Great Library shows (R8.3).
const LIBRARY_TOKENS: usize = 3;

/// R1.2: the tokens in the box.
pub(crate) fn box_tokens(state: &State) -> TokenSet {
    let cities = state.cities.0[0].tokens.union(state.cities.0[1].tokens);
    TokenSet::ALL.without(state.board).without(cities)
}

/// R1.3, R12: the wonders that can still be offered.
pub(crate) fn box_wonders(state: &State) -> WonderSet {
    let seen: WonderSet = state.cities.0.iter().flat_map(|city| city.wonders).flatten().collect();
    let pool = if state.rules.promo_wonders { WonderSet::ALL } else { WonderSet::BASE };
    pool.without(seen).without(state.offered)
}

/// R1.5: what a face-down card can be: an unseen card of the age, or an unseen guild under a guild back.
pub(crate) fn pool(state: &State, guild_back: bool) -> CardSet {
    state.unseen.intersection(if guild_back { CardSet::GUILDS } else { CardSet::deck(state.age) })
}

/// The face-down lanes to be turned up now: at a deal the face-up rows, else what was uncovered (R2.4, R2.5).
pub(crate) fn due(state: &State) -> u32 {
    let shape = state.shape();
    let rows = if ages::is_deal(state) { shape.face_up } else { shape.accessible(state.present) };
    rows & state.face_down
}

/// What can happen next when chance is to move.
pub(crate) fn outcomes(state: &State) -> Options {
    match state.phase {
        Phase::Board => Options::Tokens(Action::Board, box_tokens(state)),
        Phase::Offer => Options::Wonders(Action::Offer, box_wonders(state)),
        Phase::Guild => Options::Slots(state.shape().slots(state.face_down & !state.guild_backs)),
        Phase::Reveal => {
            let slot = state.shape().first_slot(due(state)).unwrap_or(0);
            let lane = state.shape().lane[slot as usize];
            Options::Reveal(slot, pool(state, state.guild_backs >> lane & 1 != 0))
        }
        Phase::Show => Options::Tokens(Action::Show, box_tokens(state).without(state.shown)),
        Phase::Removed => Options::Cards(Action::Removed, pool(state, false)),
        _ => Options::None,
    }
}

/// An event happens; it is one of [`outcomes`].
pub(crate) fn happens(state: &mut State, event: Action) {
    match event {
        Action::Board(token) => lay_out(state, token),
        Action::Offer(wonder) => offer(state, wonder),
        Action::Guild(slot) => {
            state.guild_backs |= 1 << state.shape().lane[slot as usize % SLOTS];
            if state.guild_backs.count_ones() == GUILDS_IN_PLAY as u32 {
                state.phase = Phase::Reveal;
            }
        }
        Action::Reveal(slot, card) => {
            let was_deal = ages::is_deal(state);
            turn_up(state, slot, card);
            if due(state) == 0 {
                if was_deal {
                    ages::after_deal(state);
                } else {
                    ages::end_turn(state);
                }
            }
        }
        Action::Show(token) => show(state, token),
        Action::Removed(card) => {
            state.unseen.remove(card);
            state.removed.insert(card);
            if state.removed.len() == REMOVED_PER_AGE as usize {
                state.phase = Phase::Liberty;
            }
        }
        _ => debug_assert!(false, "{event:?} is a decision"),
    }
}

/// R1.2: a token lies on the board.
#[inline(always)]
pub(crate) fn lay_out(state: &mut State, token: Token) {
    state.board.insert(token);
    if state.board.len() == BOARD_TOKENS as usize {
        if state.rules.first_game {
            ages::deal(state, 1); // R1.6: no draft
        } else {
            state.phase = Phase::Offer;
        }
    }
}

/// R1.3: a wonder is offered.
#[inline(always)]
pub(crate) fn offer(state: &mut State, wonder: Wonder) {
    state.offered.insert(wonder);
    if state.offered.len() == GROUP_SIZE as usize {
        state.phase = Phase::Draft;
        state.player = choices::drafter(choices::drafted(state));
        state.mover = state.player;
    }
}

/// R8.3: the Great Library shows a token.
pub(crate) fn show(state: &mut State, token: Token) {
    state.shown.insert(token);
    if state.shown.len() == LIBRARY_TOKENS || box_tokens(state) == state.shown {
        state.phase = Phase::Library;
    }
}

/// A card turns up in its slot.
fn turn_up(state: &mut State, slot: u8, card: crate::components::Card) {
    let lane = state.shape().lane[slot as usize % SLOTS] as usize;
    state.unseen.remove(card);
    state.face_down &= !(1 << lane);
    state.guild_backs &= !(1 << lane);
    state.cards[lane & 31] = card;
    price::card_appears(state, lane, card);
}
