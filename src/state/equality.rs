//! When two positions are the same: what lies on the table counts, not the order in which it came there, nor what is
//! kept for speed.

use std::hash::{Hash, Hasher};

use super::{City, Phase, Player, Rules, State, Tucked};
use crate::components::{CardSet, Color, TokenSet, WonderSet};

/// What equal positions have in common; everything else in a state follows from it.
#[derive(PartialEq, Eq, Hash)]
struct Face {
    rules: Rules,
    age: u8,
    phase: Phase,
    /// Who decides, whose play it is; nobody when the game is over.
    players: Option<(Player, Player)>,
    cities: [CityFace; 2],
    /// The face-up cards by lane: id + 1, or 0.
    cards: [u8; 32],
    masks: [u32; 3],
    sets: [CardSet; 2],
    tokens: [TokenSet; 2],
    offered: WonderSet,
    pawn: i8,
    military_tokens: [u8; 2],
    extra_turn: bool,
    then: [Option<Player>; 3],
    destroys: Option<Color>,
}

#[derive(PartialEq, Eq, Hash)]
struct CityFace {
    coins: u16,
    cards: CardSet,
    tokens: TokenSet,
    /// A byte for each wonder: 0 for one that is not here.
    wonders: [u8; 16],
}

impl CityFace {
    fn of(city: &City) -> Self {
        let mut wonders = [0; 16];
        for (wonder, tucked) in city.wonders.iter().zip(city.tucked) {
            if let Some(wonder) = wonder {
                wonders[wonder.index() % 16] = match tucked {
                    Tucked::Unbuilt => 1,
                    Tucked::Unrecorded => 2,
                    Tucked::Card(card) => 3 + card as u8,
                };
            }
        }
        Self { coins: city.coins, cards: city.cards, tokens: city.tokens, wonders }
    }
}

impl Face {
    fn of(state: &State) -> Self {
        let present = if state.age == 0 { 0 } else { state.present };
        let face_down = present & state.face_down;
        let up = present & !face_down;
        let over = state.is_over();
        let mut then = state.then.iter().map(|open| open.owner);
        Self {
            rules: state.rules,
            age: state.age,
            phase: state.phase,
            players: (!over).then_some((state.player, state.mover)),
            cities: [CityFace::of(&state.cities.0[0]), CityFace::of(&state.cities.0[1])],
            cards: std::array::from_fn(|lane| if up >> lane & 1 != 0 { state.cards[lane] as u8 + 1 } else { 0 }),
            masks: [present, face_down, face_down & state.guild_backs],
            sets: [state.discard, state.removed],
            tokens: [state.board, state.shown],
            offered: state.offered,
            pawn: state.pawn,
            military_tokens: state.military_tokens.0,
            extra_turn: state.extra_turn,
            then: std::array::from_fn(|_| then.next()),
            destroys: (state.phase == Phase::Destroy).then_some(state.destroys),
        }
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        // Most positions that are compared differ in one of these.
        self.phase == other.phase
            && self.present == other.present
            && self.discard == other.discard
            && Face::of(self) == Face::of(other)
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        Face::of(self).hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use super::*;
    use crate::generator::SplitMix64;

    fn hash(state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    }

    /// Positions are equal when they are written down alike.
    #[test]
    fn equal_is_what_is_written_alike() {
        for seed in 0..60 {
            let mut random = SplitMix64(seed);
            let mut state = State::new(Rules { promo_wonders: seed % 2 == 0, ..Rules::default() });
            while !state.is_over() {
                let written = state.arrangement();
                let read = written.check().expect("a position of a game");
                assert!(state == read && hash(&state) == hash(&read));
                let here: Vec<_> = (0..3)
                    .map(|_| {
                        let mut next = state;
                        let place = random.below(state.count_legal() as u64) as usize;
                        next.apply_unchecked(state.nth_legal(place).expect("a game under way has a legal action"));
                        next
                    })
                    .collect();
                for next in &here {
                    assert_ne!(state, *next);
                    assert_eq!(here[0] == *next, here[0].arrangement() == next.arrangement());
                    assert_eq!(here[0] == *next, hash(&here[0]) == hash(next));
                }
                state = here[0];
            }
        }
    }
}
