//! A game under way: a position, who makes chance, and the way back.

use std::sync::Arc;

use super::draw::draw;
use crate::generator::SplitMix64;
use crate::rules::{Action, Refusal};
use crate::state::{Rules, State};

/// A position that the game has been in.
#[derive(Clone, Copy, Debug)]
struct Step {
    state: State,
    generator: Option<SplitMix64>,
    /// How many actions of the stretch led here: a decision and the chance events that followed of themselves.
    actions: usize,
}

/// A stretch of a history: positions one after another, in one piece of memory.
#[derive(Debug)]
struct Stretch {
    /// The game before the first of the steps; `None` if that is the root.
    earlier: Option<Game>,
    /// Never empty, and never more than were made room for: the positions stay where they are.
    steps: Vec<Step>,
    actions: Vec<Action>,
}

/// Steps in the first stretch of a game; each further one is four times as long, up to the longest: a whole game takes
/// three.
const SHORTEST: usize = 4;
const LONGEST: usize = 64;

impl Stretch {
    /// A stretch that begins with this step.
    fn new(earlier: Option<Game>, first: &Step, room: usize) -> Self {
        let mut steps = Vec::with_capacity(room);
        steps.push(*first);
        Self { earlier, steps, actions: Vec::with_capacity(4 * room) }
    }
}

/// A game: a position with its history. Chance is made by the game's own generator, or told by the caller.
///
/// A clone is cheap: it shares the positions so far. A game alone with its last stretch writes the next position behind
/// the present one, so that an action costs one copy of the state and rarely an allocation.
#[derive(Clone, Debug)]
pub struct Game {
    stretch: Arc<Stretch>,
    /// The present step of the stretch; those after it have been taken back.
    at: usize,
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
        let root = Step { state, generator: seed.map(SplitMix64), actions: 0 };
        let mut stretch = Stretch::new(None, &root, SHORTEST);
        settle(&mut stretch);
        Self { stretch: Arc::new(stretch), at: 0 }
    }

    #[inline]
    fn step(&self) -> &Step {
        &self.stretch.steps[self.at]
    }

    /// The position.
    #[inline]
    pub fn state(&self) -> &State {
        &self.step().state
    }

    /// The generator of a seeded game.
    pub fn generator(&self) -> Option<SplitMix64> {
        self.step().generator
    }

    /// Plays an action; a seeded game then makes the chance events that follow.
    ///
    /// # Errors
    /// An illegal action is refused; the game is as it was.
    #[inline(always)]
    pub fn apply(&mut self, action: Action) -> Result<(), Box<Refusal>> {
        let stretch = self.repeat_step();
        let played = match stretch.steps.last_mut() {
            Some(step) => step.state.apply(action),
            None => Ok(()),
        };
        if played.is_ok() {
            stretch.actions.push(action);
            settle(stretch);
        } else {
            self.go_back();
        }
        played
    }

    /// Makes the next step, as yet the same as the present one, and goes there.
    #[inline]
    fn repeat_step(&mut self) -> &mut Stretch {
        // There are no weak references: a stretch with one owner is this game's alone.
        let is_shared = Arc::strong_count(&self.stretch) > 1;
        if is_shared || self.at + 1 >= self.stretch.steps.capacity() {
            self.begin_stretch(is_shared);
        } else {
            self.at += 1;
        }
        let at = self.at;
        let stretch = Arc::get_mut(&mut self.stretch).expect("the game's own stretch");
        if at > 0 {
            stretch.steps.truncate(at);
            stretch.steps.extend_from_within(at - 1..at);
            stretch.actions.truncate(stretch.steps[at].actions);
        }
        stretch
    }

    /// Goes to the first step of a new stretch, the same as the present one.
    #[cold]
    fn begin_stretch(&mut self, is_shared: bool) {
        // Next to other games the next step may well be the only one: a search that copies, plays and looks.
        let room = if is_shared { 1 } else { (4 * self.stretch.steps.capacity()).clamp(SHORTEST, LONGEST) };
        let first = Step { actions: 0, ..*self.step() };
        self.stretch = Arc::new(Stretch::new(Some(self.clone()), &first, room));
        self.at = 0;
    }

    /// Goes one step back; `false` at the root.
    fn go_back(&mut self) -> bool {
        if self.at > 0 {
            self.at -= 1;
        } else if let Some(earlier) = self.stretch.earlier.clone() {
            *self = earlier;
        } else {
            return false;
        }
        true
    }

    /// The actions that led to the present step; in the first step of a game those before the root.
    fn last_actions(&self) -> &[Action] {
        let Stretch { steps, actions, .. } = &*self.stretch;
        let from = self.at.checked_sub(1).map_or(0, |before| steps[before].actions);
        &actions[from..steps[self.at].actions]
    }

    /// Takes the last action back, with the chance events that followed it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Action> {
        let action = self.last_actions().first().copied();
        if self.go_back() { action } else { None }
    }

    /// The games that the stretches before the present one end with, the latest first; this game is the first of them.
    fn stretches(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |game| game.stretch.earlier.as_ref())
    }

    /// All actions since the root, chance events included.
    pub fn history(&self) -> Vec<Action> {
        let stretches: Vec<_> = self.stretches().collect();
        let actions = stretches.iter().rev().flat_map(|game| &game.stretch.actions[..game.step().actions]);
        actions.copied().collect()
    }

    /// The position and generator at the root, and the actions to apply from there: what a pickle holds.
    pub fn replay(&self) -> (State, Option<SplitMix64>, Vec<Action>) {
        let mut root = self.clone();
        let mut actions = Vec::new();
        while let Some(action) = root.undo() {
            actions.push(action);
        }
        actions.reverse();
        (*root.state(), root.generator(), actions)
    }

    /// The chance events below the root of a seeded game.
    pub fn opening(&self) -> &[Action] {
        let stretch = self.stretches().last().map_or(&self.stretch, |game| &game.stretch);
        &stretch.actions[..stretch.steps[0].actions]
    }

    /// A game with this root, generator and opening; its actions are to be applied.
    pub fn restore(state: State, generator: Option<SplitMix64>, opening: &[Action]) -> Self {
        let root = Step { state, generator, actions: opening.len() };
        let mut stretch = Stretch::new(None, &root, SHORTEST);
        stretch.actions.extend_from_slice(opening);
        Self { stretch: Arc::new(stretch), at: 0 }
    }
}

/// In a seeded game the chance events that are due in the last step happen.
#[inline(always)]
fn settle(stretch: &mut Stretch) {
    let Stretch { steps, actions, .. } = stretch;
    let Some(Step { state, generator, actions: count }) = steps.last_mut() else { return };
    if let Some(generator) = generator {
        draw(state, generator, |event| actions.push(event));
    }
    *count = actions.len();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays at random, with copies, undo to a random depth and other ways on: every game comes back to where it was.
    #[test]
    fn undo_and_copies_keep_every_position() {
        for seed in 0..60 {
            let mut random = SplitMix64(seed);
            let mut game =
                if seed % 3 == 0 { Game::manual(Rules::default()) } else { Game::seeded(seed, Rules::default()) };
            let root = game.clone();
            let mut kept = vec![];
            let mut passed = vec![];
            for _ in 0..400 {
                if random.below(12) == 0 {
                    kept.push((game.clone(), *game.state(), game.history()));
                }
                let legal = game.state().count_legal();
                if legal == 0 || random.below(8) == 0 {
                    for _ in 0..random.below(12) {
                        let Some((state, generator, action)) = passed.pop() else {
                            assert_eq!(game.undo(), None);
                            break;
                        };
                        assert_eq!(game.undo(), Some(action));
                        assert_eq!((game.state(), game.generator()), (&state, generator));
                    }
                } else {
                    let action = game.state().nth_legal(random.below(legal as u64) as usize).expect("one is legal");
                    passed.push((*game.state(), game.generator(), action));
                    game.apply(action).expect("a legal action");
                    assert!(game.apply(Action::Board(crate::components::Token::Law)).is_err() || game.undo().is_some());
                }
            }
            for (copy, state, history) in kept {
                assert_eq!((copy.state(), copy.history()), (&state, history));
                let (state, generator, actions) = copy.replay();
                assert_eq!((&state, generator, copy.opening()), (root.state(), root.generator(), root.opening()));
                let mut again = Game::restore(state, generator, copy.opening());
                for action in actions {
                    again.apply(action).expect("it was legal");
                }
                assert_eq!((again.state(), again.generator()), (copy.state(), copy.generator()));
            }
        }
    }
}
