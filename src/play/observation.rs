//! The position as a vector of bytes that a network learns from.
//!
//! It is written for one player, who comes first in everything that belongs to a player. It shows what lies on the
//! table and nothing else; a state holds no more. Numbers are whole and unscaled, so that a vector is small and
//! exact; every piece names the value that counts as 1.
//!
//! [`write`] writes a vector from nothing. [`update`] brings one up to date after a play: the structure, which is
//! most of the vector, is the same for both players and changes in a slot or two; the rest is written anew. A test
//! compares the two along random games.

use crate::components::{CAPITAL, Card, CardSet, Color, Resource, Symbol, TRADE_BASE, TRADE_RESERVE, Token, Wonder};
use crate::hardware::Portable;
use crate::rules::{chance, choices, price};
use crate::state::{
    City, Lanes, Phase, Player, RESERVE_CODE, SHAPES, SLOTS, StartCentre, StartOffCentre, State, WONDER_LANES,
};

/// The version of the vector: another number means other pieces, places or scales.
pub const OBS_VERSION: u32 = 1;

/// The length of the vector in bytes.
pub const OBS_SIZE: usize = STRUCTURE_AT + STRUCTURE_SIZE;

/// One player's view of a position.
pub type Observation = [u8; OBS_SIZE];

const CARDS: usize = Card::ALL.len();
const WONDERS: usize = Wonder::ALL.len();
const TOKENS: usize = Token::ALL.len();
const SYMBOLS: usize = Symbol::ALL.len();
const COLORS: usize = Color::ALL.len();
const PHASES: usize = Phase::ALL.len();
const RESOURCES: usize = Resource::ALL.len();
const TRACK: usize = 2 * CAPITAL as usize + 1;

/// A named part of the vector.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Its name; `me.` and `opponent.` stand before those of a city.
    pub name: String,
    /// Where it begins.
    pub offset: usize,
    /// Its shape, the last index running fastest; a number alone has none.
    pub shape: &'static [usize],
    /// The value that counts as 1.
    pub full: u8,
    /// What it says.
    pub meaning: &'static str,
}

/// Pieces in a row: name, offset from the first, shape, the value that counts as 1, meaning.
type List = &'static [(&'static str, usize, &'static [usize], u8, &'static str)];

/// Pieces one after the other from 0: a constant with the offset of each, and the list of them.
macro_rules! pieces {
    ($(#[$doc:meta])* $list:ident, $size:ident: $($offset:ident $name:literal $shape:tt / $full:expr, $meaning:literal;)+) => {
        pieces!(@offsets 0, $size: $($offset $shape)+);
        $(#[$doc])*
        const $list: List = &[$(($name, $offset, &$shape, $full, $meaning)),+];
    };
    (@offsets $at:expr, $size:ident: $offset:ident $shape:tt $($rest:tt)*) => {
        const $offset: usize = $at;
        pieces!(@offsets $offset + length(&$shape), $size: $($rest)*);
    };
    (@offsets $at:expr, $size:ident:) => {
        const $size: usize = $at;
    };
}

/// How many numbers a shape holds.
const fn length(shape: &[usize]) -> usize {
    let (mut length, mut axis) = (1, 0);
    while axis < shape.len() {
        length *= shape[axis];
        axis += 1;
    }
    length
}

pieces! {
    /// Yes or no: what is to be decided, and what lies between the players.
    FLAGS, FLAGS_SIZE:
    PHASE "phase" [PHASES] / 1, "one-hot: what is to be decided";
    AGE "age" [4] / 1, "one-hot: 0 until Age I is dealt, then 1 to 3";
    TO_MOVE "to_move" [] / 1, "this player decides now";
    IS_FIRST "is_first" [] / 1, "this player is player 0";
    OWN_PLAY "own_play" [] / 1, "the play under way is this player's (R3.6); a choice in it can be the other's";
    EXTRA_TURN "extra_turn" [] / 1, "the play under way gives an extra turn (R8.2)";
    DESTROYS "destroys" [2] / 1, "one-hot, in phase destroy: a brown card, a grey card (R8.3)";
    WAITING "waiting" [2] / 1, "a choice of a token follows in this play: this player's, the opponent's";
    OPTIONS "rules" [4] / 1, "promo_wonders, weaker_starts, last_starts, other_starts (R12); all 0 are the defaults";
    PAWN "pawn" [TRACK] / 1, "one-hot: 0 this player's capital, 9 the centre, 18 the opponent's capital (R6.1)";
    BOARD "board_tokens" [TOKENS] / 1, "tokens on the board";
    BOX_TOKENS "box_tokens" [TOKENS] / 1, "tokens in the box, those that the Great Library shows included";
    SHOWN "shown_tokens" [TOKENS] / 1, "tokens that the Great Library shows while its choice is open";
    OFFERED "offered" [WONDERS] / 1, "wonders of the open group still to be drafted";
    BOX_WONDERS "box_wonders" [WONDERS] / 1, "wonders in the box, until Age I is dealt";
    DISCARD "discard_pile" [CARDS] / 1, "cards of the discard pile";
    UNSEEN "unseen_cards" [CARDS] / 1, "cards whose identity nobody has seen, of every age";
    REMOVED "removed_cards" [CARDS] / 1, "cards that the Statue of Liberty has shown and nobody has built";
}

pieces! {
    /// Yes or no: what belongs to one player.
    CITY_FLAGS, CITY_FLAGS_SIZE:
    BUILT "cards" [CARDS] / 1, "cards built";
    UNBUILT_WONDERS "unbuilt_wonders" [WONDERS] / 1, "own wonders that can still be built";
    BUILT_WONDERS "built_wonders" [WONDERS] / 1, "own wonders that are built";
    WONDER_AFFORDABLE "affordable_wonders" [WONDERS] / 1, "own unbuilt wonders that the coins in hand can pay for";
    OWN_TOKENS "tokens" [TOKENS] / 1, "progress tokens";
    OWN_SYMBOLS "symbols" [SYMBOLS] / 1, "science symbols in the city, Law's included (R7.1)";
    MILITARY_TOKENS "military_tokens" [2] / 1, "the 2- and the 5-coin token that this side's advance can still take (R6.2)";
}

pieces! {
    /// Counts.
    COUNTS, COUNTS_SIZE:
    DRAFTED "drafted" [] / 8, "wonders drafted so far";
    CARDS_LEFT "cards_left" [] / 20, "cards in the structure";
    FACE_DOWN "face_down" [] / 20, "face-down cards in the structure";
}

pieces! {
    /// Counts and prices of one player.
    CITY_COUNTS, CITY_COUNTS_SIZE:
    COINS "coins" [] / 30, "coins in hand, 255 at most";
    PRODUCTION "production" [RESOURCES] / 4, "units of each resource from brown and grey cards (R4.1)";
    _CHOICES "choices" [2] / 2, "producers of a raw material of choice, of a manufactured good of choice (R4.2)";
    TRADE_PRICES "trade_prices" [RESOURCES] / 6, "what a missing unit of each resource costs (R4.3)";
    OWN_COLORS "colors" [COLORS] / 6, "cards of each colour";
    _WONDERS_BUILT "wonders_built" [] / 4, "wonders built; seven by both players are the most (R8.1)";
    WONDER_PRICES "wonder_prices" [WONDERS] / 12, "what each own unbuilt wonder costs (R4)";
    PRICES "card_prices" [SLOTS] / 12, "what the face-up card in each slot costs, accessible or not (R4)";
    AFFORDABLE "affordable_cards" [SLOTS] / 1, "face-up cards that the coins in hand can pay for (R4.7)";
    CHAINED "chained_cards" [SLOTS] / 1, "face-up cards free by chain (R4.6)";
}

pieces! {
    /// The structure by slot (R2.1).
    STRUCTURE, STRUCTURE_SIZE:
    ACCESSIBLE "accessible" [SLOTS] / 1, "slots whose card is accessible (R2.2)";
    BACK "back" [SLOTS, 2] / 1, "one-hot, face-down cards: an age's back, a guild's back (R2.3)";
    CARD "card" [SLOTS, CARDS] / 1, "one-hot: the face-up card in each slot";
}

// Where each list begins, the player's own before the opponent's.
const FLAGS_AT: usize = 0;
const CITY_FLAGS_AT: [usize; 2] = [FLAGS_SIZE, FLAGS_SIZE + CITY_FLAGS_SIZE];
const FLAGS_END: usize = FLAGS_SIZE + 2 * CITY_FLAGS_SIZE;
const COUNTS_AT: usize = FLAGS_END;
const CITY_COUNTS_AT: [usize; 2] = [COUNTS_AT + COUNTS_SIZE, COUNTS_AT + COUNTS_SIZE + CITY_COUNTS_SIZE];
const STRUCTURE_AT: usize = COUNTS_AT + COUNTS_SIZE + 2 * CITY_COUNTS_SIZE;

/// The pieces in their order; together they are the whole vector.
pub fn pieces() -> Vec<Piece> {
    let lists = [
        ("", FLAGS_AT, FLAGS),
        ("me.", CITY_FLAGS_AT[0], CITY_FLAGS),
        ("opponent.", CITY_FLAGS_AT[1], CITY_FLAGS),
        ("", COUNTS_AT, COUNTS),
        ("me.", CITY_COUNTS_AT[0], CITY_COUNTS),
        ("opponent.", CITY_COUNTS_AT[1], CITY_COUNTS),
        ("", STRUCTURE_AT, STRUCTURE),
    ];
    let named = |(owner, start, list): (&str, usize, List)| {
        let piece = |&(name, offset, shape, full, meaning): &_| Piece {
            name: format!("{owner}{name}"),
            offset: start + offset,
            shape,
            full,
            meaning,
        };
        list.iter().map(piece).collect::<Vec<_>>()
    };
    lists.into_iter().flat_map(named).collect()
}

/// What a vector is written with: the operations on bytes that have a faster form on some processors.
pub(super) trait Bytes: Copy {
    /// A byte, 0 or 1, for each bit, the lowest first.
    fn spread(bits: u32) -> Lanes;
    /// The bytes where the bit is set, 0 elsewhere.
    fn kept(lanes: &Lanes, bits: u32) -> Lanes;
    /// The bytes of lanes in another order: the one of lane `order[i]` comes to place i.
    fn in_order(lanes: &Lanes, order: &Lanes) -> Lanes;
}

impl Bytes for Portable {
    #[inline(always)]
    fn spread(bits: u32) -> Lanes {
        let mut lanes = Lanes::ZERO;
        for (eight, bits) in lanes.0.chunks_exact_mut(8).zip(bits.to_le_bytes()) {
            eight.copy_from_slice(&SPREAD[bits as usize]);
        }
        lanes
    }

    #[inline(always)]
    fn kept(lanes: &Lanes, bits: u32) -> Lanes {
        let is_kept = Self::spread(bits);
        Lanes::each(|lane| lanes.0[lane] & is_kept.0[lane].wrapping_neg())
    }

    #[inline(always)]
    fn in_order(lanes: &Lanes, order: &Lanes) -> Lanes {
        Lanes::each(|place| lanes.0[order.0[place] as usize & 31])
    }
}

/// The bits of each byte as bytes.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut place = 0;
    while place < 256 * 8 {
        table[place / 8][place % 8] = ((place / 8) >> (place % 8) & 1) as u8;
        place += 1;
    }
    table
};

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_load_si256, _mm256_or_si256,
        _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi64x,
        _mm256_shuffle_epi8, _mm256_store_si256, _mm256_sub_epi8,
    };

    use super::{Bytes, Lanes};
    use crate::hardware::Avx2;

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(lanes: &Lanes) -> __m256i {
        // SAFETY: `Lanes` are 32 bytes, aligned to 32.
        unsafe { _mm256_load_si256(std::ptr::from_ref(lanes).cast::<__m256i>()) }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn lanes(bytes: __m256i) -> Lanes {
        let mut lanes = Lanes::ZERO;
        // SAFETY: `Lanes` are 32 bytes, aligned to 32.
        unsafe { _mm256_store_si256(std::ptr::from_mut(&mut lanes).cast::<__m256i>(), bytes) };
        lanes
    }

    /// All bits of a byte are set where the bit is set: every byte gets the eight bits that its own is one of.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn is_set(bits: u32) -> __m256i {
        let eight = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let own = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let bits = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), eight);
        _mm256_cmpeq_epi8(_mm256_and_si256(bits, own), own)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn spread(bits: u32) -> Lanes {
        lanes(_mm256_and_si256(is_set(bits), _mm256_set1_epi8(1)))
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn kept(from: &Lanes, bits: u32) -> Lanes {
        lanes(_mm256_and_si256(is_set(bits), load(from)))
    }

    /// A look-up in the low half and one in the high half; an index with the highest bit set gives 0.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn in_order(from: &Lanes, order: &Lanes) -> Lanes {
        let (from, order) = (load(from), load(order));
        let low = _mm256_permute2x128_si256::<0x00>(from, from);
        let high = _mm256_permute2x128_si256::<0x11>(from, from);
        let in_low = _mm256_shuffle_epi8(low, _mm256_add_epi8(order, _mm256_set1_epi8(0x70)));
        let in_high = _mm256_shuffle_epi8(high, _mm256_sub_epi8(order, _mm256_set1_epi8(16)));
        lanes(_mm256_or_si256(in_low, in_high))
    }

    impl Bytes for Avx2 {
        #[inline(always)]
        fn spread(bits: u32) -> Lanes {
            // SAFETY: `Avx2` is named only by functions that are entered after AVX2 has been found (`is_fast`).
            unsafe { spread(bits) }
        }
        #[inline(always)]
        fn kept(lanes: &Lanes, bits: u32) -> Lanes {
            // SAFETY: as above.
            unsafe { kept(lanes, bits) }
        }
        #[inline(always)]
        fn in_order(lanes: &Lanes, order: &Lanes) -> Lanes {
            // SAFETY: as above.
            unsafe { in_order(lanes, order) }
        }
    }
}

/// The pieces that say yes or no, as bits at the offsets of their bytes.
struct Flags([u32; FLAGS_END.div_ceil(32)]);

impl Flags {
    /// The piece at an offset, at most 32 bits long.
    #[inline(always)]
    fn put(&mut self, offset: usize, bits: u32) {
        let (word, shift) = (offset / 32, offset % 32);
        self.0[word] |= bits << shift;
        if shift > 0 && word + 1 < self.0.len() {
            self.0[word + 1] |= bits >> (32 - shift);
        }
    }

    #[inline(always)]
    fn put_cards(&mut self, offset: usize, cards: CardSet) {
        self.put(offset, cards.0 as u32);
        self.put(offset + 32, (cards.0 >> 32) as u32);
        self.put(offset + 64, (cards.0 >> 64) as u32);
    }

    /// A byte for each bit.
    #[inline(always)]
    fn write<B: Bytes>(&self, row: &mut Observation) {
        let (chunks, rest) = row[..FLAGS_END].as_chunks_mut::<32>();
        let [words @ .., last] = &self.0;
        for (bytes, bits) in chunks.iter_mut().zip(words) {
            *bytes = B::spread(*bits).0;
        }
        rest.copy_from_slice(&B::spread(*last).0[..FLAGS_END % 32]);
    }
}

#[inline(always)]
fn put<const N: usize>(row: &mut Observation, offset: usize, bytes: [u8; N]) {
    row[offset..offset + N].copy_from_slice(&bytes);
}

/// What a structure shows, as far as a slot's bytes depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shown {
    age: u8,
    present: u32,
    face_down: u32,
    accessible: u32,
}

impl Shown {
    #[inline(always)]
    pub fn of(state: &State) -> Self {
        let State { age, present, face_down, .. } = *state;
        Self { age, present, face_down, accessible: state.accessible() }
    }
}

/// The position as a player sees it.
pub fn observe(state: &State, player: Player) -> Observation {
    let mut row = [0; OBS_SIZE];
    write(state, player, &mut row);
    row
}

/// Writes the whole vector.
pub(super) fn write(state: &State, player: Player, row: &mut Observation) {
    write_structure(state, row);
    if has_prices(state) {
        write_rest::<Portable>(state, player, row);
    } else {
        let mut with_prices = *state;
        price::derive(&mut with_prices);
        write_rest::<Portable>(&with_prices, player, row);
    }
}

/// Whether the state keeps its prices up to date: it does from the first turn on, but not while cards are dealt.
#[inline(always)]
pub(super) fn has_prices(state: &State) -> bool {
    state.age > 0 && !state.phase.is_chance()
}

/// Brings a vector up to date that was written for this game when its structure looked as in `before`, for either
/// player. The state has its prices.
#[inline(always)]
pub(super) fn update<B: Bytes>(before: &Shown, state: &State, player: Player, row: &mut Observation) {
    if before.age == state.age {
        update_structure(before, state, row);
    } else {
        write_structure(state, row);
    }
    write_rest::<B>(state, player, row);
}

/// The structure from nothing.
fn write_structure(state: &State, row: &mut Observation) {
    row[STRUCTURE_AT..].fill(0);
    let nothing = Shown { age: state.age, present: 0, face_down: 0, accessible: 0 };
    update_structure(&nothing, state, row);
}

/// The lane of each slot, by age.
static LANE_OF_SLOT: [Lanes; 4] = {
    let mut table = [Lanes::ZERO; 4];
    let mut place = 0;
    while place < 4 * SLOTS {
        let (age, slot) = (place / SLOTS, place % SLOTS);
        table[age].0[slot] = SHAPES[age].lane[slot];
        place += 1;
    }
    table
};

/// The places of the set bits, ascending.
#[inline(always)]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize & 31);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

/// The slots that show something else than before. Within an age a slot only turns its card up or loses it.
#[inline(always)]
fn update_structure(before: &Shown, state: &State, row: &mut Observation) {
    let (slot_of, now) = (&state.shape().slot, Shown::of(state));
    for lane in bits((before.present ^ now.present) | (before.face_down ^ now.face_down)) {
        let slot = slot_of[lane] as usize;
        let is_in = |lanes: u32| (lanes >> lane & 1) as u8;
        let face_down = is_in(now.present & now.face_down);
        let is_guild = is_in(state.guild_backs);
        row[STRUCTURE_AT + BACK + 2 * slot] = face_down & !is_guild;
        row[STRUCTURE_AT + BACK + 2 * slot + 1] = face_down & is_guild;
        row[STRUCTURE_AT + CARD + CARDS * slot + state.cards[lane].index()] = is_in(now.present & !now.face_down);
    }
    for lane in bits(before.accessible ^ now.accessible) {
        row[STRUCTURE_AT + ACCESSIBLE + slot_of[lane] as usize] = (now.accessible >> lane & 1) as u8;
    }
}

/// Everything but the structure.
#[inline(always)]
fn write_rest<B: Bytes>(state: &State, me: Player, row: &mut Observation) {
    let mut flags = Flags([0; _]);
    write_table(state, me, row, &mut flags);
    write_city::<B>(state, me, row, CITY_COUNTS_AT[0], &mut flags, CITY_FLAGS_AT[0]);
    write_city::<B>(state, me.other(), row, CITY_COUNTS_AT[1], &mut flags, CITY_FLAGS_AT[1]);
    flags.write::<B>(row);
}

#[inline(always)]
fn write_table(state: &State, me: Player, row: &mut Observation, flags: &mut Flags) {
    let rules = &state.rules;
    let is_destroying = state.phase == Phase::Destroy;
    let lead = if me == Player::First { state.pawn } else { -state.pawn };
    flags.put(PHASE, 1 << state.phase as u8);
    flags.put(AGE, 1 << (state.age & 3));
    flags.put(TO_MOVE, (state.phase.is_decision() && state.player == me) as u32);
    flags.put(IS_FIRST, (me == Player::First) as u32);
    flags.put(OWN_PLAY, (state.mover == me) as u32);
    flags.put(EXTRA_TURN, state.extra_turn as u32);
    flags.put(DESTROYS, (is_destroying && state.destroys == Color::Brown) as u32);
    flags.put(DESTROYS + 1, (is_destroying && state.destroys == Color::Grey) as u32);
    flags.put(WAITING, waiting(state, me));
    flags.put(OPTIONS, rules.promo_wonders as u32);
    flags.put(OPTIONS + 1, (rules.start_off_centre == StartOffCentre::WeakerStarts) as u32);
    flags.put(OPTIONS + 2, (rules.start_centre == StartCentre::LastStarts) as u32);
    flags.put(OPTIONS + 3, (rules.start_centre == StartCentre::OtherStarts) as u32);
    flags.put(PAWN, 1 << ((CAPITAL + lead) as u8 & 31));
    flags.put(BOARD, state.board.0 as u32);
    flags.put(BOX_TOKENS, chance::box_tokens(state).0 as u32);
    flags.put(SHOWN, state.shown.0 as u32);
    flags.put(OFFERED, state.offered.0 as u32);
    if state.age == 0 {
        flags.put(BOX_WONDERS, chance::box_wonders(state).0 as u32); // R1.3
    }
    flags.put_cards(DISCARD, state.discard);
    flags.put_cards(UNSEEN, state.unseen);
    flags.put_cards(REMOVED, state.removed);

    // R8.1: some of the eight wonders may have left the game.
    row[COUNTS_AT + DRAFTED] = if state.age > 0 { 8 } else { choices::drafted(state) as u8 };
    row[COUNTS_AT + CARDS_LEFT] = state.present.count_ones() as u8;
    row[COUNTS_AT + FACE_DOWN] = (state.present & state.face_down).count_ones() as u8;
}

/// The token choices that follow the one that is due: a bit for this player, one for the opponent.
#[inline(always)]
fn waiting(state: &State, me: Player) -> u32 {
    if state.then.is_empty() { 0 } else { state.then.iter().fold(0, |bits, open| bits | 1 << (open.owner != me) as u8) }
}

/// One player's pieces: counts from `at` on, flags from `flags_at` on.
#[inline(always)]
fn write_city<B: Bytes>(
    state: &State,
    player: Player,
    row: &mut Observation,
    at: usize,
    flags: &mut Flags,
    flags_at: usize,
) {
    let city = &state.cities[player];
    flags.put_cards(flags_at + BUILT, city.cards);
    flags.put(flags_at + OWN_TOKENS, city.tokens.0 as u32);
    flags.put(flags_at + OWN_SYMBOLS, city.symbols as u32);
    flags.put(flags_at + MILITARY_TOKENS, state.military_tokens[player] as u32);

    // Eight bytes at a time: a piece and the next, whose name has an underscore, or the first bytes of a later one, which
    // are written after it.
    row[at + COINS] = city.coins.min(u8::MAX as u16) as u8;
    put(row, at + PRODUCTION, city.tally.production_bytes().to_le_bytes());
    put(row, at + TRADE_PRICES, trade_prices(city, &state.cities[player.other()]).to_le_bytes());
    put(row, at + OWN_COLORS, city.tally.color_bytes().to_le_bytes());
    write_card_prices::<B>(state, city, row, at);

    let (payable, mut wonders, mut unbuilt, mut affordable) = (payable(city), 0, 0, 0);
    put(row, at + WONDER_PRICES, [0; WONDERS]);
    for (wonder, lane) in city.wonders.iter().zip(&WONDER_LANES) {
        let Some(wonder) = *wonder else { continue };
        let is_unbuilt = city.unbuilt >> lane & 1;
        wonders |= 1 << wonder as u8;
        unbuilt |= is_unbuilt << wonder as u8;
        affordable |= (is_unbuilt & payable >> lane) << wonder as u8;
        row[at + WONDER_PRICES + wonder.index()] = city.price.0[*lane] * is_unbuilt as u8;
    }
    let built = wonders & !unbuilt;
    flags.put(flags_at + UNBUILT_WONDERS, unbuilt);
    flags.put(flags_at + BUILT_WONDERS, built);
    flags.put(flags_at + WONDER_AFFORDABLE, affordable);
}

/// R4.3: what a missing unit of each resource costs, a byte each.
#[inline(always)]
fn trade_prices(city: &City, opponent: &City) -> u64 {
    const EACH: u64 = 0x01_01_01_01_01;
    const { assert!(RESERVE_CODE % 2 == 1) };
    let has_reserve = city.tally.reserve_bytes() & EACH;
    let without = (opponent.tally.production_bytes() & (EACH * 0xff)) + EACH * TRADE_BASE as u64;
    (without & !(has_reserve * 0xff)) | (has_reserve * TRADE_RESERVE as u64)
}

/// R4.7: the lanes whose price the coins in hand can pay.
#[inline(always)]
fn payable(city: &City) -> u32 {
    city.price.at_most(city.coins.min(u8::MAX as u16) as u8)
}

/// By slot; nothing is said of empty and face-down slots.
#[inline(always)]
fn write_card_prices<B: Bytes>(state: &State, city: &City, row: &mut Observation, at: usize) {
    let up = state.present & !state.face_down;
    let chained = city.chained & up;
    let affordable = payable(city) & up | chained;
    let order = &LANE_OF_SLOT[state.age as usize & 3];
    for (piece, lanes) in [
        (PRICES, B::kept(&city.price, up & !chained)),
        (AFFORDABLE, B::spread(affordable)),
        (CHAINED, B::spread(chained)),
    ] {
        let by_slot = B::in_order(&lanes, order);
        row[at + piece..at + piece + SLOTS].copy_from_slice(&by_slot.0[..SLOTS]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::SplitMix64;
    use crate::rules::random_states;

    #[test]
    fn the_pieces_are_the_whole_vector() {
        let mut end = 0;
        for piece in pieces() {
            assert_eq!(piece.offset, end, "{}", piece.name);
            end += length(piece.shape);
            assert!(piece.full > 0);
        }
        assert_eq!(end, OBS_SIZE);
    }

    #[test]
    fn it_depends_on_nothing_but_the_table() {
        let mut random = SplitMix64(3);
        random_states(60, |state| {
            // The same position, set up from what is written down of it.
            let again = state.arrangement().check().expect("a position that play has reached");
            // The same with other cards under every back, and in every place that is empty.
            let mut other = *state;
            let shown = state.present & !state.face_down;
            for lane in (0..32).filter(|lane| shown >> lane & 1 == 0) {
                other.cards[lane] = Card::ALL[random.below(CARDS as u64) as usize];
            }
            for player in Player::BOTH {
                let plain = observe(state, player);
                assert!(plain == observe(&again, player));
                assert!(plain == observe(&other, player));
            }
        });
    }

    #[test]
    fn the_players_see_the_same_from_two_sides() {
        let one_sided = ["to_move", "is_first", "own_play", "waiting", "pawn"];
        random_states(10, |state| {
            let [first, second] = Player::BOTH.map(|player| observe(state, player));
            let list = pieces();
            for piece in &list {
                let twin = match piece.name.split_once('.') {
                    Some(("me", rest)) => format!("opponent.{rest}"),
                    Some((_, rest)) => format!("me.{rest}"),
                    None => piece.name.clone(),
                };
                if !one_sided.contains(&piece.name.as_str()) {
                    let twin = list.iter().find(|piece| piece.name == twin).expect("both have it");
                    let size = length(piece.shape);
                    assert_eq!(first[piece.offset..][..size], second[twin.offset..][..size], "{}", piece.name);
                }
            }
        });
    }

    #[test]
    fn byte_operations_are_their_plain_form() {
        let mut random = SplitMix64(1);
        for age in 0..4_000 {
            let (bits, bytes) = (random.next() as u32, Lanes::each(|lane| (lane * 37 + age) as u8));
            let order = &LANE_OF_SLOT[age & 3];
            let spread = Lanes::each(|lane| (bits >> lane & 1) as u8);
            let kept = Lanes::each(|lane| if bits >> lane & 1 != 0 { bytes.0[lane] } else { 0 });
            let in_order = Lanes::each(|place| bytes.0[order.0[place] as usize]);
            let expected = (spread, kept, in_order);
            assert_eq!(
                (Portable::spread(bits), Portable::kept(&bytes, bits), Portable::in_order(&bytes, order)),
                expected
            );
            #[cfg(target_arch = "x86_64")]
            if crate::hardware::is_fast() {
                use crate::hardware::Avx2;
                assert_eq!((Avx2::spread(bits), Avx2::kept(&bytes, bits), Avx2::in_order(&bytes, order)), expected);
            }
        }
    }
}
