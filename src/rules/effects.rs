//! What happens when a card, a wonder's symbols or a token comes into a city: R3.6 from the coins on.

use super::price;
use crate::components::{CAPITAL, Card, CardSet, Color, Counted, Guild, MILITARY_TOKENS, Symbol, Token};
use crate::state::{Open, Outcome, Phase, Player, State, Tally, Victory};

/// What a card does beyond its lasting effect and its coins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Special {
    Nothing,
    /// A brown or grey card: it changes what both players pay (R4.1, R4.3).
    Production,
    /// A choice producer or a reserve: it changes what its owner pays (R4.2, R4.3).
    Trade,
    Shields(u8),
    Science(Symbol),
    /// Coins for own cards (R5.2).
    CoinsPer(Counted, u8),
    Guild(Guild),
}

#[derive(Clone, Copy, Debug)]
struct Effect {
    lasting: Tally,
    unlocks: CardSet,
    coins: u8,
    special: Special,
}

/// By card.
static EFFECTS: [Effect; Card::ALL.len()] = {
    let mut list = [effect(Card::LumberYard); Card::ALL.len()];
    let mut id = 0;
    while id < list.len() {
        list[id] = effect(Card::ALL[id]);
        id += 1;
    }
    list
};

const fn effect(card: Card) -> Effect {
    let data = card.data();
    let lasting = Tally::of_card(card);
    let special = if matches!(data.color, Color::Brown | Color::Grey) {
        Special::Production
    } else if price::changes_own_prices(&lasting) {
        Special::Trade
    } else if data.shields > 0 {
        Special::Shields(data.shields)
    } else if let Some(symbol) = data.science {
        Special::Science(symbol)
    } else if let Some((counted, coins)) = data.coins_per {
        Special::CoinsPer(counted, coins)
    } else if let Some(guild) = data.guild {
        Special::Guild(guild)
    } else {
        Special::Nothing
    };
    Effect { lasting, unlocks: card.unlocks(), coins: data.coins, special }
}

/// A card joins a city, paid for or not: its effects happen at once (R3.2).
#[inline(always)]
pub(crate) fn card_joins(state: &mut State, player: Player, card: Card) {
    let effect = &EFFECTS[card.index()];
    let city = &mut state.cities[player];
    city.cards.insert(card);
    city.tally.add(&effect.lasting);
    city.unlocked = city.unlocked.union(effect.unlocks);
    city.coins += effect.coins as u16;
    match effect.special {
        Special::Nothing => {}
        Special::Production => {
            price::refresh(state, player);
            price::refresh(state, player.other());
        }
        Special::Trade => price::refresh(state, player),
        Special::Shields(shields) => {
            // R7.3: Strategy
            let more = state.cities[player].has(Token::Strategy) as u8;
            advance(state, player, shields + more);
        }
        Special::Science(symbol) => science_card(state, player, symbol),
        Special::CoinsPer(counted, coins) => {
            let count = count_in(state, player, counted);
            state.cities[player].coins += count * coins as u16;
        }
        Special::Guild(guild) => {
            // R9.1
            let coins = guild.coins as u16 * larger_count(state, guild.counted);
            state.cities[player].coins += coins;
        }
    }
}

/// R8.5: a card leaves a city for the discard pile; its production and colour are gone.
pub(crate) fn card_is_destroyed(state: &mut State, player: Player, card: Card) {
    let city = &mut state.cities[player];
    city.cards.remove(card);
    city.tally.subtract(&EFFECTS[card.index()].lasting);
    state.discard.insert(card);
    price::refresh(state, player);
    price::refresh(state, player.other());
}

/// R5.2: how many of something a city has.
pub(crate) fn count_in(state: &State, player: Player, counted: Counted) -> u16 {
    let city = &state.cities[player];
    let color = |color| city.tally.color(color) as u16;
    match counted {
        Counted::Brown => color(Color::Brown),
        Counted::Grey => color(Color::Grey),
        Counted::BrownGrey => color(Color::Brown) + color(Color::Grey),
        Counted::Blue => color(Color::Blue),
        Counted::Green => color(Color::Green),
        Counted::Yellow => color(Color::Yellow),
        Counted::Red => color(Color::Red),
        Counted::Wonder => city.built_wonders() as u16,
        Counted::Coins => city.coins / crate::components::COINS_PER_POINT as u16,
    }
}

/// R9.1, R9.2: the count of the city that has more.
pub(crate) fn larger_count(state: &State, counted: Counted) -> u16 {
    count_in(state, Player::First, counted).max(count_in(state, Player::Second, counted))
}

/// R6: shields move the pawn; tokens on the way; the capital.
#[inline(always)]
pub(crate) fn advance(state: &mut State, player: Player, shields: u8) {
    let towards = match player {
        Player::First => 1,
        Player::Second => -1,
    };
    let before = state.pawn * towards;
    let after = (before + shields as i8).min(CAPITAL); // R6.3
    state.pawn = after * towards;
    for (token, (distance, coins)) in MILITARY_TOKENS.into_iter().enumerate() {
        // R6.2
        let left = state.military_tokens[player] >> token & 1 != 0;
        if left && before < distance && after >= distance {
            state.military_tokens[player] &= !(1 << token);
            lose(state, player.other(), coins);
        }
    }
    if after == CAPITAL {
        win(state, player, Victory::Military);
    }
}

/// R5.1: a loss takes what is there.
pub(crate) fn lose(state: &mut State, player: Player, coins: u8) {
    let city = &mut state.cities[player];
    city.coins = city.coins.saturating_sub(coins as u16);
}

/// R7.1, R7.2: a green card's symbol.
#[inline(always)]
fn science_card(state: &mut State, player: Player, symbol: Symbol) {
    if state.cities[player].symbols >> symbol as u8 & 1 == 0 {
        new_symbol(state, player, symbol);
    } else if !state.board.is_empty() {
        open(state, Phase::Progress, player);
    }
}

/// How many different symbols win (R7.1).
pub(crate) const SYMBOLS_TO_WIN: u32 = 6;

/// R7.1: a symbol that the city did not have.
fn new_symbol(state: &mut State, player: Player, symbol: Symbol) {
    let symbols = &mut state.cities[player].symbols;
    *symbols |= 1 << symbol as u8;
    if symbols.count_ones() >= SYMBOLS_TO_WIN {
        win(state, player, Victory::Science);
    }
}

/// R7.3: a token joins a city.
pub(crate) fn token_joins(state: &mut State, player: Player, token: Token) {
    let city = &mut state.cities[player];
    city.tokens.insert(token);
    city.coins += token.data().coins as u16;
    match token {
        Token::Architecture | Token::Masonry => price::refresh(state, player),
        _ => {
            if let Some(symbol) = token.data().science {
                new_symbol(state, player, symbol);
            }
        }
    }
}

/// A choice opens; it is made when the effects under way have happened.
pub(crate) fn open(state: &mut State, phase: Phase, owner: Player) {
    state.then.push(Open { phase, owner }).expect("two choices wait at most");
}

fn win(state: &mut State, player: Player, reason: Victory) {
    state.phase = Phase::Over;
    state.outcome = Outcome { winner: Some(player), reason };
    state.then = crate::state::Queue::EMPTY; // R3.6: a game that is won stops there
    state.extra_turn = false;
}
