//! R11: the score sheet, at any time.

use super::effects::larger_count;
use crate::components::{CAPITAL, COINS_PER_POINT, CardSet, Color, MILITARY_POINTS, Token};
use crate::state::{Player, State};

/// Points by category.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Score {
    /// Blue cards.
    pub blue: u16,
    /// Green cards.
    pub green: u16,
    /// Yellow cards.
    pub yellow: u16,
    /// Guilds (R9.2).
    pub guilds: u16,
    /// Built wonders.
    pub wonders: u16,
    /// Progress tokens.
    pub tokens: u16,
    /// Coins, one point for each full three.
    pub coins: u16,
    /// The track.
    pub military: u16,
}

impl Score {
    /// The sum of all categories.
    pub const fn total(&self) -> u16 {
        self.blue + self.green + self.yellow + self.guilds + self.wonders + self.tokens + self.coins + self.military
    }
    /// The categories and the total, in the order of the sheet.
    pub const fn as_array(&self) -> [u16; 9] {
        [
            self.blue,
            self.green,
            self.yellow,
            self.guilds,
            self.wonders,
            self.tokens,
            self.coins,
            self.military,
            self.total(),
        ]
    }
}

/// R11.1: a player's sheet as if the game ended now.
pub fn score(state: &State, player: Player) -> Score {
    let city = &state.cities[player];
    Score {
        blue: city.tally.points(Color::Blue) as u16,
        green: city.tally.points(Color::Green) as u16,
        yellow: city.tally.points(Color::Yellow) as u16,
        guilds: guilds(state, player),
        wonders: city.tally.wonder_points() as u16,
        tokens: tokens(state, player),
        coins: city.coins / COINS_PER_POINT as u16,
        military: military(state, player),
    }
}

fn guilds(state: &State, player: Player) -> u16 {
    let guilds = state.cities[player].cards.intersection(CardSet::GUILDS);
    if guilds.is_empty() {
        return 0;
    }
    let points = guilds.iter().filter_map(|card| card.data().guild).map(|guild| {
        guild.points as u16 * larger_count(state, guild.counted) // R9.2
    });
    points.sum()
}

fn tokens(state: &State, player: Player) -> u16 {
    /// The points of every set of tokens.
    static POINTS: [u8; 1 << Token::ALL.len()] = {
        let mut points = [0; 1 << Token::ALL.len()];
        let mut set = 0;
        while set < points.len() {
            let mut id = 0;
            while id < Token::ALL.len() {
                if set >> id & 1 != 0 {
                    let data = Token::ALL[id].data();
                    points[set] += data.points + data.points_per_token * set.count_ones() as u8;
                }
                id += 1;
            }
            set += 1;
        }
        points
    };
    POINTS[state.cities[player].tokens.0 as usize % POINTS.len()] as u16
}

fn military(state: &State, player: Player) -> u16 {
    /// The points by how far the pawn is on the opponent's side.
    static POINTS: [u8; CAPITAL as usize + 1] = {
        let mut points = [0; CAPITAL as usize + 1];
        let mut lead = 0;
        while lead < points.len() {
            let mut zone = 0;
            while zone < MILITARY_POINTS.len() {
                let (distance, worth) = MILITARY_POINTS[zone];
                if lead as i8 >= distance && worth > points[lead] {
                    points[lead] = worth;
                }
                zone += 1;
            }
            lead += 1;
        }
        points
    };
    let lead = if player == Player::First { state.pawn } else { -state.pawn };
    POINTS[lead.clamp(0, CAPITAL) as usize] as u16
}

/// R11.2: the higher total, then the higher points on blue cards; `None` is a shared victory.
pub(crate) fn winner(state: &State) -> Option<Player> {
    let [first, second] = Player::BOTH.map(|player| score(state, player)).map(|sheet| (sheet.total(), sheet.blue));
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Player::First),
        std::cmp::Ordering::Less => Some(Player::Second),
        std::cmp::Ordering::Equal => None,
    }
}
