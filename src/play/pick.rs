//! One of a set, each equally likely.

use crate::components::{Card, CardSet, Token, TokenSet, Wonder, WonderSet};
use crate::generator::SplitMix64;
use crate::hardware::Hardware;

/// The place of one of the set bits.
#[inline(always)]
pub(super) fn any_bit<H: Hardware>(mask: u32, generator: &mut SplitMix64) -> usize {
    H::nth_bit(mask, generator.below(mask.count_ones() as u64) as u32)
}

#[inline(always)]
pub(super) fn any_token<H: Hardware>(tokens: TokenSet, generator: &mut SplitMix64) -> Token {
    nth_token::<H>(tokens, generator.below(tokens.len() as u64) as u32)
}

/// The token at a place of the list by id; the set has more than n.
#[inline(always)]
pub(super) fn nth_token<H: Hardware>(tokens: TokenSet, n: u32) -> Token {
    TOKENS[H::nth_bit(tokens.0 as u32, n)]
}

#[inline(always)]
pub(super) fn any_wonder<H: Hardware>(wonders: WonderSet, generator: &mut SplitMix64) -> Wonder {
    nth_wonder::<H>(wonders, generator.below(wonders.len() as u64) as u32)
}

/// The wonder at a place of the list by id; the set has more than n.
#[inline(always)]
pub(super) fn nth_wonder<H: Hardware>(wonders: WonderSet, n: u32) -> Wonder {
    WONDERS[H::nth_bit(wonders.0 as u32, n)]
}

#[inline(always)]
pub(super) fn any_card<H: Hardware>(cards: CardSet, generator: &mut SplitMix64) -> Card {
    let mut nth = generator.below(cards.len() as u64) as u32;
    // Word by word; the last holds what the others do not.
    let (mut word, mut first) = (cards.0 as u32, 0);
    while nth >= word.count_ones() && first < Card::ALL.len() - 32 {
        nth -= word.count_ones();
        first += 32;
        word = (cards.0 >> first) as u32;
    }
    Card::ALL[first + H::nth_bit(word, nth)]
}

/// The components by id with the last repeated, so that no place of a mask is out of bounds.
const fn padded<T: Copy, const N: usize>(all: [T; N]) -> [T; 32] {
    let mut list = [all[N - 1]; 32];
    let mut id = 0;
    while id < N {
        list[id] = all[id];
        id += 1;
    }
    list
}
static TOKENS: [Token; 32] = padded(Token::ALL);
static WONDERS: [Wonder; 32] = padded(Wonder::ALL);
