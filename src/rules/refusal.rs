//! Why an action is illegal, with the rule that forbids it.

use super::action::Action;
use super::price::{Item, price};
use crate::components::{Card, Wonder};
use crate::state::{Phase, Slot, State, Tucked};

/// An action was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule, as docs/rules.md numbers it.
    pub rule: &'static str,
    /// What is wrong.
    pub reason: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

impl std::error::Error for Refusal {}

fn refuse(rule: &'static str, reason: String) -> Refusal {
    Refusal { rule, reason }
}

/// The rule that says what is decided in a phase.
const fn rule_of(phase: Phase) -> &'static str {
    match phase {
        Phase::Draft => "R1.4",
        Phase::Turn => "R3.1",
        Phase::Progress => "R7.2",
        Phase::Library | Phase::Show => "R8.3",
        Phase::Mausoleum => "R8.6",
        Phase::Destroy => "R8.4",
        Phase::Start => "R10.2",
        Phase::Messe | Phase::Liberty | Phase::Give | Phase::Removed => "R12",
        Phase::Board => "R1.2",
        Phase::Offer => "R1.3",
        Phase::Guild => "R2.3",
        Phase::Reveal => "R2.4",
        Phase::Over => "R10.4",
    }
}

/// Why this action is not legal now. The action is known to be illegal.
#[cold]
pub(crate) fn explain(state: &State, action: Action) -> Refusal {
    let phase = state.phase;
    match action {
        _ if phase == Phase::Over => refuse(rule_of(phase), "the game is over".into()),
        Action::Build(card) | Action::Discard(card) | Action::Wonder(_, card) if phase == Phase::Turn => {
            if state.lane_of(card, state.accessible()).is_none() {
                return not_accessible(state, card);
            }
            match action {
                Action::Wonder(wonder, _) => no_wonder(state, wonder),
                _ => too_dear(state, card.slug(), Item::Card(card)),
            }
        }
        _ => {
            let who = if phase.is_chance() { "chance" } else { ["player 0", "player 1"][state.player.index()] };
            let options: Vec<String> = state.legal_actions().iter().take(6).map(ToString::to_string).collect();
            let more = if state.count_legal() > options.len() { ", ..." } else { "" };
            refuse(rule_of(phase), format!("{who} is to decide \"{}\": {}{more}", phase.name(), options.join(", ")))
        }
    }
}

fn not_accessible(state: &State, card: Card) -> Refusal {
    let in_structure = (0..crate::state::SLOTS).any(|slot| state.slot(slot).0 == Slot::Card(card));
    let what = if in_structure { "is covered" } else { "does not lie face up in the structure" };
    refuse("R2.2", format!("{} {what}", card.slug()))
}

fn no_wonder(state: &State, wonder: Wonder) -> Refusal {
    let city = &state.cities[state.player];
    let (slug, player) = (wonder.slug(), state.player.index());
    match city.wonder_place(wonder) {
        None if city.built_wonders() + state.cities[state.player.other()].built_wonders() >= 7 => {
            refuse("R8.1", format!("{slug} is not there: seven wonders are built"))
        }
        None => refuse("R3.1", format!("player {player} does not have {slug}")),
        Some(place) if city.tucked[place] != Tucked::Unbuilt => refuse("R3.1", format!("{slug} is built already")),
        Some(_) => too_dear(state, slug, Item::Wonder(wonder)),
    }
}

fn too_dear(state: &State, slug: &str, item: Item) -> Refusal {
    let total = price(state, state.player, item).total();
    let coins = state.cities[state.player].coins;
    refuse("R3.5", format!("{slug} costs {total} coins, player {} has {coins}", state.player.index()))
}
