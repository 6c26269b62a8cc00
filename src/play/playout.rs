//! Uniformly random play to the end, every legal action equally likely.
//!
//! Chance is drawn earlier than the rules show it: at a deal all twenty cards are turned up at once. Cards are drawn
//! without replacement and a uniform player looks at none that is not accessible, so every game is as likely as it
//! is with cards drawn when they turn up. From then on no reveal is ever due.

use super::hardware::{Hardware, Portable};
use crate::components::{Card, CardSet, GUILDS_IN_PLAY};
use crate::generator::SplitMix64;
use crate::rules::{Options, TurnOptions, ages, plays, price};
use crate::state::{Phase, State};

/// Plays on at random to the end of the game; returns the number of decisions made.
#[inline]
pub fn playout(state: &mut State, generator: &mut SplitMix64) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if super::hardware::is_fast() {
        // SAFETY: the processor has been found to have every feature that the function is compiled for.
        return unsafe { playout_avx2(state, generator) };
    }
    playout_portable(state, generator)
}

/// The instance for any processor.
pub fn playout_portable(state: &mut State, generator: &mut SplitMix64) -> u32 {
    run::<Portable>(state, generator)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn playout_avx2(state: &mut State, generator: &mut SplitMix64) -> u32 {
    run::<super::hardware::Avx2>(state, generator)
}

#[inline(always)]
fn run<H: Hardware>(state: &mut State, generator: &mut SplitMix64) -> u32 {
    let mut decisions = 0;
    if state.face_down != 0 {
        turn_up_all::<H>(state, generator);
    }
    loop {
        match state.phase {
            Phase::Turn => turn::<H>(state, generator),
            Phase::Over => return decisions,
            Phase::Guild | Phase::Reveal => {
                turn_up_all::<H>(state, generator);
                continue;
            }
            _ => {
                let is_decision = state.phase.is_decision();
                choose(state, generator);
                decisions += is_decision as u32;
                continue;
            }
        }
        decisions += 1;
    }
}

/// A turn: one of the legal plays, counted and picked without listing them.
#[inline(always)]
fn turn<H: Hardware>(state: &mut State, generator: &mut SplitMix64) {
    let TurnOptions { accessible, builds, wonders } = TurnOptions::of(state);
    let (cards, payable) = (accessible.count_ones(), builds.count_ones());
    let plays = payable + cards + cards * wonders.count_ones();
    let pick = generator.below(plays as u64) as u32;
    if pick < payable {
        plays::build(state, H::nth_bit(builds, pick));
    } else if pick < payable + cards {
        plays::discard(state, H::nth_bit(accessible, pick - payable));
    } else {
        let pick = pick - payable - cards;
        let place = crate::state::City::place_of_lane(H::nth_bit(wonders, pick / cards));
        plays::wonder(state, place, H::nth_bit(accessible, pick % cards));
    }
}

/// Any other decision, or an event of chance other than a deal.
#[inline(never)]
fn choose(state: &mut State, generator: &mut SplitMix64) {
    let options = Options::of(state);
    let pick = generator.below(options.len() as u64) as usize;
    let action = options.nth(state, pick).expect("a phase has an option");
    state.apply_unchecked(action);
}

/// Turns up every face-down card, dealing the guild backs first where they are due.
#[inline(always)]
fn turn_up_all<H: Hardware>(state: &mut State, generator: &mut SplitMix64) {
    while state.phase == Phase::Guild {
        let free = state.face_down & !state.guild_backs;
        let lane = H::nth_bit(free, generator.below(free.count_ones() as u64) as u32);
        state.guild_backs |= 1 << lane;
        if state.guild_backs.count_ones() == GUILDS_IN_PLAY as u32 {
            state.phase = Phase::Reveal;
        }
    }
    let is_deal = ages::is_deal(state);
    let deck_start = Card::DECK_START[state.age as usize - 1];
    turn_up::<H>(state, generator, state.face_down & !state.guild_backs, deck_start, CardSet::deck(state.age));
    turn_up::<H>(state, generator, state.guild_backs, Card::DECK_START[3], CardSet::GUILDS);
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

/// Draws a card of a deck for each of these lanes; the deck's ids begin at `start`.
#[inline(always)]
fn turn_up<H: Hardware>(state: &mut State, generator: &mut SplitMix64, mut lanes: u32, start: u8, deck: CardSet) {
    let mut pool = (state.unseen.intersection(deck).0 >> start) as u32;
    let mut left = pool.count_ones();
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize & 31;
        lanes &= lanes - 1;
        let place = H::nth_bit(pool, generator.below(left as u64) as u32);
        pool &= !(1 << place);
        left -= 1;
        state.cards[lane] = Card::ALL[(start as usize + place) % Card::ALL.len()];
    }
    state.unseen = CardSet(state.unseen.0 & !deck.0 | (pool as u128) << start);
}
