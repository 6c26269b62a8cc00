//! Play at speed against play step by step: the instances of the playout loop against one another, playouts against
//! the rules, and what a city keeps against what follows from the table.

use proptest::prelude::*;

use super::playout::{Played, playout, playout_portable};
use crate::components::{Card, CardSet, Color, Token, TokenSet, Wonder};
use crate::generator::SplitMix64;
use crate::rules::{Item, price};
use crate::state::{Outcome, Phase, Player, Rules, StartCentre, StartOffCentre, State, Tucked, Victory, WONDER_LANES};

/// Every set of options.
fn all_rules() -> Vec<Rules> {
    let mut list = Vec::new();
    for start_off_centre in [StartOffCentre::WeakerChooses, StartOffCentre::WeakerStarts] {
        for start_centre in [StartCentre::LastChooses, StartCentre::LastStarts, StartCentre::OtherStarts] {
            for (promo_wonders, first_game) in [(false, false), (false, true), (true, false), (true, true)] {
                list.push(Rules { start_off_centre, start_centre, promo_wonders, first_game });
            }
        }
    }
    list
}

/// One of the legal actions, each equally likely, by the checked door.
fn step(state: &mut State, random: &mut SplitMix64) {
    let actions = state.legal_actions();
    let action = actions[random.below(actions.len() as u64) as usize];
    state.apply(action).expect("a legal action");
}

/// Positions of random games over all options, as many of each phase.
fn positions_of_each_phase(many: usize) -> Vec<State> {
    let rules = all_rules();
    let mut by_phase = vec![Vec::new(); Phase::ALL.len()];
    for game in 0.. {
        assert!(game < 50_000, "a phase is never reached");
        let mut random = SplitMix64::of_series(11, game);
        let mut state = State::new(rules[game as usize % rules.len()]);
        loop {
            let list = &mut by_phase[state.phase() as usize];
            if list.len() < many && random.below(4) == 0 {
                list.push(state);
            }
            if state.is_over() {
                break;
            }
            step(&mut state, &mut random);
        }
        if by_phase.iter().all(|list| list.len() == many) {
            break;
        }
    }
    by_phase.into_iter().flatten().collect()
}

/// Everything that can be told about a game after a playout.
type End = (Played, State, Option<Outcome>, [[u16; 9]; 2], SplitMix64);

fn end(instance: fn(&mut State, &mut SplitMix64) -> Played, from: &State, mut random: SplitMix64) -> End {
    let mut state = *from;
    let played = instance(&mut state, &mut random);
    (played, state, state.outcome(), state.scores().map(|score| score.as_array()), random)
}

/// All games of `tests/golden.json` are among these, so that it pins every instance.
#[test]
fn the_instances_play_the_same_games() {
    for rules in all_rules() {
        let start = State::new(rules);
        for (seed, first) in [(0, 0), (1, 0), (2026, 0), (u64::MAX, 0), (1, 1 << 63)] {
            for number in (first..).take(1000) {
                let random = SplitMix64::of_series(seed, number);
                let chosen = end(playout, &start, random);
                assert_eq!(chosen, end(playout_portable, &start, random), "{rules:?}, seed {seed}, game {number}");
            }
        }
    }
}

#[test]
fn the_instances_agree_from_every_phase() {
    for (place, from) in positions_of_each_phase(60).into_iter().enumerate() {
        for number in 0..4 {
            let random = SplitMix64::of_series(place as u64, number);
            assert_eq!(
                end(playout, &from, random),
                end(playout_portable, &from, random),
                "from {}, game {number} of seed {place}",
                from.arrangement()
            );
        }
    }
}

/// Cards by where they are.
fn places(state: &State) -> Vec<CardSet> {
    let mut list = vec![state.unseen, state.discard, state.removed, state.cards_in(state.present & !state.face_down)];
    for city in &state.cities.0 {
        list.push(city.cards);
        list.push(
            city.tucked.iter().filter_map(|t| if let Tucked::Card(card) = t { Some(*card) } else { None }).collect(),
        );
    }
    list
}

/// The cards that somebody has seen.
fn seen(state: &State) -> CardSet {
    CardSet::ALL.without(state.unseen)
}

fn different_symbols(state: &State, player: Player) -> usize {
    let city = &state.cities[player];
    let cards = city.cards.iter().filter_map(|card| card.data().science);
    let all = cards.chain(city.tokens.iter().filter_map(|token| token.data().science));
    all.fold(0u8, |symbols, symbol| symbols | 1 << symbol as u8).count_ones() as usize
}

/// What holds at the end of every playout. Cards were turned up at once, so an early end is no position that could
/// be written down; one that points decided is.
fn check_end(from: &State, played: Played, state: &State) {
    assert!(state.is_over() && state.legal_actions().is_empty() && state.player_to_move().is_none());
    let outcome = state.outcome().expect("a game that is over has an outcome");
    let sheets = state.scores().map(|sheet| (sheet.total(), sheet.blue));

    // R6.3, R7.1, R10.4, R11.2
    assert_eq!(outcome.reason == Victory::Military, state.pawn.abs() == 9);
    for player in Player::BOTH {
        let wins = outcome == (Outcome { winner: Some(player), reason: Victory::Science });
        assert_eq!(wins, different_symbols(state, player) >= 6);
    }
    match outcome.reason {
        Victory::Military => {
            let winner = if state.pawn > 0 { Player::First } else { Player::Second };
            assert_eq!(outcome.winner, Some(winner));
        }
        Victory::Science => {}
        Victory::Civilian => {
            assert_eq!((state.age, state.present), (3, 0));
            let winner = match sheets[0].cmp(&sheets[1]) {
                std::cmp::Ordering::Greater => Some(Player::First),
                std::cmp::Ordering::Less => Some(Player::Second),
                std::cmp::Ordering::Equal => None,
            };
            assert_eq!(outcome.winner, winner);
            assert_eq!(state.arrangement().check().as_ref(), Ok(state));
        }
    }

    // R1: each component is in one place, and what was seen stays seen.
    let places = places(state);
    assert_eq!(places.iter().map(|set| set.len()).sum::<usize>(), Card::ALL.len());
    assert_eq!(places.iter().fold(CardSet::EMPTY, |all, set| all.union(*set)), CardSet::ALL);
    assert!(seen(from).without(seen(state)).is_empty());
    assert!(seen(state).intersection(CardSet::GUILDS).len() <= 3);
    let [first, second] = Player::BOTH.map(|player| state.cities[player].tokens);
    for (one, other) in [(first, second), (first, state.board), (second, state.board)] {
        assert_eq!(one.intersection(other), TokenSet::EMPTY);
    }

    // Nothing but a destroyed card leaves a city.
    let destructible = CardSet::of_color(Color::Brown).union(CardSet::of_color(Color::Grey));
    for player in Player::BOTH {
        let (before, after) = (&from.cities[player], &state.cities[player]);
        assert!(before.cards.without(after.cards).without(destructible).is_empty());
        assert!(before.tokens.without(after.tokens).is_empty());
        for (wonder, tucked) in before.wonders() {
            let now = after.wonders().find(|(w, _)| *w == wonder);
            assert!(tucked == Tucked::Unbuilt || now == Some((wonder, tucked)));
        }
        assert!(after.coins < 999);
    }
    assert!(state.built_wonders() <= 7); // R8.1
    assert!(state.built_wonders() < 7 || state.cities.0.iter().all(|city| city.unbuilt == 0));

    // Who started each age whose first turn was played.
    let began = |age: usize| played.starters[age - 1].is_some();
    let is_full = from.present == from.shape().all;
    for age in 1..=3 {
        let since = from.age as usize + !is_full as usize;
        assert_eq!(began(age), (since..=state.age as usize).contains(&age), "age {age}: {}", from.arrangement());
    }
    assert!(!began(1) || played.starters[0] == Some(Player::First)); // R1.4
}

#[test]
fn a_playout_ends_as_a_game_ends() {
    for rules in all_rules() {
        let start = State::new(rules);
        for number in 0..100 {
            let (played, state, ..) = end(playout, &start, SplitMix64::of_series(12, number));
            check_end(&start, played, &state);
            assert!(played.decisions >= if rules.first_game { 10 } else { 18 });
        }
    }
}

#[test]
fn a_playout_from_the_middle_ends_as_a_game_ends() {
    for (place, from) in positions_of_each_phase(60).into_iter().enumerate() {
        if from.is_over() {
            continue;
        }
        for number in 0..4 {
            let (played, state, ..) = end(playout, &from, SplitMix64::of_series(place as u64, number));
            check_end(&from, played, &state);
        }
    }
}

#[test]
fn a_finished_game_is_left_as_it_is() {
    for from in positions_of_each_phase(60).into_iter().filter(State::is_over) {
        let (played, state, _, _, random) = end(playout, &from, SplitMix64(3));
        assert_eq!((state, played.decisions, random), (from, 0, SplitMix64(3)));
        assert_eq!(state.arrangement(), from.arrangement());
    }
}

/// Means and variances of many figures over many games.
#[derive(Default)]
struct Figures {
    games: f64,
    sums: Vec<f64>,
    squares: Vec<f64>,
}

/// What is compared between playouts and play step by step; the name says which figure differs.
fn figures(state: &State, played: Played) -> Vec<(String, f64)> {
    let outcome = state.outcome().expect("a game that is over has an outcome");
    let mut list = vec![
        ("decisions".into(), played.decisions as f64),
        ("decisions squared".into(), (played.decisions as f64).powi(2)),
        ("pawn".into(), state.pawn as f64),
        ("age".into(), state.age as f64),
    ];
    let mut truth = |name: String, is_true: bool| list.push((name, is_true as u8 as f64));
    for reason in [Victory::Civilian, Victory::Military, Victory::Science] {
        for winner in [Some(Player::First), Some(Player::Second), None] {
            truth(format!("{reason:?} {winner:?}"), outcome == Outcome { winner, reason });
        }
    }
    for age in 2..=3 {
        truth(format!("first starts age {age}"), played.starters[age - 1] == Some(Player::First));
    }
    truth("discarded a lot".into(), state.discard.len() > 20);
    for player in Player::BOTH {
        let city = &state.cities[player];
        for card in Card::ALL {
            truth(format!("{player:?} {card:?}"), city.cards.has(card));
        }
        for (wonder, tucked) in Wonder::ALL.map(|w| (w, city.wonders().find(|(other, _)| *other == w))) {
            truth(format!("{player:?} has {wonder:?}"), tucked.is_some());
            truth(format!("{player:?} built {wonder:?}"), tucked.is_some_and(|(_, t)| t != Tucked::Unbuilt));
        }
        for token in Token::ALL {
            truth(format!("{player:?} {token:?}"), city.tokens.has(token));
        }
    }
    for player in Player::BOTH {
        list.push((format!("{player:?} coins"), state.cities[player].coins as f64));
        for (place, points) in state.scores()[player.index()].as_array().into_iter().enumerate() {
            list.push((format!("{player:?} points {place}"), points as f64));
            list.push((format!("{player:?} points {place} squared"), (points as f64).powi(2)));
        }
    }
    list
}

impl Figures {
    fn add(&mut self, state: &State, played: Played) {
        let list = figures(state, played);
        self.games += 1.0;
        self.sums.resize(list.len(), 0.0);
        self.squares.resize(list.len(), 0.0);
        for (place, (_, value)) in list.into_iter().enumerate() {
            self.sums[place] += value;
            self.squares[place] += value * value;
        }
    }

    fn mean_and_variance(&self, place: usize) -> (f64, f64) {
        let mean = self.sums[place] / self.games;
        (mean, (self.squares[place] / self.games - mean * mean).max(0.0))
    }
}

/// Plays on at random by the rules alone.
fn step_by_step(state: &mut State, random: &mut SplitMix64) -> Played {
    let mut played = Played { decisions: 0, starters: [None; 3] };
    while !state.is_over() {
        played.decisions += state.phase().is_decision() as u32;
        let dealt = state.phase() != Phase::Turn;
        step(state, random);
        if dealt && state.phase() == Phase::Turn && state.present == state.shape().all {
            played.starters[state.age() as usize - 1] = Some(state.player);
        }
    }
    played
}

/// How many standard errors two means may be apart. Of the some thousand comparisons below none comes near by chance.
const STANDARD_ERRORS: f64 = 5.0;

fn compare(from: &State, games: u32, seed: u64) {
    let (mut fast, mut plain) = (Figures::default(), Figures::default());
    for number in 0..games as u64 {
        let mut state = *from;
        let played = playout(&mut state, &mut SplitMix64::of_series(seed, number));
        fast.add(&state, played);
        let mut state = *from;
        let played = step_by_step(&mut state, &mut SplitMix64::of_series(seed + 1, number));
        plain.add(&state, played);
    }
    let mut state = *from;
    let played = playout(&mut state, &mut SplitMix64(seed));
    for (place, (name, _)) in figures(&state, played).into_iter().enumerate() {
        let ((mean, variance), (expected, spread)) = (fast.mean_and_variance(place), plain.mean_and_variance(place));
        let error = ((variance + spread) / games as f64).sqrt();
        // What hardly ever happens is not normally distributed: a few games are allowed in any case.
        let allowed = STANDARD_ERRORS * error + 4.0 / games as f64;
        assert!(
            (mean - expected).abs() <= allowed,
            "{name}: {mean:.4} in playouts, {expected:.4} step by step, from {}",
            from.arrangement()
        );
    }
}

#[test]
fn playouts_are_uniform_play() {
    let promo = Rules { promo_wonders: true, start_centre: StartCentre::OtherStarts, ..Rules::default() };
    compare(&State::new(Rules::default()), 6_000, 100);
    compare(&State::new(promo), 6_000, 200);
}

#[test]
fn playouts_from_the_middle_are_uniform_play() {
    for (place, from) in positions_of_each_phase(3).iter().enumerate() {
        compare(from, 400, 1_000 + 2 * place as u64);
    }
}

/// R4, R7.1: what a city keeps is what the same position set up by hand derives.
fn check_kept(state: &State) {
    let fresh = state.arrangement().check().unwrap_or_else(|problems| panic!("{problems:?}: {}", state.arrangement()));
    let text = || state.arrangement().to_string();
    for player in Player::BOTH {
        let (kept, derived) = (&state.cities[player], &fresh.cities[player]);
        assert_eq!(kept.tally, derived.tally, "{}", text());
        assert_eq!(kept.unlocked, derived.unlocked, "{}", text());
        assert_eq!(kept.symbols, derived.symbols, "{}", text());
        assert_eq!(kept.coins, derived.coins, "{}", text());
        // Places are in the order of the draft here, of the catalogue there.
        for (place, wonder) in kept.wonders.iter().enumerate().filter_map(|(p, w)| w.map(|w| (p, w))) {
            let other = derived.wonder_place(wonder).expect("the wonder is there");
            let lane = |place: usize| WONDER_LANES[place];
            assert_eq!(kept.tucked[place], derived.tucked[other], "{}", text());
            let is_unbuilt = kept.unbuilt >> lane(place) & 1;
            assert_eq!(is_unbuilt, derived.unbuilt >> lane(other) & 1, "{}", text());
            if is_unbuilt == 1 && is_priced(state) {
                let total = price(state, player, Item::Wonder(wonder)).total();
                assert_eq!(kept.price.0[lane(place)], derived.price.0[lane(other)], "{wonder:?}: {}", text());
                assert_eq!(kept.price.0[lane(place)] as u16, total, "{wonder:?}: {}", text());
            }
        }
        assert_eq!(kept.unbuilt.count_ones(), derived.unbuilt.count_ones(), "{}", text());
        if !is_priced(state) {
            continue;
        }
        let up = state.present & !state.face_down;
        assert_eq!(kept.chained & up, derived.chained & up, "{}", text());
        for lane in (0..32).filter(|lane| (up & !kept.chained) >> lane & 1 != 0) {
            let card = state.cards[lane];
            assert_eq!(kept.price.0[lane], derived.price.0[lane], "{card:?}: {}", text());
            assert_eq!(kept.price.0[lane] as u16, price(state, player, Item::Card(card)).total(), "{}", text());
        }
    }
}

/// Prices are kept from the first turn of an age to its last; a game that is over needs none.
fn is_priced(state: &State) -> bool {
    let dealing = matches!(state.phase(), Phase::Guild | Phase::Reveal) && state.present == state.shape().all;
    state.age() > 0 && !state.is_over() && !dealing
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// A game is a list of picks, so that a failing one is told by its shortest form. One pick in four is drawn to
    /// the end of the list, where the wonders are.
    #[test]
    fn what_a_city_keeps_follows_from_the_table(
        rules in prop::sample::select(all_rules()),
        picks in prop::collection::vec((any::<u16>(), 0..4u8), 0..260),
    ) {
        let mut state = State::new(rules);
        check_kept(&state);
        for (pick, taste) in picks {
            let count = state.count_legal();
            if count == 0 {
                break;
            }
            let place = match taste {
                0 => count - 1 - pick as usize % count.min(4),
                _ => pick as usize % count,
            };
            let action = state.nth_legal(place).expect("a place of the list");
            state.apply(action).expect("a legal action");
            check_kept(&state);
        }
    }
}

#[test]
fn a_playout_without_a_card_to_take_ends_at_once() {
    let mut arrangement = State::new(Rules::default()).arrangement();
    (arrangement.age, arrangement.phase) = (1, Phase::Turn);
    let start = arrangement.check().expect("a score sheet");
    for instance in [playout, playout_portable] {
        let mut state = start;
        assert_eq!(instance(&mut state, &mut SplitMix64(1)).decisions, 0);
        assert_eq!(state, start);
    }
}
