"""What nobody decides: the events of chance, each a single uniform draw, in a fixed order."""

from __future__ import annotations

from typing import TypeVar

from ..action import Action, ActionKind
from ..components import Card, Token, Wonder
from . import ages, choices, structure
from .state import AGE_BACK, GUILD_BACK, GUILDS, State

_T = TypeVar("_T")

_BOARD = [Action(f"board {token}") for token in Token]
_OFFER = [Action(f"offer {wonder}") for wonder in Wonder]
_GUILD = [Action(f"guild {slot}") for slot in range(20)]
_REVEAL = [[Action(f"reveal {slot} {card}") for card in Card] for slot in range(20)]
_SHOW = [Action(f"show {token}") for token in Token]
_REMOVED = [Action(f"removed {card}") for card in Card if not card.is_guild]


def outcomes(state: State) -> list[Action]:
    """The equally likely outcomes of the chance event that is due, ascending; [] if none is."""
    match state.phase:
        case "board":
            return [_BOARD[token] for token in state.box_tokens()]
        case "offer":
            return [_OFFER[wonder] for wonder in wonders_to_offer(state)]
        case "guild":
            return [_GUILD[slot] for slot, content in enumerate(state.structure) if content == AGE_BACK]
        case "reveal":
            slot = structure.slot_to_turn_up(state)
            assert slot is not None
            is_guild = state.structure[slot] == GUILD_BACK  # R2.3
            reveal = _REVEAL[slot]
            return [reveal[card] for card in state.unseen[GUILDS if is_guild else state.age - 1]]
        case "show":
            return [_SHOW[token] for token in state.box_tokens()]
        case "removed":
            return [_REMOVED[card] for card in state.unseen[state.age - 1]]  # never guilds (R12)
    return []


def wonders_to_offer(state: State) -> list[Wonder]:
    """The wonders in the box, ascending; the promotional ones only with the option (R1.3, R12)."""
    out = state.offered | state.cities[0].wonders.keys() | state.cities[1].wonders.keys()
    return [w for w in Wonder if w not in out and (state.rules.promo_wonders or not w.is_promo)]


def happen(state: State, event: Action) -> None:
    """One of the outcomes happens."""
    match event.kind:
        case ActionKind.REVEAL:
            _reveal(state, _given(event.slot), _given(event.card))
        case ActionKind.GUILD:
            ages.guild(state, _given(event.slot))
        case ActionKind.BOARD:
            ages.board_token(state, _given(event.token))
        case ActionKind.OFFER:
            ages.offer(state, _given(event.wonder))
        case ActionKind.SHOW:
            _show(state, _given(event.token))
        case ActionKind.REMOVED:
            _removed(state, _given(event.card))
        case _:
            raise AssertionError(f"{event} is no chance event")


def _given(part: _T | None) -> _T:
    assert part is not None
    return part


def _reveal(state: State, slot: int, card: Card) -> None:
    """A card is turned up: at a deal (R2.5), or because a play uncovered it (R2.4)."""
    state.structure[slot] = card
    state.see(card)
    if structure.slot_to_turn_up(state) is not None:
        return
    if structure.is_full(state):  # it was a deal
        ages.start_of_age(state)
    else:
        choices.proceed(state)


def _show(state: State, token: Token) -> None:
    """A token is shown by the Great Library (R8.3)."""
    state.shown |= {token}
    if len(state.shown) == choices.tokens_to_show(state):
        state.phase = "library"


def _removed(state: State, card: Card) -> None:
    """A card that was removed at set-up is shown by the Statue of Liberty (R12)."""
    state.removed |= {card}
    state.see(card)
    if len(state.removed) == choices.LIBERTY_CARDS:
        state.phase = "liberty"
