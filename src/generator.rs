//! The random generator, written down because seeds are public API: the same seed gives the same game on every
//! machine, in both engines and in every release.

/// `SplitMix64` (Steele, Lea, Flood 2014): 64 bits of state, which is the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitMix64(pub u64);

const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output function: a permutation of the 64-bit numbers that leaves no trace of their order.
#[inline(always)]
const fn mix(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

impl SplitMix64 {
    /// The generator of the game with this number in a series of games: far apart for any two numbers and seeds.
    pub const fn of_series(seed: u64, number: u64) -> Self {
        Self(mix(mix(seed.wrapping_add(GOLDEN_GAMMA)) ^ number.wrapping_mul(0xD134_2543_DE82_EF95)))
    }

    /// The next 64 bits.
    #[inline(always)]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_GAMMA);
        mix(self.0)
    }

    /// A number from 0 to n - 1, each equally likely (Lemire 2019); n is at least 1.
    #[inline(always)]
    pub const fn below(&mut self, n: u64) -> u64 {
        let mut product = self.next() as u128 * n as u128;
        if (product as u64) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u64) < unfair {
                product = self.next() as u128 * n as u128;
            }
        }
        (product >> 64) as u64
    }

    /// Independent numbers below `bounds[0]`, `bounds[1]`, ... from one draw (Brackett-Rozinsky, Lemire 2024): each
    /// exactly even, since the draw is repeated in the rare case that it could not be. The product of the bounds is
    /// below 2**64.
    #[inline(always)]
    pub fn below_each<const N: usize>(&mut self, bounds: [u32; N]) -> [u32; N] {
        loop {
            let mut rest = self.next();
            let numbers = bounds.map(|bound| {
                let product = rest as u128 * bound as u128;
                rest = product as u64;
                (product >> 64) as u32
            });
            let all: u64 = bounds.iter().map(|bound| *bound as u64).product();
            if rest >= all || rest >= all.wrapping_neg() % all {
                return numbers;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values() {
        let mut generator = SplitMix64(0);
        assert_eq!(generator.next(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(generator.next(), 0x6E78_9E6A_A1B9_65F4);
        let mut generator = SplitMix64(42);
        let draws: Vec<u64> = (0..8).map(|_| generator.below(10)).collect();
        assert_eq!(draws, [7, 1, 2, 3, 0, 8, 2, 8]);
    }

    #[test]
    fn draws_are_even() {
        let mut generator = SplitMix64(7);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[generator.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
    }

    #[test]
    fn draws_from_one_number_are_even_and_independent() {
        let mut generator = SplitMix64(8);
        let mut counts = [[0u32; 5]; 4];
        for _ in 0..20_000 {
            let [first, second] = generator.below_each([4, 5]);
            counts[first as usize][second as usize] += 1;
        }
        assert!(counts.iter().flatten().all(|count| count.abs_diff(1000) < 200), "{counts:?}");
    }

    #[test]
    fn a_draw_that_could_be_uneven_is_repeated() {
        // With bounds whose product is just above 2**63 almost half of the draws are repeated.
        let mut generator = SplitMix64(9);
        let bound = 3_037_000_500;
        let mut low = 0;
        for _ in 0..20_000 {
            let [first, second] = generator.below_each([bound, bound]);
            assert!(first < bound && second < bound);
            low += (first < bound / 2) as u32;
        }
        assert!(low.abs_diff(10_000) < 400, "{low}");
    }
}
