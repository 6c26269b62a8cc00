"""The errors of the library. All are values that were wrong, so all derive from `ValueError`."""

from __future__ import annotations

import operator
from reprlib import Repr

__all__ = ["IllegalActionError", "NotationError", "PositionError", "RecordError", "SevenDuelError"]


_REPR = Repr()
_REPR.maxstring = _REPR.maxother = 200
_REPR.maxlist = _REPR.maxtuple = _REPR.maxdict = 20


def quote(value: object) -> str:
    """The `repr` of an offending value for a message: shortened, and whatever the value is, without an error.

    >>> quote("pallisade"), quote([10**5000])
    ("'pallisade'", '<list>')
    """
    try:
        return _REPR.repr(value)
    except Exception:  # a repr may do anything; that of a huge number raises
        return f"<{type(value).__name__}>"


class SevenDuelError(ValueError):
    """Base class of every error that this library raises on purpose.

    >>> issubclass(NotationError, SevenDuelError) and issubclass(SevenDuelError, ValueError)
    True
    """


class IllegalActionError(SevenDuelError):
    """An action that the rules, the phase or the id range forbid. The game is unchanged.

    `action` is the offending value as it was given. The message cites the rule (R4.7) that forbids it.

    >>> IllegalActionError("cannot pay 3 coins (R3.5)", "build pretorium").action
    'build pretorium'
    """

    action: object

    def __init__(self, message: str, action: object = None) -> None:
        super().__init__(message)
        self.action = action


class PositionError(SevenDuelError):
    """An impossible or malformed position (or `Rules`); the message names the key.

    `problems` lists every fault that was found; the message joins them with "; ".

    >>> PositionError("pawn: out of range", "age: missing").problems
    ('pawn: out of range', 'age: missing')
    """

    problems: tuple[str, ...]

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class NotationError(SevenDuelError):
    """A text or an id that names no card, wonder, token, action or position.

    >>> NotationError("no such card: 'palisades'").args
    ("no such card: 'palisades'",)
    """


class RecordError(SevenDuelError):
    """A record that cannot be read, or whose game breaks a rule.

    - `line`: line of a text record (from 1), or None
    - `move`: number of the move or action (from 1), or None
    - `action`: the offending action as it was written, or None

    >>> RecordError("no such action", line=7, action="biuld palisade").line
    7
    """

    line: int | None
    move: int | None
    action: object

    def __init__(
        self, message: str, *, line: int | None = None, move: int | None = None, action: object = None
    ) -> None:
        super().__init__(message)
        self.line = line
        self.move = move
        self.action = action


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """An argument as an int (numpy's are welcome); `SevenDuelError` names it unless it is within the bounds.

    >>> whole_number("threads", 0, 1, 1024)
    Traceback (most recent call last):
    seven_duel.errors.SevenDuelError: threads: must be a whole number from 1 to 1024, not 0
    """
    if not isinstance(value, bool):
        try:
            number = operator.index(value)  # type: ignore[arg-type]  # that is what it finds out
        except TypeError:
            pass
        else:
            if least <= number <= most:
                return number
    bounds = f"from {least} to {'2**64 - 1' if most == 2**64 - 1 else most}"
    raise SevenDuelError(f"{name}: must be a whole number {bounds}, not {quote(value)}")


def player_number(player: object) -> int:
    """A player as 0 or 1; `SevenDuelError` for anything else.

    >>> player_number(2)
    Traceback (most recent call last):
    seven_duel.errors.SevenDuelError: player: must be 0 or 1, not 2
    """
    try:
        return whole_number("player", player, 0, 1)
    except SevenDuelError:
        raise SevenDuelError(f"player: must be 0 or 1, not {quote(player)}") from None
