"""The choices that a play opens, what each one does, and what follows them (R3.6, R7.2, R8.3, R12)."""

from __future__ import annotations

from ..components import BOX, Card, Color, Token, Wonder
from . import ages, effects, score, structure
from .state import State

LIBRARY_TOKENS = 3  # R8.3
LIBERTY_CARDS = BOX.setup.removed_per_age  # R12: the cards removed from the deck of the age


def destroyable(state: State, color: Color) -> list[Card]:
    """The opponent's cards of this colour, ascending (R8.3)."""
    return sorted(card for card in state.cities[1 - state.mover].cards if card.color is color)


def tokens_to_show(state: State) -> int:
    """How many tokens the Great Library shows: three, or as many as are in the box (R8.3)."""
    return min(LIBRARY_TOKENS, len(state.box_tokens()) + len(state.shown))


def open_wonder_choice(state: State, wonder: Wonder) -> None:
    """After a wonder's immediate effects: open its choice if a target exists, else skip it (R3.5, R8.4)."""
    if score.supremacies(state):
        pass  # a game that is won stops there (R3.6)
    elif wonder.destroy is not None and destroyable(state, wonder.destroy):
        state.phase = "destroy"
        state.destroy = wonder.destroy
        return
    elif wonder.choice == "mausoleum" and state.discard_pile:
        state.phase = "mausoleum"
        return
    elif wonder.choice == "messe" and structure.first_row_cards(state):
        state.phase = "messe"
        return
    elif wonder.choice == "library" and tokens_to_show(state):
        state.phase = "show"
        return
    elif wonder.choice == "liberty":
        state.phase = "removed"
        return
    proceed(state)


def proceed(state: State) -> None:
    """After a step of a play: victory, the next choice, the reveal, or the end of the play (R3.6)."""
    if score.supremacies(state):
        finish(state)
        return
    while state.then:
        (kind, owner), *later = state.then
        state.then = tuple(later)
        if state.board_tokens:  # R7.2: if any is left
            state.phase, state.player = kind, owner
            return
    state.player = state.turn_of
    if structure.slot_to_turn_up(state) is not None:
        state.phase = "reveal"  # R2.4
    elif not structure.is_empty(state):
        ages.next_turn(state)
    elif state.age < 3:
        ages.deal(state, state.age + 1)  # R10.1; a pending extra turn is lost (R8.2)
    else:
        finish(state)  # R10.4


def finish(state: State) -> None:
    """The game is over; nothing stays pending."""
    state.phase = "over"
    state.player = state.turn_of = None
    state.extra_turn = False
    state.then = ()


def progress(state: State, token: Token) -> None:
    """Take a token from the board (R7.2)."""
    state.board_tokens -= {token}
    effects.take_token(state, state.mover, token)
    proceed(state)


def library(state: State, token: Token) -> None:
    """Keep one of the tokens shown by the Great Library; the others return to the box (R8.3)."""
    state.shown = frozenset()
    effects.take_token(state, state.mover, token)
    proceed(state)


def mausoleum(state: State, card: Card) -> None:
    """Build a card of the discard pile free (R8.6)."""
    state.discard_pile -= {card}
    effects.build_card(state, state.mover, card)
    proceed(state)


def destroy(state: State, card: Card) -> None:
    """The opponent's card goes to the discard pile (R8.5)."""
    state.cities[1 - state.mover].cards -= {card}
    state.discard_pile |= {card}
    state.destroy = None
    proceed(state)


def messe(state: State, card: Card) -> None:
    """Build a card of row 1 free (R12)."""
    structure.take(state, card)
    effects.build_card(state, state.mover, card)
    proceed(state)


def liberty(state: State, card: Card) -> None:
    """Build one of the removed cards free, then name another one for the opponent (R12)."""
    state.removed -= {card}
    effects.build_card(state, state.mover, card)
    if score.supremacies(state):
        finish(state)  # the first supremacy reached wins
    else:
        state.phase = "give"


def give(state: State, card: Card) -> None:
    """Another removed card is built free in the opponent's city; then the tokens of both pairs (R12)."""
    state.removed -= {card}
    effects.build_card(state, 1 - state.mover, card)
    proceed(state)
