//! R3: the three plays of a turn.

use std::hint::select_unpredictable;

use super::{ages, effects, price};
use crate::components::{Card, Choice, MAX_BUILT_WONDERS, Token, URBANISM_COINS, Wonder};
use crate::state::{City, Lane, Phase, Player, State, Tally, Tucked, WONDER_LANES};

/// R3.2: build the card in a lane.
#[inline(always)]
pub(crate) fn build(state: &mut State, lane: Lane) {
    take(state, lane, false);
}

/// R3.3: discard the card in a lane.
#[inline(always)]
pub(crate) fn discard(state: &mut State, lane: Lane) {
    take(state, lane, true);
}

/// Build or discard the card in a lane.
#[inline(always)]
fn take(state: &mut State, lane: Lane, discards: bool) {
    let card = settle(state, lane, discards);
    if !discards && effects::SPECIAL.has(card) {
        special(state, card);
    } else {
        ages::finish_quiet_play(state);
    }
}

/// The card in a lane is built or discarded, up to what is special about it. The two are one stream of instructions
/// without a branch, since which of them a random player does cannot be predicted: a discard is a build of nothing,
/// with an income instead of a price.
#[inline(always)]
pub(crate) fn settle(state: &mut State, lane: Lane, discards: bool) -> Card {
    let player = state.player;
    let card = state.cards[lane & 31];
    state.present &= !(1 << lane);
    let pile = select_unpredictable(discards, &mut state.discard, &mut state.cities[player].cards);
    pile.insert(card);

    let city = &mut state.cities[player];
    let chained = city.chained >> lane & 1 != 0;
    let price = select_unpredictable(discards | chained, 0, city.price.0[lane & 31] as u16);
    let effect = effects::of(card, !discards);
    let income = effect.coins() + select_unpredictable(discards, city.discard_income(), 0);
    city.coins = city.coins + income - price;
    if city.has(Token::Urbanism) {
        city.coins += select_unpredictable(discards, 0, chained as u16 * URBANISM_COINS as u16); // R7.3
    }
    effect.join(city);
    let opponent = &mut state.cities[player.other()];
    if opponent.has(Token::Economy) {
        opponent.coins += price.saturating_sub(effect.printed()); // R7.3: what was paid for resources
    }
    card
}

/// What is special about a card that has been built, and what follows.
#[inline(always)]
pub(crate) fn special(state: &mut State, card: Card) {
    effects::special(state, state.player, card);
    ages::finish_play(state);
}

/// The lasting effects of the wonders, by wonder.
static LASTING: [Tally; Wonder::ALL.len()] = {
    let mut list = [Tally::ZERO; Wonder::ALL.len()];
    let mut id = 0;
    while id < list.len() {
        list[id] = Tally::of_wonder(Wonder::ALL[id]);
        id += 1;
    }
    list
};

/// R3.4: build the wonder at a place of the city with the card in a lane.
#[inline(never)]
pub(crate) fn wonder(state: &mut State, place: usize, lane: Lane) {
    let player = state.player;
    let opponent = player.other();
    state.present &= !(1 << lane);
    let wonder_lane = WONDER_LANES[place & 3];
    let city = &mut state.cities[player];
    let wonder = city.wonders[place & 3].expect("an unbuilt wonder has its place");
    let total = city.price.0[wonder_lane] as u16;
    city.tucked[place & 3] = Tucked::Card(state.cards[lane & 31]);
    city.unbuilt &= !(1 << wonder_lane);
    state.cities[player].coins -= total;
    if state.cities[opponent].has(Token::Economy) {
        state.cities[opponent].coins += total; // R7.3
    }

    let data = wonder.data();
    let lasting = &LASTING[wonder.index()];
    state.cities[player].tally.add(lasting);
    if state.built_wonders() == MAX_BUILT_WONDERS {
        state.cities.0.iter_mut().for_each(City::remove_unbuilt_wonders); // R8.1
    }
    state.extra_turn = data.extra_turn | state.cities[player].has(Token::Theology); // R8.2, R7.3
    state.cities[player].coins += data.coins as u16;
    effects::lose(state, opponent, data.opponent_loses);
    if price::changes_own_prices(lasting) {
        price::refresh(state, player);
    }
    if data.shields > 0 {
        effects::advance(state, player, data.shields);
    }
    if state.phase != Phase::Over {
        open_choice(state, player, wonder);
    }
    ages::finish_play(state);
}

/// R8.3, R8.4, R12: the choice of a wonder, skipped if there is no target.
fn open_choice(state: &mut State, player: Player, wonder: Wonder) {
    let data = wonder.data();
    if let Some(color) = data.destroy {
        if state.cities[player.other()].tally.color(color) > 0 {
            state.destroys = color;
            effects::open(state, Phase::Destroy, player);
        }
        return;
    }
    let (phase, has_target) = match data.choice {
        None => return,
        Some(Choice::Library) => (Phase::Show, !super::chance::box_tokens(state).is_empty()),
        Some(Choice::Mausoleum) => (Phase::Mausoleum, !state.discard.is_empty()),
        Some(Choice::Messe) => (Phase::Messe, state.present & state.shape().row_one != 0),
        Some(Choice::Liberty) => (Phase::Removed, true),
    };
    if has_target {
        effects::open(state, phase, player);
    }
}
