//! Uniform playouts from the start of the game: `cargo bench --bench playouts -- [GAMES] [portable]`.
//!
//! Prints games per CPU second, the median of several runs. For instruction counts run it under
//! `valgrind --tool=callgrind`; `benches/instructions.py` does that.

use std::time::Instant;

use seven_duel::generator::SplitMix64;
use seven_duel::play::{Played, playout, playout_portable};
use seven_duel::state::{Rules, State};

fn main() {
    let mut games = 200_000u64;
    let mut instance: fn(&mut State, &mut SplitMix64) -> Played = playout;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "portable" => instance = playout_portable,
            other => games = other.replace('_', "").parse().unwrap_or(games),
        }
    }
    let start = State::new(Rules::default());
    let mut rates: Vec<f64> = (0..5)
        .map(|run| {
            let begin = Instant::now();
            let mut decisions = 0u64;
            for game in 0..games {
                let mut state = start;
                decisions += instance(&mut state, &mut SplitMix64::of_series(run, game)).decisions as u64;
            }
            let rate = games as f64 / begin.elapsed().as_secs_f64();
            println!("{rate:.0} games/s, {:.2} decisions a game", decisions as f64 / games as f64);
            rate
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    println!("median {:.0} games/s", rates[2]);
}
