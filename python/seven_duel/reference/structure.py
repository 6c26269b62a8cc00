"""The structure: which cards cover which, which are accessible, and which are turned up (R2)."""

from __future__ import annotations

from ..components import BOX, Card
from .state import AGE_BACK, State

# R2.1: [age][slot], whether a slot is dealt face up. Nothing is dealt before Age I.
FACE_UP = ((), *(layout.face_up for layout in BOX.structures))

# R2.2: [age][slot], the slots that cover a slot.
COVERED_BY = (((),) * 20, *(layout.covered_by for layout in BOX.structures))

# R2.1: [age], the slots of row 1, the far end.
FIRST_ROW = ((), *(tuple(s for s in range(20) if layout.row[s] == 1) for layout in BOX.structures))


def is_covered(state: State, slot: int) -> bool:
    """Whether a card still lies over this slot (R2.2)."""
    for above in COVERED_BY[state.age][slot]:  # noqa: SIM110  # any() takes three times as long
        if state.structure[above] is not None:
            return True
    return False


def is_accessible(state: State, slot: int) -> bool:
    """Whether a card lies there and no card over it (R2.2)."""
    return state.structure[slot] is not None and not is_covered(state, slot)


def accessible_cards(state: State) -> list[Card]:
    """The face-up cards that may be taken, ascending by id."""
    slots = enumerate(state.structure)
    return sorted([card for slot, card in slots if isinstance(card, Card) and not is_covered(state, slot)])


def first_row_cards(state: State) -> list[Card]:
    """The face-up cards of row 1, covered or not, ascending (Messe, R12)."""
    row = [state.structure[slot] for slot in FIRST_ROW[state.age]]
    return sorted(card for card in row if isinstance(card, Card))


def take(state: State, card: Card) -> None:
    """A card leaves the structure."""
    state.structure[state.structure.index(card)] = None


def is_empty(state: State) -> bool:
    """Whether the last card was taken, which ends the age (R10.1)."""
    return state.structure.count(None) == 20


def lay_face_down(state: State) -> None:
    """All 20 cards of an age lie face down, before the face-up rows are turned (R1.5)."""
    state.structure = [AGE_BACK] * 20


def slot_to_turn_up(state: State) -> int | None:
    """The lowest slot that is due to be turned up, None if there is none.

    At a deal these are the face-up rows (R2.1), at the end of a play the accessible face-down cards (R2.4).
    """
    for slot, content in enumerate(state.structure):
        if isinstance(content, str) and (FACE_UP[state.age][slot] or not is_covered(state, slot)):
            return slot
    return None
