//! The choices that a play opens, and the draft.

use super::{ages, effects, price};
use crate::components::{Card, CardSet, Token, Wonder};
use crate::state::{Lane, Open, Phase, Player, State};

/// R1.4: the drafter of each group of four, for the first group; the second exchanges the players.
const DRAFT_ORDER: [Player; 4] = [Player::First, Player::Second, Player::Second, Player::First];

/// R1.4: who makes the next pick, by the number of wonders drafted.
#[inline(always)]
pub(crate) fn drafter(drafted: usize) -> Player {
    let player = DRAFT_ORDER[drafted % 4];
    if drafted < 4 { player } else { player.other() }
}

/// How many wonders have been drafted; in the draft none is built.
#[inline(always)]
pub(crate) fn drafted(state: &State) -> usize {
    state.cities.0.iter().map(|city| city.unbuilt.count_ones() as usize).sum()
}

/// R1.4: take a wonder.
#[inline(always)]
pub(crate) fn draft(state: &mut State, wonder: Wonder) {
    state.offered.remove(wonder);
    state.cities[state.player].add_wonder(wonder);
    let drafted = drafted(state);
    if drafted == 8 {
        ages::deal(state, 1);
        return;
    }
    state.player = drafter(drafted);
    state.mover = state.player;
    if drafted == 4 {
        state.phase = Phase::Offer; // R1.3: the second group is shown after the first is taken
    }
}

/// R7.2: take a token from the board.
#[inline(never)]
pub(crate) fn progress(state: &mut State, token: Token) {
    state.board.remove(token);
    effects::token_joins(state, state.player, token);
    ages::finish_play(state);
}

/// R8.3: keep one of the tokens shown.
#[inline(never)]
pub(crate) fn library(state: &mut State, token: Token) {
    state.shown = crate::components::TokenSet::EMPTY;
    effects::token_joins(state, state.player, token);
    ages::finish_play(state);
}

/// R8.6: build a card of the discard pile.
#[inline(never)]
pub(crate) fn mausoleum(state: &mut State, card: Card) {
    state.discard.remove(card);
    build_free(state, state.player, card);
    ages::finish_play(state);
}

/// R8.5: discard a card of the opponent.
#[inline(never)]
pub(crate) fn destroy(state: &mut State, card: Card) {
    effects::card_is_destroyed(state, state.player.other(), card);
    ages::finish_play(state);
}

/// R12: build a card of row 1.
#[inline(never)]
pub(crate) fn messe(state: &mut State, lane: Lane) {
    state.present &= !(1 << lane);
    build_free(state, state.player, state.cards[lane & 31]);
    ages::finish_play(state);
}

/// R12: build one of the three cards; then another goes to the opponent.
#[inline(never)]
pub(crate) fn liberty(state: &mut State, card: Card) {
    state.removed.remove(card);
    build_free(state, state.player, card);
    if state.phase != Phase::Over && !state.removed.is_empty() {
        state.then.push_front(Open { phase: Phase::Give, owner: state.player });
    }
    ages::finish_play(state);
}

/// R12: build the second card in the opponent's city.
#[inline(never)]
pub(crate) fn give(state: &mut State, card: Card) {
    state.removed.remove(card);
    build_free(state, state.player.other(), card);
    ages::finish_play(state);
}

/// R8.6: all effects, nothing paid.
fn build_free(state: &mut State, player: Player, card: Card) {
    effects::card_joins(state, player, card);
    if effects::of(card, true).unlocks_cards() {
        price::refresh_chains(state, player);
    }
}

/// R10.2: this player starts the age.
pub(crate) fn start(state: &mut State, player: Player) {
    ages::begin_turn(state, player);
}

/// R8.3: the cards that can be destroyed.
pub(crate) fn destructible(state: &State) -> CardSet {
    state.cities[state.player.other()].cards.intersection(CardSet::of_color(state.destroys))
}
