//! What follows a play: the next choice, the reveal, the next turn, the next age, the end.

use super::score;
use crate::state::{Outcome, Phase, Player, StartCentre, StartOffCentre, State, Victory};

/// R3.6: after a play or a choice, what comes next in its order.
#[inline(always)]
pub(crate) fn finish_play(state: &mut State) {
    if !state.then.is_empty() {
        if next_choice(state) {
            return;
        }
    } else if state.phase == Phase::Over {
        nobody_moves(state);
        return;
    }
    if is_reveal_due(state) {
        return;
    }
    end_turn(state);
}

/// R2.4: a card has been uncovered.
#[inline(always)]
fn is_reveal_due(state: &mut State) -> bool {
    let due = state.face_down != 0 && state.face_down & state.accessible() != 0;
    if due {
        state.phase = Phase::Reveal;
        state.player = state.mover;
    }
    due
}

/// As [`finish_play`] after the play of a card that won nothing, opened no choice and gives no extra turn.
#[inline(always)]
pub(crate) fn finish_quiet_play(state: &mut State) {
    if is_reveal_due(state) {
        return;
    }
    pass_turn(state);
}

/// R8.2, R10.1: the opponent's turn, or the end of the age, after a play that changes neither phase nor who moves next;
/// `true` if it is a turn.
#[inline(always)]
pub(crate) fn pass_turn(state: &mut State) -> bool {
    if state.present == 0 {
        end_age(state);
        return false;
    }
    state.player = state.player.other();
    state.mover = state.player;
    true
}

/// The next open choice; `false` if none is left.
#[cold]
fn next_choice(state: &mut State) -> bool {
    while let Some(open) = state.then.pop() {
        if open.phase == Phase::Progress && state.board.is_empty() {
            continue; // R7.2: the first of two choices took the last token
        }
        state.phase = open.phase;
        state.player = open.owner;
        return true;
    }
    false
}

/// R8.2, R10.1: an extra turn, the opponent's turn, or the end of the age.
#[inline(always)]
pub(crate) fn end_turn(state: &mut State) {
    if state.present == 0 {
        end_age(state);
        return;
    }
    let next = if state.extra_turn { state.mover } else { state.mover.other() };
    begin_turn(state, next);
}

/// A full turn of this player.
#[inline(always)]
pub(crate) fn begin_turn(state: &mut State, player: Player) {
    state.phase = Phase::Turn;
    state.player = player;
    state.mover = player;
    state.extra_turn = false;
}

/// R10
#[cold]
fn end_age(state: &mut State) {
    state.extra_turn = false; // R8.2: lost
    if state.age < 3 {
        deal(state, state.age + 1);
    } else {
        state.phase = Phase::Over; // R10.4
        state.outcome = Outcome { winner: score::winner(state), reason: Victory::Civilian };
        nobody_moves(state);
    }
}

/// A game that is over does not remember who moved last: positions that look alike are equal.
#[cold]
fn nobody_moves(state: &mut State) {
    state.player = Player::First;
    state.mover = Player::First;
}

/// R2.5: the age's cards are laid out, all face down until chance has turned up the face-up rows.
pub(crate) fn deal(state: &mut State, age: u8) {
    state.age = age;
    state.present = state.shape().all;
    state.face_down = state.present;
    state.guild_backs = 0;
    state.cities.0.iter_mut().for_each(|city| city.chained = 0);
    state.phase = if age == 3 { Phase::Guild } else { Phase::Reveal };
    state.player = if age == 1 { Player::First } else { state.mover };
    state.mover = state.player;
}

/// A deal is under way until every slot of the face-up rows is turned up. Later the structure is never full.
#[inline(always)]
pub(crate) fn is_deal(state: &State) -> bool {
    let shape = state.shape();
    state.present == shape.all && state.face_down & shape.face_up != 0
}

/// Who starts the age, or who chooses it (R10.2, R10.3, R12).
pub(crate) fn after_deal(state: &mut State) {
    use {StartCentre as Centre, StartOffCentre as OffCentre};
    super::price::derive(state);
    if state.age == 1 {
        begin_turn(state, Player::First);
        return;
    }
    let last = state.mover;
    let weaker = if state.pawn > 0 { Player::Second } else { Player::First };
    let chooser = match (state.pawn, state.rules.start_off_centre, state.rules.start_centre) {
        (0, _, Centre::LastChooses) => last,
        (0, _, Centre::LastStarts) => return begin_turn(state, last),
        (0, _, Centre::OtherStarts) => return begin_turn(state, last.other()),
        (_, OffCentre::WeakerChooses, _) => weaker,
        (_, OffCentre::WeakerStarts, _) => return begin_turn(state, weaker),
    };
    state.phase = Phase::Start;
    state.player = chooser;
}
