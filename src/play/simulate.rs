//! Many random games at once: what each came to, in columns.

use super::playout::playout;
use super::share::share;
use crate::generator::SplitMix64;
use crate::state::{Player, Rules, State, Victory};

/// What games came to: a row a game, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Columns {
    /// 0 or 1; -1 for a shared victory.
    pub winner: Vec<i8>,
    /// As [`Victory`](crate::state::Victory) is numbered.
    pub reason: Vec<u8>,
    /// The score sheets of both players.
    pub scores: Vec<[[i16; 9]; 2]>,
    /// Decisions made, forced ones included.
    pub decisions: Vec<u16>,
    /// Who started each age; -1 for an age that was not reached.
    pub starters: Vec<[i8; 3]>,
}

impl Columns {
    /// Rows still to be filled.
    fn empty(games: usize) -> Self {
        Self {
            winner: vec![0; games],
            reason: vec![0; games],
            scores: vec![[[0; 9]; 2]; games],
            decisions: vec![0; games],
            starters: vec![[0; 3]; games],
        }
    }

    /// The rows in parts of at most this size.
    fn parts(&mut self, size: usize) -> impl Iterator<Item = Rows<'_>> {
        let outcomes = self.winner.chunks_mut(size).zip(self.reason.chunks_mut(size));
        let figures = self.scores.chunks_mut(size).zip(self.decisions.chunks_mut(size));
        outcomes.zip(figures).zip(self.starters.chunks_mut(size)).map(
            |(((winner, reason), (scores, decisions)), starters)| Rows { winner, reason, scores, decisions, starters },
        )
    }

    /// The sums that a summary is made of: games by victory (civilian, military, science) and winner (0, 1, shared),
    /// decisions; then of the games that points decided both players' points by category with their totals, the
    /// totals of the winners and of the losers.
    pub fn sums(&self) -> [u64; 9 + 1 + 18 + 2] {
        let mut sums = [0; 30];
        for (row, sheets) in self.scores.iter().enumerate() {
            let winner = if self.winner[row] < 0 { 2 } else { self.winner[row] as usize };
            sums[self.reason[row] as usize % 3 * 3 + winner] += 1;
            sums[9] += self.decisions[row] as u64;
            if self.reason[row] == Victory::Civilian as u8 {
                for (sum, points) in sums[10..28].iter_mut().zip(sheets.as_flattened()) {
                    *sum += *points as u64;
                }
                let [first, second] = sheets.map(|sheet| sheet[8] as u64);
                sums[28] += first.max(second);
                sums[29] += first.min(second);
            }
        }
        sums
    }
}

/// Rows one after another, still to be filled.
struct Rows<'a> {
    winner: &'a mut [i8],
    reason: &'a mut [u8],
    scores: &'a mut [[[i16; 9]; 2]],
    decisions: &'a mut [u16],
    starters: &'a mut [[i8; 3]],
}

impl Rows<'_> {
    /// Plays the games of a series from this number on.
    fn play(self, first: u64, seed: u64, rules: Rules) {
        let number_of = |player: Option<Player>| player.map_or(-1, |player| player.index() as i8);
        let start = State::new(rules);
        for (row, number) in (0..self.winner.len()).zip(first..) {
            let mut state = start;
            let played = playout(&mut state, &mut SplitMix64::of_series(seed, number));
            if let Some(outcome) = state.outcome() {
                self.winner[row] = number_of(outcome.winner);
                self.reason[row] = outcome.reason as u8;
            }
            self.scores[row] = state.scores().map(|score| score.as_array().map(|points| points as i16));
            self.decisions[row] = played.decisions as u16;
            self.starters[row] = played.starters.map(number_of);
        }
    }
}

/// How many parts a thread takes in all: as many as it takes for all to be done at about the same time.
const PARTS_PER_THREAD: usize = 64;

/// Plays `games` games of a series at random, from number `first` on. Game i of a seed is the same whatever the
/// number of threads and wherever a series is cut.
pub fn simulate(first: u64, games: usize, seed: u64, rules: Rules, threads: usize) -> Columns {
    let mut columns = Columns::empty(games);
    let threads = threads.clamp(1, games.max(1));
    let size = if threads == 1 { games } else { games.div_ceil(PARTS_PER_THREAD * threads) }.max(1);
    let parts = columns.parts(size).zip((first..).step_by(size)).collect();
    share(parts, threads, |(rows, first)| rows.play(first, seed, rules));
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_is_the_same_however_it_is_cut() {
        let rules = Rules { promo_wonders: true, ..Rules::default() };
        let whole = simulate(0, 100, 3, rules, 1);
        assert_eq!(simulate(0, 100, 3, rules, 3), whole);
        for (first, games) in [(0, 37), (37, 63)] {
            let part = simulate(first, games, 3, rules, 2);
            let rows = first as usize..first as usize + games;
            assert_eq!(
                (&part.winner[..], &part.scores[..]),
                (&whole.winner[rows.clone()], &whole.scores[rows.clone()])
            );
            assert_eq!(
                (&part.decisions[..], &part.starters[..]),
                (&whole.decisions[rows.clone()], &whole.starters[rows])
            );
        }
        assert_eq!(simulate(0, 0, 3, rules, 2), Columns::default());
        assert!(whole.winner.len() == 100 && whole.starters.iter().all(|starters| starters[0] == 0));
    }
}
