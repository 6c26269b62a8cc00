//! What differs between processors: picking the n-th set bit of a mask.
//!
//! The playout loop is compiled once for every `x86-64` and once for those with AVX2 and BMI2; which one runs is
//! chosen when it is called. Everything that is part of the loop is `#[inline(always)]`, so that it takes on the
//! instructions of the instance it is part of.

/// The instructions that an instance may use.
pub(crate) trait Hardware: Copy {
    /// The place of the n-th set bit, counted from 0; the mask has more than n bits.
    fn nth_bit(mask: u32, n: u32) -> usize;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Hardware for Portable {
    #[inline(always)]
    fn nth_bit(mut mask: u32, n: u32) -> usize {
        for _ in 0..n {
            mask &= mask.wrapping_sub(1);
        }
        mask.trailing_zeros() as usize & 31
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

/// Whether this processor can run the AVX2 instance.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn is_fast() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
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
