//! What happens when a card, a wonder's symbols or a token comes into a city: R3.6 from the coins on.

use std::hint::select_unpredictable;

use super::price;
use crate::components::{CAPITAL, Card, CardSet, Color, Counted, MILITARY_TOKENS, Symbol, Token};
use crate::state::{City, Open, Outcome, Phase, Player, State, Tally, Victory};

/// What a card does beyond its lasting effect and its coins; the figures are on the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Special {
    Nothing,
    /// A brown or grey card: it changes what both players pay (R4.1, R4.3).
    Production,
    /// A choice producer or a reserve: it changes what its owner pays (R4.2, R4.3).
    Trade,
    Shields,
    Science,
    /// Coins for what it counts (R5.2, R9.1).
    Coins,
}

/// What happens when a card joins a city.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effect {
    lasting: Tally,
    unlocks: CardSet,
    coins: u8,
    printed: u8,
    special: Special,
}

impl Effect {
    const NOTHING: Self =
        Self { lasting: Tally::ZERO, unlocks: CardSet::EMPTY, coins: 0, printed: 0, special: Special::Nothing };

    const fn of_card(card: Card) -> Self {
        let data = card.data();
        let lasting = Tally::of_card(card);
        let special = if matches!(data.color, Color::Brown | Color::Grey) {
            Special::Production
        } else if price::changes_own_prices(&lasting) {
            Special::Trade
        } else if data.shields > 0 {
            Special::Shields
        } else if data.science.is_some() {
            Special::Science
        } else if data.coins_per.is_some() || data.guild.is_some() {
            Special::Coins
        } else {
            Special::Nothing
        };
        Self { lasting, unlocks: card.unlocks(), coins: data.coins, printed: data.coin_cost, special }
    }

    /// The lasting effect in a city.
    #[inline(always)]
    pub fn join(&self, city: &mut City) {
        city.tally.add(&self.lasting);
        city.unlocked = city.unlocked.union(self.unlocks);
    }
    /// Whether it builds other cards free (R4.6).
    pub const fn unlocks_cards(&self) -> bool {
        !self.unlocks.is_empty()
    }
    /// Coins when built.
    #[inline(always)]
    pub const fn coins(&self) -> u16 {
        self.coins as u16
    }
    /// The coins printed in its cost.
    #[inline(always)]
    pub const fn printed(&self) -> u16 {
        self.printed as u16
    }
}

/// By card; the last is that of no card.
static EFFECTS: [Effect; Card::ALL.len() + 1] = {
    let mut list = [Effect::NOTHING; Card::ALL.len() + 1];
    let mut id = 0;
    while id < Card::ALL.len() {
        list[id] = Effect::of_card(Card::ALL[id]);
        id += 1;
    }
    list
};

/// The effect of a card that is built, or that of one that is not.
#[inline(always)]
pub(crate) fn of(card: Card, is_built: bool) -> &'static Effect {
    &EFFECTS[select_unpredictable(is_built, card.index(), Card::ALL.len())]
}

/// The cards that do more than to join a city with their coins.
pub(crate) const SPECIAL: CardSet = {
    let mut set = CardSet::EMPTY;
    let mut id = 0;
    while id < Card::ALL.len() {
        if !matches!(Effect::of_card(Card::ALL[id]).special, Special::Nothing) {
            set.insert(Card::ALL[id]);
        }
        id += 1;
    }
    set
};

/// A card joins a city free: its effects happen at once (R3.2, R8.6).
pub(crate) fn card_joins(state: &mut State, player: Player, card: Card) {
    let effect = of(card, true);
    let city = &mut state.cities[player];
    city.cards.insert(card);
    city.coins += effect.coins();
    effect.join(city);
    special(state, player, card);
}

/// What a card does beyond its coins and its lasting effect.
#[inline(always)]
pub(crate) fn special(state: &mut State, player: Player, card: Card) {
    let data = card.data();
    match EFFECTS[card.index()].special {
        Special::Nothing => {}
        Special::Production => price::refresh_both(state),
        Special::Trade => price::refresh(state, player),
        Special::Shields => {
            let more = state.cities[player].has(Token::Strategy) as u8; // R7.3
            advance(state, player, data.shields + more);
        }
        Special::Science => {
            if let Some(symbol) = data.science {
                science_card(state, player, symbol);
            }
        }
        Special::Coins => counted_coins(state, player, card),
    }
}

/// R5.2, R9.1: coins for each card or wonder that a card counts.
#[inline(never)]
fn counted_coins(state: &mut State, player: Player, card: Card) {
    let Paid { counted, coins, of_larger } = PAID[card.index()];
    let (own, theirs) = (count_in(state, player, counted), count_in(state, player.other(), counted));
    let count = if of_larger { own.max(theirs) } else { own };
    state.cities[player].coins += count * coins as u16;
}

/// What a card counts, the coins for each, and whether it looks at the city that has more (R9.1).
#[derive(Clone, Copy)]
struct Paid {
    counted: Counted,
    coins: u8,
    of_larger: bool,
}

static PAID: [Paid; Card::ALL.len()] = {
    let mut list = [Paid { counted: Counted::Brown, coins: 0, of_larger: false }; Card::ALL.len()];
    let mut id = 0;
    while id < list.len() {
        let data = Card::ALL[id].data();
        if let Some((counted, coins)) = data.coins_per {
            list[id] = Paid { counted, coins, of_larger: false };
        } else if let Some(guild) = data.guild {
            list[id] = Paid { counted: guild.counted, coins: guild.coins, of_larger: true };
        }
        id += 1;
    }
    list
};

/// R8.5: a card leaves a city for the discard pile; its production and colour are gone.
pub(crate) fn card_is_destroyed(state: &mut State, player: Player, card: Card) {
    let city = &mut state.cities[player];
    city.cards.remove(card);
    city.tally.subtract(&EFFECTS[card.index()].lasting);
    state.discard.insert(card);
    price::refresh_both(state);
}

/// R5.2: how many of something a city has.
#[inline(always)]
pub(crate) fn count_in(state: &State, player: Player, counted: Counted) -> u16 {
    let city = &state.cities[player];
    if counted == Counted::Coins {
        return city.coins / crate::components::COINS_PER_POINT as u16;
    }
    city.tally.count(counted) as u16
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
