//! R4: what a card or a wonder costs a player.
//!
//! The rule stands here twice. [`price`] is the plain form, for one component. [`refresh`] works out the totals of
//! every lane of a city at once, the form that a state keeps; it runs only when a price can have changed, so that
//! a turn compares prices with coins and computes none. A test compares the two on random states.

use crate::components::{Card, CardSet, Color, Token, Units, Wonder};
use crate::state::{Lanes, Needs, Player, RESOURCES, State, Tally, WONDER_MASK, kind_of};

/// A card or a wonder: something that has a price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A card.
    Card(Card),
    /// A wonder.
    Wonder(Wonder),
}

/// A price and how it comes about.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Price {
    /// The printed coins.
    pub coins: u8,
    /// Coins paid for the missing units of each resource (R4.3).
    pub trade: Units,
    /// Missing units of each resource waived by Architecture or Masonry (R4.4).
    pub waived: Units,
    /// Free by chain (R4.6).
    pub chain: bool,
}

impl Price {
    /// What is paid.
    pub fn total(&self) -> u16 {
        self.coins as u16 + self.trade_total()
    }
    /// What is paid for resources: what Economy receives (R7.3).
    pub fn trade_total(&self) -> u16 {
        self.trade.iter().map(|coins| *coins as u16).sum()
    }
}

/// R4: the price of a component for a player, now.
pub fn price(state: &State, player: Player, item: Item) -> Price {
    let city = &state.cities[player];
    let (cost, coins, waivers) = match item {
        Item::Card(card) => {
            let data = card.data();
            if data.chain_from.is_some_and(|predecessor| city.cards.has(predecessor)) {
                return Price { chain: true, ..Price::default() }; // R4.6
            }
            let waivers = if data.color == Color::Blue { city.waived_units(Token::Masonry) } else { 0 };
            (&data.cost, data.coin_cost, waivers)
        }
        Item::Wonder(wonder) => (&wonder.data().cost, 0, city.waived_units(Token::Architecture)),
    };
    let mut price = Price { coins, ..Price::default() };
    let production = city.production(); // R4.1
    let (order, unit) = dearest_first(state, player);
    let mut choices = city.tally.choices();
    let mut waivers = waivers;
    for r in order {
        let mut missing = cost[r].saturating_sub(production[r]);
        let chosen = missing.min(choices[kind_of(r)]); // R4.2
        choices[kind_of(r)] -= chosen;
        missing -= chosen;
        price.waived[r] = missing.min(waivers); // R4.4
        waivers -= price.waived[r];
        missing -= price.waived[r];
        price.trade[r] = missing * unit[r]; // R4.3
    }
    price
}

/// R4.3, R4.5: the resources with the dearest unit first, and the price of a unit of each.
fn dearest_first(state: &State, player: Player) -> ([usize; 5], Units) {
    let unit = unit_prices(state, player);
    let mut order = [0, 1, 2, 3, 4];
    order.sort_by_key(|r| std::cmp::Reverse(unit[*r]));
    (order, unit)
}

/// R4.3: what a missing unit of each resource costs a player.
#[inline(always)]
pub fn unit_prices(state: &State, player: Player) -> Units {
    let (city, opponent) = (&state.cities[player], &state.cities[player.other()].tally);
    let mut unit = [0; 5];
    for r in RESOURCES {
        unit[r] = city.trade_price(r, opponent);
    }
    unit
}

/// Works out the totals of every lane of a city. Lanes free by chain are a mask of their own (R4.6).
#[inline(always)]
pub(crate) fn refresh(state: &mut State, player: Player) {
    let city = &state.cities[player];
    let prices = if city.tally.choices() == [0, 0] && !city.has(Token::Architecture) && !city.has(Token::Masonry) {
        let (production, unit) = (city.production(), unit_prices(state, player));
        let mut total = city.needs.coins();
        for r in RESOURCES {
            let missing = city.needs.missing(r, production[r]);
            total = Lanes::each(|lane| total.0[lane] + missing.0[lane] * unit[r]);
        }
        total
    } else {
        with_choices(state, player)
    };
    state.cities[player].price = prices;
}

/// The same with choice producers and waivers: as [`price`], all lanes side by side.
#[inline(never)]
fn with_choices(state: &State, player: Player) -> Lanes {
    let city = &state.cities[player];
    let production = city.production();
    let (order, unit) = dearest_first(state, player);
    let mut choices = city.tally.choices().map(|n| Lanes([n; 32]));
    let mut waivers = Lanes::masked(WONDER_MASK, city.waived_units(Token::Architecture));
    if city.has(Token::Masonry) {
        let blue = Lanes::masked(lanes_of_blue_cards(state), city.waived_units(Token::Masonry));
        waivers = Lanes::each(|lane| waivers.0[lane] + blue.0[lane]);
    }
    let mut total = city.needs.coins();
    for r in order {
        let mut missing = city.needs.missing(r, production[r]);
        for helpers in [&mut choices[kind_of(r)], &mut waivers] {
            let left = Lanes::each(|lane| helpers.0[lane].saturating_sub(missing.0[lane]));
            missing = Lanes::each(|lane| missing.0[lane].saturating_sub(helpers.0[lane]));
            *helpers = left;
        }
        total = Lanes::each(|lane| total.0[lane] + missing.0[lane] * unit[r]);
    }
    total
}

fn lanes_of_blue_cards(state: &State) -> u32 {
    const BLUE: CardSet = CardSet::of_color(Color::Blue);
    let up = state.present & !state.face_down;
    (0..32).filter(|lane| up >> lane & 1 != 0 && BLUE.has(state.cards[*lane])).map(|lane| 1 << lane).sum()
}

/// A card has been turned up in a lane: what it needs and costs in both cities.
pub(crate) fn card_appears(state: &mut State, lane: usize, card: Card) {
    let packed = Needs::packed(&card.data().cost, card.data().coin_cost);
    for player in Player::BOTH {
        let price = price(state, player, Item::Card(card));
        let city = &mut state.cities[player];
        city.needs.set(lane, packed);
        city.price.0[lane & 31] = price.total() as u8;
        if price.chain {
            city.chained |= 1 << lane;
        }
    }
}

/// R4.6: the lanes whose cards a city builds free.
pub(crate) fn refresh_chains(state: &mut State, player: Player) {
    let cards = state.cities[player].cards;
    let up = state.present & !state.face_down;
    let free = |lane: &usize| state.cards[*lane].data().chain_from.is_some_and(|from| cards.has(from));
    state.cities[player].chained = (0..32).filter(|lane| up >> lane & 1 != 0).filter(free).map(|lane| 1 << lane).sum();
}

/// Everything that a city keeps about prices, from the table alone.
pub(crate) fn derive(state: &mut State) {
    let up = state.present & !state.face_down;
    for player in Player::BOTH {
        for lane in (0..32).filter(|lane| up >> lane & 1 != 0) {
            let data = state.cards[lane].data();
            state.cities[player].needs.set(lane, Needs::packed(&data.cost, data.coin_cost));
        }
        refresh_chains(state, player);
        refresh(state, player);
    }
}

/// A tally's effect on prices: whether a card or wonder that brings it changes what its owner pays.
pub(crate) const fn changes_own_prices(tally: &Tally) -> bool {
    let [raw, goods] = tally.choices();
    raw + goods > 0
        || tally.has_reserve(0)
        || tally.has_reserve(1)
        || tally.has_reserve(2)
        || tally.has_reserve(3)
        || tally.has_reserve(4)
}
