//! Sets of components as bit masks.

use super::{Card, Token, Wonder};

macro_rules! set {
    ($(#[$doc:meta])* $name:ident of $item:ident in $bits:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub struct $name(pub $bits);

        impl $name {
            /// Nothing.
            pub const EMPTY: Self = Self(0);
            /// Everything in the catalogue.
            pub const ALL: Self = Self(((1 as $bits) << $item::ALL.len()) - 1);

            /// The set of one.
            #[inline(always)]
            pub const fn of(item: $item) -> Self {
                Self(1 << item as u32)
            }
            /// Whether the item is in the set.
            #[inline(always)]
            pub const fn has(self, item: $item) -> bool {
                self.0 >> item as u32 & 1 != 0
            }
            /// Puts an item in.
            #[inline(always)]
            pub const fn insert(&mut self, item: $item) {
                self.0 |= 1 << item as u32;
            }
            /// Takes an item out.
            #[inline(always)]
            pub const fn remove(&mut self, item: $item) {
                self.0 &= !(1 << item as u32);
            }
            /// How many items.
            #[inline(always)]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }
            /// Nothing in it.
            #[inline(always)]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// Items of either.
            #[must_use]
            #[inline(always)]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
            /// Items of both.
            #[must_use]
            #[inline(always)]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
            /// Items of this that are not in the other.
            #[must_use]
            #[inline(always)]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
            /// The item at this place of the list, by id.
            #[inline]
            pub fn nth(self, place: usize) -> Option<$item> {
                let mut left = self.0;
                for _ in 0..place {
                    left &= left.wrapping_sub(1);
                }
                $item::ALL.get(left.trailing_zeros() as usize).copied()
            }
            /// The items, by id.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let item = *$item::ALL.get(left.trailing_zeros() as usize)?;
                    left &= left - 1;
                    Some(item)
                })
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, |set, item| set.union(Self::of(item)))
            }
        }
    };
}

set! {
    /// A set of cards.
    CardSet of Card in u128
}
set! {
    /// A set of wonders.
    WonderSet of Wonder in u16
}
set! {
    /// A set of progress tokens.
    TokenSet of Token in u16
}

impl CardSet {
    /// The cards of a colour.
    #[inline(always)]
    pub const fn of_color(color: super::Color) -> Self {
        static BY_COLOR: [CardSet; super::Color::ALL.len()] = {
            let mut sets = [CardSet::EMPTY; super::Color::ALL.len()];
            let mut id = 0;
            while id < Card::ALL.len() {
                sets[Card::ALL[id].data().color as usize].insert(Card::ALL[id]);
                id += 1;
            }
            sets
        };
        BY_COLOR[color as usize]
    }

    /// The cards of an age's deck before the guilds are added (R1.5).
    pub const fn deck(age: u8) -> Self {
        let (from, to) = (Card::DECK_START[age as usize - 1], Card::DECK_START[age as usize]);
        Self((1 << to) - (1 << from))
    }

    /// The seven guilds.
    pub const GUILDS: Self = Self((1 << Card::DECK_START[4]) - (1 << Card::DECK_START[3]));
}

impl WonderSet {
    /// The wonders of the base game, without the promotional ones (R12).
    pub const BASE: Self = {
        let mut set = Self::EMPTY;
        let mut id = 0;
        while id < Wonder::ALL.len() {
            if !Wonder::ALL[id].data().is_promo {
                set.insert(Wonder::ALL[id]);
            }
            id += 1;
        }
        set
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_items_by_id() {
        let set: CardSet = [Card::TacticiansGuild, Card::LumberYard, Card::Walls].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Card::LumberYard, Card::Walls, Card::TacticiansGuild]);
        assert_eq!(CardSet::ALL.len(), 73);
        assert_eq!(CardSet::deck(3).len(), 20);
        assert_eq!(CardSet::GUILDS.len(), 7);
    }
}
