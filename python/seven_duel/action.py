"""Actions: what a player, or chance, does. One dense id and one text each.

>>> action = Action("wonder sphinx baths")
>>> action.kind, action.wonder, action.card
(ActionKind.WONDER, Wonder.SPHINX, Card.BATHS)
>>> Action.from_id(int(action)) is action
True
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import suppress
from enum import IntEnum
from typing import NamedTuple

from .components import Card, Color, Token, Wonder
from .errors import NotationError, quote

__all__ = ["NUM_ACTIONS", "Action", "ActionKind"]


class ActionKind(IntEnum):
    """The kinds of actions; `str(kind)` is the first word of the text. Those from `BOARD` on are chance's.

    >>> str(ActionKind.MAUSOLEUM), ActionKind.REVEAL.is_chance
    ('mausoleum', True)
    """

    DRAFT = 0
    BUILD = 1
    DISCARD = 2
    WONDER = 3
    PROGRESS = 4
    LIBRARY = 5
    MAUSOLEUM = 6
    DESTROY = 7
    START = 8
    MESSE = 9
    LIBERTY = 10
    GIVE = 11
    BOARD = 12
    OFFER = 13
    GUILD = 14
    REVEAL = 15
    SHOW = 16
    REMOVED = 17

    @property
    def is_chance(self) -> bool:
        """Whether chance makes these actions."""
        return self >= ActionKind.BOARD

    def __str__(self) -> str:
        return self._name_.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"ActionKind.{self._name_}"


class _Parts(NamedTuple):
    """What an action consists of; the text is made of the kind's word and the parts that are present."""

    text: str
    kind: ActionKind
    card: Card | None = None
    wonder: Wonder | None = None
    token: Token | None = None
    slot: int | None = None
    player: int | None = None


class Action(int):
    """One action. Immutable, interned (equal actions are the same object), ordered and hashed as its id.

    `Action(text)` parses the text form: exactly one space between words, lower case; `NotationError` with
    the offending text if it is no action. `str(action)` gives the text, `int(action)` the id.
    Whether it is legal is the game's to say.

    >>> Action("build palisade")
    Action('build palisade')
    >>> Action("build palisades")
    Traceback (most recent call last):
    seven_duel.errors.NotationError: no such action: 'build palisades'
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Action:
        """Parse the text form; `NotationError` if it is no action."""
        return _parse(text)

    @classmethod
    def from_id(cls, action_id: int) -> Action:
        """The action with this id (a decision's, below `NUM_ACTIONS`, or chance's); else `NotationError`.

        >>> Action.from_id(0)
        Action('draft appian_way')
        >>> Action.from_id(1495)
        Traceback (most recent call last):
        seven_duel.errors.NotationError: no such action id: 1495
        """
        action = None
        if not isinstance(action_id, bool):
            with suppress(TypeError):
                action = _BY_ID.get(operator.index(action_id))
        if action is None:
            raise NotationError(f"no such action id: {quote(action_id)}")
        return action

    @property
    def kind(self) -> ActionKind:
        """The kind: what is done."""
        return _PARTS[int(self)].kind

    @property
    def card(self) -> Card | None:
        """The card that is built, discarded, destroyed, tucked, given or turned up, if the kind has one."""
        return _PARTS[int(self)].card

    @property
    def wonder(self) -> Wonder | None:
        """The wonder that is drafted, offered or built, if the kind has one."""
        return _PARTS[int(self)].wonder

    @property
    def token(self) -> Token | None:
        """The progress token, if the kind has one."""
        return _PARTS[int(self)].token

    @property
    def slot(self) -> int | None:
        """The slot of the structure (0 to 19) of `reveal` and `guild`."""
        return _PARTS[int(self)].slot

    @property
    def player(self) -> int | None:
        """The player (0 or 1) named by `start`; not the player who acts."""
        return _PARTS[int(self)].player

    @property
    def is_chance(self) -> bool:
        """Whether chance makes this action instead of a player."""
        return int(self) >= _FIRST_CHANCE

    def __str__(self) -> str:
        return _PARTS[int(self)].text

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    def __bool__(self) -> bool:
        """Always true: an action is a thing, even the one with id 0."""
        return True

    def __reduce__(self) -> tuple[type[Action], tuple[str]]:
        # By text: unpickling and copying then give the interned object.
        return Action, (str(self),)


_FIRST_CHANCE = 0x8000


def _parse(text: object) -> Action:
    if isinstance(text, Action):
        return text
    action = _BY_TEXT.get(text) if isinstance(text, str) else None
    if action is None:
        raise NotationError(f"no such action: {quote(text)}")
    return action


def _parts(
    kind: ActionKind,
    *,
    slot: int | None = None,
    wonder: Wonder | None = None,
    card: Card | None = None,
    token: Token | None = None,
    player: int | None = None,
) -> _Parts:
    words = [str(x) for x in (kind, slot, wonder, card, token, player) if x is not None]
    return _Parts(" ".join(words), kind, card, wonder, token, slot, player)


def _decisions() -> Iterator[_Parts]:
    """Every decision in the order of its id: the base game's blocks, then those of the promotional wonders.

    Ids are append-only: a new block goes at the end.
    """
    kind = ActionKind
    base = [w for w in Wonder if not w.is_promo]
    promo = [w for w in Wonder if w.is_promo]
    age_cards = [c for c in Card if not c.is_guild]
    destructible = [c for c in Card if c.color in (Color.BROWN, Color.GREY)]
    yield from (_parts(kind.DRAFT, wonder=w) for w in base)
    yield from (_parts(kind.BUILD, card=c) for c in Card)
    yield from (_parts(kind.DISCARD, card=c) for c in Card)
    yield from (_parts(kind.WONDER, wonder=w, card=c) for w in base for c in Card)
    yield from (_parts(kind.PROGRESS, token=t) for t in Token)
    yield from (_parts(kind.LIBRARY, token=t) for t in Token)
    yield from (_parts(kind.MAUSOLEUM, card=c) for c in Card)
    yield from (_parts(kind.DESTROY, card=c) for c in destructible)
    yield from (_parts(kind.START, player=p) for p in (0, 1))
    yield from (_parts(kind.DRAFT, wonder=w) for w in promo)
    yield from (_parts(kind.WONDER, wonder=w, card=c) for w in promo for c in Card)
    yield from (_parts(kind.MESSE, card=c) for c in Card)
    yield from (_parts(kind.LIBERTY, card=c) for c in age_cards)
    yield from (_parts(kind.GIVE, card=c) for c in age_cards)


def _chance() -> Iterator[tuple[int, _Parts]]:
    """Every chance event with its id, outside the dense space of decisions."""
    kind = ActionKind
    yield from ((0x8000 + 256 * s + c, _parts(kind.REVEAL, slot=s, card=c)) for s in range(20) for c in Card)
    yield from ((0xA000 + w, _parts(kind.OFFER, wonder=w)) for w in Wonder)
    yield from ((0xA100 + t, _parts(kind.BOARD, token=t)) for t in Token)
    yield from ((0xA200 + s, _parts(kind.GUILD, slot=s)) for s in range(20))
    yield from ((0xA300 + t, _parts(kind.SHOW, token=t)) for t in Token)
    yield from ((0xA400 + c, _parts(kind.REMOVED, card=c)) for c in Card if not c.is_guild)


_PARTS: dict[int, _Parts] = dict(enumerate(_decisions()))

NUM_ACTIONS = len(_PARTS)
"""The size of the dense decision space: decision ids are 0 to NUM_ACTIONS - 1."""

_PARTS.update(_chance())
_BY_ID: dict[int, Action] = {i: int.__new__(Action, i) for i in _PARTS}
_BY_TEXT: dict[str, Action] = {parts.text: _BY_ID[i] for i, parts in _PARTS.items()}
