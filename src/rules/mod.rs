//! What may happen: a file a concept, each citing the rules (docs/rules.md) that it serves.

mod action;
pub(crate) mod ages;
pub(crate) mod chance;
mod check;
pub(crate) mod choices;
pub(crate) mod effects;
mod legal;
pub(crate) mod plays;
pub(crate) mod price;
mod refusal;
mod score;

pub use action::{Action, NUM_ACTIONS};
pub use check::{Arrangement, CityArrangement, Pending, Problems};
pub(crate) use legal::{Options, Play, TurnOptions, find, payable};
pub use price::{Item, Price, price, unit_prices};
pub use refusal::Refusal;
pub use score::{Score, score};

use crate::state::{Lane, State};

impl State {
    /// The legal actions of the player to move, the possible events when chance is to move, nothing when the game is
    /// over; by ascending id.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut list = Vec::with_capacity(48);
        self.for_each_legal(|action| list.push(action));
        list
    }

    /// Visits the legal actions by ascending id.
    #[inline]
    pub fn for_each_legal(&self, visit: impl FnMut(Action)) {
        Options::of(self).for_each(self, visit);
    }

    /// How many actions are legal.
    pub fn count_legal(&self) -> usize {
        Options::of(self).len()
    }

    /// The legal action at this place of the list.
    pub fn nth_legal(&self, place: usize) -> Option<Action> {
        Options::of(self).nth(self, place)
    }

    /// Whether the action is legal now.
    pub fn is_legal(&self, action: Action) -> bool {
        legal::find(self, action).is_some()
    }

    /// Plays a legal action, a player's or chance's. The unchecked form is [`Self::apply_unchecked`].
    ///
    /// # Errors
    /// An illegal action is refused with the rule that forbids it; the state is as it was.
    #[inline]
    pub fn apply(&mut self, action: Action) -> Result<(), Box<Refusal>> {
        let Some(play) = legal::find(self, action) else {
            return Err(Box::new(refusal::explain(self, action)));
        };
        self.play(play);
        Ok(())
    }

    /// Plays an action that is known to be legal; the checked form is [`Self::apply`]. An illegal action leaves a
    /// position that no game can reach, or panics.
    pub fn apply_unchecked(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action} is not legal");
        self.play(legal::places(self, action));
    }

    #[inline]
    pub(crate) fn play(&mut self, play: Play) {
        match play {
            Play::Build(lane) => plays::build(self, lane as Lane),
            Play::Discard(lane) => plays::discard(self, lane as Lane),
            Play::Wonder(place, lane) => plays::wonder(self, place as usize, lane as Lane),
            Play::Messe(lane) => choices::messe(self, lane as Lane),
            Play::Plain(action) => match action {
                Action::Draft(wonder) => choices::draft(self, wonder),
                Action::Progress(token) => choices::progress(self, token),
                Action::Library(token) => choices::library(self, token),
                Action::Mausoleum(card) => choices::mausoleum(self, card),
                Action::Destroy(card) => choices::destroy(self, card),
                Action::Start(player) => choices::start(self, player),
                Action::Liberty(card) => choices::liberty(self, card),
                Action::Give(card) => choices::give(self, card),
                event => chance::happens(self, event),
            },
        }
    }

    /// R11: both score sheets as if the game ended now.
    pub fn scores(&self) -> [Score; 2] {
        crate::state::Player::BOTH.map(|player| score(self, player))
    }

    /// R4: the price of any component for a player, now.
    pub fn price(&self, player: crate::state::Player, item: Item) -> Price {
        price(self, player, item)
    }
}

/// For tests: calls `look` at every position of random games, chance events one by one.
#[cfg(test)]
pub(crate) fn random_states(games: u64, mut look: impl FnMut(&State)) {
    for game in 0..games {
        let mut random = crate::generator::SplitMix64(game);
        let mut state = State::new(crate::state::Rules { promo_wonders: game % 2 == 0, ..Default::default() });
        loop {
            look(&state);
            if state.is_over() {
                break;
            }
            let place = random.below(state.count_legal() as u64) as usize;
            state.apply_unchecked(state.nth_legal(place).expect("a game under way has a legal action"));
        }
    }
}
