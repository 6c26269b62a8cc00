"""Set-up, draft, deals, turns, and who starts an age (R1, R2.5, R8.2, R10)."""

from __future__ import annotations

from ..components import BOX, Token, Wonder
from ..rules import Rules
from . import structure
from .state import GUILD_BACK, State

# R1.4: who picks, by the number of wonders already taken.
DRAFT_ORDER = (0, 1, 1, 0, 1, 0, 0, 1)


def set_up(rules: Rules) -> State:
    """The table before the first progress token is drawn (R1.1, R1.6)."""
    state = State(rules, age=0, phase="board")
    if rules.first_game:
        for city, wonders in zip(state.cities, BOX.setup.first_game, strict=True):
            city.wonders = dict.fromkeys(sorted(wonders))
    return state


def drafted(state: State) -> int:
    """How many wonders have been taken in the draft."""
    return sum(len(city.wonders) for city in state.cities)


def board_token(state: State, token: Token) -> None:
    """A token is laid on the board; after the fifth the draft begins (R1.2)."""
    state.board_tokens |= {token}
    if len(state.board_tokens) == BOX.setup.board_tokens:
        _offer_or_deal(state)


def offer(state: State, wonder: Wonder) -> None:
    """A wonder of the group is shown; after the fourth they are drafted (R1.3)."""
    state.offered |= {wonder}
    if len(state.offered) == BOX.setup.group_size:
        state.phase = "draft"


def draft(state: State, wonder: Wonder) -> None:
    """A player takes a wonder (R1.4)."""
    state.offered -= {wonder}
    state.city.wonders[wonder] = None
    if state.offered:
        _draft_player(state)
    else:
        _offer_or_deal(state)


def _draft_player(state: State) -> None:
    state.player = state.turn_of = DRAFT_ORDER[drafted(state)]


def _offer_or_deal(state: State) -> None:
    """The next group of wonders, or Age I (R1.3, R1.6, R2.5)."""
    if state.rules.first_game or drafted(state) == len(DRAFT_ORDER):
        state.player = state.turn_of = 0
        deal(state, 1)
    else:
        state.phase = "offer"
        _draft_player(state)


def deal(state: State, age: int) -> None:
    """The 20 cards of an age are laid out; chance turns up those that lie face up (R2.1, R2.5).

    In Age III chance says first which three of the 20 are guilds (R1.5).
    """
    state.age = age
    state.extra_turn = False
    structure.lay_face_down(state)
    state.phase = "guild" if age == 3 else "reveal"


def guild(state: State, slot: int) -> None:
    """A slot holds a guild back (R1.5, R2.3)."""
    state.structure[slot] = GUILD_BACK
    if state.structure.count(GUILD_BACK) == BOX.setup.guilds:
        state.phase = "reveal"


def start_of_age(state: State) -> None:
    """After a deal: the player who starts, or the player who chooses it (R10.2, R10.3, R12).

    `turn_of` is the player who took the last card of the age before.
    """
    if state.age == 1:
        next_turn_of(state, state.mover)
        return
    last = state.mover
    rules = state.rules
    if state.pawn != 0:
        weaker = 1 if state.pawn > 0 else 0  # the pawn stands on the weaker player's side
        chooses, player = rules.start_off_centre == "weaker_chooses", weaker
    elif rules.start_centre == "other_starts":
        chooses, player = False, 1 - last
    else:
        chooses, player = rules.start_centre == "last_chooses", last
    if chooses:
        state.phase, state.player = "start", player
    else:
        next_turn_of(state, player)


def next_turn_of(state: State, player: int) -> None:
    """A new turn begins."""
    state.phase = "turn"
    state.player = state.turn_of = player
    state.extra_turn = False


def next_turn(state: State) -> None:
    """The play is finished: an extra turn, or the other player's (R8.2)."""
    next_turn_of(state, state.mover if state.extra_turn else 1 - state.mover)
