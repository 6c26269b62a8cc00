//! What is in the box: cards, wonders, tokens and every figure on them.
//!
//! The enums and tables are generated at build time from `python/seven_duel/components/base.toml`, the single
//! source that the Python side reads too. Ids are the places in those lists.

mod sets;

pub use sets::{CardSet, TokenSet, WonderSet};

/// What a guild or a yellow card of Age III counts (R5.2, R9.1, R9.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Brown cards.
    Brown,
    /// Grey cards.
    Grey,
    /// Brown and grey cards.
    BrownGrey,
    /// Blue cards.
    Blue,
    /// Green cards.
    Green,
    /// Yellow cards.
    Yellow,
    /// Red cards.
    Red,
    /// Built wonders.
    Wonder,
    /// Full sets of three coins.
    Coins,
}

/// A guild: what it counts, coins for each when built (R9.1), points for each at the end (R9.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guild {
    /// What is counted, in the city that has more of it.
    pub counted: Counted,
    /// Coins for each, when built.
    pub coins: u8,
    /// Points for each, at the end.
    pub points: u8,
}

/// The choice that building a wonder opens (R8.3, R12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The Great Library: one of three tokens of the box.
    Library,
    /// The Mausoleum: a card of the discard pile.
    Mausoleum,
    /// Messe: a card of the structure's row 1.
    Messe,
    /// The Statue of Liberty: cards removed at set-up.
    Liberty,
}

/// Units of the five resources, by [`Resource`].
pub type Units = [u8; 5];

/// The figures on a card.
#[derive(Debug)]
pub struct CardData {
    /// The English name.
    pub name_en: &'static str,
    /// The age whose deck it belongs to; guilds belong to Age III.
    pub age: u8,
    /// The colour.
    pub color: Color,
    /// The resources in its cost.
    pub cost: Units,
    /// The coins in its cost.
    pub coin_cost: u8,
    /// Fixed production (R4.1).
    pub produces: Units,
    /// Bit `r` set: one unit a purchase may be resource `r` (R4.2).
    pub produces_one_of: u8,
    /// Bit `r` set: resource `r` is bought at 1 (R4.3).
    pub reserve: u8,
    /// Shields.
    pub shields: u8,
    /// Science symbol.
    pub science: Option<Symbol>,
    /// Points.
    pub points: u8,
    /// Coins when built.
    pub coins: u8,
    /// Coins when built, for each own card counted (R5.2).
    pub coins_per: Option<(Counted, u8)>,
    /// A guild's count.
    pub guild: Option<Guild>,
    /// The card that builds this one free (R4.6).
    pub chain_from: Option<Card>,
}

/// The figures on a wonder.
#[derive(Debug)]
pub struct WonderData {
    /// The English name.
    pub name_en: &'static str,
    /// A promotional wonder (R12).
    pub is_promo: bool,
    /// The resources in its cost.
    pub cost: Units,
    /// Shields.
    pub shields: u8,
    /// Points.
    pub points: u8,
    /// Coins when built.
    pub coins: u8,
    /// Coins that the opponent loses.
    pub opponent_loses: u8,
    /// An extra turn (R8.2).
    pub extra_turn: bool,
    /// Bit `r` set: one unit a purchase may be resource `r` (R4.2).
    pub produces_one_of: u8,
    /// The colour of the opponent's card that it destroys.
    pub destroy: Option<Color>,
    /// The choice that it opens.
    pub choice: Option<Choice>,
}

/// The figures on a progress token (R7.3).
#[derive(Debug)]
pub struct TokenData {
    /// The English name.
    pub name_en: &'static str,
    /// Coins when taken.
    pub coins: u8,
    /// Points.
    pub points: u8,
    /// Points for each own token, itself included.
    pub points_per_token: u8,
    /// A science symbol.
    pub science: Option<Symbol>,
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

macro_rules! component {
    ($kind:ident $(, $table:ident: $data:ty)?) => {
        impl $kind {
            /// The place in the catalogue.
            #[inline(always)]
            pub const fn id(self) -> u8 {
                self as u8
            }
            /// The place in the catalogue, as an index.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }
            /// The component with this id; `None` if there is none.
            pub fn from_id(id: u8) -> Option<Self> {
                Self::ALL.get(id as usize).copied()
            }
            /// The text form: lower case, underscores.
            pub fn slug(self) -> &'static str {
                Self::SLUGS[self.index()]
            }
            /// The component with this text form.
            pub fn from_slug(slug: &str) -> Option<Self> {
                Self::SLUGS.iter().position(|s| *s == slug).map(|i| Self::ALL[i])
            }
            $(
            /// The figures on it.
            #[inline(always)]
            pub const fn data(self) -> &'static $data {
                const TABLE: &[$data] = &$table;
                &TABLE[self as usize]
            }
            )?
        }
    };
}
component!(Card, CARDS: CardData);
component!(Wonder, WONDERS: WonderData);
component!(Token, TOKENS: TokenData);
component!(Resource);
component!(Color);
component!(Symbol);

impl Card {
    /// The first card of each age's deck, of the guilds, and the end of the list: ids are ordered by deck.
    pub(crate) const DECK_START: [u8; 5] = {
        let mut start = [Card::ALL.len() as u8; 5];
        let mut id = Card::ALL.len();
        while id > 0 {
            id -= 1;
            let card = &CARDS[id];
            start[if card.guild.is_some() { 3 } else { card.age as usize - 1 }] = id as u8;
        }
        start
    };

    /// The cards that can lie in an age's structure by their place in its deck: the age's cards, the guilds behind those
    /// of Age III. Rows by age - 1; a place that no card has repeats a card.
    pub(crate) const DECKS: [[Self; 32]; 3] = {
        let mut decks = [[Self::LumberYard; 32]; 3];
        let mut id = 0;
        while id < Self::ALL.len() {
            let deck = CARDS[id].age as usize - 1;
            decks[deck][id - Self::DECK_START[deck] as usize] = Self::ALL[id];
            id += 1;
        }
        decks
    };

    /// The cards that this one builds free (R4.6).
    pub const fn unlocks(self) -> CardSet {
        let mut set = CardSet::EMPTY;
        let mut id = 0;
        while id < Self::ALL.len() {
            if let Some(predecessor) = CARDS[id].chain_from
                && predecessor as usize == self as usize
            {
                set.insert(Self::ALL[id]);
            }
            id += 1;
        }
        set
    }

    /// A guild (R1.5).
    pub const fn is_guild(self) -> bool {
        self.data().guild.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ordered_by_deck() {
        assert_eq!(Card::DECK_START, [0, 23, 46, 66, 73]);
        for card in Card::ALL {
            let deck = if card.is_guild() { 3 } else { card.data().age as usize - 1 };
            assert!((Card::DECK_START[deck]..Card::DECK_START[deck + 1]).contains(&card.id()), "{card:?}");
        }
    }

    #[test]
    fn a_deck_has_its_cards_in_their_places() {
        for card in Card::ALL {
            let deck = card.data().age as usize - 1;
            assert_eq!(Card::DECKS[deck][(card.id() - Card::DECK_START[deck]) as usize], card);
        }
    }

    #[test]
    fn slugs_find_their_component() {
        for card in Card::ALL {
            assert_eq!(Card::from_slug(card.slug()), Some(card));
        }
        assert_eq!(Wonder::from_slug("great_library"), Some(Wonder::GreatLibrary));
        assert_eq!(Token::from_slug("the_law"), None);
    }

    #[test]
    fn a_chain_leads_to_a_later_age() {
        let chains: Vec<_> = Card::ALL.into_iter().filter_map(|c| c.data().chain_from.map(|from| (from, c))).collect();
        assert_eq!(chains.len(), 17);
        assert!(chains.iter().all(|(from, to)| from.data().age < to.data().age));
    }
}
