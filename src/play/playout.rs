//! Uniformly random play to the end, every legal action equally likely.
//!
//! Chance is drawn earlier than the rules show it: at a deal all twenty cards are turned up at once. Cards are drawn
//! without replacement and a uniform player looks at none that is not accessible, so every game is as likely as it
//! is with cards drawn when they turn up. From then on no reveal is ever due.

use std::hint::{black_box, select_unpredictable};

use super::deal::{set_up, turn_up_all};
use super::pick::{any_card, any_token};
use crate::components::Token;
use crate::generator::SplitMix64;
use crate::hardware::{Hardware, Portable};
use crate::rules::{self, Options, TurnOptions, ages, chance, choices, effects, plays, price};
use crate::state::{City, Phase, Player, State};

/// What a playout tells beyond the final position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Decisions made, forced ones included.
    pub decisions: u32,
    /// Who started each age that began during the playout.
    pub starters: [Option<Player>; 3],
}

/// Plays on at random to the end of the game. A turn set up by hand without a card to take stays as it is.
#[inline]
pub fn playout(state: &mut State, generator: &mut SplitMix64) -> Played {
    #[cfg(target_arch = "x86_64")]
    if crate::hardware::is_fast() {
        // SAFETY: the processor has been found to have every feature that the function is compiled for.
        return unsafe { avx2::playout(state, generator) };
    }
    playout_portable(state, generator)
}

/// The instance for any processor.
pub fn playout_portable(state: &mut State, generator: &mut SplitMix64) -> Played {
    run::<Portable>(state, generator)
}

impl Instance for Portable {
    fn between_turns(state: &mut State, generator: SplitMix64, played: &mut Played) -> SplitMix64 {
        between_turns::<Self>(state, generator, played)
    }
}

/// The instance for processors with AVX2 and what came with it.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Instance, Played, SplitMix64, State};
    use crate::hardware::Avx2;

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn playout(state: &mut State, generator: &mut SplitMix64) -> Played {
        super::run::<Avx2>(state, generator)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    #[inline(never)]
    fn between_turns(state: &mut State, generator: SplitMix64, played: &mut Played) -> SplitMix64 {
        super::between_turns::<Avx2>(state, generator, played)
    }

    impl Instance for Avx2 {
        fn between_turns(state: &mut State, generator: SplitMix64, played: &mut Played) -> SplitMix64 {
            // SAFETY: `Avx2` is named only where the processor has been found to have these features.
            unsafe { between_turns(state, generator, played) }
        }
    }
}

/// The part of an instance that is a function of its own, so that the loop over turns stays small. It hands the
/// generator on by value, which so stays in a register.
trait Instance: Hardware {
    fn between_turns(state: &mut State, generator: SplitMix64, played: &mut Played) -> SplitMix64;
}

#[inline(always)]
fn run<H: Instance>(state: &mut State, source: &mut SplitMix64) -> Played {
    let mut generator = *source; // stays in a register
    let mut played = Played { decisions: 0, starters: [None; 3] };
    let mut turns = 0;
    while state.phase != Phase::Over {
        // Once all cards are face up, only a deal turns cards face down again.
        if state.phase != Phase::Turn || state.face_down != 0 {
            generator = H::between_turns(state, generator, &mut played);
        }
        if state.phase == Phase::Turn && state.present == 0 {
            break;
        }
        if state.phase == Phase::Turn && state.face_down == 0 {
            turns += play_turns::<H>(state, &mut generator);
        }
    }
    *source = generator;
    played.decisions += turns;
    played
}

/// What is not a turn with all cards face up: the set-up, a deal with the choice of who starts, another choice. What
/// follows one another is one call, which spares the processor a guess at what comes next.
#[inline(always)]
fn between_turns<H: Hardware>(state: &mut State, source: SplitMix64, played: &mut Played) -> SplitMix64 {
    let mut generator = source;
    let random = &mut generator;
    if state.phase == Phase::Board && state.board.is_empty() {
        played.decisions += set_up::<H>(state, random);
    }
    if state.face_down != 0 && matches!(state.phase, Phase::Guild | Phase::Reveal | Phase::Turn) {
        turn_up_all::<H>(state, random);
    } else if state.phase != Phase::Start {
        choice::<H>(state, random, played);
    }
    if state.phase == Phase::Start {
        choices::start(state, Player::BOTH[random.below(2) as usize & 1]);
        played.decisions += 1;
    }
    if state.phase == Phase::Turn && state.present == state.shape().all {
        played.starters[(state.age as usize).clamp(1, 3) - 1] = Some(state.player);
    }
    generator
}

/// A choice within a play, or an event of the rarer kinds.
#[inline(always)]
fn choice<H: Hardware>(state: &mut State, random: &mut SplitMix64, played: &mut Played) {
    played.decisions += state.phase.is_decision() as u32;
    match state.phase {
        Phase::Progress => choices::progress(state, any_token::<H>(state.board, random)),
        Phase::Show => chance::show(state, any_token::<H>(chance::box_tokens(state).without(state.shown), random)),
        Phase::Library => choices::library(state, any_token::<H>(state.shown, random)),
        Phase::Mausoleum => choices::mausoleum(state, any_card::<H>(state.discard, random)),
        Phase::Destroy => choices::destroy(state, any_card::<H>(choices::destructible(state), random)),
        _ => choose(state, random),
    }
}

/// Turns from one with all cards face up, as long as they follow one another; how many. Each is one of the legal plays,
/// counted and picked without listing them.
///
/// What happens in a turn cannot be predicted, so what counts is how soon the processor knows it. That is why two things
/// are worked out ahead: what the opponent can pay for, which most turns do not change, and where the cards lie whose
/// building does more than to join a city.
#[inline(always)]
fn play_turns<H: Hardware>(state: &mut State, generator: &mut SplitMix64) -> u32 {
    let mut turns = 0;
    let shape = state.shape();
    let special = price::lanes_of(state, effects::SPECIAL);
    let mut accessible = shape.accessible(state.present);
    let mut payable = rules::payable(&state.cities[state.player]);
    loop {
        debug_assert_eq!((accessible, payable), (state.accessible(), rules::payable(&state.cities[state.player])));
        turns += 1;
        let opponent = state.player.other();
        // A black box, or the compiler moves half of it behind the branches.
        let next = black_box(rules::payable(&state.cities[opponent]));
        let TurnOptions { builds, wonders, .. } = TurnOptions::with(accessible, payable);
        let (cards, to_build) = (accessible.count_ones(), builds.count_ones());
        let plays = to_build + cards + cards * wonders.count_ones();
        let pick = generator.below(plays as u64) as u32;
        if pick < to_build + cards {
            let discards = pick >= to_build;
            let lanes = select_unpredictable(discards, accessible, builds);
            let lane = H::nth_bit(lanes, select_unpredictable(discards, pick.wrapping_sub(to_build), pick));
            let is_special = select_unpredictable(discards, 0, special) >> lane & 1 != 0;
            let card = plays::settle(state, lane, discards);
            debug_assert_eq!(is_special, !discards && effects::SPECIAL.has(card));
            if !is_special {
                accessible = shape.accessible(state.present);
                payable = next;
                if state.cities[opponent].has(Token::Economy) {
                    payable = rules::payable(&state.cities[opponent]);
                }
                if ages::pass_turn(state) {
                    continue;
                }
                return turns;
            }
            plays::special(state, card);
        } else {
            let pick = pick - to_build - cards;
            let place = City::place_of_lane(H::nth_bit(wonders, pick / cards));
            plays::wonder(state, place, H::nth_bit(accessible, pick % cards));
        }
        if state.phase != Phase::Turn || state.face_down != 0 {
            return turns;
        }
        accessible = shape.accessible(state.present);
        payable = rules::payable(&state.cities[state.player]);
    }
}

/// A decision or an event of the rarer kinds.
#[inline(never)]
fn choose(state: &mut State, generator: &mut SplitMix64) {
    let options = Options::of(state);
    let pick = generator.below(options.len() as u64) as usize;
    let action = options.nth(state, pick).expect("a phase has an option");
    state.apply_unchecked(action);
}
