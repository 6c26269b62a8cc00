//! What differs between processors.
//!
//! The hot loops are compiled once for every processor and once for `x86-64` with AVX2 and BMI2; which instance runs is
//! chosen at run time. Everything that is part of a loop is `#[inline(always)]`, so that it takes on the instructions
//! of the instance it is part of. The instances do the same: the environment variable `SEVEN_DUEL_PORTABLE`, set when
//! the first game is played, keeps to the portable one, to measure or to check it.

use std::sync::atomic::{AtomicU8, Ordering};

/// The instructions that an instance may use.
pub(crate) trait Hardware: Copy {
    /// The place of the n-th set bit, counted from 0; the mask has more than n bits.
    fn nth_bit(mask: u32, n: u32) -> usize;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

/// The place of the n-th set bit of a byte, by byte and n.
static NTH_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl Hardware for Portable {
    #[inline(always)]
    fn nth_bit(mask: u32, n: u32) -> usize {
        // How many bits are set in each byte, then in each byte and those below it.
        let pairs = mask - (mask >> 1 & 0x5555_5555);
        let nibbles = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
        let up_to = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f).wrapping_mul(0x0101_0101);
        // The bytes with at most n bits up to them come before the byte that holds the bit.
        let before = (((n * 0x0101_0101) | 0x8080_8080) - up_to) & 0x8080_8080;
        let shift = ((before >> 7).wrapping_mul(0x0101_0101) >> 24) * 8;
        let skipped = (up_to << 8) >> shift & 0xff;
        let byte = mask >> (shift & 31) & 0xff;
        (shift as usize + NTH_OF_BYTE[byte as usize][(n - skipped) as usize & 7] as usize) & 31
    }
}

/// A processor with AVX2, BMI1, BMI2 and POPCNT. Only the instance that has found them there uses it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Hardware for Avx2 {
    #[inline(always)]
    fn nth_bit(mask: u32, n: u32) -> usize {
        // SAFETY: `Avx2` is named only by functions that are entered after BMI2 has been found (`is_fast`).
        let bit = unsafe { std::arch::x86_64::_pdep_u32(1 << (n & 31), mask) };
        bit.trailing_zeros() as usize & 31
    }
}

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const FAST: u8 = 2;
static INSTANCE: AtomicU8 = AtomicU8::new(UNKNOWN);

/// Whether this processor runs the AVX2 instance.
#[inline(always)]
pub(crate) fn is_fast() -> bool {
    match INSTANCE.load(Ordering::Relaxed) {
        UNKNOWN => detect(),
        instance => instance == FAST,
    }
}

#[cold]
fn detect() -> bool {
    #[cfg(target_arch = "x86_64")]
    let can = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt");
    #[cfg(not(target_arch = "x86_64"))]
    let can = false;
    let fast = can && std::env::var_os("SEVEN_DUEL_PORTABLE").is_none();
    INSTANCE.store(if fast { FAST } else { PORTABLE }, Ordering::Relaxed);
    fast
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_the_same_everywhere() {
        let mut random = crate::generator::SplitMix64(5);
        for _ in 0..20_000 {
            let mask = random.next() as u32 & random.next() as u32 | 1 << random.below(32);
            let n = random.below(mask.count_ones() as u64) as u32;
            let plain = (0..32).filter(|bit| mask >> bit & 1 != 0).nth(n as usize);
            assert_eq!(Some(Portable::nth_bit(mask, n)), plain);
            #[cfg(target_arch = "x86_64")]
            if is_fast() {
                assert_eq!(Some(Avx2::nth_bit(mask, n)), plain);
            }
        }
    }
}
