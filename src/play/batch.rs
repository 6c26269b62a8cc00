//! Many games side by side, stepped together: what a learner plays.
//!
//! A batch holds the games; what they show is written into [`Views`], arrays with a row for each game that the caller
//! owns and hands in again every time. Each game draws from a generator of its own, so that a game's course does not
//! depend on the others, on their number or on the threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::draw::{draw, draw_with};
use super::observation::{self, Bytes, Observation, Shown, bits};
use super::share::share;
use crate::components::Card;
use crate::generator::SplitMix64;
use crate::hardware::{self, Hardware, Portable};
use crate::rules::{Action, NUM_ACTIONS, Options, Play, TurnOptions, find, price};
use crate::state::{City, Phase, Rules, State};

/// What happens to a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoReset {
    /// It stays until it is reset by hand.
    Disabled,
    /// The next step begins a new game in its place; that step plays nothing there.
    NextStep,
    /// The step that ends it begins a new game in its place.
    SameStep,
}

/// The arrays of a batch, a row for each game. One that is not wanted has no rows.
#[derive(Debug)]
pub struct Views<'a> {
    /// 1 for each legal decision; all 0 when the game is over.
    pub legal_mask: &'a mut [[u8; NUM_ACTIONS]],
    /// The position as the player to move sees it; as player 0 does when the game is over.
    pub observation: &'a mut [Observation],
    /// With [`AutoReset::SameStep`]: the end of the game that the last step ended, as player 0 sees it.
    pub final_observation: &'a mut [Observation],
    /// The player to move; -1 when the game is over.
    pub current_player: &'a mut [i8],
    /// By player: 1 for a game won and -1 for a game lost in the last step, else 0.
    pub rewards: &'a mut [[f32; 2]],
    /// 1 if the game is over, or was ended by the last step.
    pub terminated: &'a mut [u8],
}

/// A step that was refused: the first row whose action is not legal there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The row.
    pub row: usize,
    /// What is wrong, with the rule.
    pub reason: String,
}

/// Games with a generator each.
#[derive(Clone, Debug)]
pub struct Batch {
    rules: Rules,
    auto_reset: AutoReset,
    threads: usize,
    games: Vec<State>,
    generators: Vec<SplitMix64>,
    /// The generators of [`Batch::sample`].
    picks: Vec<SplitMix64>,
    /// What each row plays in the step under way; `None` where the game is over.
    plays: Vec<Option<Play>>,
}

/// A thread is worth its start from this many rows on: to play them and write their observations, to play them only, to
/// check their ids.
const OBSERVED_ROWS_PER_THREAD: usize = 1024;
const ROWS_PER_THREAD: usize = 2 * OBSERVED_ROWS_PER_THREAD;
const CHECKED_ROWS_PER_THREAD: usize = 2 * ROWS_PER_THREAD;

impl Batch {
    /// Games of a seed, to be reset before the first step; `None` if there is no memory for so many.
    pub fn new(n: usize, rules: Rules, seed: u64, auto_reset: AutoReset) -> Option<Self> {
        let mut batch = Self {
            rules,
            auto_reset,
            threads: 1,
            games: rows(n, State::new(rules))?,
            generators: rows(n, SplitMix64(0))?,
            picks: rows(n, SplitMix64(0))?,
            plays: rows(n, None)?,
        };
        batch.seed(None, seed);
        Some(batch)
    }

    /// At most so many threads share a step, where each has enough rows. The results do not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// How many games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// No games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The position of a row and the generator that its chance is drawn from.
    pub fn game(&self, row: usize) -> Option<(&State, SplitMix64)> {
        Some((self.games.get(row)?, *self.generators.get(row)?))
    }

    /// The generators of these rows, or of all, begin anew: row i draws what row i of any batch of this seed draws.
    pub fn seed(&mut self, rows: Option<&[bool]>, seed: u64) {
        for row in (0..self.len()).filter(|row| rows.is_none_or(|rows| rows.get(*row) == Some(&true))) {
            self.generators[row] = SplitMix64::of_series(seed, row as u64);
            self.picks[row] = SplitMix64::of_series(!seed, row as u64);
        }
    }

    /// Begins new games in these rows, or in all; the generators go on where they are.
    pub fn reset(&mut self, rows: Option<&[bool]>, mut views: Views<'_>) {
        for row in (0..self.len()).filter(|row| rows.is_none_or(|rows| rows.get(*row) == Some(&true))) {
            let mut show = views.row(row);
            *show.rewards = [0.0; 2];
            *show.terminated = 0;
            begin(&mut self.games[row], &mut self.generators[row], self.rules);
            show.write(&self.games[row]);
        }
    }

    /// For each row a legal decision, each equally likely; 0 where the game is over. The draws are not those of the games.
    pub fn sample(&mut self) -> Vec<i64> {
        let pick = |(state, picks): (&State, &mut SplitMix64)| {
            let options = Options::of(state);
            let place = picks.below(options.len().max(1) as u64) as usize;
            options.nth(state, place).map_or(0, |action| action.id() as i64)
        };
        self.games.iter().zip(&mut self.picks).map(pick).collect()
    }

    /// Plays one decision in each row, and the chance events that follow. The id given for a game that is over is not
    /// looked at.
    ///
    /// # Errors
    /// If an id is not legal in its row, nothing is played.
    ///
    /// # Panics
    /// If `current_player`, `rewards` or `terminated` has fewer rows than there are games.
    pub fn step(&mut self, ids: &[i64], views: Views<'_>) -> Result<(), Illegal> {
        self.check(ids)?;
        let is_observed = !views.observation.is_empty();
        let threads = self.threads_for(if is_observed { OBSERVED_ROWS_PER_THREAD } else { ROWS_PER_THREAD });
        let (rules, auto_reset) = (self.rules, self.auto_reset);
        let all = Rows { games: &mut self.games, generators: &mut self.generators, plays: &self.plays, views };
        let size = part_size(all.games.len(), threads);
        share(all.chunks(size), threads, |rows| step_rows(rows, rules, auto_reset));
        Ok(())
    }

    /// Finds what each row plays.
    fn check(&mut self, ids: &[i64]) -> Result<(), Illegal> {
        let (games, threads) = (&self.games, self.threads_for(CHECKED_ROWS_PER_THREAD));
        if ids.len() != games.len() {
            let reason = format!("{} ids for {} games", ids.len(), games.len());
            return Err(Illegal { row: ids.len().min(games.len()), reason });
        }
        let size = part_size(games.len(), threads);
        let parts = games.chunks(size).zip(ids.chunks(size)).zip(self.plays.chunks_mut(size)).enumerate().collect();
        let refused = AtomicUsize::new(usize::MAX);
        share(parts, threads, |(part, ((games, ids), plays))| {
            if let Some(row) = find_plays(games, ids, plays) {
                refused.fetch_min(part * size + row, Ordering::Relaxed);
            }
        });
        let row = refused.into_inner();
        games.get(row).map_or(Ok(()), |state| Err(illegal(state, row, ids[row])))
    }

    /// How many threads are worth their start if each has this many rows or more.
    fn threads_for(&self, rows: usize) -> usize {
        self.threads.min(self.len() / rows).max(1)
    }
}

/// How many rows a thread takes at once: a few parts for each, so that nobody waits for one that has started late.
fn part_size(rows: usize, threads: usize) -> usize {
    let parts = if threads == 1 { 1 } else { 4 * threads };
    rows.div_ceil(parts).max(1)
}

/// Finds what each row plays, or the first row whose id is not legal.
fn find_plays(games: &[State], ids: &[i64], plays: &mut [Option<Play>]) -> Option<usize> {
    for (row, ((state, id), play)) in games.iter().zip(ids).zip(plays).enumerate() {
        *play = None;
        if !state.is_over() {
            *play = decision(*id).and_then(|action| find(state, action));
            if play.is_none() {
                return Some(row);
            }
        }
    }
    None
}

/// The decision with this id.
#[inline(always)]
fn decision(id: i64) -> Option<Action> {
    let id = usize::try_from(id).ok().filter(|id| *id < NUM_ACTIONS)?;
    Action::from_id(id as u16)
}

/// The same for each row; `None` if there is no memory for them.
fn rows<T: Clone>(n: usize, value: T) -> Option<Vec<T>> {
    let mut rows = Vec::new();
    rows.try_reserve_exact(n).ok()?;
    rows.resize(n, value);
    Some(rows)
}

#[cold]
fn illegal(state: &State, row: usize, id: i64) -> Illegal {
    let reason = match decision(id) {
        None => format!("{id} is not the id of a decision (0 to {})", NUM_ACTIONS - 1),
        Some(action) => match { *state }.apply(action) {
            Err(refusal) => format!("{action}: {refusal}"),
            Ok(()) => format!("{action} is not legal"),
        },
    };
    Illegal { row, reason }
}

impl Views<'_> {
    fn split_at(self, rows: usize) -> (Self, Self) {
        fn split<T>(slice: &mut [T], rows: usize) -> (&mut [T], &mut [T]) {
            slice.split_at_mut(rows.min(slice.len()))
        }
        let legal_mask = split(self.legal_mask, rows);
        let observation = split(self.observation, rows);
        let final_observation = split(self.final_observation, rows);
        let current_player = split(self.current_player, rows);
        let rewards = split(self.rewards, rows);
        let terminated = split(self.terminated, rows);
        (
            Self {
                legal_mask: legal_mask.0,
                observation: observation.0,
                final_observation: final_observation.0,
                current_player: current_player.0,
                rewards: rewards.0,
                terminated: terminated.0,
            },
            Self {
                legal_mask: legal_mask.1,
                observation: observation.1,
                final_observation: final_observation.1,
                current_player: current_player.1,
                rewards: rewards.1,
                terminated: terminated.1,
            },
        )
    }

    #[inline(always)]
    fn row(&mut self, row: usize) -> Show<'_> {
        Show {
            legal_mask: self.legal_mask.get_mut(row),
            observation: self.observation.get_mut(row),
            final_observation: self.final_observation.get_mut(row),
            current_player: &mut self.current_player[row],
            rewards: &mut self.rewards[row],
            terminated: &mut self.terminated[row],
        }
    }
}

/// One row of the arrays.
struct Show<'a> {
    legal_mask: Option<&'a mut [u8; NUM_ACTIONS]>,
    observation: Option<&'a mut Observation>,
    final_observation: Option<&'a mut Observation>,
    current_player: &'a mut i8,
    rewards: &'a mut [f32; 2],
    terminated: &'a mut u8,
}

impl Show<'_> {
    /// Everything that shows the position, from nothing.
    fn write(&mut self, state: &State) {
        if let Some(mask) = &mut self.legal_mask {
            mask.fill(0);
            mark_legal(state, mask, 1);
        }
        if let Some(observation) = &mut self.observation {
            observation::write(state, state.player, observation);
        }
        *self.current_player = player_to_move(state);
    }
}

fn player_to_move(state: &State) -> i8 {
    if state.is_over() { -1 } else { state.player.index() as i8 }
}

/// A run of rows.
struct Rows<'a> {
    games: &'a mut [State],
    generators: &'a mut [SplitMix64],
    plays: &'a [Option<Play>],
    views: Views<'a>,
}

impl Rows<'_> {
    /// Runs of this many rows, the last one shorter.
    fn chunks(self, size: usize) -> Vec<Self> {
        let (mut chunks, mut rest) = (Vec::new(), self);
        while rest.games.len() > size {
            let (games, generators, plays) =
                (rest.games.split_at_mut(size), rest.generators.split_at_mut(size), rest.plays.split_at(size));
            let views = rest.views.split_at(size);
            chunks.push(Rows { games: games.0, generators: generators.0, plays: plays.0, views: views.0 });
            rest = Rows { games: games.1, generators: generators.1, plays: plays.1, views: views.1 };
        }
        chunks.push(rest);
        chunks
    }
}

/// The instance of the step for this processor.
fn step_rows(rows: Rows<'_>, rules: Rules, auto_reset: AutoReset) {
    #[cfg(target_arch = "x86_64")]
    if hardware::is_fast() {
        // SAFETY: the processor has been found to have every feature that the function is compiled for.
        return unsafe { step_rows_avx2(rows, rules, auto_reset) };
    }
    step_rows_on::<Portable>(rows, rules, auto_reset);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn step_rows_avx2(rows: Rows<'_>, rules: Rules, auto_reset: AutoReset) {
    step_rows_on::<hardware::Avx2>(rows, rules, auto_reset);
}

#[inline(always)]
fn step_rows_on<H: Hardware + Bytes>(rows: Rows<'_>, rules: Rules, auto_reset: AutoReset) {
    let Rows { games, generators, plays, mut views } = rows;
    for (row, ((state, generator), play)) in games.iter_mut().zip(generators).zip(plays).enumerate() {
        let mut show = views.row(row);
        *show.rewards = [0.0; 2];
        match play {
            Some(play) => {
                step_row::<H>(state, generator, *play, &mut show);
                if state.phase == Phase::Over {
                    end(state, generator, rules, auto_reset, &mut show);
                }
            }
            None if auto_reset == AutoReset::NextStep => {
                *show.terminated = 0;
                begin(state, generator, rules);
                show.write(state);
            }
            None => {}
        }
    }
}

/// One decision, the chance that follows, and what then shows.
#[inline(always)]
fn step_row<H: Hardware + Bytes>(state: &mut State, generator: &mut SplitMix64, play: Play, show: &mut Show<'_>) {
    let before = Shown::of(state);
    if let Some(mask) = &mut show.legal_mask {
        mark_legal(state, mask, 0);
    }
    state.play(play);
    draw_with::<H>(state, generator, &mut |_| ());
    if let Some(mask) = &mut show.legal_mask {
        mark_legal(state, mask, 1);
    }
    if let Some(observation) = &mut show.observation {
        if !observation::has_prices(state) {
            price::derive(state);
        }
        observation::update::<H>(&before, state, state.player, observation);
    }
    *show.current_player = player_to_move(state);
    *show.terminated = 0;
}

/// The game has just ended.
#[cold]
#[inline(never)]
fn end(state: &mut State, generator: &mut SplitMix64, rules: Rules, auto_reset: AutoReset, show: &mut Show<'_>) {
    *show.terminated = 1;
    if let Some(winner) = state.outcome.winner {
        show.rewards[winner.index()] = 1.0;
        show.rewards[winner.other().index()] = -1.0;
    }
    if auto_reset == AutoReset::SameStep {
        if let (Some(last), Some(observation)) = (&mut show.final_observation, &show.observation) {
            last.copy_from_slice(&observation[..]);
        }
        begin(state, generator, rules);
        show.write(state);
    }
}

/// A new game up to its first decision.
fn begin(state: &mut State, generator: &mut SplitMix64, rules: Rules) {
    *state = State::new(rules);
    draw(state, generator, |_| ());
}

/// Writes a byte for each legal decision: 1, or 0 to take it back.
#[inline(always)]
fn mark_legal(state: &State, mask: &mut [u8; NUM_ACTIONS], value: u8) {
    if state.phase == Phase::Turn {
        mark_turn(state, mask, value);
    } else {
        mark_choice(state, mask, value);
    }
}

/// The plays of a turn: a run of ids for each kind of play and each wonder, in it a card's place is its id.
#[inline(always)]
fn mark_turn(state: &State, mask: &mut [u8; NUM_ACTIONS], value: u8) {
    const BUILD: usize = Action::Build(Card::ALL[0]).id() as usize;
    const DISCARD: usize = Action::Discard(Card::ALL[0]).id() as usize;
    let TurnOptions { accessible, builds, wonders } = TurnOptions::of(state);
    let city = &state.cities[state.player];
    for lane in bits(accessible) {
        let card = state.cards[lane].index();
        mask[BUILD + card] = value & (builds >> lane) as u8;
        mask[DISCARD + card] = value;
    }
    for lane in bits(wonders) {
        let Some(wonder) = city.wonders[City::place_of_lane(lane)] else { continue };
        let first = Action::Wonder(wonder, Card::ALL[0]).id() as usize;
        for lane in bits(accessible) {
            mask[first + state.cards[lane].index()] = value;
        }
    }
}

#[inline(never)]
fn mark_choice(state: &State, mask: &mut [u8; NUM_ACTIONS], value: u8) {
    if state.phase == Phase::Draft {
        // By far the most common of them.
        state.offered.iter().for_each(|wonder| mask[Action::Draft(wonder).id() as usize] = value);
    } else {
        Options::of(state).for_each(state, |action| mask[action.id() as usize] = value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Game;
    use super::super::observation::{OBS_SIZE, observe};
    use super::*;
    use crate::state::Player;

    /// A batch with its arrays.
    #[derive(Clone)]
    struct Table {
        batch: Batch,
        legal_mask: Vec<[u8; NUM_ACTIONS]>,
        observation: Vec<Observation>,
        final_observation: Vec<Observation>,
        current_player: Vec<i8>,
        rewards: Vec<[f32; 2]>,
        terminated: Vec<u8>,
    }

    impl Table {
        fn new(n: usize, rules: Rules, seed: u64, auto_reset: AutoReset) -> Self {
            let mut table = Self {
                batch: Batch::new(n, rules, seed, auto_reset).expect("memory"),
                legal_mask: vec![[7; NUM_ACTIONS]; n],
                observation: vec![[7; OBS_SIZE]; n],
                final_observation: vec![[0; OBS_SIZE]; n],
                current_player: vec![0; n],
                rewards: vec![[0.0; 2]; n],
                terminated: vec![0; n],
            };
            table.with_views(|batch, views| batch.reset(None, views));
            table
        }

        fn with_views<T>(&mut self, act: impl FnOnce(&mut Batch, Views<'_>) -> T) -> T {
            let views = Views {
                legal_mask: &mut self.legal_mask,
                observation: &mut self.observation,
                final_observation: &mut self.final_observation,
                current_player: &mut self.current_player,
                rewards: &mut self.rewards,
                terminated: &mut self.terminated,
            };
            act(&mut self.batch, views)
        }

        fn step(&mut self, ids: &[i64]) -> Result<(), Illegal> {
            self.with_views(|batch, views| batch.step(ids, views))
        }

        fn shown(&self) -> impl PartialEq + std::fmt::Debug + use<> {
            let bits = self.rewards.iter().map(|rewards| rewards.map(f32::to_bits)).collect::<Vec<_>>();
            (
                self.legal_mask.clone(),
                self.observation.clone(),
                self.final_observation.clone(),
                self.current_player.clone(),
                bits,
                self.terminated.clone(),
            )
        }

        /// The arrays show the games as they are.
        fn check(&self) {
            for row in 0..self.batch.len() {
                let state = self.batch.games[row];
                let mut mask = [0; NUM_ACTIONS];
                state.for_each_legal(|action| mask[action.id() as usize] = 1);
                assert!(self.legal_mask[row] == mask, "row {row}");
                assert!(self.observation[row] == observe(&state, state.player), "row {row}");
                assert_eq!(self.current_player[row], state.player_to_move().map_or(-1, |player| player.index() as i8));
            }
        }
    }

    const PROMO: Rules = Rules { promo_wonders: true, ..DEFAULT };
    const DEFAULT: Rules = Rules {
        start_off_centre: crate::state::StartOffCentre::WeakerChooses,
        start_centre: crate::state::StartCentre::LastChooses,
        promo_wonders: false,
        first_game: false,
    };

    #[test]
    fn a_row_is_a_seeded_game() {
        for (seed, rules) in [(1, DEFAULT), (2, PROMO), (3, Rules { first_game: true, ..DEFAULT })] {
            let n = 30;
            let mut table = Table::new(n, rules, seed, AutoReset::SameStep);
            let mut games: Vec<_> =
                (0..n as u64).map(|row| Game::seeded(SplitMix64::of_series(seed, row).0, rules)).collect();
            let mut ends = 0;
            for _ in 0..200 {
                let ids = table.batch.sample();
                table.step(&ids).expect("legal");
                table.check();
                for (row, game) in games.iter_mut().enumerate() {
                    game.apply(Action::from_id(ids[row] as u16).expect("an id")).expect("legal");
                    assert_eq!(table.terminated[row] == 1, game.state().is_over());
                    let mut rewards = [0.0; 2];
                    if let Some(outcome) = game.state().outcome() {
                        if let Some(winner) = outcome.winner {
                            rewards[winner.index()] = 1.0;
                            rewards[winner.other().index()] = -1.0;
                        }
                        assert!(table.final_observation[row] == observe(game.state(), Player::First));
                        let generator = game.generator().expect("a seeded game");
                        *game = Game::seeded(generator.0, rules);
                        ends += 1;
                    }
                    assert_eq!(table.rewards[row].map(f32::to_bits), rewards.map(f32::to_bits));
                    let (state, generator) = table.batch.game(row).expect("a row");
                    assert_eq!((state, Some(generator)), (game.state(), game.generator()));
                }
            }
            assert!(ends > n);
        }
    }

    #[test]
    fn the_modes_of_auto_reset_differ_only_in_the_end() {
        let n = 20;
        let mut next = Table::new(n, PROMO, 5, AutoReset::NextStep);
        let mut never = Table::new(n, PROMO, 5, AutoReset::Disabled);
        for step in 0..300 {
            let over: Vec<_> = next.terminated.clone();
            let mut ids = next.batch.sample();
            for (id, over) in ids.iter_mut().zip(&over) {
                if *over == 1 {
                    *id = -77; // not looked at
                }
            }
            next.step(&ids).expect("legal");
            next.check();
            for (row, over) in over.into_iter().enumerate() {
                let state = &next.batch.games[row];
                assert_eq!(next.terminated[row] == 1, state.is_over());
                if over == 1 {
                    assert!(!state.is_over() && state.age() == 0 || state.rules().first_game);
                    assert_eq!(next.rewards[row].map(f32::to_bits), [0, 0]);
                }
            }
            let ids = never.batch.sample();
            never.step(&ids).expect("legal");
            never.check();
            if step == 200 {
                assert!(never.terminated.iter().all(|over| *over == 1));
                let rows: Vec<_> = (0..n).map(|row| row % 3 == 0).collect();
                never.with_views(|batch, views| batch.reset(Some(&rows), views));
                never.check();
                for (row, is_reset) in rows.iter().enumerate() {
                    assert_eq!(never.terminated[row] == 0, *is_reset);
                }
            }
        }
    }

    #[test]
    fn threads_do_not_matter() {
        let n = 3 * OBSERVED_ROWS_PER_THREAD + 17;
        let mut one = Table::new(n, DEFAULT, 9, AutoReset::SameStep);
        let mut three = one.clone();
        three.batch.set_threads(3);
        for _ in 0..90 {
            let ids = one.batch.sample();
            assert_eq!(ids, three.batch.sample());
            one.step(&ids).expect("legal");
            three.step(&ids).expect("legal");
            assert!(one.shown() == three.shown());
        }
        assert!(one.final_observation.iter().any(|last| last.iter().any(|byte| *byte != 0)));
    }

    #[test]
    fn an_illegal_id_changes_nothing() {
        let mut table = Table::new(8, DEFAULT, 4, AutoReset::Disabled);
        for _ in 0..12 {
            let ids = table.batch.sample();
            table.step(&ids).expect("legal");
        }
        for id in [-1, i64::MIN, i64::MAX, NUM_ACTIONS as i64, 0x8000, 0] {
            let (before, games) = (table.shown(), table.batch.games.clone());
            let mut ids = table.batch.sample();
            ids[5] = id;
            let refused = table.step(&ids).expect_err("illegal");
            assert_eq!(refused.row, 5);
            assert!(refused.reason.contains(if id == 0 { "R3.1" } else { "not the id of a decision" }), "{refused:?}");
            assert!(table.shown() == before && table.batch.games == games);
        }
        assert_eq!(table.step(&[]).expect_err("no id").reason, "0 ids for 8 games");
    }

    #[test]
    fn the_first_illegal_row_is_named_for_any_number_of_threads() {
        let n = 2 * CHECKED_ROWS_PER_THREAD + 3;
        let mut table = Table::new(n, DEFAULT, 4, AutoReset::Disabled);
        table.batch.set_threads(2);
        let mut ids = table.batch.sample();
        for row in [n - 1, n / 2 + 5, n / 2 - 5, 0] {
            ids[row] = -1;
            assert_eq!(table.step(&ids).expect_err("illegal").row, row);
        }
    }

    #[test]
    fn rows_do_not_depend_on_their_number() {
        let (mut few, mut many) =
            (Table::new(3, PROMO, 6, AutoReset::SameStep), Table::new(9, PROMO, 6, AutoReset::SameStep));
        for _ in 0..160 {
            let ids = many.batch.sample();
            assert_eq!(few.batch.sample(), ids[..3]);
            few.step(&ids[..3]).expect("legal");
            many.step(&ids).expect("legal");
            assert!(few.observation[..] == many.observation[..3]);
        }
    }

    #[test]
    fn instances_do_the_same() {
        let mut table = Table::new(40, PROMO, 8, AutoReset::SameStep);
        for _ in 0..150 {
            let ids = table.batch.sample();
            let mut portable = table.clone();
            table.step(&ids).expect("legal");
            portable.batch.check(&ids).expect("legal");
            portable.with_views(|batch, views| {
                let rows =
                    Rows { games: &mut batch.games, generators: &mut batch.generators, plays: &batch.plays, views };
                step_rows_on::<Portable>(rows, PROMO, AutoReset::SameStep);
            });
            assert!(table.shown() == portable.shown());
            assert_eq!(table.batch.games, portable.batch.games);
        }
    }
}
