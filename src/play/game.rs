//! A game under way: a position, who makes chance, and the way back.

use std::sync::Arc;

use crate::generator::SplitMix64;
use crate::rules::{Action, Options, Refusal};
use crate::state::{Rules, State};

/// One step back: the position before it and what was done.
#[derive(Debug)]
struct Step {
    before: State,
    generator: Option<SplitMix64>,
    /// The action, then the chance events that followed of themselves.
    actions: Vec<Action>,
    earlier: Option<Arc<Step>>,
}

impl Drop for Step {
    /// A long history is let go link by link, not by a recursion as deep as the game.
    fn drop(&mut self) {
        let mut next = self.earlier.take();
        while let Some(step) = next {
            next = Arc::into_inner(step).and_then(|mut step| step.earlier.take());
        }
    }
}

/// A game: a position with its history. Chance is made by the game's own generator, or told by the caller.
///
/// A clone is cheap: it shares the history, which never changes.
#[derive(Clone, Debug)]
pub struct Game {
    state: State,
    generator: Option<SplitMix64>,
    /// Chance events of the set-up, before the first decision of a seeded game.
    opening: Arc<[Action]>,
    last: Option<Arc<Step>>,
}

impl Game {
    /// A new game whose chance is drawn from this seed.
    pub fn seeded(seed: u64, rules: Rules) -> Self {
        Self::from_state(State::new(rules), Some(seed))
    }

    /// A new game whose chance events are applied by the caller, like every other action.
    pub fn manual(rules: Rules) -> Self {
        Self::from_state(State::new(rules), None)
    }

    /// A game from a position on; with a seed its generator makes chance, at once where it is due.
    pub fn from_state(state: State, seed: Option<u64>) -> Self {
        let mut game = Self { state, generator: seed.map(SplitMix64), opening: Arc::new([]), last: None };
        let mut opening = Vec::new();
        game.settle(&mut opening);
        game.opening = opening.into();
        game
    }

    /// The position.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The generator of a seeded game.
    pub const fn generator(&self) -> Option<SplitMix64> {
        self.generator
    }

    /// A seeded game makes the chance events that are due.
    fn settle(&mut self, made: &mut Vec<Action>) {
        let Some(generator) = &mut self.generator else { return };
        while self.state.phase().is_chance() {
            let outcomes = Options::of(&self.state);
            let place = generator.below(outcomes.len() as u64) as usize;
            let event = outcomes.nth(&self.state, place).expect("chance always has an outcome");
            self.state.apply_unchecked(event);
            made.push(event);
        }
    }

    /// Plays an action; a seeded game then makes the chance events that follow.
    ///
    /// # Errors
    /// An illegal action is refused; the game is as it was.
    pub fn apply(&mut self, action: Action) -> Result<(), Refusal> {
        let before = self.state;
        self.state.apply(action)?;
        self.remember(before, action);
        Ok(())
    }

    fn remember(&mut self, before: State, action: Action) {
        let generator = self.generator;
        let mut actions = vec![action];
        if self.state.phase().is_chance() {
            self.settle(&mut actions);
        }
        self.last = Some(Arc::new(Step { before, generator, actions, earlier: self.last.take() }));
    }

    /// Takes the last action back, with the chance events that followed it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Action> {
        let step = self.last.take()?;
        self.state = step.before;
        self.generator = step.generator;
        self.last.clone_from(&step.earlier);
        step.actions.first().copied()
    }

    /// All actions since the root, chance events included.
    pub fn history(&self) -> Vec<Action> {
        let mut steps = Vec::new();
        let mut next = &self.last;
        while let Some(step) = next {
            steps.push(&step.actions);
            next = &step.earlier;
        }
        let later = steps.into_iter().rev().flatten();
        self.opening.iter().chain(later).copied().collect()
    }

    /// The position and generator at the root, and the actions to apply from there: what a pickle holds.
    pub fn replay(&self) -> (State, Option<SplitMix64>, Vec<Action>) {
        let mut actions = Vec::new();
        let (mut state, mut generator) = (self.state, self.generator);
        let mut next = &self.last;
        while let Some(step) = next {
            actions.extend(step.actions.first());
            (state, generator) = (step.before, step.generator);
            next = &step.earlier;
        }
        actions.reverse();
        (state, generator, actions)
    }

    /// The chance events below the root of a seeded game.
    pub fn opening(&self) -> &[Action] {
        &self.opening
    }

    /// A game with this root, generator and opening; its actions are to be applied.
    pub fn restore(state: State, generator: Option<SplitMix64>, opening: &[Action]) -> Self {
        Self { state, generator, opening: opening.into(), last: None }
    }
}
