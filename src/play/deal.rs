//! The set-up and the deals of a playout: what chance does over many events, done at once.

use super::pick::{any_bit, nth_token, nth_wonder};
use crate::components::{BOARD_TOKENS, Card, CardSet, GUILDS_IN_PLAY, TokenSet, WonderSet};
use crate::generator::SplitMix64;
use crate::hardware::Hardware;
use crate::rules::{ages, chance, choices, price};
use crate::state::{ByPlayer, Phase, SHAPES, SLOTS, State};

/// The set-up from its start to the deal of Age I (R1.2 to R1.4, R1.6); how many decisions it takes.
#[inline(always)]
pub(super) fn set_up<H: Hardware>(state: &mut State, generator: &mut SplitMix64) -> u32 {
    let mut in_box = TokenSet::ALL;
    let tokens: [u32; BOARD_TOKENS as usize] = descending(TokenSet::ALL.len());
    for nth in generator.below_each(tokens) {
        in_box.remove(nth_token::<H>(in_box, nth));
    }
    state.board = TokenSet::ALL.without(in_box);
    let mut drafted = 0;
    if !state.rules.first_game {
        let mut unseen = chance::box_wonders(state);
        let mut places = ByPlayer([0; 2]);
        for _ in 0..2 {
            // Four wonders are offered, then taken one after another; the last is left without a choice.
            let [a, b, c, d] = descending(unseen.len());
            let [offers @ .., first, second, third] = generator.below_each([a, b, c, d, 4, 3, 2]);
            let mut offered = WonderSet::EMPTY;
            for nth in offers {
                let wonder = nth_wonder::<H>(unseen, nth);
                unseen.remove(wonder);
                offered.insert(wonder);
            }
            for nth in [first, second, third, 0] {
                let wonder = nth_wonder::<H>(offered, nth);
                offered.remove(wonder);
                let player = choices::drafter(drafted);
                state.cities[player].put_wonder(places[player], wonder);
                places[player] += 1;
                drafted += 1;
            }
        }
    }
    ages::deal(state, 1);
    drafted as u32
}

/// Bounds of draws without replacement: `all`, `all` - 1, ...
const fn descending<const N: usize>(all: usize) -> [u32; N] {
    let mut bounds = [0; N];
    let mut drawn = 0;
    while drawn < N {
        bounds[drawn] = (all - drawn) as u32;
        drawn += 1;
    }
    bounds
}

/// Turns up every face-down card, the guild backs dealt before where they are due.
#[inline(always)]
pub(super) fn turn_up_all<H: Hardware>(state: &mut State, generator: &mut SplitMix64) {
    let is_deal = ages::is_deal(state);
    let all = state.shape().all;
    let is_whole = |state: &State, pile: CardSet| {
        state.face_down == all && state.guild_backs == 0 && state.unseen.intersection(pile) == pile
    };
    match state.age {
        1 if is_whole(state, CardSet::deck(1)) => deal::<H, 1>(state, generator),
        2 if is_whole(state, CardSet::deck(2)) => deal::<H, 2>(state, generator),
        3 if is_whole(state, CardSet::deck(3).union(CardSet::GUILDS)) => deal_with_guilds::<H>(state, generator),
        _ => turn_up_rest::<H>(state, generator),
    }
    state.face_down = 0;
    state.guild_backs = 0;
    if is_deal {
        ages::after_deal(state);
    } else {
        price::derive(state);
        if state.phase == Phase::Reveal {
            ages::end_turn(state);
        }
    }
}

/// How many age cards and guilds there are, and how many age cards lie in Age III.
const DECK_ONE: usize = CardSet::deck(1).len();
const DECK_THREE: usize = CardSet::deck(3).len();
const GUILDS: usize = CardSet::GUILDS.len();
const WITHOUT_GUILDS: usize = SLOTS - GUILDS_IN_PLAY as usize;

/// A whole structure of Age I or II.
#[inline(always)]
fn deal<H: Hardware, const AGE: u8>(state: &mut State, generator: &mut SplitMix64) {
    // Two numbers serve for all: the product of the bounds of each draw is below 2**64.
    const FIRST: usize = 8;
    let first = generator.below_each(const { descending::<FIRST>(DECK_ONE) });
    let then = generator.below_each(const { descending::<{ SLOTS - FIRST }>(DECK_ONE - FIRST) });
    let mut lanes = SHAPES[AGE as usize].all;
    let mut pile = Pile::of(AGE, CardSet::deck(AGE));
    pile.lay::<H, _>(state, &mut lanes, first);
    pile.lay::<H, _>(state, &mut lanes, then);
    state.unseen = pile.unseen(state.unseen);
}

/// A whole structure of Age III with three guilds in it (R1.5, R2.3).
#[inline(always)]
fn deal_with_guilds<H: Hardware>(state: &mut State, generator: &mut SplitMix64) {
    const FIRST: usize = 8;
    let first = generator.below_each(const { descending::<FIRST>(DECK_THREE) });
    let then = generator.below_each(const { descending::<{ WITHOUT_GUILDS - FIRST }>(DECK_THREE - FIRST) });
    let guilds: [u32; GUILDS_IN_PLAY as usize] = generator.below_each(const { descending(GUILDS) });
    let backs: [u32; GUILDS_IN_PLAY as usize] = generator.below_each(const { descending(SLOTS) });

    let mut lanes = SHAPES[3].all;
    let mut pile = Pile::of(3, CardSet::GUILDS);
    for (nth, back) in guilds.into_iter().zip(backs) {
        let lane = H::nth_bit(lanes, back);
        lanes &= !(1 << lane);
        state.cards[lane] = pile.draw::<H>(nth);
    }
    state.unseen = pile.unseen(state.unseen);

    let mut pile = Pile::of(3, CardSet::deck(3));
    pile.lay::<H, _>(state, &mut lanes, first);
    pile.lay::<H, _>(state, &mut lanes, then);
    state.unseen = pile.unseen(state.unseen);
}

/// Cards of an age's deck, or its guilds, from which cards are drawn.
struct Pile {
    /// From 0.
    deck: usize,
    all: CardSet,
    /// The places in the deck of the cards left.
    left: u32,
}

impl Pile {
    #[inline(always)]
    fn of(age: u8, cards: CardSet) -> Self {
        let deck = age as usize - 1;
        Self { deck, all: cards, left: (cards.0 >> Card::DECK_START[deck]) as u32 }
    }
    /// The n-th of those left.
    #[inline(always)]
    fn draw<H: Hardware>(&mut self, nth: u32) -> Card {
        let place = H::nth_bit(self.left, nth);
        self.left &= !(1 << place);
        Card::DECKS[self.deck][place]
    }
    /// Draws a card for each number and lays it in the next of the lanes.
    #[inline(always)]
    fn lay<H: Hardware, const N: usize>(&mut self, state: &mut State, lanes: &mut u32, draws: [u32; N]) {
        for nth in draws {
            state.cards[lanes.trailing_zeros() as usize & 31] = self.draw::<H>(nth);
            *lanes &= lanes.wrapping_sub(1);
        }
    }
    /// What is unseen when the cards drawn no longer are.
    #[inline(always)]
    fn unseen(&self, before: CardSet) -> CardSet {
        before.without(self.all).union(CardSet((self.left as u128) << Card::DECK_START[self.deck]))
    }
}

/// What is left face down of a structure, card by card.
#[inline(never)]
fn turn_up_rest<H: Hardware>(state: &mut State, generator: &mut SplitMix64) {
    while state.phase == Phase::Guild {
        let free = state.face_down & !state.guild_backs;
        state.guild_backs |= 1 << any_bit::<H>(free, generator);
        if state.guild_backs.count_ones() == GUILDS_IN_PLAY as u32 {
            state.phase = Phase::Reveal;
        }
    }
    turn_up::<H>(state, generator, state.face_down & !state.guild_backs, CardSet::deck(state.age));
    if state.guild_backs != 0 {
        turn_up::<H>(state, generator, state.guild_backs, CardSet::GUILDS);
    }
}

/// Draws one of these cards, which are of the age's deck or its guilds, for each of these lanes.
#[inline(always)]
fn turn_up<H: Hardware>(state: &mut State, generator: &mut SplitMix64, mut lanes: u32, all: CardSet) {
    let mut pile = Pile::of(state.age, state.unseen.intersection(all));
    while lanes != 0 {
        let nth = generator.below(pile.left.count_ones() as u64) as u32;
        state.cards[lanes.trailing_zeros() as usize & 31] = pile.draw::<H>(nth);
        lanes &= lanes - 1;
    }
    state.unseen = pile.unseen(state.unseen);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{Token, Wonder};
    use crate::hardware::Portable;
    use crate::state::{Player, Rules};

    const TIMES: u32 = 40_000;

    /// Asserts that something happened about as often as it is likely: within six standard errors.
    fn assert_likely(times: u32, likely: f64, what: &dyn std::fmt::Debug) {
        let expected = f64::from(TIMES) * likely;
        assert!(
            (f64::from(times) - expected).abs() <= 6.0 * (expected * (1.0 - likely)).sqrt(),
            "{what:?}: {times}, not {expected}"
        );
    }

    #[test]
    fn r1_5_every_card_is_as_likely_in_every_slot() {
        for age in 1..=3 {
            let mut times = vec![[0u32; SLOTS]; Card::ALL.len()];
            let mut generator = SplitMix64(age as u64);
            for _ in 0..TIMES {
                let mut state = State::new(Rules::default());
                ages::deal(&mut state, age);
                turn_up_all::<Portable>(&mut state, &mut generator);
                let lanes = state.shape().lane;
                let dealt = state.cards_in(state.present);
                assert_eq!((dealt.len(), state.face_down, state.guild_backs), (SLOTS, 0, 0));
                assert_eq!(state.unseen, CardSet::ALL.without(dealt));
                for (slot, lane) in lanes.into_iter().enumerate() {
                    times[state.cards[lane as usize].index()][slot] += 1;
                }
            }
            for card in Card::ALL {
                let likely = match (CardSet::deck(age).has(card), age, card.is_guild()) {
                    (true, 1 | 2, _) => 1.0 / 23.0,
                    (true, _, _) => 17.0 / 20.0 / 20.0,
                    (false, 3, true) => 3.0 / 20.0 / 7.0,
                    _ => 0.0,
                };
                for (slot, times) in times[card.index()].into_iter().enumerate() {
                    assert_likely(times, likely, &(card, slot));
                }
            }
        }
    }

    #[test]
    fn r1_2_to_r1_4_every_token_and_wonder_is_as_likely_everywhere() {
        for promo_wonders in [false, true] {
            let rules = Rules { promo_wonders, ..Rules::default() };
            let mut on_board = [0u32; Token::ALL.len()];
            let mut at = [[[0u32; 4]; 2]; Wonder::ALL.len()];
            let mut generator = SplitMix64(4);
            for _ in 0..TIMES {
                let mut state = State::new(rules);
                assert_eq!(set_up::<Portable>(&mut state, &mut generator), 8);
                assert_eq!(state.board.len(), 5);
                state.board.iter().for_each(|token| on_board[token.index()] += 1);
                for player in Player::BOTH {
                    for (place, wonder) in state.cities[player].wonders.into_iter().enumerate() {
                        at[wonder.expect("four each").index()][player.index()][place] += 1;
                    }
                }
            }
            for token in Token::ALL {
                assert_likely(on_board[token.index()], 0.5, &token);
            }
            let pool = if promo_wonders { WonderSet::ALL } else { WonderSet::BASE };
            for wonder in Wonder::ALL {
                let likely = if pool.has(wonder) { 1.0 / f64::from(pool.len() as u32) } else { 0.0 };
                at[wonder.index()].as_flattened().iter().for_each(|times| assert_likely(*times, likely, &wonder));
            }
        }
    }
}
