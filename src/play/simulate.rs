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

    fn append(&mut self, other: &mut Self) {
        self.winner.append(&mut other.winner);
        self.reason.append(&mut other.reason);
        self.scores.append(&mut other.scores);
        self.decisions.append(&mut other.decisions);
        self.starters.append(&mut other.starters);
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

    /// Plays the games with these numbers of a series.
    fn play(first: u64, games: usize, seed: u64, rules: Rules) -> Self {
        let mut columns = Self::empty(games);
        let number_of = |player: Option<Player>| player.map_or(-1, |player| player.index() as i8);
        let start = State::new(rules);
        for (row, number) in (0..games).zip(first..) {
            let mut state = start;
            let played = playout(&mut state, &mut SplitMix64::of_series(seed, number));
            if let Some(outcome) = state.outcome() {
                columns.winner[row] = number_of(outcome.winner);
                columns.reason[row] = outcome.reason as u8;
            }
            columns.scores[row] = state.scores().map(|score| score.as_array().map(|points| points as i16));
            columns.decisions[row] = played.decisions as u16;
            columns.starters[row] = played.starters.map(number_of);
        }
        columns
    }
}

/// Plays `games` games of a series at random, from number `first` on. Game i of a seed is the same whatever the
/// number of threads and wherever a series is cut.
pub fn simulate(first: u64, games: usize, seed: u64, rules: Rules, threads: usize) -> Columns {
    let threads = threads.clamp(1, games.max(1));
    if threads == 1 {
        return Columns::play(first, games, seed, rules);
    }
    // More parts than threads: who is done early takes another.
    let size = games.div_ceil(4 * threads);
    let mut parts = vec![Columns::default(); games.div_ceil(size)];
    share(parts.iter_mut().enumerate().collect(), threads, |(part, columns)| {
        let begin = part * size;
        *columns = Columns::play(first + begin as u64, size.min(games - begin), seed, rules);
    });
    let mut columns = Columns::default();
    for part in &mut parts {
        columns.append(part);
    }
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
        let mut cut = simulate(0, 37, 3, rules, 2);
        cut.append(&mut simulate(37, 63, 3, rules, 1));
        assert_eq!(cut, whole);
        assert!(whole.winner.len() == 100 && whole.starters.iter().all(|starters| starters[0] == 0));
    }
}
