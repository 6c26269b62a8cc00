//! A player's city: coins, cards, wonders, tokens, and what follows from them.

use super::lanes::Lanes;
use super::structure::{WONDER_LANES, WONDER_MASK};
use crate::components::{
    Card, CardSet, Color, Counted, Resource, START_COINS, Symbol, TRADE_BASE, TRADE_RESERVE, Token, TokenSet, Units,
    Wonder,
};

/// What lies under a wonder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tucked {
    /// Nothing: the wonder is not built.
    Unbuilt,
    /// Built with a card that nobody recorded.
    Unrecorded,
    /// Built with this card.
    Card(Card),
}

/// The counts that a city's cards and wonders add up to, as one block of bytes: a card's lasting effect is one addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub(crate) struct Tally([u8; 32]);

impl Tally {
    const PRODUCTION: usize = 0;
    const CHOICES: usize = 5; // raw, goods
    const COLORS: usize = 8;
    const WONDERS: usize = 15;
    const RESERVES: usize = 16;
    const POINTS: usize = 24; // by colour, as far as cards bring points of their own
    const WONDER_POINTS: usize = 31;

    pub const ZERO: Self = Self([0; 32]);

    /// Units that the brown and grey cards print (R4.1).
    #[inline(always)]
    pub fn production(&self) -> Units {
        [self.0[0], self.0[1], self.0[2], self.0[3], self.0[4]]
    }
    /// The production of all resources and what follows it, a byte each.
    #[inline(always)]
    pub fn production_bytes(&self) -> u64 {
        self.eight(0)
    }
    /// For all resources a byte each: [`RESERVE_CODE`] with a reserve, else 0.
    #[inline(always)]
    pub fn reserve_bytes(&self) -> u64 {
        self.eight(2)
    }
    /// How many choice producers of raw materials and of goods (R4.2).
    #[inline(always)]
    pub const fn choices(&self) -> [u8; 2] {
        [self.0[Self::CHOICES], self.0[Self::CHOICES + 1]]
    }
    /// How many cards of a colour.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> u8 {
        self.0[Self::COLORS + color as usize]
    }
    /// How many cards of each colour, then how many built wonders, a byte each.
    #[inline(always)]
    pub fn color_bytes(&self) -> u64 {
        self.eight(1)
    }
    /// Eight of the bytes, in one load.
    #[inline(always)]
    fn eight(&self, place: usize) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[place])
    }
    /// How many built wonders.
    #[inline(always)]
    pub const fn wonders(&self) -> u8 {
        self.0[Self::WONDERS]
    }
    /// How many of what a card counts (R5.2, R9.1); coins are not counted here.
    #[inline(always)]
    pub fn count(&self, counted: Counted) -> u8 {
        // The product's top byte is the sum of all bytes.
        ((self.color_bytes() & COUNTED_BYTES[counted as usize]).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }
    /// Whether a resource is bought at 1 (R4.3).
    #[inline(always)]
    pub const fn has_reserve(&self, resource: usize) -> bool {
        self.0[Self::RESERVES + resource] != 0
    }
    /// Points printed on the cards of a colour.
    #[inline(always)]
    pub const fn points(&self, color: Color) -> u8 {
        self.0[Self::POINTS + color as usize]
    }
    /// Points of the built wonders.
    #[inline(always)]
    pub const fn wonder_points(&self) -> u8 {
        self.0[Self::WONDER_POINTS]
    }

    /// Adds eight counts at a time: no count comes near what a byte holds, so none carries into its neighbour.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        self.by_words(other, |mine, more| mine + more);
    }
    #[inline(always)]
    pub fn subtract(&mut self, other: &Self) {
        self.by_words(other, |mine, less| mine - less);
    }
    #[inline(always)]
    fn by_words(&mut self, other: &Self, f: impl Fn(u64, u64) -> u64) {
        let (mine, _) = self.0.as_chunks_mut::<8>();
        let (theirs, _) = other.0.as_chunks::<8>();
        for (mine, theirs) in mine.iter_mut().zip(theirs) {
            *mine = f(u64::from_le_bytes(*mine), u64::from_le_bytes(*theirs)).to_le_bytes();
        }
    }

    const fn choice(&mut self, one_of: u8) {
        if one_of != 0 {
            let goods = one_of & RAW_MATERIALS == 0;
            self.0[Self::CHOICES + goods as usize] = 1;
        }
    }

    /// The lasting effect of a card in a city.
    pub const fn of_card(card: Card) -> Self {
        let data = card.data();
        let mut tally = Self::ZERO;
        let mut r = 0;
        while r < 5 {
            tally.0[Self::PRODUCTION + r] = data.produces[r];
            tally.0[Self::RESERVES + r] = (data.reserve >> r & 1) * RESERVE_CODE;
            r += 1;
        }
        tally.choice(data.produces_one_of);
        tally.0[Self::COLORS + data.color as usize] = 1;
        tally.0[Self::POINTS + data.color as usize] = data.points;
        tally
    }

    /// The lasting effect of a built wonder.
    pub const fn of_wonder(wonder: Wonder) -> Self {
        let mut tally = Self::ZERO;
        tally.choice(wonder.data().produces_one_of);
        tally.0[Self::WONDERS] = 1;
        tally.0[Self::WONDER_POINTS] = wonder.data().points;
        tally
    }
}

/// Which of [`Tally::color_bytes`] each [`Counted`] adds up.
static COUNTED_BYTES: [u64; Counted::Coins as usize + 1] = {
    const fn byte(place: usize) -> u64 {
        0xff << (8 * place)
    }
    let mut bytes = [0; Counted::Coins as usize + 1];
    bytes[Counted::Brown as usize] = byte(Color::Brown as usize);
    bytes[Counted::Grey as usize] = byte(Color::Grey as usize);
    bytes[Counted::BrownGrey as usize] = byte(Color::Brown as usize) | byte(Color::Grey as usize);
    bytes[Counted::Blue as usize] = byte(Color::Blue as usize);
    bytes[Counted::Green as usize] = byte(Color::Green as usize);
    bytes[Counted::Yellow as usize] = byte(Color::Yellow as usize);
    bytes[Counted::Red as usize] = byte(Color::Red as usize);
    bytes[Counted::Wonder as usize] = byte(Tally::WONDERS - Tally::COLORS);
    bytes
};

/// Marks a reserve where else the units stand that the opponent prints, which are fewer.
pub(crate) const RESERVE_CODE: u8 = 7;

/// Wood, clay and stone, as a mask of resources; glass and papyrus are the goods.
const RAW_MATERIALS: u8 = 0b00111;

/// The kind of a resource, as in [`Tally::choices`]: 0 raw material, 1 goods.
pub(crate) const fn kind_of(resource: usize) -> usize {
    (RAW_MATERIALS >> resource & 1 == 0) as usize
}

/// What each lane needs, packed in two bytes: 2 bits a resource, the printed coins in the last 4. Resources that a
/// choice producer can exchange stand together as far as a nibble holds them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct Needs {
    /// wood | clay << 2 | glass << 4 | papyrus << 6
    pub first: Lanes,
    /// stone | coins << 4
    pub second: Lanes,
}

impl Needs {
    pub const NOTHING: Self = Self { first: Lanes::ZERO, second: Lanes::ZERO };

    /// A cost in its packed form.
    pub const fn packed(cost: Units, coins: u8) -> [u8; 2] {
        [cost[0] | cost[1] << 2 | cost[3] << 4 | cost[4] << 6, cost[2] | coins << 4]
    }

    /// The units of one resource that each lane needs beyond `own`.
    #[inline(always)]
    pub fn missing(&self, resource: usize, own: u8) -> Lanes {
        let (lanes, shift) =
            [(&self.first, 0), (&self.first, 2), (&self.second, 0), (&self.first, 4), (&self.first, 6)][resource];
        Lanes::each(|lane| (lanes.0[lane] >> shift & 3).saturating_sub(own))
    }

    /// The printed coins of each lane.
    #[inline(always)]
    pub fn coins(&self) -> Lanes {
        Lanes::each(|lane| self.second.0[lane] >> 4)
    }

    /// The needs of cards beside those of the city's wonders.
    #[inline(always)]
    pub fn set_cards(&mut self, cards: &Self) {
        let wonders = Lanes::masked(WONDER_MASK, u8::MAX);
        let beside = |mine: &Lanes, cards: &Lanes| {
            Lanes::each(|lane| mine.0[lane] & wonders.0[lane] | cards.0[lane] & !wonders.0[lane])
        };
        self.first = beside(&self.first, &cards.first);
        self.second = beside(&self.second, &cards.second);
    }

    #[inline(always)]
    pub fn set(&mut self, lane: usize, packed: [u8; 2]) {
        self.first.0[lane & 31] = packed[0];
        self.second.0[lane & 31] = packed[1];
    }
}

/// What each wonder needs, packed.
static WONDER_NEEDS: [[u8; 2]; Wonder::ALL.len()] = {
    let mut list = [[0; 2]; Wonder::ALL.len()];
    let mut id = 0;
    while id < list.len() {
        list[id] = Needs::packed(Wonder::ALL[id].data().cost, 0);
        id += 1;
    }
    list
};

/// A city. The first part is what is on the table; the second is kept up to date from it by the rules, so that a
/// turn need not work it out.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct City {
    // Kept (rules::price, rules::effects).
    pub(crate) price: Lanes,
    pub(crate) tally: Tally,
    pub(crate) needs: Needs,
    // On the table.
    pub(crate) cards: CardSet,
    pub(crate) coins: u16,
    pub(crate) tokens: TokenSet,
    pub(crate) wonders: [Option<Wonder>; 4],
    pub(crate) tucked: [Tucked; 4],
    // Kept: the cards that its cards build free (R4.6) and the lanes where they lie, lanes of wonders that may still be
    // built (R8.1), a bit for each symbol (R7.1).
    pub(crate) unlocked: CardSet,
    pub(crate) chained: u32,
    pub(crate) unbuilt: u32,
    pub(crate) symbols: u8,
}

impl City {
    /// R1.1
    pub(crate) const EMPTY: Self = Self {
        price: Lanes::ZERO,
        tally: Tally::ZERO,
        needs: Needs::NOTHING,
        cards: CardSet::EMPTY,
        coins: START_COINS as u16,
        tokens: TokenSet::EMPTY,
        wonders: [None; 4],
        tucked: [Tucked::Unbuilt; 4],
        unlocked: CardSet::EMPTY,
        chained: 0,
        unbuilt: 0,
        symbols: 0,
    };

    /// Coins in hand.
    pub const fn coins(&self) -> u16 {
        self.coins
    }
    /// The cards built.
    pub const fn cards(&self) -> CardSet {
        self.cards
    }
    /// The progress tokens.
    pub const fn tokens(&self) -> TokenSet {
        self.tokens
    }
    /// The wonders, by id, each with what lies under it.
    pub fn wonders(&self) -> impl Iterator<Item = (Wonder, Tucked)> {
        let mut list: Vec<_> = self.wonders.iter().zip(self.tucked).filter_map(|(w, t)| w.map(|w| (w, t))).collect();
        list.sort_by_key(|(wonder, _)| *wonder);
        list.into_iter()
    }
    /// How many wonders are built.
    pub const fn built_wonders(&self) -> u8 {
        self.tally.wonders()
    }
    /// Units that the brown and grey cards produce (R4.1).
    pub fn production(&self) -> Units {
        self.tally.production()
    }
    /// R3.3: what a discard brings now.
    #[inline(always)]
    pub const fn discard_income(&self) -> u16 {
        crate::components::DISCARD_COINS as u16 + self.tally.color(Color::Yellow) as u16
    }
    /// How often the city has a symbol (R7.1).
    pub fn symbol_count(&self, symbol: Symbol) -> usize {
        let cards = self.cards.iter().filter(|card| card.data().science == Some(symbol)).count();
        cards + self.tokens.iter().filter(|token| token.data().science == Some(symbol)).count()
    }
    #[inline(always)]
    pub(crate) fn has(&self, token: Token) -> bool {
        self.tokens.has(token)
    }

    /// R4.3: what a missing unit costs this city, given what the opponent's cards print.
    #[inline(always)]
    pub(crate) fn trade_price(&self, resource: usize, opponent: &Tally) -> u8 {
        if self.tally.has_reserve(resource) { TRADE_RESERVE } else { TRADE_BASE + opponent.production()[resource] }
    }

    /// R4.4: the units waived on a card or wonder of this kind.
    pub(crate) fn waived_units(&self, token: Token) -> u8 {
        if self.has(token) { crate::components::WAIVED_UNITS } else { 0 }
    }

    /// The place of a wonder in this city.
    pub(crate) fn wonder_place(&self, wonder: Wonder) -> Option<usize> {
        self.wonders.iter().position(|w| *w == Some(wonder))
    }

    /// The place whose lane this is.
    #[inline(always)]
    pub(crate) const fn place_of_lane(lane: usize) -> usize {
        ((WONDER_MASK & ((1 << (lane & 31)) - 1)).count_ones() & 3) as usize
    }

    /// Puts a wonder in the next free place, unbuilt (R1.4).
    pub(crate) fn add_wonder(&mut self, wonder: Wonder) {
        let place = self.wonders.iter().position(Option::is_none).expect("at most four wonders a city");
        self.put_wonder(place, wonder);
    }

    /// Puts a wonder in this place, unbuilt.
    #[inline(always)]
    pub(crate) fn put_wonder(&mut self, place: usize, wonder: Wonder) {
        self.wonders[place] = Some(wonder);
        self.unbuilt |= 1 << WONDER_LANES[place];
        self.needs.set(WONDER_LANES[place], WONDER_NEEDS[wonder.index()]);
    }

    /// R8.1: the unbuilt wonders leave the game.
    pub(crate) fn remove_unbuilt_wonders(&mut self) {
        for place in 0..4 {
            if self.tucked[place] == Tucked::Unbuilt {
                self.wonders[place] = None;
            }
        }
        self.unbuilt = 0;
    }
}

/// The five resources as indices.
pub(crate) const RESOURCES: std::ops::Range<usize> = 0..Resource::ALL.len();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_city_is_three_cache_lines() {
        assert_eq!(size_of::<City>(), 192);
    }

    #[test]
    fn needs_hold_every_cost() {
        for card in Card::ALL {
            let (cost, coins) = (card.data().cost, card.data().coin_cost);
            let mut needs = Needs::NOTHING;
            needs.set(9, Needs::packed(cost, coins));
            assert_eq!(RESOURCES.map(|r| needs.missing(r, 0).0[9]).collect::<Vec<_>>(), cost, "{card:?}");
            assert_eq!(needs.coins().0[9], coins, "{card:?}");
        }
    }

    #[test]
    fn a_lane_knows_its_place() {
        for (place, lane) in WONDER_LANES.into_iter().enumerate() {
            assert_eq!(City::place_of_lane(lane), place);
        }
    }
}
