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

    /// A bit for each lane whose byte is at most the limit.
    #[inline(always)]
    pub fn at_most(&self, limit: u8) -> u32 {
        // x <= limit is min(x, limit) == x
        Self::each(|lane| self.0[lane].min(limit)).equal_bits(self)
    }

    /// A bit for each lane with this byte.
    #[inline(always)]
    pub fn equal_to(&self, byte: u8) -> u32 {
        self.equal_bits(&Self([byte; 32]))
    }

    /// A bit for each lane in which the two are equal: the plain form of [`Self::equal_bits`].
    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn equal_bits_plain(&self, other: &Self) -> u32 {
        (0..32).map(|lane| ((self.0[lane] == other.0[lane]) as u32) << lane).sum()
    }

    /// A bit for each lane in which the two are equal. The compiler does not find the instruction that gathers bits.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn equal_bits(&self, other: &Self) -> u32 {
        use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8};
        let half = |offset: usize| {
            // SAFETY: SSE2 is part of every x86-64; the offsets are 0 and 16 of 32 bytes.
            unsafe {
                let mine = _mm_loadu_si128(self.0.as_ptr().add(offset).cast());
                let theirs = _mm_loadu_si128(other.0.as_ptr().add(offset).cast());
                _mm_movemask_epi8(_mm_cmpeq_epi8(mine, theirs)) as u32
            }
        };
        half(0) | half(16) << 16
    }

    /// A bit for each lane in which the two are equal.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    fn equal_bits(&self, other: &Self) -> u32 {
        self.equal_bits_plain(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_their_plain_form() {
        let lanes = Lanes::each(|lane| (lane * 37 % 256) as u8);
        for byte in 0..=255 {
            let plain =
                |test: fn(u8, u8) -> bool| (0..32).map(|lane| (test(lanes.0[lane], byte) as u32) << lane).sum::<u32>();
            assert_eq!(lanes.at_most(byte), plain(|x, limit| x <= limit), "{byte}");
            assert_eq!(lanes.equal_to(byte), plain(|x, byte| x == byte), "{byte}");
            let other = Lanes::masked(byte as u32 * 0x0101_0101, byte);
            assert_eq!(lanes.equal_bits(&other), lanes.equal_bits_plain(&other), "{byte}");
        }
    }
}
