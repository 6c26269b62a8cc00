//! Uniformly random play to the end, every legal action equally likely.
//!
//! Chance is drawn earlier than the rules show it: at a deal all twenty cards are turned up at once. Cards are drawn
//! without replacement and a uniform player looks at none that is not accessible, so every game is as likely as it
//! is with cards drawn when they turn up. From then on no reveal is ever due.

use std::hint::select_unpredictable;

use super::pick::{any_bit, any_token, any_wonder};
use crate::components::{BOARD_TOKENS, Card, CardSet, GROUP_SIZE, GUILDS_IN_PLAY, TokenSet};
use crate::generator::SplitMix64;
use crate::hardware::{Hardware, Portable};
use crate::rules::{Options, TurnOptions, ages, chance, choices, plays, price};
use crate::state::{Phase, Player, State};

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
        while state.phase == Phase::Turn && state.face_down == 0 {
            turn::<H>(state, &mut generator);
            turns += 1;
        }
    }
    *source = generator;
    played.decisions += turns;
    played
}

/// Everything that is not a turn with all cards face up: the set-up, a deal, a choice.
#[inline(always)]
fn between_turns<H: Hardware>(state: &mut State, source: SplitMix64, played: &mut Played) -> SplitMix64 {
    let mut generator = source;
    let random = &mut generator;
    let phase = state.phase;
    played.decisions += phase.is_decision() as u32;
    match phase {
        Phase::Board if state.board.is_empty() => {
            set_up::<H>(state, random);
            played.decisions += if state.rules.first_game { 0 } else { choices::drafted(state) as u32 };
        }
        Phase::Guild | Phase::Reveal => turn_up_all::<H>(state, random),
        Phase::Turn => {
            played.decisions -= 1;
            turn_up_all::<H>(state, random);
        }
        Phase::Start => choices::start(state, Player::BOTH[random.below(2) as usize & 1]),
        Phase::Progress => choices::progress(state, any_token::<H>(state.board, random)),
        Phase::Show => chance::show(state, any_token::<H>(chance::box_tokens(state).without(state.shown), random)),
        Phase::Library => choices::library(state, any_token::<H>(state.shown, random)),
        Phase::Mausoleum => choices::mausoleum(state, any_card(state.discard, random)),
        Phase::Destroy => choices::destroy(state, any_card(choices::destructible(state), random)),
        _ => choose(state, random),
    }
    if state.phase == Phase::Turn && state.present == state.shape().all {
        played.starters[(state.age as usize).clamp(1, 3) - 1] = Some(state.player);
    }
    generator
}

#[inline(always)]
fn any_card(cards: CardSet, generator: &mut SplitMix64) -> Card {
    let nth = generator.below(cards.len() as u64) as usize;
    cards.nth(nth).expect("a choice is open only with a target")
}

/// A turn: one of the legal plays, counted and picked without listing them.
#[inline(always)]
fn turn<H: Hardware>(state: &mut State, generator: &mut SplitMix64) {
    let TurnOptions { accessible, builds, wonders } = TurnOptions::of(state);
    let (cards, payable) = (accessible.count_ones(), builds.count_ones());
    let plays = payable + cards + cards * wonders.count_ones();
    let pick = generator.below(plays as u64) as u32;
    if pick < payable + cards {
        let discards = pick >= payable;
        let lanes = select_unpredictable(discards, accessible, builds);
        let nth = select_unpredictable(discards, pick.wrapping_sub(payable), pick);
        plays::take(state, H::nth_bit(lanes, nth), discards);
    } else {
        let pick = pick - payable - cards;
        let place = crate::state::City::place_of_lane(H::nth_bit(wonders, pick / cards));
        plays::wonder(state, place, H::nth_bit(accessible, pick % cards));
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

/// The set-up from its start to the deal of Age I (R1.2 to R1.4, R1.6).
#[inline(always)]
fn set_up<H: Hardware>(state: &mut State, generator: &mut SplitMix64) {
    let mut in_box = TokenSet::ALL;
    for _ in 0..BOARD_TOKENS {
        let token = any_token::<H>(in_box, generator);
        in_box.remove(token);
        chance::lay_out(state, token);
    }
    if state.rules.first_game {
        return;
    }
    let mut unseen = chance::box_wonders(state);
    for _ in 0..2 {
        for _ in 0..GROUP_SIZE {
            let wonder = any_wonder::<H>(unseen, generator);
            unseen.remove(wonder);
            chance::offer(state, wonder);
        }
        for _ in 1..GROUP_SIZE {
            let wonder = any_wonder::<H>(state.offered, generator);
            choices::draft(state, wonder);
        }
        state.offered.nth(0).into_iter().for_each(|last| choices::draft(state, last));
    }
}

/// Turns up every face-down card, dealing the guild backs first where they are due.
#[inline(always)]
fn turn_up_all<H: Hardware>(state: &mut State, generator: &mut SplitMix64) {
    while state.phase == Phase::Guild {
        let free = state.face_down & !state.guild_backs;
        state.guild_backs |= 1 << any_bit::<H>(free, generator);
        if state.guild_backs.count_ones() == GUILDS_IN_PLAY as u32 {
            state.phase = Phase::Reveal;
        }
    }
    let is_deal = ages::is_deal(state);
    turn_up::<H>(state, generator, state.face_down & !state.guild_backs, CardSet::deck(state.age));
    if state.guild_backs != 0 {
        turn_up::<H>(state, generator, state.guild_backs, CardSet::GUILDS);
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

/// How many cards are drawn from one random number; the product of their bounds is below 2**64.
const AT_ONCE: u32 = 5;

/// Draws one of these cards, which are of the age's deck or its guilds, for each of these lanes.
#[inline(always)]
fn turn_up<H: Hardware>(state: &mut State, generator: &mut SplitMix64, mut lanes: u32, all: CardSet) {
    let deck = state.age as usize - 1;
    let start = Card::DECK_START[deck];
    let mut pool = (state.unseen.intersection(all).0 >> start) as u32;
    let mut left = pool.count_ones();
    let cards = lanes.count_ones();
    let mut deal = |nth: u32| {
        let lane = lanes.trailing_zeros() as usize & 31;
        lanes &= lanes - 1;
        let place = H::nth_bit(pool, nth);
        pool &= !(1 << place);
        state.cards[lane] = Card::DECKS[deck][place];
    };
    for _ in 0..cards / AT_ONCE {
        let bounds: [u32; AT_ONCE as usize] = std::array::from_fn(|drawn| left - drawn as u32);
        generator.below_each(bounds).into_iter().for_each(&mut deal);
        left -= AT_ONCE;
    }
    for _ in 0..cards % AT_ONCE {
        deal(generator.below(left as u64) as u32);
        left -= 1;
    }
    state.unseen = CardSet(state.unseen.0 & !all.0 | (pool as u128) << start);
}
