"""The structure: which cards cover which, which are accessible, and which are turned up (R2)."""

from __future__ import annotations

from ..components import BOX, Card
from .state import AGE_BACK, State

# Below, [age] is first; nothing is dealt before Age I.
_LAYOUTS = BOX.structures
_SLOTS = range(20)
_ALL = (1 << 20) - 1

# R2.1: [age][slot], whether a slot is dealt face up; and the slots that are, and are not.
FACE_UP = ((), *(layout.face_up for layout in _LAYOUTS))
_UP = ((), *(tuple(s for s in _SLOTS if layout.face_up[s]) for layout in _LAYOUTS))
_DOWN = ((), *(tuple(s for s in _SLOTS if not layout.face_up[s]) for layout in _LAYOUTS))

# R2.2: [age][slot], the slots that cover a slot, as bits like `State.lying`.
COVERED_BY = (
    (0,) * 20,
    *(tuple(sum(1 << s for s in above) for above in layout.covered_by) for layout in _LAYOUTS),
)

# R2.1: [age], the slots of row 1, the far end.
FIRST_ROW = ((), *(tuple(s for s in _SLOTS if layout.row[s] == 1) for layout in _LAYOUTS))


def is_covered(state: State, slot: int) -> bool:
    """Whether a card still lies over this slot (R2.2)."""
    return state.lying & COVERED_BY[state.age][slot] != 0


def is_accessible(state: State, slot: int) -> bool:
    """Whether a card lies there and no card over it (R2.2)."""
    return state.structure[slot] is not None and not is_covered(state, slot)


def accessible_cards(state: State) -> list[Card]:
    """The face-up cards that may be taken, ascending by id."""
    lying = state.lying
    slots = zip(state.structure, COVERED_BY[state.age], strict=True)
    return sorted([card for card, above in slots if not lying & above and isinstance(card, Card)])


def first_row_cards(state: State) -> list[Card]:
    """The face-up cards of row 1, covered or not, ascending (Messe, R12)."""
    row = [state.structure[slot] for slot in FIRST_ROW[state.age]]
    return sorted(card for card in row if isinstance(card, Card))


def take(state: State, card: Card) -> None:
    """A card leaves the structure."""
    slot = state.structure.index(card)
    state.structure[slot] = None
    state.lying &= ~(1 << slot)


def is_empty(state: State) -> bool:
    """Whether the last card was taken, which ends the age (R10.1)."""
    return state.lying == 0


def is_full(state: State) -> bool:
    """Whether nobody has taken a card of this age."""
    return state.lying == _ALL


def lay_face_down(state: State) -> None:
    """All 20 cards of an age lie face down, before the face-up rows are turned (R1.5)."""
    state.structure = [AGE_BACK] * 20
    state.lying = _ALL


def slot_to_turn_up(state: State) -> int | None:
    """The lowest slot that is due to be turned up, None if there is none.

    At a deal these are the face-up rows (R2.1), at the end of a play the accessible face-down cards (R2.4).
    """
    slots, lying, covering = state.structure, state.lying, COVERED_BY[state.age]
    dealing = is_full(state)
    for slot in (_UP if dealing else _DOWN)[state.age]:
        if isinstance(slots[slot], str) and (dealing or not lying & covering[slot]):
            return slot
    return None
