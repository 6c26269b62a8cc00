//! Chance as a seeded game draws it: each event when it falls due, uniformly from its outcomes.

use super::pick::{any_bit, any_token, any_wonder};
use crate::components::Card;
use crate::generator::SplitMix64;
use crate::hardware::{self, Hardware, Portable};
use crate::rules::{Action, Options, ages, chance, price};
use crate::state::{Phase, SLOTS, State};

/// The events that are due happen, one after another, until a player decides. Each is the outcome at a uniformly drawn
/// place of the list by ascending id; `record` is told of it.
#[inline]
pub(crate) fn draw(state: &mut State, generator: &mut SplitMix64, mut record: impl FnMut(Action)) {
    if !state.phase.is_chance() {
        return;
    }
    #[cfg(target_arch = "x86_64")]
    if hardware::is_fast() {
        // SAFETY: the processor has been found to have every feature that the function is compiled for.
        return unsafe { draw_avx2(state, generator, &mut record) };
    }
    draw_with::<Portable>(state, generator, &mut record);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn draw_avx2(state: &mut State, generator: &mut SplitMix64, record: &mut impl FnMut(Action)) {
    draw_with::<hardware::Avx2>(state, generator, record);
}

/// The same as part of an instance.
#[inline(always)]
pub(crate) fn draw_with<H: Hardware>(state: &mut State, generator: &mut SplitMix64, record: &mut impl FnMut(Action)) {
    while state.phase.is_chance() {
        match state.phase {
            Phase::Reveal => reveal::<H>(state, generator, record),
            Phase::Board => {
                let token = any_token::<H>(chance::box_tokens(state), generator);
                chance::lay_out(state, token);
                record(Action::Board(token));
            }
            Phase::Offer => {
                let wonder = any_wonder::<H>(chance::box_wonders(state), generator);
                chance::offer(state, wonder);
                record(Action::Offer(wonder));
            }
            _ => record(draw_one(state, generator)),
        }
    }
}

/// One event: the plain form of [`draw`].
#[inline(never)]
fn draw_one(state: &mut State, generator: &mut SplitMix64) -> Action {
    let outcomes = Options::of(state);
    let place = generator.below(outcomes.len() as u64) as usize;
    let event = outcomes.nth(state, place).expect("chance always has an outcome");
    chance::happens(state, event);
    event
}

/// All reveals that are due, the lowest slot first (R2.4, R2.5). A card that turns up makes no further reveal due, and a
/// deal works out all prices at its end.
#[inline(always)]
fn reveal<H: Hardware>(state: &mut State, generator: &mut SplitMix64, record: &mut impl FnMut(Action)) {
    let shape = state.shape();
    let is_deal = ages::is_deal(state);
    let mut slots = shape.slots(chance::due(state));
    while slots != 0 {
        let slot = slots.trailing_zeros() as u8;
        slots &= slots - 1;
        let lane = shape.lane[slot as usize % SLOTS] as usize & 31;
        let bit = 1 << lane;
        let (first, all) = DECKS[if state.guild_backs & bit == 0 { state.age as usize & 3 } else { GUILDS }];
        let pool = (state.unseen.0 >> first) as u32 & all;
        let card = Card::ALL[(first as usize + any_bit::<H>(pool, generator)) % Card::ALL.len()];

        state.face_down &= !bit;
        state.guild_backs &= !bit;
        state.unseen.remove(card);
        state.cards[lane] = card;
        if !is_deal {
            price::lay_open(state, lane, card);
        }
        record(Action::Reveal(slot, card));
    }
    if is_deal {
        ages::after_deal(state);
    } else {
        price::refresh_both(state);
        ages::end_turn(state);
    }
}

/// The decks by age, the guilds first: the first card, and a mask of the cards from it on. A deck fits a word.
static DECKS: [(u8, u32); 4] = {
    let mut decks = [(0, 0); 4];
    let mut deck = 0;
    while deck < 4 {
        let (first, end) = (Card::DECK_START[deck], Card::DECK_START[deck + 1]);
        decks[(deck + 1) % 4] = (first, (1 << (end - first)) - 1);
        deck += 1;
    }
    decks
};
const GUILDS: usize = 0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Rules;

    #[test]
    fn events_are_those_of_the_plain_form() {
        for seed in 0..400 {
            let mut random = SplitMix64(seed);
            let mut fast = State::new(Rules { promo_wonders: seed % 2 == 0, ..Rules::default() });
            while !fast.is_over() {
                let (mut plain, mut plain_random) = (fast, random);
                let (mut drawn, mut expected) = (vec![], vec![]);
                draw(&mut fast, &mut random, |event| drawn.push(event));
                while plain.phase().is_chance() {
                    expected.push(draw_one(&mut plain, &mut plain_random));
                }
                assert_eq!((&drawn, &fast, random), (&expected, &plain, plain_random));
                assert_eq!(fast.legal_actions(), plain.legal_actions());
                let legal = fast.legal_actions();
                if let Some(action) = legal.get(random.below(legal.len().max(1) as u64) as usize) {
                    fast.apply_unchecked(*action);
                }
            }
        }
    }
}
