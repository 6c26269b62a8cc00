"""What may be done now, and why something may not (R3.1, R3.5)."""

from __future__ import annotations

from ..action import Action, ActionKind
from ..components import Card, Color, Token, Wonder
from . import chance, choices, structure
from .price import market, total
from .state import CHANCE_PHASES, State

_DRAFT = [Action(f"draft {wonder}") for wonder in Wonder]
_BUILD = [Action(f"build {card}") for card in Card]
_DISCARD = [Action(f"discard {card}") for card in Card]
_WONDER = [[Action(f"wonder {wonder} {card}") for card in Card] for wonder in Wonder]
_PROGRESS = [Action(f"progress {token}") for token in Token]
_LIBRARY = [Action(f"library {token}") for token in Token]
_MAUSOLEUM = [Action(f"mausoleum {card}") for card in Card]
_DESTROY = {c: Action(f"destroy {c}") for c in Card if c.color in (Color.BROWN, Color.GREY)}
_START = [Action("start 0"), Action("start 1")]
_MESSE = [Action(f"messe {card}") for card in Card]
_LIBERTY = [Action(f"liberty {card}") for card in Card if not card.is_guild]
_GIVE = [Action(f"give {card}") for card in Card if not card.is_guild]


def legal_actions(state: State) -> list[Action]:
    """Every legal action of the player to move, or of chance, ascending by id; [] when the game is over."""
    match state.phase:
        case "turn":
            return _turn(state)
        case "draft":
            return [_DRAFT[wonder] for wonder in sorted(state.offered)]
        case "progress":
            return [_PROGRESS[token] for token in sorted(state.board_tokens)]
        case "library":
            return [_LIBRARY[token] for token in sorted(state.shown)]
        case "mausoleum":
            return [_MAUSOLEUM[card] for card in sorted(state.discard_pile)]
        case "destroy":
            assert state.destroy is not None
            return [_DESTROY[card] for card in choices.destroyable(state, state.destroy)]
        case "start":
            return _START.copy()
        case "messe":
            return [_MESSE[card] for card in structure.first_row_cards(state)]
        case "liberty":
            return [_LIBERTY[card] for card in sorted(state.removed)]
        case "give":
            return [_GIVE[card] for card in sorted(state.removed)]
    return chance.outcomes(state)


def _turn(state: State) -> list[Action]:
    """The three plays with each accessible card (R3.1, R3.5, R4.7)."""
    here = market(state, state.mover)
    coins = here.city.coins
    cards = structure.accessible_cards(state)
    actions = [_BUILD[card] for card in cards if total(here, card) <= coins]
    actions += [_DISCARD[card] for card in cards]
    for wonder in sorted(here.city.unbuilt_wonders()):
        if total(here, wonder) <= coins:
            tuck_under = _WONDER[wonder]
            actions += [tuck_under[card] for card in cards]
    return actions


# What a phase is about, and the rule that says so.
_DUE = {
    "draft": "a wonder must be drafted (R1.4)",
    "turn": "a card must be taken (R3.1)",
    "progress": "a token must be taken from the board (R7.2)",
    "library": "one of the tokens shown must be kept (R8.3)",
    "mausoleum": "a card of the discard pile must be built (R8.6)",
    "destroy": "a card of the opponent must be discarded (R8.4)",
    "start": "who starts the age must be chosen (R10.2)",
    "messe": "a card of row 1 must be built (R12)",
    "liberty": "a removed card must be built (R12)",
    "give": "a removed card must be given to the opponent (R12)",
    "board": "a token must be laid on the board (R1.2)",
    "offer": "a wonder must be offered (R1.3)",
    "guild": "a guild's place must be drawn (R1.5)",
    "reveal": "a card must be turned up (R2.4)",
    "show": "a token must be shown (R8.3)",
    "removed": "a removed card must be shown (R12)",
}

_PLAYS = (ActionKind.BUILD, ActionKind.DISCARD, ActionKind.WONDER)


def why_not(state: State, action: Action) -> str:
    """Why an action that is not legal is not, with the rule."""
    if state.phase == "over":
        return f"{action}: the game is over (R3.6, R10.4)"
    if state.phase in CHANCE_PHASES and not action.is_chance:
        return f"{action}: chance acts first, {_DUE[state.phase]}"
    if state.phase == "turn" and action.kind in _PLAYS and action.card is not None:
        return _why_no_play(state, action, action.card)
    if state.phase == str(action.kind):
        return f"{action} is not among the choices, {_DUE[state.phase]}"
    if action.is_chance:
        return f"{action}: not due, {_DUE[state.phase]}"
    return f"{action}: player {state.player} is to choose first, {_DUE[state.phase]}"


def _why_no_play(state: State, action: Action, card: Card) -> str:
    if card not in state.structure:
        return f"{action}: {card} does not lie face up in the structure (R3.1)"
    if structure.is_covered(state, state.structure.index(card)):
        return f"{action}: {card} is covered (R2.2)"
    player, city = state.mover, state.city
    bought: Card | Wonder = card
    if action.wonder is not None:
        bought = action.wonder
        if bought not in city.wonders:
            return f"{action}: player {player} does not own {bought} (R3.1)"
        if city.wonders[bought] is not None:
            return f"{action}: {bought} is built already (R3.1)"
    cost = total(market(state, player), bought)
    return f"{action} costs {cost} coins, player {player} has {city.coins} (R3.5)"
