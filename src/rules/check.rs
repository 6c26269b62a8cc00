//! Positions set up by hand: an arrangement can hold anything, a state only what a game can reach.

use super::{choices, effects, price, score};
use crate::components::{
    BOARD_TOKENS, CAPITAL, Card, CardSet, Color, GROUP_SIZE, GUILDS_IN_PLAY, MAX_BUILT_WONDERS, REMOVED_PER_AGE,
    TokenSet, Wonder, WonderSet,
};
use crate::state::{
    ByPlayer, City, Open, Outcome, Phase, Player, Queue, Rules, SLOTS, Shape, Slot, State, Tally, Tucked, Victory,
};

/// A city as it is written down.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CityArrangement {
    /// Coins in hand.
    pub coins: u16,
    /// Cards built.
    pub cards: CardSet,
    /// Wonders by id, with what lies under each.
    pub wonders: Vec<(Wonder, Tucked)>,
    /// Progress tokens.
    pub tokens: TokenSet,
}

/// Open choices and what chance has shown so far.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pending {
    /// Whose play it is, where that is not who decides.
    pub turn_of: Option<Player>,
    /// The play gives an extra turn.
    pub extra_turn: bool,
    /// The token choices that follow in this play, by owner.
    pub then: Vec<Player>,
    /// What phase `Destroy` destroys.
    pub destroy: Option<Color>,
    /// Tokens shown by the Great Library.
    pub shown: TokenSet,
    /// Cards shown by the Statue of Liberty and built by nobody.
    pub removed: CardSet,
    /// Wonders of the open group.
    pub offered: WonderSet,
}

/// A position as it is written down, right or wrong. [`Arrangement::check`] makes it a [`State`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Arrangement {
    /// The options.
    pub rules: Rules,
    /// 0 during the draft.
    pub age: u8,
    /// What is decided next.
    pub phase: Phase,
    /// Who decides; `None` when over.
    pub player: Option<Player>,
    /// The cities.
    pub cities: ByPlayer<CityArrangement>,
    /// The pawn.
    pub pawn: i8,
    /// Bit i: the player's advance can still take token i.
    pub military_tokens: ByPlayer<u8>,
    /// Tokens on the board.
    pub board_tokens: TokenSet,
    /// The discard pile.
    pub discard_pile: CardSet,
    /// The 20 slots.
    pub structure: [Slot; SLOTS],
    /// Open choices.
    pub pending: Pending,
}

/// Everything that is wrong with an arrangement: pairs of the key and what is wrong there.
pub type Problems = Vec<(String, String)>;

/// The phases in which a play is under way.
const IN_A_PLAY: [Phase; 10] = [
    Phase::Progress,
    Phase::Library,
    Phase::Mausoleum,
    Phase::Destroy,
    Phase::Messe,
    Phase::Liberty,
    Phase::Give,
    Phase::Reveal,
    Phase::Show,
    Phase::Removed,
];

/// Coins that no game comes near.
const MOST_COINS: u16 = 999;

impl State {
    /// The position as it is written down.
    pub fn arrangement(&self) -> Arrangement {
        let over = self.is_over();
        Arrangement {
            rules: self.rules,
            age: self.age,
            phase: self.phase,
            player: (!over).then_some(self.player),
            cities: ByPlayer(self.cities.0.map(|city| CityArrangement {
                coins: city.coins,
                cards: city.cards,
                wonders: city.wonders().collect(),
                tokens: city.tokens,
            })),
            pawn: self.pawn,
            military_tokens: self.military_tokens,
            board_tokens: self.board,
            discard_pile: self.discard,
            structure: std::array::from_fn(|slot| if self.age == 0 { Slot::Empty } else { self.slot(slot).0 }),
            pending: Pending {
                turn_of: (!over && self.mover != self.player).then_some(self.mover),
                extra_turn: self.extra_turn,
                then: self.then.iter().map(|open| open.owner).collect(),
                destroy: (self.phase == Phase::Destroy).then_some(self.destroys),
                shown: self.shown,
                removed: self.removed,
                offered: self.offered,
            },
        }
    }
}

impl Arrangement {
    /// The state, if a game can reach it.
    ///
    /// # Errors
    /// Everything that is wrong, each with its key in the position dictionary.
    pub fn check(&self) -> Result<State, Problems> {
        let mut checker = Checker { at: self, problems: Vec::new() };
        checker.components();
        checker.cards();
        checker.wonders();
        checker.tokens();
        checker.figures();
        checker.structure();
        checker.phase();
        if checker.problems.is_empty() { Ok(self.state()) } else { Err(checker.problems) }
    }

    /// Every card in a city, tucked, discarded, face up or removed, with its key.
    fn seen_cards(&self) -> Vec<(String, Card)> {
        let mut list = Vec::new();
        for (number, city) in self.cities.0.iter().enumerate() {
            list.extend(city.cards.iter().map(|card| (format!("cities[{number}].cards"), card)));
            for (_, tucked) in &city.wonders {
                if let Tucked::Card(card) = tucked {
                    list.push((format!("cities[{number}].wonders"), *card));
                }
            }
        }
        list.extend(self.discard_pile.iter().map(|card| ("discard_pile".into(), card)));
        list.extend(self.pending.removed.iter().map(|card| ("pending.removed".into(), card)));
        for (slot, shown) in self.structure.iter().enumerate() {
            if let Slot::Card(card) = shown {
                list.push((format!("structure[{slot}]"), *card));
            }
        }
        list
    }

    fn is_present(&self, slot: usize) -> bool {
        self.structure[slot] != Slot::Empty
    }

    fn lanes(&self, is_in: impl Fn(Slot) -> bool) -> u32 {
        let shape = Shape::of_age(self.age);
        (0..SLOTS).filter(|slot| is_in(self.structure[*slot])).map(|slot| 1 << shape.lane[slot]).sum()
    }

    /// As `ages::is_deal`.
    fn is_deal(&self) -> bool {
        let shape = Shape::of_age(self.age);
        let down = self.lanes(|slot| matches!(slot, Slot::FaceDown | Slot::FaceDownGuild));
        self.age > 0 && self.lanes(|slot| slot != Slot::Empty) == shape.all && down & shape.face_up != 0
    }

    fn has_built(&self, wonder: Wonder) -> bool {
        self.cities
            .0
            .iter()
            .flat_map(|city| &city.wonders)
            .any(|(w, tucked)| *w == wonder && *tucked != Tucked::Unbuilt)
    }

    fn symbols(&self, player: Player) -> u8 {
        let city = &self.cities[player];
        let cards = city.cards.iter().filter_map(|card| card.data().science);
        let tokens = city.tokens.iter().filter_map(|token| token.data().science);
        cards.chain(tokens).fold(0, |symbols, symbol| symbols | 1 << symbol as u8)
    }

    fn has_won_by_science(&self, player: Player) -> bool {
        self.symbols(player).count_ones() >= effects::SYMBOLS_TO_WIN
    }

    /// The state; the arrangement has been checked.
    fn state(&self) -> State {
        let mut state = State::new(self.rules);
        state.age = self.age;
        state.phase = self.phase;
        state.player = self.player.unwrap_or(Player::First);
        state.mover = self.pending.turn_of.unwrap_or(state.player);
        for player in Player::BOTH {
            state.cities[player] = self.city(player);
        }
        state.pawn = self.pawn;
        state.military_tokens = self.military_tokens;
        state.board = self.board_tokens;
        state.discard = self.discard_pile;
        let shape = Shape::of_age(self.age);
        state.present = self.lanes(|slot| slot != Slot::Empty);
        state.face_down = self.lanes(|slot| matches!(slot, Slot::FaceDown | Slot::FaceDownGuild));
        state.guild_backs = self.lanes(|slot| slot == Slot::FaceDownGuild);
        for (slot, shown) in self.structure.iter().enumerate() {
            if let Slot::Card(card) = shown {
                state.cards[shape.lane[slot] as usize] = *card;
            }
        }
        state.extra_turn = self.pending.extra_turn;
        state.then = Queue::EMPTY;
        for owner in &self.pending.then {
            state.then.push(Open { phase: Phase::Progress, owner: *owner });
        }
        state.destroys = self.pending.destroy.unwrap_or(Color::Brown);
        state.shown = self.pending.shown;
        state.removed = self.pending.removed;
        state.offered = self.pending.offered;
        let seen: CardSet = self.seen_cards().into_iter().map(|(_, card)| card).collect();
        state.unseen = CardSet::ALL.without(seen);
        price::derive(&mut state);
        if self.phase == Phase::Over {
            state.outcome = self.outcome(&state);
        }
        state
    }

    fn city(&self, player: Player) -> City {
        let source = &self.cities[player];
        let mut city = City::EMPTY;
        for (place, (wonder, tucked)) in source.wonders.iter().enumerate() {
            city.add_wonder(*wonder);
            city.tucked[place] = *tucked;
            if *tucked != Tucked::Unbuilt {
                city.unbuilt &= !(1 << crate::state::WONDER_LANES[place]);
                city.tally.add(&Tally::of_wonder(*wonder));
            }
        }
        for card in source.cards.iter() {
            city.tally.add(&Tally::of_card(card));
            city.unlocked = city.unlocked.union(card.unlocks());
        }
        city.coins = source.coins;
        city.cards = source.cards;
        city.tokens = source.tokens;
        city.symbols = self.symbols(player);
        city
    }

    /// How a finished game ended.
    fn outcome(&self, state: &State) -> Outcome {
        if self.pawn.abs() == CAPITAL {
            let winner = if self.pawn > 0 { Player::First } else { Player::Second };
            return Outcome { winner: Some(winner), reason: Victory::Military };
        }
        match Player::BOTH.into_iter().find(|player| self.has_won_by_science(*player)) {
            Some(player) => Outcome { winner: Some(player), reason: Victory::Science },
            None => Outcome { winner: score::winner(state), reason: Victory::Civilian },
        }
    }
}

struct Checker<'a> {
    at: &'a Arrangement,
    problems: Problems,
}

impl Checker<'_> {
    fn wrong(&mut self, key: impl Into<String>, what: impl Into<String>) {
        self.problems.push((key.into(), what.into()));
    }

    fn refuse_if(&mut self, is_wrong: bool, key: &str, what: &str) {
        if is_wrong {
            self.wrong(key, what);
        }
    }

    /// Each card, wonder and token in one place.
    fn components(&mut self) {
        let at = self.at;
        let mut first: Vec<(String, Card)> = Vec::new();
        for (key, card) in at.seen_cards() {
            if let Some((other, _)) = first.iter().find(|(_, c)| *c == card) {
                self.wrong(key, format!("{} is also in {other}", card.slug()));
            } else {
                first.push((key, card));
            }
        }
        let mut wonders = at.pending.offered;
        let mut tokens = at.board_tokens;
        for (number, city) in at.cities.0.iter().enumerate() {
            for (wonder, _) in &city.wonders {
                if wonders.has(*wonder) {
                    self.wrong(format!("cities[{number}].wonders"), format!("{} is in two places", wonder.slug()));
                }
                wonders.insert(*wonder);
            }
            for token in city.tokens.iter() {
                if tokens.has(token) {
                    self.wrong(format!("cities[{number}].tokens"), format!("{} is in two places", token.slug()));
                }
                tokens.insert(token);
            }
        }
        for token in at.pending.shown.intersection(tokens).iter() {
            self.wrong("pending.shown", format!("{} is not in the box", token.slug()));
        }
    }

    fn cards(&mut self) {
        let at = self.at;
        for (key, card) in at.seen_cards() {
            if card.data().age > at.age {
                self.wrong(key, format!("{} belongs to Age {}", card.slug(), card.data().age));
            } else if key.starts_with("structure") && card.data().age != at.age {
                self.wrong(key, format!("{} does not belong to Age {}", card.slug(), at.age));
            } else if key == "pending.removed" && card.is_guild() {
                self.wrong(key, format!("{} is a guild (R12)", card.slug()));
            }
        }
        self.decks();
    }

    /// R1.5: no more cards of a deck than were dealt; three of each age and four guilds stay unseen.
    fn decks(&mut self) {
        let at = self.at;
        let seen = at.seen_cards();
        let count = |wanted: fn(&Slot) -> bool| at.structure.iter().filter(|slot| wanted(slot)).count();
        let all_guilds = GUILDS_IN_PLAY as usize;
        let guild_backs = count(|slot| *slot == Slot::FaceDownGuild);
        if guild_backs > 0 && at.age < 3 {
            self.wrong("structure", "guilds belong to Age III (R1.5)");
        }
        // While the guild backs are dealt, all three are among the face-down cards.
        let guild_backs = if at.phase == Phase::Guild { all_guilds } else { guild_backs };
        let guilds = seen.iter().filter(|(_, card)| card.is_guild()).count() + guild_backs;
        self.refuse_if(guilds > all_guilds, "structure", "more than three guilds (R1.5)");

        // R12: two cards of one age may lie in the cities although nobody wrote down the third.
        let liberty =
            at.has_built(Wonder::StatueOfLiberty) && at.pending.removed.is_empty() && at.phase != Phase::Removed;
        let mut unwritten = if liberty { 2 } else { 0 };
        for age in 1..=at.age {
            let deck = CardSet::deck(age);
            let out = seen.iter().filter(|(_, card)| deck.has(*card)).count();
            let face_down = count(|slot| matches!(slot, Slot::FaceDown | Slot::FaceDownGuild));
            let down = if age == at.age { face_down.saturating_sub(guild_backs) } else { 0 };
            let missing = (out + down + self.set_aside(age)).saturating_sub(deck.len());
            if missing > unwritten {
                self.wrong("structure", format!("{missing} cards of Age {age} too many (R1.5)"));
            } else if missing > 0 {
                unwritten = 0;
            }
        }
    }

    /// How many cards removed from an age's deck nobody has seen (R1.5); the Statue of Liberty shows all three (R12).
    fn set_aside(&self, age: u8) -> usize {
        let shown = self.at.pending.removed.intersection(CardSet::deck(age)).len();
        if shown > 0 && self.at.phase != Phase::Removed {
            return 0;
        }
        (REMOVED_PER_AGE as usize).saturating_sub(shown)
    }

    fn wonders(&mut self) {
        let at = self.at;
        let mut built = 0;
        let mut unbuilt = 0;
        for (number, city) in at.cities.0.iter().enumerate() {
            let key = format!("cities[{number}].wonders");
            self.refuse_if(city.wonders.len() > 4, &key, "more than four wonders (R1.4)");
            for (wonder, tucked) in &city.wonders {
                if wonder.data().is_promo && !at.rules.promo_wonders {
                    self.wrong(&*key, format!("{} needs the option promo_wonders (R12)", wonder.slug()));
                }
                if *tucked == Tucked::Unbuilt {
                    unbuilt += 1;
                } else {
                    built += 1;
                }
            }
        }
        for wonder in at.pending.offered.iter().filter(|w| w.data().is_promo && !at.rules.promo_wonders) {
            self.wrong("pending.offered", format!("{} needs the option promo_wonders (R12)", wonder.slug()));
        }
        let most = MAX_BUILT_WONDERS as usize;
        self.refuse_if(built > most, "cities", "more than seven built wonders (R8.1)");
        self.refuse_if(built == most && unbuilt > 0, "cities", "an unbuilt wonder beside seven built ones (R8.1)");
        self.refuse_if(built > 0 && at.age == 0, "cities", "a built wonder before Age I (R2.5)");
    }

    fn tokens(&mut self) {
        let at = self.at;
        self.refuse_if(at.board_tokens.len() > BOARD_TOKENS as usize, "board_tokens", "more than five tokens (R1.2)");
        let taken = at.cities.0.iter().any(|city| !city.tokens.is_empty());
        self.refuse_if(taken && at.age == 0, "cities", "a token before Age I (R7.2)");
    }

    fn figures(&mut self) {
        let at = self.at;
        for (number, city) in at.cities.0.iter().enumerate() {
            self.refuse_if(city.coins > MOST_COINS, &format!("cities[{number}].coins"), "more than 999 coins");
        }
        self.refuse_if(at.pawn.abs() > CAPITAL, "pawn", "not from -9 to 9 (R6.3)");
        let known = at.military_tokens.0.iter().all(|tokens| *tokens < 4);
        self.refuse_if(!known, "military_tokens", "only 2 and 5 (R6.2)");
        let winners = Player::BOTH.into_iter().filter(|player| at.has_won_by_science(*player)).count();
        if at.phase != Phase::Over {
            self.refuse_if(at.pawn.abs() == CAPITAL, "pawn", "at a capital the game is over (R6.3)");
            self.refuse_if(winners > 0, "cities", "with six different symbols the game is over (R7.1)");
        }
        self.refuse_if(winners > 1, "cities", "both cities have six different symbols (R7.1)");
        self.refuse_if(winners > 0 && at.pawn.abs() == CAPITAL, "pawn", "two supremacies (R3.6)");
    }

    /// R2: what lies where.
    fn structure(&mut self) {
        let at = self.at;
        let present = (0..SLOTS).filter(|slot| at.is_present(*slot)).count();
        if at.age == 0 {
            self.refuse_if(present > 0, "structure", "nothing is dealt before Age I (R2.5)");
            return;
        }
        let shape = Shape::of_age(at.age);
        let dealing = matches!(at.phase, Phase::Guild | Phase::Reveal) && at.is_deal();
        let present = at.lanes(|slot| slot != Slot::Empty);
        let mut holes = 0;
        for slot in 0..SLOTS {
            let lane = shape.lane[slot] as usize;
            let covered = shape.covering(lane) & present != 0;
            let face_up_row = shape.face_up >> lane & 1 != 0;
            let what = match at.structure[slot] {
                Slot::Empty if covered && shape.row_one >> lane & 1 != 0 => {
                    holes += 1;
                    continue;
                }
                Slot::Empty if covered => "a hole under a card (R2.2)",
                Slot::FaceDown | Slot::FaceDownGuild if face_up_row && !dealing => {
                    "face down in a row dealt face up (R2.1)"
                }
                Slot::FaceDown | Slot::FaceDownGuild if !face_up_row && !covered && at.phase == Phase::Turn => {
                    "face down but accessible (R2.4)"
                }
                Slot::Card(_) if !face_up_row && covered => "face up in a row dealt face down, but covered (R2.4)",
                _ => continue,
            };
            self.wrong(format!("structure[{slot}]"), what);
        }
        // R12: Messe takes one card of row 1 from under the others.
        let allowed = (at.phase != Phase::Messe && at.has_built(Wonder::Messe)) as u32;
        self.refuse_if(holes > allowed, "structure", "a hole under a card (R2.2, R12)");
    }

    /// The phase, the player and the open choices fit one another and the table.
    fn phase(&mut self) {
        let at = self.at;
        let (phase, pending) = (at.phase, &at.pending);
        let is_setup = matches!(phase, Phase::Board | Phase::Offer | Phase::Draft);
        self.refuse_if(is_setup != (at.age == 0), "phase", "does not fit the age");
        self.refuse_if((phase == Phase::Over) != at.player.is_none(), "player", "null exactly when the game is over");
        if is_setup {
            self.setup();
        }
        self.only_in(&[Phase::Show, Phase::Library], !pending.shown.is_empty(), "pending.shown");
        self.only_in(&[Phase::Offer, Phase::Draft], !pending.offered.is_empty(), "pending.offered");
        self.only_in(
            &[Phase::Progress, Phase::Start],
            pending.turn_of != at.player && pending.turn_of.is_some(),
            "pending.turn_of",
        );
        self.only_in(&IN_A_PLAY, pending.extra_turn, "pending.extra_turn");
        self.refuse_if(pending.extra_turn && at.is_deal(), "pending.extra_turn", "lost at the end of an age (R8.2)");
        self.refuse_if(
            (phase == Phase::Destroy) != pending.destroy.is_some(),
            "pending.destroy",
            "given exactly in phase destroy",
        );
        self.then();
        self.removed();
        self.targets();
    }

    /// R12: the builder of the Statue of Liberty waits for the second card, then the opponent for the token.
    fn then(&mut self) {
        let at = self.at;
        let mover = at.pending.turn_of.or(at.player);
        let fits = match (at.pending.then.as_slice(), at.phase) {
            ([], _) => true,
            ([owner], Phase::Give) => Some(*owner) == mover,
            ([owner], Phase::Progress) => at.player == mover && Some(owner.other()) == mover,
            _ => false,
        };
        self.refuse_if(!fits, "pending.then", "does not fit the phase (R12)");
    }

    /// R12: the cards that the Statue of Liberty has shown, less those that were built.
    fn removed(&mut self) {
        let (at, removed) = (self.at, self.at.pending.removed);
        let most = REMOVED_PER_AGE as usize;
        let fits = match at.phase {
            Phase::Removed | Phase::Over => removed.len() < most,
            Phase::Liberty => removed.len() == most,
            Phase::Give => removed.len() == most - 1,
            _ => removed.len() <= 1,
        };
        self.refuse_if(!fits, "pending.removed", "not as many as the phase has (R12)");
        let unbuilt = !removed.is_empty() && !at.has_built(Wonder::StatueOfLiberty);
        self.refuse_if(unbuilt, "pending.removed", "nobody has built the Statue of Liberty (R12)");
        let ages: Vec<u8> = (1..=3).filter(|age| !removed.intersection(CardSet::deck(*age)).is_empty()).collect();
        let is_open = matches!(at.phase, Phase::Removed | Phase::Liberty | Phase::Give);
        let wrong_age = ages.len() > 1 || is_open && ages.iter().any(|age| *age != at.age);
        self.refuse_if(wrong_age, "pending.removed", "not cards of one deck (R12)");
    }

    fn only_in(&mut self, phases: &[Phase], is_given: bool, key: &str) {
        if is_given && !phases.contains(&self.at.phase) {
            self.wrong(key, format!("does not belong to phase {}", self.at.phase.name()));
        }
    }

    /// R1.2 to R1.4: the table before Age I.
    fn setup(&mut self) {
        let at = self.at;
        let counts = at.cities.0.each_ref().map(|city| city.wonders.len());
        let drafted = counts[0] + counts[1];
        let group = GROUP_SIZE as usize;
        if at.phase == Phase::Board {
            let full = at.board_tokens.len() >= BOARD_TOKENS as usize;
            self.refuse_if(full, "board_tokens", "five are laid out already (R1.2)");
            self.refuse_if(drafted > 0 && !at.rules.first_game, "cities", "wonders before the tokens (R1.3)");
            self.refuse_if(at.player != Some(Player::First), "player", "not who drafts next (R1.4)");
            return;
        }
        self.refuse_if(at.rules.first_game, "phase", "no draft in the first game (R1.6)");
        let mut expected = [0, 0];
        (0..drafted.min(2 * group)).for_each(|pick| expected[choices::drafter(pick).index()] += 1);
        self.refuse_if(drafted >= 2 * group || counts != expected, "cities", "wonders drafted out of order (R1.4)");
        let offered = at.pending.offered.len();
        let fits = match at.phase {
            Phase::Offer => drafted % group == 0 && offered < group,
            _ => offered == group - drafted % group,
        };
        self.refuse_if(!fits, "pending.offered", "not the wonders of an open group (R1.3)");
        self.refuse_if(at.player != Some(choices::drafter(drafted)), "player", "not who drafts next (R1.4)");
    }

    /// What the phase is about is there.
    fn targets(&mut self) {
        let at = self.at;
        let Some(player) = at.player else {
            let ended = at.pawn.abs() == CAPITAL || Player::BOTH.into_iter().any(|p| at.has_won_by_science(p));
            let empty = (0..SLOTS).all(|slot| !at.is_present(slot));
            self.refuse_if(!(ended || at.age == 3 && empty), "phase", "the game is not over (R10.4)");
            return;
        };
        let shape = Shape::of_age(at.age);
        let present = at.lanes(|slot| slot != Slot::Empty);
        let down = at.lanes(|slot| matches!(slot, Slot::FaceDown | Slot::FaceDownGuild));
        let in_cities = at.cities.0[0].tokens.union(at.cities.0[1].tokens);
        let in_box = TokenSet::ALL.without(at.board_tokens).without(in_cities);
        let shown = at.pending.shown;
        let all_shown = shown.len() == 3 || shown == in_box;
        let is_deal = at.is_deal();
        let opened_by = match at.phase {
            Phase::Messe => Some(Wonder::Messe),
            Phase::Removed | Phase::Liberty | Phase::Give => Some(Wonder::StatueOfLiberty),
            _ => None,
        };
        if let Some(wonder) = opened_by {
            let city = &at.cities[player].wonders;
            let built = city.iter().any(|(w, tucked)| *w == wonder && *tucked != Tucked::Unbuilt);
            self.refuse_if(!built, "phase", "the player has not built the wonder (R12)");
        }
        match at.phase {
            Phase::Progress => self.refuse_if(at.board_tokens.is_empty(), "board_tokens", "no token to take (R7.2)"),
            Phase::Library => {
                self.refuse_if(shown.is_empty() || !all_shown, "pending.shown", "the tokens shown are missing (R8.3)");
            }
            Phase::Show => self.refuse_if(all_shown, "pending.shown", "no token is left to be shown (R8.3)"),
            Phase::Mausoleum => self.refuse_if(at.discard_pile.is_empty(), "discard_pile", "no card to build (R8.4)"),
            Phase::Destroy => {
                let set = CardSet::of_color(at.pending.destroy.unwrap_or(Color::Brown));
                let none = at.cities[player.other()].cards.intersection(set).is_empty();
                self.refuse_if(none, "pending.destroy", "the opponent has no such card (R8.4)");
            }
            Phase::Messe => self.refuse_if(present & shape.row_one == 0, "structure", "no card in row 1 (R12)"),
            Phase::Start => {
                let fresh = present == shape.all && down == shape.all & !shape.face_up;
                self.refuse_if(!fresh || at.age < 2, "structure", "not the fresh structure of Age II or III (R2.5)");
            }
            Phase::Reveal => {
                let due = if is_deal { shape.face_up } else { shape.accessible(present) } & down;
                self.refuse_if(due == 0, "structure", "no card is to be turned up (R2.4)");
                let starts = at.age == 1 && is_deal && player != Player::First;
                self.refuse_if(starts, "player", "player 0 starts Age I (R1.4)");
            }
            Phase::Guild => {
                let fresh = down == shape.all && at.age == 3;
                let all_known =
                    at.structure.iter().filter(|slot| **slot == Slot::FaceDownGuild).count() >= GUILDS_IN_PLAY as usize;
                self.refuse_if(!fresh || all_known, "structure", "not the deal of Age III (R2.3)");
            }
            _ => {}
        }
    }
}
