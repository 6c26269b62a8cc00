//! Uniform playouts from the start of the game: `cargo bench --bench playouts -- [GAMES] [chosen|portable|simulate]`.
//!
//! Prints games a second, the median of several runs. For instruction counts run it under
//! `valgrind --tool=callgrind`; `benches/instructions.py` does that.

// Counts of games are small numbers.
#![allow(clippy::cast_precision_loss)]

use std::time::Instant;

use seven_duel::generator::SplitMix64;
use seven_duel::play::{playout, playout_portable, simulate};
use seven_duel::state::{Rules, State};

fn main() {
    let mut games = 200_000u64;
    let mut mode = "chosen".to_string();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "chosen" | "portable" | "simulate" => mode = argument,
            other => games = other.replace('_', "").parse().unwrap_or(games),
        }
    }
    let start = State::new(Rules::default());
    let mut rates: Vec<f64> = (0..5)
        .map(|seed| {
            let begin = Instant::now();
            let mut decisions = 0u64;
            if mode == "simulate" {
                let columns = simulate(0, games as usize, seed, Rules::default(), 1);
                decisions = columns.decisions.iter().map(|n| *n as u64).sum();
            } else {
                let instance = if mode == "portable" { playout_portable } else { playout };
                for game in 0..games {
                    let mut state = start;
                    decisions += instance(&mut state, &mut SplitMix64::of_series(seed, game)).decisions as u64;
                }
            }
            let rate = games as f64 / begin.elapsed().as_secs_f64();
            println!("{rate:.0} games/s, {:.2} decisions a game", decisions as f64 / games as f64);
            rate
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    println!("{mode}: median {:.0} games/s", rates[2]);
}
