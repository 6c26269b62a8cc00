//! The one-line text of a position: twelve fields, `-` where there is nothing.
//!
//! `rules age phase player city0 city1 pawn military board discard structure pending`; a city is
//! `coins/cards/wonders/tokens`. Lists are written by ascending id.

use std::fmt::Write as _;
use std::str::FromStr;

use super::NotationError;
use crate::components::{Card, CardSet, Color, MILITARY_TOKENS, Token, TokenSet, Wonder, WonderSet};
use crate::rules::{Arrangement, CityArrangement, Pending};
use crate::state::{ByPlayer, Phase, Player, Rules, SLOTS, Slot, StartCentre, StartOffCentre, Tucked};

const NOTHING: &str = "-";

fn list(items: impl Iterator<Item = String>, separator: &str) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { NOTHING.into() } else { items.join(separator) }
}

impl std::fmt::Display for Arrangement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let player = self.player.map_or(NOTHING.into(), |player| player.index().to_string());
        let military = self.military_tokens.0.map(military_text).join("/");
        let [first, second] = self.cities.0.each_ref().map(city_text);
        write!(
            f,
            "{} {} {} {player} {first} {second} {} {military} {} {} {} {}",
            rules_text(self.rules),
            self.age,
            self.phase.name(),
            self.pawn,
            list(self.board_tokens.iter().map(|t| t.slug().into()), ","),
            list(self.discard_pile.iter().map(|c| c.slug().into()), ","),
            self.structure.map(slot_text).join(","),
            pending_text(&self.pending),
        )
    }
}

fn rules_text(rules: Rules) -> String {
    let off_centre = match rules.start_off_centre {
        StartOffCentre::WeakerChooses => None,
        StartOffCentre::WeakerStarts => Some("start_off_centre=weaker_starts"),
    };
    let centre = match rules.start_centre {
        StartCentre::LastChooses => None,
        StartCentre::LastStarts => Some("start_centre=last_starts"),
        StartCentre::OtherStarts => Some("start_centre=other_starts"),
    };
    let promo = rules.promo_wonders.then_some("promo_wonders");
    let first = rules.first_game.then_some("first_game");
    list([off_centre, centre, promo, first].into_iter().flatten().map(Into::into), ",")
}

fn city_text(city: &CityArrangement) -> String {
    let wonders = city.wonders.iter().map(|(wonder, tucked)| match tucked {
        Tucked::Unbuilt => wonder.slug().into(),
        Tucked::Unrecorded => format!("{}=?", wonder.slug()),
        Tucked::Card(card) => format!("{}={}", wonder.slug(), card.slug()),
    });
    format!(
        "{}/{}/{}/{}",
        city.coins,
        list(city.cards.iter().map(|card| card.slug().into()), ","),
        list(wonders, ","),
        list(city.tokens.iter().map(|token| token.slug().into()), ",")
    )
}

fn military_text(tokens: u8) -> String {
    let left = MILITARY_TOKENS.iter().enumerate().filter(|(i, _)| tokens >> i & 1 != 0);
    list(left.map(|(_, (_, coins))| coins.to_string()), "")
}

fn slot_text(slot: Slot) -> &'static str {
    match slot {
        Slot::Empty => ".",
        Slot::Card(card) => card.slug(),
        Slot::FaceDown => "?",
        Slot::FaceDownGuild => "?guild",
    }
}

fn pending_text(pending: &Pending) -> String {
    let mut out = String::new();
    let mut entry = |key: &str, value: String| {
        let _ = write!(out, "{}{key}={value}", if out.is_empty() { "" } else { ";" });
    };
    if let Some(player) = pending.turn_of {
        entry("turn_of", player.index().to_string());
    }
    if pending.extra_turn {
        entry("extra_turn", "1".into());
    }
    if !pending.then.is_empty() {
        entry("then", list(pending.then.iter().map(|owner| format!("progress:{}", owner.index())), "+"));
    }
    if let Some(color) = pending.destroy {
        entry("destroy", color.slug().into());
    }
    if !pending.shown.is_empty() {
        entry("shown", list(pending.shown.iter().map(|t| t.slug().into()), "+"));
    }
    if !pending.removed.is_empty() {
        entry("removed", list(pending.removed.iter().map(|c| c.slug().into()), "+"));
    }
    if !pending.offered.is_empty() {
        entry("offered", list(pending.offered.iter().map(|w| w.slug().into()), "+"));
    }
    if out.is_empty() { NOTHING.into() } else { out }
}

type Read<T> = Result<T, NotationError>;

fn error<T>(key: &str, what: impl std::fmt::Display) -> Read<T> {
    Err(NotationError(format!("{key}: {what}")))
}

impl FromStr for Arrangement {
    type Err = NotationError;

    fn from_str(text: &str) -> Read<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let Ok([rules, age, phase, player, first, second, pawn, military, board, discard, structure, pending]) =
            <[&str; 12]>::try_from(fields)
        else {
            return error("position", "twelve fields with one space between them");
        };
        Ok(Self {
            rules: read_rules(rules)?,
            age: read_number("age", age, 3)? as u8,
            phase: read_phase(phase)?,
            player: if player == NOTHING { None } else { Some(read_player("player", player)?) },
            cities: ByPlayer([read_city("cities[0]", first)?, read_city("cities[1]", second)?]),
            pawn: read_pawn(pawn)?,
            military_tokens: read_military(military)?,
            board_tokens: read_tokens("board_tokens", board, ",")?,
            discard_pile: read_cards("discard_pile", discard, ",")?,
            structure: read_structure(structure)?,
            pending: read_pending(pending)?,
        })
    }
}

/// A whole number in its one form.
fn read_number(key: &str, text: &str, most: u16) -> Read<u16> {
    match text.parse::<u16>() {
        Ok(value) if value <= most && value.to_string() == text => Ok(value),
        _ => error(key, format_args!("{text:?} is not a number from 0 to {most}")),
    }
}

fn read_player(key: &str, text: &str) -> Read<Player> {
    let number = read_number(key, text, 1)?;
    Player::from_index(number as usize).map_or_else(|| error(key, "0 or 1"), Ok)
}

fn read_phase(text: &str) -> Read<Phase> {
    let phase = Phase::ALL.into_iter().find(|phase| phase.name() == text);
    phase.map_or_else(|| error("phase", format_args!("{text:?} is not a phase")), Ok)
}

fn read_pawn(text: &str) -> Read<i8> {
    match text.parse::<i8>() {
        Ok(value) if (-9..=9).contains(&value) && value.to_string() == text => Ok(value),
        _ => error("pawn", format_args!("{text:?} is not a number from -9 to 9")),
    }
}

fn read_rules(text: &str) -> Read<Rules> {
    let mut rules = Rules::default();
    let mut seen = Vec::new();
    for option in items(text, ",") {
        let key = option.split('=').next().unwrap_or(option);
        if seen.contains(&key) {
            return error("rules", format_args!("{key} twice"));
        }
        seen.push(key);
        match option {
            "promo_wonders" => rules.promo_wonders = true,
            "first_game" => rules.first_game = true,
            "start_off_centre=weaker_starts" => rules.start_off_centre = StartOffCentre::WeakerStarts,
            "start_centre=last_starts" => rules.start_centre = StartCentre::LastStarts,
            "start_centre=other_starts" => rules.start_centre = StartCentre::OtherStarts,
            _ => return error("rules", format_args!("{option:?} is not an option")),
        }
    }
    Ok(rules)
}

/// The items of a list; none for `-`.
fn items<'a>(text: &'a str, separator: &'a str) -> impl Iterator<Item = &'a str> {
    let text = (text != NOTHING).then_some(text);
    text.into_iter().flat_map(move |text| text.split(separator))
}

macro_rules! read_set {
    ($name:ident, $set:ident of $item:ident, $word:literal) => {
        fn $name(key: &str, text: &str, separator: &str) -> Read<$set> {
            let mut set = $set::EMPTY;
            for slug in items(text, separator) {
                let Some(item) = $item::from_slug(slug) else {
                    return error(key, format_args!("{slug:?} is not a {}", $word));
                };
                if set.has(item) {
                    return error(key, format_args!("{slug} twice"));
                }
                set.insert(item);
            }
            Ok(set)
        }
    };
}
read_set!(read_cards, CardSet of Card, "card");
read_set!(read_tokens, TokenSet of Token, "token");
read_set!(read_wonders, WonderSet of Wonder, "wonder");

fn read_card(key: &str, slug: &str) -> Read<Card> {
    Card::from_slug(slug).map_or_else(|| error(key, format_args!("{slug:?} is not a card")), Ok)
}

fn read_city(key: &str, text: &str) -> Read<CityArrangement> {
    let parts: Vec<&str> = text.split('/').collect();
    let Ok([coins, cards, wonders, tokens]) = <[&str; 4]>::try_from(parts) else {
        return error(key, "coins/cards/wonders/tokens");
    };
    Ok(CityArrangement {
        coins: read_number(&format!("{key}.coins"), coins, u16::MAX)?,
        cards: read_cards(&format!("{key}.cards"), cards, ",")?,
        wonders: read_city_wonders(&format!("{key}.wonders"), wonders)?,
        tokens: read_tokens(&format!("{key}.tokens"), tokens, ",")?,
    })
}

fn read_city_wonders(key: &str, text: &str) -> Read<Vec<(Wonder, Tucked)>> {
    let mut list: Vec<(Wonder, Tucked)> = Vec::new();
    for item in items(text, ",") {
        let (slug, tucked) = match item.split_once('=') {
            None => (item, Tucked::Unbuilt),
            Some((slug, "?")) => (slug, Tucked::Unrecorded),
            Some((slug, card)) => (slug, Tucked::Card(read_card(key, card)?)),
        };
        let Some(wonder) = Wonder::from_slug(slug) else {
            return error(key, format_args!("{slug:?} is not a wonder"));
        };
        if list.iter().any(|(other, _)| *other == wonder) {
            return error(key, format_args!("{slug} twice"));
        }
        list.push((wonder, tucked));
    }
    list.sort_by_key(|(wonder, _)| *wonder);
    Ok(list)
}

fn read_military(text: &str) -> Read<ByPlayer<u8>> {
    let Some((first, second)) = text.split_once('/') else {
        return error("military_tokens", "two parts with / between them");
    };
    let side = |text: &str| match text {
        "-" => Ok(0b00),
        "2" => Ok(0b01),
        "5" => Ok(0b10),
        "25" => Ok(0b11),
        _ => error("military_tokens", format_args!("{text:?} is not one of 25, 2, 5, -")),
    };
    Ok(ByPlayer([side(first)?, side(second)?]))
}

fn read_structure(text: &str) -> Read<[Slot; SLOTS]> {
    let mut slots = Vec::new();
    for (slot, text) in text.split(',').enumerate() {
        slots.push(match text {
            "." => Slot::Empty,
            "?" => Slot::FaceDown,
            "?guild" => Slot::FaceDownGuild,
            slug => Slot::Card(read_card(&format!("structure[{slot}]"), slug)?),
        });
    }
    slots.try_into().or_else(|_| error("structure", "20 slots"))
}

fn read_pending(text: &str) -> Read<Pending> {
    let mut pending = Pending::default();
    let mut seen = Vec::new();
    for item in items(text, ";") {
        let Some((key, value)) = item.split_once('=') else {
            return error("pending", format_args!("{item:?} is not key=value"));
        };
        if seen.contains(&key) {
            return error("pending", format_args!("{key} twice"));
        }
        seen.push(key);
        match key {
            "turn_of" => pending.turn_of = Some(read_player("pending.turn_of", value)?),
            "extra_turn" if value == "1" => pending.extra_turn = true,
            "then" => {
                for choice in value.split('+') {
                    let Some(owner) = choice.strip_prefix("progress:") else {
                        return error("pending.then", format_args!("{choice:?} is not progress:0 or progress:1"));
                    };
                    pending.then.push(read_player("pending.then", owner)?);
                }
            }
            "destroy" => match value {
                "brown" => pending.destroy = Some(Color::Brown),
                "grey" => pending.destroy = Some(Color::Grey),
                _ => return error("pending.destroy", format_args!("{value:?} is not brown or grey")),
            },
            "shown" => pending.shown = read_tokens("pending.shown", value, "+")?,
            "removed" => pending.removed = read_cards("pending.removed", value, "+")?,
            "offered" => pending.offered = read_wonders("pending.offered", value, "+")?,
            _ => return error("pending", format_args!("{item:?} is not known")),
        }
    }
    Ok(pending)
}
