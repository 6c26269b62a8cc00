//! R4: what a card or a wonder costs a player.
//!
//! The rule stands here twice. [`price`] is the plain form, for one component. [`refresh`] works out the totals of
//! every lane of a city at once, the form that a state keeps; it runs only when a price can have changed, so that
//! a turn compares prices with coins and computes none. A test compares the two on random states.

use crate::components::{Card, CardSet, Color, Token, Units, Wonder};
use crate::hardware;
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

/// R4.3, R4.5: the resources with the dearest unit first (of equal ones the first), and the price of a unit of each.
#[inline(always)]
fn dearest_first(state: &State, player: Player) -> ([usize; 5], Units) {
    let unit = unit_prices(state, player);
    // Sorting a price and a resource as one number, by a network of nine exchanges.
    let mut keys = RESOURCE_KEYS;
    for r in RESOURCES {
        keys[r] += (unit[r] as u32) << 3;
    }
    for (i, j) in [(0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)] {
        (keys[i], keys[j]) = (keys[i].max(keys[j]), keys[i].min(keys[j]));
    }
    (keys.map(|key| 4 - (key & 7) as usize % 5), unit)
}

/// The part of a key that orders equal prices: the first resource has the largest.
const RESOURCE_KEYS: [u32; 5] = [4, 3, 2, 1, 0];

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
    #[cfg(target_arch = "x86_64")]
    if hardware::is_fast() {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::refresh(state, player) };
    }
    refresh_plain(state, player);
}

/// The totals of both cities.
#[inline(always)]
pub(crate) fn refresh_both(state: &mut State) {
    refresh(state, Player::First);
    refresh(state, Player::Second);
}

#[inline(never)]
fn refresh_plain(state: &mut State, player: Player) {
    state.cities[player].price = totals_plain(state, player);
}

/// As [`price`], all lanes side by side.
#[inline(always)]
fn totals_plain(state: &State, player: Player) -> Lanes {
    let city = &state.cities[player];
    let production = city.production();
    let (order, unit) = dearest_first(state, player);
    let mut total = city.needs.coins();
    let mut pay = |r: usize, missing: &Lanes| total = Lanes::each(|lane| total.0[lane] + missing.0[lane] * unit[r]);
    if city.tally.choices() == [0, 0] && !city.has(Token::Architecture) && !city.has(Token::Masonry) {
        for r in RESOURCES {
            pay(r, &city.needs.missing(r, production[r]));
        }
        return total;
    }
    let mut choices = city.tally.choices().map(|n| Lanes([n; 32]));
    let mut waivers = waivers(state, player);
    for r in order {
        let mut missing = city.needs.missing(r, production[r]);
        for helpers in [&mut choices[kind_of(r)], &mut waivers] {
            let left = Lanes::each(|lane| helpers.0[lane].saturating_sub(missing.0[lane]));
            missing = Lanes::each(|lane| missing.0[lane].saturating_sub(helpers.0[lane]));
            *helpers = left;
        }
        pay(r, &missing);
    }
    total
}

/// R4.4: the units waived in each lane.
fn waivers(state: &State, player: Player) -> Lanes {
    let city = &state.cities[player];
    let mut waivers = Lanes::masked(WONDER_MASK, city.waived_units(Token::Architecture));
    if city.has(Token::Masonry) {
        let blue = Lanes::masked(lanes_of(state, CardSet::of_color(Color::Blue)), city.waived_units(Token::Masonry));
        waivers = Lanes::each(|lane| waivers.0[lane] + blue.0[lane]);
    }
    waivers
}

/// The lanes of the face-up cards that are in a set.
#[inline(always)]
pub(crate) fn lanes_of(state: &State, set: CardSet) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if hardware::is_fast() {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::lanes_of(state, set) };
    }
    lanes_of_plain(state, set)
}

fn lanes_of_plain(state: &State, set: CardSet) -> u32 {
    let mut left = state.present & !state.face_down;
    let mut lanes = 0;
    while left != 0 {
        let lane = left.trailing_zeros() & 31;
        lanes |= (set.has(state.cards[lane as usize]) as u32) << lane;
        left &= left - 1;
    }
    lanes
}

/// The same with byte shuffles, each a look-up of 32 nibbles in a table: what a nibble's units cost is a row for the
/// production and the unit price. Choice producers (R4.2) are tried in every way: one more unit of own production
/// of any resource of their kind; the cheapest way is the price, as R4.5 says it.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_add_epi8, _mm_loadu_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_blendv_epi8,
        _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_min_epu8, _mm256_movemask_epi8,
        _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_shuffle_epi8,
        _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi8,
    };

    use super::{CardSet, Lanes, Needs, Player, State, Tally, Token};
    use crate::components::{Card, TRADE_BASE, TRADE_RESERVE, Wonder};
    use crate::state::RESERVE_CODE;

    /// A table by a nibble.
    #[derive(Clone, Copy)]
    #[repr(C, align(16))]
    struct Row([u8; 16]);

    /// `COST[high][own << 3 | code]`: what the units in the low or the high two bits of a nibble cost, where `code` is
    /// what the opponent prints of the resource, or [`RESERVE_CODE`].
    static COST: [[Row; 64]; 2] = {
        let mut rows = [[Row([0; 16]); 64]; 2];
        let mut i = 0;
        while i < 2 * 64 * 16 {
            let (high, row, nibble) = (i / 1024, i / 16 % 64, i % 16);
            let (own, code) = (row as u8 / 8, row as u8 % 8);
            let unit = if code == RESERVE_CODE { TRADE_RESERVE } else { TRADE_BASE + code };
            let need = (nibble >> (2 * high) & 3) as u8;
            rows[high][row].0[nibble] = need.saturating_sub(own) * unit;
            i += 1;
        }
        rows
    };

    #[inline(always)]
    fn load(lanes: &Lanes) -> __m256i {
        // SAFETY: `Lanes` are 32 bytes.
        unsafe { _mm256_loadu_si256(std::ptr::from_ref(lanes).cast()) }
    }

    #[inline(always)]
    fn load_row(row: &Row) -> __m128i {
        // SAFETY: `Row` is 16 bytes.
        unsafe { _mm_loadu_si128(std::ptr::from_ref(row).cast()) }
    }

    /// The most choice producers of a kind that a city can have: what is shared among them is tried up to this many.
    const MOST_CHOICES: u8 = 2;
    const _: () = {
        let mut producers = [0; 2];
        let mut id = 0;
        while id < Card::ALL.len() + Wonder::ALL.len() {
            let tally = if id < Card::ALL.len() {
                Tally::of_card(Card::ALL[id])
            } else {
                Tally::of_wonder(Wonder::ALL[id - Card::ALL.len()])
            };
            producers[0] += tally.choices()[0];
            producers[1] += tally.choices()[1];
            id += 1;
        }
        assert!(producers[0] <= MOST_CHOICES && producers[1] <= MOST_CHOICES);
    };

    /// What a city pays: rows by resource.
    struct Market {
        rows: [usize; 5],
    }

    impl Market {
        #[inline(always)]
        fn of(state: &State, player: Player) -> Self {
            let (mine, theirs) = (&state.cities[player].tally, &state.cities[player.other()].tally);
            let bytes = (mine.production_bytes() << 3 | theirs.production_bytes() | mine.reserve_bytes()).to_le_bytes();
            Self { rows: [bytes[0], bytes[1], bytes[2], bytes[3], bytes[4]].map(|row| row as usize) }
        }

        /// The cost of each lane's units of a resource in the low bits of the nibbles, and of one in the high bits,
        /// with more own production of each.
        #[target_feature(enable = "avx2")]
        #[inline]
        fn pair(&self, nibbles: __m256i, low: usize, high: usize, more_low: usize, more_high: usize) -> __m256i {
            let low = load_row(&COST[0][(self.rows[low] + 8 * more_low) & 63]);
            let high = load_row(&COST[1][(self.rows[high] + 8 * more_high) & 63]);
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_add_epi8(low, high)), nibbles)
        }

        /// The cost of each lane's raw materials with this many choice producers, all of them for one resource, or
        /// shared among them.
        #[target_feature(enable = "avx2")]
        #[inline]
        fn raw_with_choices(&self, wood_clay: __m256i, stone: __m256i, choices: usize) -> __m256i {
            let way = |wood, clay, more_stone| {
                _mm256_add_epi8(self.pair(wood_clay, 0, 1, wood, clay), self.single(stone, 2, more_stone))
            };
            let mut cost = _mm256_min_epu8(way(choices, 0, 0), way(0, choices, 0));
            cost = _mm256_min_epu8(cost, way(0, 0, choices));
            if choices > 1 {
                cost =
                    _mm256_min_epu8(cost, _mm256_min_epu8(way(1, 1, 0), _mm256_min_epu8(way(1, 0, 1), way(0, 1, 1))));
            }
            cost
        }

        /// The same for goods.
        #[target_feature(enable = "avx2")]
        #[inline]
        fn goods_with_choices(&self, glass_papyrus: __m256i, choices: usize) -> __m256i {
            let way = |glass, papyrus| self.pair(glass_papyrus, 3, 4, glass, papyrus);
            let cost = _mm256_min_epu8(way(choices, 0), way(0, choices));
            if choices > 1 { _mm256_min_epu8(cost, way(1, 1)) } else { cost }
        }

        #[target_feature(enable = "avx2")]
        #[inline]
        fn single(&self, nibbles: __m256i, resource: usize, more: usize) -> __m256i {
            let row = load_row(&COST[0][(self.rows[resource] + 8 * more) & 63]);
            _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), nibbles)
        }
    }

    /// With waivers, which cover any resource, the plain form.
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn refresh_with_waivers(state: &mut State, player: Player) {
        state.cities[player].price = super::totals_plain(state, player);
    }

    /// The packed needs of each deck's cards by their place in it, the guilds behind those of Age III.
    static DECK_NEEDS: [[Lanes; 2]; 4] = {
        let mut decks = [[Lanes::ZERO; 2]; 4];
        let mut age = 1;
        while age < 4 {
            let start = Card::DECK_START[age - 1] as usize;
            let end = if age == 3 { Card::ALL.len() } else { Card::DECK_START[age] as usize };
            let mut id = start;
            while id < end {
                decks[age][0].0[id - start] = super::NEEDS[id][0];
                decks[age][1].0[id - start] = super::NEEDS[id][1];
                id += 1;
            }
            age += 1;
        }
        decks
    };

    /// The place of each lane's card in the deck of the age; other lanes say nothing.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn places(state: &State) -> __m256i {
        let start = _mm256_set1_epi8(Card::DECK_START[age_index(state)] as i8);
        _mm256_sub_epi8(load(&Lanes::each(|lane| state.cards[lane] as u8)), start)
    }

    #[inline(always)]
    fn age_index(state: &State) -> usize {
        (state.age as usize & 3).saturating_sub(1)
    }

    /// Of a lane's place the low three bits say which bit of a byte to look at, the next two which of the four bytes
    /// that hold the age's part of the set.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn lanes_of(state: &State, set: CardSet) -> u32 {
        const BITS: i64 = 0x8040_2010_0804_0201u64 as i64;
        let places = places(state);
        let of_age = _mm256_set1_epi32((set.0 >> Card::DECK_START[age_index(state)]) as i32);
        let bytes = _mm256_shuffle_epi8(of_age, _mm256_and_si256(_mm256_srli_epi16(places, 3), _mm256_set1_epi8(3)));
        let bits = _mm256_shuffle_epi8(_mm256_set1_epi64x(BITS), _mm256_and_si256(places, _mm256_set1_epi8(7)));
        let found = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), bits);
        _mm256_movemask_epi8(found).cast_unsigned() & state.present & !state.face_down
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn needs_of_cards(state: &State) -> Needs {
        let age = state.age as usize & 3;
        let places = places(state);
        // A shuffle looks up sixteen bytes by the low four bits of a place; bit 4, shifted to the top of its byte,
        // says which half it is.
        let in_second_half = _mm256_slli_epi16(places, 3);
        let look_up = |table: &Lanes| {
            let table = load(table);
            let (low, high) =
                (_mm256_permute2x128_si256(table, table, 0x00), _mm256_permute2x128_si256(table, table, 0x11));
            let (low, high) = (_mm256_shuffle_epi8(low, places), _mm256_shuffle_epi8(high, places));
            store(_mm256_blendv_epi8(low, high, in_second_half))
        };
        Needs { first: look_up(&DECK_NEEDS[age][0]), second: look_up(&DECK_NEEDS[age][1]) }
    }

    #[inline(always)]
    fn store(x: __m256i) -> Lanes {
        let mut lanes = Lanes::ZERO;
        // SAFETY: `Lanes` are 32 bytes.
        unsafe { _mm256_storeu_si256(std::ptr::from_mut(&mut lanes).cast(), x) };
        lanes
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn refresh(state: &mut State, player: Player) {
        let city = &state.cities[player];
        if city.has(Token::Architecture) || city.has(Token::Masonry) {
            return refresh_with_waivers(state, player);
        }
        let market = Market::of(state, player);
        let (first, second) = (load(&city.needs.first), load(&city.needs.second));
        let low = _mm256_set1_epi8(15);
        let (wood_clay, stone) = (_mm256_and_si256(first, low), _mm256_and_si256(second, low));
        let glass_papyrus = _mm256_and_si256(_mm256_srli_epi16(first, 4), low);
        let coins = _mm256_and_si256(_mm256_srli_epi16(second, 4), low);
        let [raw, goods] = city.tally.choices().map(usize::from);
        let (raw_cost, goods_cost) = if raw + goods == 0 {
            let raw_cost = _mm256_add_epi8(market.pair(wood_clay, 0, 1, 0, 0), market.single(stone, 2, 0));
            (raw_cost, market.pair(glass_papyrus, 3, 4, 0, 0))
        } else {
            (market.raw_with_choices(wood_clay, stone, raw), market.goods_with_choices(glass_papyrus, goods))
        };
        let total = _mm256_add_epi8(_mm256_add_epi8(raw_cost, goods_cost), coins);
        state.cities[player].price = store(total);
    }
}

/// A card has been turned up in a lane: what it needs and costs in both cities.
pub(crate) fn card_appears(state: &mut State, lane: usize, card: Card) {
    lay_open(state, lane, card);
    refresh_both(state);
}

/// A card has been turned up in a lane: what it needs. Its price is still to be worked out.
#[inline(always)]
pub(crate) fn lay_open(state: &mut State, lane: usize, card: Card) {
    for city in &mut state.cities.0 {
        city.needs.set(lane, NEEDS[card.index()]);
        city.chained |= (city.unlocked.has(card) as u32) << lane; // R4.6
    }
}

/// What each card needs, packed.
static NEEDS: [[u8; 2]; Card::ALL.len()] = {
    let mut list = [[0; 2]; Card::ALL.len()];
    let mut id = 0;
    while id < list.len() {
        let data = Card::ALL[id].data();
        list[id] = Needs::packed(data.cost, data.coin_cost);
        id += 1;
    }
    list
};

/// Everything that a city keeps about prices, from the table alone.
#[inline(always)]
pub(crate) fn derive(state: &mut State) {
    let needs = needs_of_cards(state);
    for player in Player::BOTH {
        state.cities[player].needs.set_cards(&needs);
        refresh_chains(state, player);
        refresh(state, player);
    }
}

/// What the face-up cards of the structure need; other lanes say nothing.
#[inline(always)]
fn needs_of_cards(state: &State) -> Needs {
    #[cfg(target_arch = "x86_64")]
    if hardware::is_fast() {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::needs_of_cards(state) };
    }
    needs_of_cards_plain(state)
}

fn needs_of_cards_plain(state: &State) -> Needs {
    let mut needs = Needs::NOTHING;
    for lane in state.shape().lane {
        needs.set(lane as usize, NEEDS[state.cards[lane as usize & 31].index()]);
    }
    needs
}

/// R4.6: the lanes whose cards a city builds free.
#[inline(always)]
pub(crate) fn refresh_chains(state: &mut State, player: Player) {
    state.cities[player].chained = lanes_of(state, state.cities[player].unlocked);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::random_states;
    use crate::state::WONDER_LANES;

    /// Calls `look` at every decision of random games after the draft.
    fn random_decisions(games: u64, mut look: impl FnMut(&State)) {
        random_states(games, |state| {
            if state.phase().is_decision() && state.age() > 0 {
                look(state);
            }
        });
    }

    #[test]
    fn kept_prices_are_the_plain_ones() {
        let mut compared = 0;
        random_decisions(600, |state| {
            for player in Player::BOTH {
                let city = &state.cities[player];
                for lane in (0..32).filter(|lane| (state.present & !state.face_down) >> lane & 1 != 0) {
                    let plain = price(state, player, Item::Card(state.cards[lane]));
                    assert_eq!(city.chained >> lane & 1 != 0, plain.chain);
                    assert!(plain.chain || city.price.0[lane] as u16 == plain.total(), "{:?}", state.cards[lane]);
                    compared += 1;
                }
                for (place, lane) in
                    WONDER_LANES.into_iter().enumerate().filter(|(_, lane)| city.unbuilt >> lane & 1 != 0)
                {
                    let wonder = city.wonders[place].expect("an unbuilt wonder has its place");
                    assert_eq!(
                        city.price.0[lane] as u16,
                        price(state, player, Item::Wonder(wonder)).total(),
                        "{wonder:?}"
                    );
                }
            }
        });
        assert!(compared > 100_000);
    }

    #[test]
    fn fast_forms_are_the_plain_ones() {
        random_decisions(300, |state| {
            let (fast, plain) = (needs_of_cards(state), needs_of_cards_plain(state));
            for lane in (0..32).filter(|lane| (state.present & !state.face_down) >> lane & 1 != 0) {
                assert_eq!((fast.first.0[lane], fast.second.0[lane]), (plain.first.0[lane], plain.second.0[lane]));
            }
            for player in Player::BOTH {
                let mut refreshed = *state;
                refresh(&mut refreshed, player);
                assert_eq!(refreshed.cities[player].price, totals_plain(state, player));
                for set in [state.cities[player].unlocked, CardSet::of_color(Color::Blue), CardSet::ALL] {
                    assert_eq!(lanes_of(state, set), lanes_of_plain(state, set));
                }
            }
        });
    }
}
