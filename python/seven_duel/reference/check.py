"""Which positions are possible: what `Game.from_dict` refuses beyond malformed dictionaries.

Each check reports what is wrong and names the key. Nothing is repaired, and a position that passes can be
played to the end. A position need not have a history, though: cards of past ages may be missing, coins and
pawn may be anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ..components import BOX, Card, Token, Wonder
from . import ages, choices, score, structure
from .state import GUILD_BACK, Choice, State

_GROUP = BOX.setup.group_size
_ROMAN = ("0", "I", "II", "III")

# The phases in which a play is under way, so that what it gives may be pending.
_IN_PLAY = frozenset(
    {"progress", "library", "mausoleum", "destroy", "messe", "liberty", "give", "show", "removed", "reveal"}
)

# The phases that a promotional wonder opens. That it was built explains a hole, and cards from outside the
# structure; no other wonder leaves such traces, so for their choices it need not be written down.
_OF_WONDER = {
    "messe": Wonder.MESSE,
    "removed": Wonder.STATUE_OF_LIBERTY,
    "liberty": Wonder.STATUE_OF_LIBERTY,
    "give": Wonder.STATUE_OF_LIBERTY,
}


def problems(position: dict[str, Any]) -> list[str]:
    """What is impossible about a complete position; [] if nothing is."""
    state = State.from_position(position)
    found: list[str] = []
    for check in _CHECKS:
        found.extend(check(state))
    return found


def _places(state: State) -> Iterator[tuple[Card, str]]:
    """Every card that was seen, with the key where it lies."""
    for player, city in enumerate(state.cities):
        yield from ((card, f"cities[{player}].cards") for card in sorted(city.cards))
        for wonder, under in sorted(city.wonders.items()):
            if isinstance(under, Card):
                yield under, f"cities[{player}].wonders.{wonder}"
    yield from ((card, "discard_pile") for card in sorted(state.discard_pile))
    for slot, content in enumerate(state.structure):
        if isinstance(content, Card):
            yield content, f"structure[{slot}]"
    yield from ((card, "pending.removed") for card in sorted(state.removed))


def _cards(state: State) -> Iterator[str]:
    """Each card in one place, of an age that has come (R1.5)."""
    first: dict[Card, str] = {}
    for card, where in _places(state):
        if card in first:
            yield f"{where}: {card} lies also in {first[card]}"
        elif card.age > state.age:
            yield f"{where}: {card} is a card of a later age"
        first[card] = where
    for slot, content in enumerate(state.structure):
        if isinstance(content, Card) and content.age < state.age:
            yield f"structure[{slot}]: {content} is not a card of Age {_ROMAN[state.age]}"


def _decks(state: State) -> Iterator[str]:
    """No more cards of a deck than were dealt: 3 stay unseen of each age, 4 of the guilds (R1.5)."""
    dealing_guilds = state.phase == "guild"
    guild_backs = BOX.setup.guilds if dealing_guilds else state.structure.count(GUILD_BACK)
    seen = Counter(card.is_guild for card, _ in _places(state))
    guilds = seen[True] + guild_backs
    if guilds > BOX.setup.guilds:
        yield f"structure: {guilds} guilds in the game, at most {BOX.setup.guilds} (R1.5)"
    unwritten = _unwritten_liberty(state)
    for age in range(1, state.age + 1):
        face_down = 0
        if age == state.age:
            face_down = sum(isinstance(content, str) for content in state.structure) - guild_backs
        missing = face_down + _set_aside(state, age) - len(state.unseen[age - 1])
        if 0 < missing <= unwritten:
            unwritten = 0
        elif missing > 0:
            yield f"structure: {missing} cards of Age {_ROMAN[age]} too many in the game (R1.5)"


def _set_aside(state: State, age: int) -> int:
    """How many cards removed from the deck of this age nobody has seen (R1.5, R12)."""
    shown = {card for card in state.removed if card.age == age}
    if shown and state.phase != "removed":
        return 0  # the Statue of Liberty shows all three
    return BOX.setup.removed_per_age - len(shown)


def _unwritten_liberty(state: State) -> int:
    """How many removed cards of one age may lie in the cities although `pending.removed` does not tell (R12).

    Two, if the Statue of Liberty was built and nobody wrote down the third card.
    """
    built = _is_built(state, Wonder.STATUE_OF_LIBERTY)
    return 2 if built and not state.removed and state.phase != "removed" else 0


def _is_built(state: State, wonder: Wonder) -> bool:
    return any(wonder in city.built_wonders() for city in state.cities)


def _wonders(state: State) -> Iterator[str]:
    """At most four wonders in a city, seven built, none twice (R1.3, R8.1, R12)."""
    first: dict[Wonder, str] = {}
    places = [(wonder, f"cities[{p}].wonders") for p in (0, 1) for wonder in sorted(state.cities[p].wonders)]
    for wonder, where in [*places, *((w, "pending.offered") for w in sorted(state.offered))]:
        if wonder in first:
            yield f"{where}: {wonder} lies also in {first[wonder]}"
        if wonder.is_promo and not state.rules.promo_wonders:
            yield f"{where}: {wonder} needs the option promo_wonders (R12)"
        first[wonder] = where
    for player, city in enumerate(state.cities):
        if len(city.wonders) > _GROUP:
            yield f"cities[{player}].wonders: {len(city.wonders)}, at most {_GROUP} (R1.3)"
    most = BOX.setup.max_built_wonders
    built = state.built_wonders()
    if built > most:
        yield f"cities: {built} built wonders, at most {most} (R8.1)"
    elif built == most:
        for player, city in enumerate(state.cities):
            if city.unbuilt_wonders():
                yield f"cities[{player}].wonders: an unbuilt one beside {most} built ones (R8.1)"


def _tokens(state: State) -> Iterator[str]:
    """Each token in one place, five on the board (R1.2)."""
    first: dict[Token, str] = {}
    places = [
        ("board_tokens", state.board_tokens),
        ("cities[0].tokens", state.cities[0].tokens),
        ("cities[1].tokens", state.cities[1].tokens),
        ("pending.shown", state.shown),
    ]
    for where, tokens in places:
        for token in sorted(tokens):
            if token in first:
                yield f"{where}: {token} lies also in {first[token]}"
            first[token] = where
    if len(state.board_tokens) > BOX.setup.board_tokens:
        yield f"board_tokens: {len(state.board_tokens)}, at most {BOX.setup.board_tokens} (R1.2)"


def _structure(state: State) -> Iterator[str]:
    """Face-up and face-down rows, covering, holes (R2)."""
    slots = state.structure
    if state.age == 0:
        if not structure.is_empty(state):
            yield "structure: must be empty before Age I (R2.5)"
        return
    dealing = state.phase in {"guild", "reveal"} and structure.is_full(state)
    holes = []
    for slot, content in enumerate(slots):
        covered = structure.is_covered(state, slot)
        face_up_row = structure.FACE_UP[state.age][slot]
        if content is None:
            if covered:
                holes.append(slot)
        elif content == GUILD_BACK and state.age < 3:
            yield f"structure[{slot}]: a guild back in Age {_ROMAN[state.age]} (R1.5)"
        elif isinstance(content, str):
            if face_up_row and not dealing:
                yield f"structure[{slot}]: face down in a face-up row (R2.1)"
            elif not face_up_row and not covered and state.phase == "turn":
                yield f"structure[{slot}]: face down but accessible (R2.4)"
        elif covered and not face_up_row:
            yield f"structure[{slot}]: {content} face up in a face-down row, but covered (R2.4)"
    messe = state.phase != "messe" and _is_built(state, Wonder.MESSE)
    if messe and holes and holes[0] in structure.FIRST_ROW[state.age]:
        del holes[0]  # R12: its builder took one card of row 1
    yield from (f"structure[{slot}]: a hole under a card" for slot in holes)


def _victory(state: State) -> Iterator[str]:
    """A game is over exactly when a supremacy is reached or Age III is finished (R6.3, R7.1, R10.4)."""
    reached = score.supremacies(state)
    if state.phase != "over":
        for supremacy in reached:
            where = "pawn" if supremacy.reason == 1 else f"cities[{supremacy.winner}]"
            yield f"{where}: a {supremacy.reason} supremacy, but the phase is not over (R3.6)"
    elif len(reached) > 1:
        yield "phase: over by two supremacies at once (R3.6)"
    elif not reached and not (state.age == 3 and structure.is_empty(state)):
        yield "phase: over without a supremacy before the end of Age III (R10.4)"


def _draft(state: State) -> Iterator[str]:
    """Before Age I: tokens, offers and picks in their order (R1.2, R1.3, R1.4, R1.6)."""
    if (state.age == 0) != (state.phase in {"board", "offer", "draft"}):
        yield f"phase: {state.phase} in age {state.age}"
        return
    if state.age > 0:
        return
    for player, city in enumerate(state.cities):
        if city.tokens:
            yield f"cities[{player}].tokens: must be empty before Age I"
        if city.built_wonders():
            yield f"cities[{player}].wonders: none can be built before Age I"
    taken = ages.drafted(state)
    if state.phase == "board":
        if len(state.board_tokens) >= BOX.setup.board_tokens:
            yield "phase: board, but all tokens are there (R1.2)"
        if taken and not state.rules.first_game:
            yield "phase: board, but wonders have been taken (R1.3)"
        due = 0
    elif state.rules.first_game:
        yield f"phase: {state.phase} in a first game (R1.6)"
        return
    elif taken >= len(ages.DRAFT_ORDER):
        yield f"phase: {state.phase}, but all wonders have been taken (R1.3)"
        return
    else:
        due = ages.DRAFT_ORDER[taken]
        shown = len(state.offered)
        fits = (
            taken % _GROUP == 0 and shown < _GROUP
            if state.phase == "offer"
            else shown == _GROUP - taken % _GROUP
        )
        if not fits:
            yield f"pending.offered: {shown} wonders do not fit {taken} taken ones (R1.3)"
        for player, city in enumerate(state.cities):
            if len(city.wonders) != ages.DRAFT_ORDER[:taken].count(player):
                yield f"cities[{player}].wonders: {len(city.wonders)} after {taken} picks (R1.4)"
    if state.player != due:
        yield f"player: must be {due} (R1.4)"


def _phase(state: State) -> Iterator[str]:
    """What the phase needs is there."""
    phase, slots = state.phase, state.structure
    if (needed := _OF_WONDER.get(phase)) and needed not in state.city.built_wonders():
        yield f"phase: {phase}, but player {state.player} has not built {needed} (R12)"
    if phase == "start":
        if state.age < 2 or [isinstance(slot, Card) for slot in slots] != list(structure.FACE_UP[state.age]):
            yield "phase: start needs the fresh structure of Age II or III (R2.5)"
    elif phase == "guild":
        if state.age != 3 or any(not isinstance(slot, str) for slot in slots):
            yield "phase: guild needs Age III, all 20 cards face down (R1.5)"
        elif slots.count(GUILD_BACK) >= BOX.setup.guilds:
            yield "phase: guild, but the three guilds are known (R1.5)"
    elif phase == "reveal":
        if structure.slot_to_turn_up(state) is None:
            yield "phase: reveal, but no card is due to be turned up (R2.4)"
        elif structure.is_full(state) and state.age == 1 and state.player != 0:
            yield "player: 0 starts Age I"
    elif phase == "progress" and not state.board_tokens:
        yield "phase: progress, but no token is on the board (R7.2)"
    elif phase == "mausoleum" and not state.discard_pile:
        yield "phase: mausoleum, but the discard pile is empty (R8.4)"
    elif phase == "messe" and not structure.first_row_cards(state):
        yield "phase: messe, but row 1 is empty (R12)"


def _pending(state: State) -> Iterator[str]:
    """What is pending fits the phase."""
    phase = state.phase
    dealing = phase == "guild" or (phase == "reveal" and structure.is_full(state))
    if state.turn_of != state.player and phase not in {"progress", "start"}:
        yield f"pending.turn_of: must be the player in phase {phase}"
    if state.extra_turn and (phase not in _IN_PLAY or dealing):
        yield f"pending.extra_turn: no play is under way in phase {phase} (R8.2)"
    yield from _then(state)
    if state.destroy is not None and phase != "destroy":
        yield f"pending.destroy: not in phase {phase}"
    elif phase == "destroy" and state.destroy is None:
        yield "pending.destroy: missing, must be grey or brown"
    elif state.destroy is not None and not choices.destroyable(state, state.destroy):
        yield f"pending.destroy: the opponent has no {state.destroy} card (R8.4)"
    if state.shown and phase not in {"show", "library"}:
        yield f"pending.shown: not in phase {phase}"
    elif phase == "show" and len(state.shown) >= choices.tokens_to_show(state):
        yield "pending.shown: no token is left to show (R8.3)"
    elif phase == "library" and len(state.shown) != max(1, choices.tokens_to_show(state)):
        yield f"pending.shown: {len(state.shown)} tokens, must be {choices.tokens_to_show(state)} (R8.3)"
    if state.offered and phase not in {"offer", "draft"}:
        yield f"pending.offered: not in phase {phase}"
    yield from _removed(state)


def _then(state: State) -> Iterator[str]:
    """The Statue of Liberty's builder waits for the second card, then the opponent for the token (R12)."""
    allowed: list[tuple[Choice, ...]] = [()]
    if state.phase == "give":
        allowed.append((("progress", state.mover),))
    elif state.phase == "progress" and state.player == state.turn_of:
        allowed.append((("progress", 1 - state.mover),))
    if state.then not in allowed:
        yield f"pending.then: does not fit the phase {state.phase} (R12)"


def _removed(state: State) -> Iterator[str]:
    """The cards that the Statue of Liberty has shown, less those that were built (R12)."""
    shown, phase = len(state.removed), state.phase
    at_most = BOX.setup.removed_per_age
    fitting = {"removed": range(at_most), "liberty": (3,), "give": (2,), "over": range(at_most)}.get(
        phase, (0, 1)
    )
    if shown not in fitting:
        yield f"pending.removed: {shown} cards do not fit the phase {phase} (R12)"
    if state.removed and not _is_built(state, Wonder.STATUE_OF_LIBERTY):
        yield "pending.removed: nobody has built the Statue of Liberty (R12)"
    for card in sorted(state.removed):
        if card.is_guild:
            yield f"pending.removed: {card} is a guild (R12)"
        elif phase in {"removed", "liberty", "give"} and card.age != state.age:
            yield f"pending.removed: {card} is not a card of Age {_ROMAN[state.age]} (R12)"
    if len({card.age for card in state.removed}) > 1:
        yield "pending.removed: cards of two ages (R12)"


_CHECKS: tuple[Callable[[State], Iterator[str]], ...] = (
    *(_cards, _decks, _wonders, _tokens, _structure, _victory, _draft, _phase, _pending),
)
