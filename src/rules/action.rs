//! Actions: the players' decisions and the chance events, each with a dense, stable id.

use crate::components::{Card, CardSet, Color, Token, Wonder};
use crate::state::Player;

/// A decision of a player or an event of chance. Text forms are in `notation::action`.
///
/// Aligned to a word, it is read and passed on as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(4))]
pub enum Action {
    /// Take a wonder in the draft.
    Draft(Wonder),
    /// Build an accessible card.
    Build(Card),
    /// Discard an accessible card for coins.
    Discard(Card),
    /// Build a wonder with an accessible card.
    Wonder(Wonder, Card),
    /// Take a token from the board.
    Progress(Token),
    /// Keep a token that the Great Library shows.
    Library(Token),
    /// Build a card of the discard pile.
    Mausoleum(Card),
    /// Discard a card from the opponent's city.
    Destroy(Card),
    /// Let this player start the age.
    Start(Player),
    /// Build a card of row 1.
    Messe(Card),
    /// Build one of the cards removed at set-up.
    Liberty(Card),
    /// Build another of them in the opponent's city.
    Give(Card),
    /// Chance: a token lies on the board.
    Board(Token),
    /// Chance: a wonder is offered in the draft.
    Offer(Wonder),
    /// Chance: this slot holds a guild.
    Guild(u8),
    /// Chance: this slot shows this card.
    Reveal(u8, Card),
    /// Chance: the Great Library shows a token.
    Show(Token),
    /// Chance: the Statue of Liberty shows a card.
    Removed(Card),
}

const CARDS: u16 = Card::ALL.len() as u16;
const TOKENS: u16 = Token::ALL.len() as u16;
const BASE_WONDERS: u16 = 12;
const PROMO_WONDERS: u16 = Wonder::ALL.len() as u16 - BASE_WONDERS;
const NOT_GUILDS: u16 = Card::DECK_START[3] as u16;

// The first id of each block of decisions: the base game's, then the promotional wonders'.
const DRAFT: u16 = 0;
const BUILD: u16 = DRAFT + BASE_WONDERS;
const DISCARD: u16 = BUILD + CARDS;
const WONDER: u16 = DISCARD + CARDS;
const PROGRESS: u16 = WONDER + BASE_WONDERS * CARDS;
const LIBRARY: u16 = PROGRESS + TOKENS;
const MAUSOLEUM: u16 = LIBRARY + TOKENS;
const DESTROY: u16 = MAUSOLEUM + CARDS;
const START: u16 = DESTROY + DESTRUCTIBLE.len() as u16;
const DRAFT_PROMO: u16 = START + 2;
const WONDER_PROMO: u16 = DRAFT_PROMO + PROMO_WONDERS;
const MESSE: u16 = WONDER_PROMO + PROMO_WONDERS * CARDS;
const LIBERTY: u16 = MESSE + CARDS;
const GIVE: u16 = LIBERTY + NOT_GUILDS;

/// The size of the dense decision space: ids of decisions are 0 to `NUM_ACTIONS` - 1.
pub const NUM_ACTIONS: usize = (GIVE + NOT_GUILDS) as usize;

// Chance events, apart from the decisions.
const REVEAL: u16 = 0x8000;
const OFFER: u16 = 0xA000;
const BOARD: u16 = 0xA100;
const GUILD: u16 = 0xA200;
const SHOW: u16 = 0xA300;
const REMOVED: u16 = 0xA400;

/// The brown and grey cards by id: what `destroy` can name.
const DESTRUCTIBLE: [Card; 13] = {
    let set = CardSet::of_color(Color::Brown).union(CardSet::of_color(Color::Grey));
    let mut list = [Card::LumberYard; 13];
    let (mut id, mut n) = (0, 0);
    while id < Card::ALL.len() {
        if set.has(Card::ALL[id]) {
            list[n] = Card::ALL[id];
            n += 1;
        }
        id += 1;
    }
    assert!(n == list.len());
    list
};

/// The place of a brown or grey card in [`DESTRUCTIBLE`].
const DESTROY_PLACE: [u8; Card::ALL.len()] = {
    let mut places = [0; Card::ALL.len()];
    let mut n = 0;
    while n < DESTRUCTIBLE.len() {
        places[DESTRUCTIBLE[n] as usize] = n as u8;
        n += 1;
    }
    places
};

/// Every decision by its id.
static DECISIONS: [Action; NUM_ACTIONS] = {
    let mut list = [Action::Start(Player::First); NUM_ACTIONS];
    let mut id = 0;
    while id < NUM_ACTIONS {
        list[id] = decision(id as u16);
        id += 1;
    }
    list
};

const fn decision(id: u16) -> Action {
    const fn card(place: u16) -> Card {
        Card::ALL[place as usize]
    }
    const fn token(place: u16) -> Token {
        Token::ALL[place as usize]
    }
    const fn wonder(place: u16) -> Wonder {
        Wonder::ALL[place as usize]
    }
    match id {
        DRAFT..BUILD => Action::Draft(wonder(id)),
        BUILD..DISCARD => Action::Build(card(id - BUILD)),
        DISCARD..WONDER => Action::Discard(card(id - DISCARD)),
        WONDER..PROGRESS => Action::Wonder(wonder((id - WONDER) / CARDS), card((id - WONDER) % CARDS)),
        PROGRESS..LIBRARY => Action::Progress(token(id - PROGRESS)),
        LIBRARY..MAUSOLEUM => Action::Library(token(id - LIBRARY)),
        MAUSOLEUM..DESTROY => Action::Mausoleum(card(id - MAUSOLEUM)),
        DESTROY..START => Action::Destroy(DESTRUCTIBLE[(id - DESTROY) as usize]),
        START..DRAFT_PROMO => Action::Start(Player::BOTH[(id - START) as usize]),
        DRAFT_PROMO..WONDER_PROMO => Action::Draft(wonder(BASE_WONDERS + id - DRAFT_PROMO)),
        WONDER_PROMO..MESSE => {
            let place = id - WONDER_PROMO;
            Action::Wonder(wonder(BASE_WONDERS + place / CARDS), card(place % CARDS))
        }
        MESSE..LIBERTY => Action::Messe(card(id - MESSE)),
        LIBERTY..GIVE => Action::Liberty(card(id - LIBERTY)),
        _ => Action::Give(card(id - GIVE)),
    }
}

impl Action {
    /// The dense, stable id: below [`NUM_ACTIONS`] for a decision, from 0x8000 for an event of chance.
    #[inline(always)]
    pub const fn id(self) -> u16 {
        match self {
            Self::Draft(wonder) if (wonder as u16) < BASE_WONDERS => DRAFT + wonder as u16,
            Self::Draft(wonder) => DRAFT_PROMO + wonder as u16 - BASE_WONDERS,
            Self::Build(card) => BUILD + card as u16,
            Self::Discard(card) => DISCARD + card as u16,
            Self::Wonder(wonder, card) if (wonder as u16) < BASE_WONDERS => {
                WONDER + wonder as u16 * CARDS + card as u16
            }
            Self::Wonder(wonder, card) => WONDER_PROMO + (wonder as u16 - BASE_WONDERS) * CARDS + card as u16,
            Self::Progress(token) => PROGRESS + token as u16,
            Self::Library(token) => LIBRARY + token as u16,
            Self::Mausoleum(card) => MAUSOLEUM + card as u16,
            Self::Destroy(card) => DESTROY + DESTROY_PLACE[card as usize] as u16,
            Self::Start(player) => START + player as u16,
            Self::Messe(card) => MESSE + card as u16,
            Self::Liberty(card) => LIBERTY + card as u16,
            Self::Give(card) => GIVE + card as u16,
            Self::Board(token) => BOARD + token as u16,
            Self::Offer(wonder) => OFFER + wonder as u16,
            Self::Guild(slot) => GUILD + slot as u16,
            Self::Reveal(slot, card) => REVEAL + ((slot as u16) << 8) + card as u16,
            Self::Show(token) => SHOW + token as u16,
            Self::Removed(card) => REMOVED + card as u16,
        }
    }

    /// The action with this id; `None` if there is none.
    #[inline]
    pub fn from_id(id: u16) -> Option<Self> {
        DECISIONS.get(id as usize).copied().or_else(|| Self::event(id))
    }

    fn event(id: u16) -> Option<Self> {
        let low = (id & 0xff) as u8;
        match id & 0xff00 {
            OFFER => Wonder::from_id(low).map(Self::Offer),
            BOARD => Token::from_id(low).map(Self::Board),
            GUILD => (low < 20).then_some(Self::Guild(low)),
            SHOW => Token::from_id(low).map(Self::Show),
            REMOVED => Card::from_id(low).map(Self::Removed),
            REVEAL.. if id < REVEAL + (20 << 8) => {
                Card::from_id(low).map(|card| Self::Reveal(((id - REVEAL) >> 8) as u8, card))
            }
            _ => None,
        }
    }

    /// An event of chance, not a player's decision.
    pub const fn is_chance(self) -> bool {
        self.id() >= REVEAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_actions_are_one_to_one() {
        assert_eq!(size_of::<Action>(), 4);
        assert_eq!(NUM_ACTIONS, 1495);
        let mut known = 0;
        for id in 0..=u16::MAX {
            if let Some(action) = Action::from_id(id) {
                assert_eq!(action.id(), id, "{action:?}");
                assert_eq!(action.is_chance(), id as usize >= NUM_ACTIONS);
                known += 1;
            }
        }
        assert_eq!(known, NUM_ACTIONS + 20 * 73 + 14 + 10 + 20 + 10 + 73);
    }
}
