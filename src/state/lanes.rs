//! Thirty-two bytes side by side, one for each lane, worked on together.

/// A byte for each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub(crate) struct Lanes(pub [u8; 32]);

impl Lanes {
    pub const ZERO: Self = Self([0; 32]);

    /// Each lane from its number; the compiler turns the loop into vector instructions.
    #[inline(always)]
    pub fn each(f: impl Fn(usize) -> u8) -> Self {
        let mut out = [0; 32];
        for (lane, byte) in out.iter_mut().enumerate() {
            *byte = f(lane);
        }
        Self(out)
    }

    /// `byte` in the lanes of the mask, 0 elsewhere.
    #[inline(always)]
    pub fn masked(mask: u32, byte: u8) -> Self {
        Self::each(|lane| if mask >> lane & 1 != 0 { byte } else { 0 })
    }

    /// A bit for each lane whose byte is at most the limit: the plain form of [`Self::at_most`].
    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn at_most_plain(&self, limit: u8) -> u32 {
        self.0.iter().enumerate().map(|(lane, byte)| ((*byte <= limit) as u32) << lane).sum()
    }

    /// A bit for each lane whose byte is at most the limit.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn at_most(&self, limit: u8) -> u32 {
        use std::arch::x86_64::{
            __m128i, _mm_cmpeq_epi8, _mm_load_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_set1_epi8,
        };
        // x <= limit is min(x, limit) == x; the compiler does not find the instruction that gathers the bits.
        let half = |offset: usize| {
            // SAFETY: SSE2 is part of every x86-64; `self` is aligned to 32 bytes and the offsets are 0 and 16.
            unsafe {
                let bytes = _mm_load_si128(self.0.as_ptr().add(offset).cast::<__m128i>());
                let low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(limit as i8)), bytes);
                _mm_movemask_epi8(low) as u32
            }
        };
        half(0) | half(16) << 16
    }

    /// A bit for each lane whose byte is at most the limit.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    pub fn at_most(&self, limit: u8) -> u32 {
        self.at_most_plain(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_is_its_plain_form() {
        let lanes = Lanes::each(|lane| (lane * 37 % 256) as u8);
        for limit in 0..=255 {
            assert_eq!(lanes.at_most(limit), lanes.at_most_plain(limit), "{limit}");
        }
    }
}
