//! Writes the component tables (`components/tables.rs`) from `base.toml`, the single source of figures and names.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::{env, fs, path::Path};

use serde::Deserialize;

const SOURCE: &str = "python/seven_duel/components/base.toml";

#[derive(Deserialize)]
struct Box {
    resources: Vec<String>,
    colors: Vec<String>,
    symbols: Vec<String>,
    setup: Setup,
    military: Military,
    trade: Trade,
    coins: Coins,
    structures: Vec<Structure>,
    cards: Vec<Card>,
    wonders: Vec<Wonder>,
    tokens: Vec<Token>,
}

#[derive(Deserialize)]
struct Setup {
    coins: u8,
    board_tokens: u8,
    group_size: u8,
    removed_per_age: u8,
    guilds: u8,
    max_built_wonders: u8,
    first_game: Vec<Vec<String>>,
}

#[derive(Deserialize)]
struct Military {
    capital: i8,
    tokens: Vec<Fine>,
    points: Vec<Zone>,
}

#[derive(Deserialize)]
struct Fine {
    distance: i8,
    coins: u8,
}

#[derive(Deserialize)]
struct Zone {
    distance: i8,
    points: u8,
}

#[derive(Deserialize)]
struct Trade {
    base: u8,
    reserve: u8,
    waived: u8,
}

#[derive(Deserialize)]
struct Coins {
    discard: u8,
    urbanism: u8,
    per_point: u8,
}

#[derive(Deserialize)]
struct Structure {
    age: u8,
    rows: Vec<Vec<u8>>,
}

type Amounts = BTreeMap<String, u8>;

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Card {
    slug: String,
    name_en: String,
    age: u8,
    color: String,
    cost: Amounts,
    produces: Amounts,
    produces_one_of: Vec<String>,
    reserve: Vec<String>,
    shields: u8,
    science: Option<String>,
    points: u8,
    coins: u8,
    coins_per: Option<CoinsPer>,
    guild: Option<Guild>,
    chain_symbol: Option<String>,
    chain_from: Option<String>,
}

#[derive(Deserialize)]
struct CoinsPer {
    of: String,
    coins: u8,
}

#[derive(Deserialize)]
struct Guild {
    of: String,
    coins: u8,
    points: u8,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Wonder {
    slug: String,
    name_en: String,
    set: String,
    cost: Amounts,
    shields: u8,
    points: u8,
    coins: u8,
    opponent_loses: u8,
    extra_turn: bool,
    produces_one_of: Vec<String>,
    destroy: Option<String>,
    choice: Option<String>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
// The names are those of the file.
#[allow(clippy::struct_field_names)]
struct Token {
    slug: String,
    name_en: String,
    coins: u8,
    points: u8,
    points_per_token: u8,
    science: Option<String>,
}

/// `lumber_yard` -> `LumberYard`
fn camel(slug: &str) -> String {
    slug.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

fn option(kind: &str, slug: Option<&str>) -> String {
    slug.map_or("None".into(), |slug| format!("Some({kind}::{})", camel(slug)))
}

/// An enum in catalogue order with its list, slugs and names.
fn catalogue(out: &mut String, kind: &str, doc: &str, items: &[(&str, &str)]) {
    let _ = writeln!(
        out,
        "/// {doc}\n#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\n#[repr(u8)]\npub enum {kind} {{"
    );
    for (slug, name) in items {
        let _ = writeln!(out, "    /// {name}\n    {},", camel(slug));
    }
    let _ = writeln!(
        out,
        "}}\nimpl {kind} {{\n    /// All of them, in the order of their ids.\n    pub const ALL: [Self; {}] = [",
        items.len()
    );
    for (slug, _) in items {
        let _ = writeln!(out, "        Self::{},", camel(slug));
    }
    let _ = writeln!(out, "    ];\n    const SLUGS: [&'static str; {}] = [", items.len());
    for (slug, _) in items {
        let _ = writeln!(out, "        {slug:?},");
    }
    let _ = writeln!(out, "    ];\n}}");
}

impl Box {
    fn units(&self, amounts: &Amounts) -> String {
        for key in amounts.keys() {
            assert!(key == "coins" || self.resources.contains(key), "unknown resource {key}");
        }
        let units: Vec<u8> = self.resources.iter().map(|name| amounts.get(name).copied().unwrap_or(0)).collect();
        format!("{units:?}")
    }

    /// A bit for each resource named.
    fn mask(&self, names: &[String]) -> u8 {
        names.iter().map(|name| 1 << self.resources.iter().position(|r| r == name).expect("a resource")).sum()
    }

    fn counted(of: &str) -> String {
        format!("Counted::{}", camel(of))
    }

    fn card(&self, card: &Card) -> String {
        let predecessor = card.chain_from.as_ref().map(|symbol| {
            let giver = self.cards.iter().find(|c| c.chain_symbol.as_ref() == Some(symbol));
            giver.expect("every chain symbol has a giver").slug.as_str()
        });
        let coins_per = card
            .coins_per
            .as_ref()
            .map_or("None".into(), |per| format!("Some(({}, {}))", Self::counted(&per.of), per.coins));
        let guild = card.guild.as_ref().map_or("None".into(), |guild| {
            format!(
                "Some(Guild {{ counted: {}, coins: {}, points: {} }})",
                Self::counted(&guild.of),
                guild.coins,
                guild.points
            )
        });
        format!(
            "CardData {{ name_en: {:?}, age: {}, color: Color::{}, cost: {}, coin_cost: {}, produces: {}, produces_one_of: {}, reserve: {}, \
             shields: {}, science: {}, points: {}, coins: {}, coins_per: {}, guild: {}, chain_from: {} }},",
            card.name_en,
            card.age,
            camel(&card.color),
            self.units(&card.cost),
            card.cost.get("coins").copied().unwrap_or(0),
            self.units(&card.produces),
            self.mask(&card.produces_one_of),
            self.mask(&card.reserve),
            card.shields,
            option("Symbol", card.science.as_deref()),
            card.points,
            card.coins,
            coins_per,
            guild,
            option("Card", predecessor),
        )
    }

    fn wonder(&self, wonder: &Wonder) -> String {
        format!(
            "WonderData {{ name_en: {:?}, is_promo: {}, cost: {}, shields: {}, points: {}, coins: {}, opponent_loses: {}, extra_turn: {}, \
             produces_one_of: {}, destroy: {}, choice: {} }},",
            wonder.name_en,
            wonder.set == "promo",
            self.units(&wonder.cost),
            wonder.shields,
            wonder.points,
            wonder.coins,
            wonder.opponent_loses,
            wonder.extra_turn,
            self.mask(&wonder.produces_one_of),
            option("Color", wonder.destroy.as_deref()),
            option("Choice", wonder.choice.as_deref()),
        )
    }

    fn tables(&self) -> String {
        let mut out = String::new();
        let plain = |names: &[String]| -> Vec<(String, String)> {
            names.iter().map(|s| (s.clone(), s.replace('_', " "))).collect()
        };
        for (kind, doc, names) in [
            ("Resource", "The five resources (R4.1).", &self.resources),
            ("Color", "The colours of cards.", &self.colors),
            ("Symbol", "The seven science symbols (R7.1).", &self.symbols),
        ] {
            let items = plain(names);
            let items: Vec<(&str, &str)> = items.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            catalogue(&mut out, kind, doc, &items);
        }
        let list: Vec<(&str, &str)> = self.cards.iter().map(|c| (c.slug.as_str(), c.name_en.as_str())).collect();
        catalogue(&mut out, "Card", "The 73 cards of the three ages and the guilds.", &list);
        let list: Vec<(&str, &str)> = self.wonders.iter().map(|w| (w.slug.as_str(), w.name_en.as_str())).collect();
        catalogue(&mut out, "Wonder", "The wonders, the promotional ones last.", &list);
        let list: Vec<(&str, &str)> = self.tokens.iter().map(|t| (t.slug.as_str(), t.name_en.as_str())).collect();
        catalogue(&mut out, "Token", "The progress tokens.", &list);

        let _ = writeln!(out, "pub(crate) const CARDS: [CardData; {}] = [", self.cards.len());
        for card in &self.cards {
            let _ = writeln!(out, "    {}", self.card(card));
        }
        let _ = writeln!(out, "];\npub(crate) const WONDERS: [WonderData; {}] = [", self.wonders.len());
        for wonder in &self.wonders {
            let _ = writeln!(out, "    {}", self.wonder(wonder));
        }
        let _ = writeln!(out, "];\npub(crate) const TOKENS: [TokenData; {}] = [", self.tokens.len());
        for token in &self.tokens {
            let _ = writeln!(
                out,
                "    TokenData {{ name_en: {:?}, coins: {}, points: {}, points_per_token: {}, science: {} }},",
                token.name_en,
                token.coins,
                token.points,
                token.points_per_token,
                option("Symbol", token.science.as_deref()),
            );
        }
        let _ = writeln!(out, "];");
        self.figures(&mut out);
        out
    }

    fn figures(&self, out: &mut String) {
        let mut figure = |name: &str, doc: &str, kind: &str, value: String| {
            let _ = writeln!(out, "/// {doc}\npub const {name}: {kind} = {value};");
        };
        figure("START_COINS", "R1.1", "u8", self.setup.coins.to_string());
        figure("BOARD_TOKENS", "R1.2", "u8", self.setup.board_tokens.to_string());
        figure("GROUP_SIZE", "R1.3", "u8", self.setup.group_size.to_string());
        figure("REMOVED_PER_AGE", "R1.5", "u8", self.setup.removed_per_age.to_string());
        figure("GUILDS_IN_PLAY", "R1.5", "u8", self.setup.guilds.to_string());
        figure("MAX_BUILT_WONDERS", "R8.1", "u8", self.setup.max_built_wonders.to_string());
        let first: Vec<String> = self
            .setup
            .first_game
            .iter()
            .map(|city| {
                format!("[{}]", city.iter().map(|w| format!("Wonder::{}", camel(w))).collect::<Vec<_>>().join(", "))
            })
            .collect();
        figure("FIRST_GAME", "R1.6", "[[Wonder; 4]; 2]", format!("[{}]", first.join(", ")));
        figure("CAPITAL", "R6.3", "i8", self.military.capital.to_string());
        let fines: Vec<String> =
            self.military.tokens.iter().map(|f| format!("({}, {})", f.distance, f.coins)).collect();
        figure("MILITARY_TOKENS", "R6.2: distance and coins", "[(i8, u8); 2]", format!("[{}]", fines.join(", ")));
        let zones: Vec<String> =
            self.military.points.iter().map(|z| format!("({}, {})", z.distance, z.points)).collect();
        figure(
            "MILITARY_POINTS",
            "R11.1: from this distance on, points",
            "[(i8, u8); 3]",
            format!("[{}]", zones.join(", ")),
        );
        figure("TRADE_BASE", "R4.3", "u8", self.trade.base.to_string());
        figure("TRADE_RESERVE", "R4.3", "u8", self.trade.reserve.to_string());
        figure("WAIVED_UNITS", "R4.4", "u8", self.trade.waived.to_string());
        figure("DISCARD_COINS", "R3.3", "u8", self.coins.discard.to_string());
        figure("URBANISM_COINS", "R7.3", "u8", self.coins.urbanism.to_string());
        figure("COINS_PER_POINT", "R11.1", "u8", self.coins.per_point.to_string());
        // R2.1: (row, column) of each slot.
        let mut ages: Vec<&Structure> = self.structures.iter().collect();
        ages.sort_by_key(|s| s.age);
        let places: Vec<Vec<(usize, u8)>> = ages
            .iter()
            .map(|s| {
                s.rows
                    .iter()
                    .enumerate()
                    .flat_map(|(row, columns)| columns.iter().map(move |c| (row + 1, *c)))
                    .collect()
            })
            .collect();
        figure(
            "PLACES",
            "R2.1: the row and column of each slot, for each age",
            "[[(u8, u8); 20]; 3]",
            format!("{places:?}"),
        );
    }
}

fn main() {
    println!("cargo::rerun-if-changed={SOURCE}");
    println!("cargo::rerun-if-changed=build.rs");
    let text = fs::read_to_string(SOURCE).expect("base.toml is part of the package");
    let contents: Box = toml::from_str(&text).expect("base.toml has the form that build.rs names");
    let path = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("tables.rs");
    fs::write(path, contents.tables()).expect("OUT_DIR is writable");
}
