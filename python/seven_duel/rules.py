"""The options of the game (R12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, cast, get_args

from .errors import PositionError, quote

__all__ = ["Rules", "StartCentre", "StartOffCentre"]

StartOffCentre = Literal["weaker_chooses", "weaker_starts"]
"""Who starts the next age when the pawn is off the centre."""

StartCentre = Literal["last_chooses", "last_starts", "other_starts"]
"""Who starts the next age when the pawn is on 0."""


@dataclass(frozen=True)
class Rules:
    """The options of the game (R12); the defaults are the publisher's rules. Immutable and hashable.

    - `start_off_centre`: the weaker player chooses who starts an age, or starts it
    - `start_centre`: with the pawn on 0, the player of the last play chooses or starts, or the other starts
    - `promo_wonders`: the two promotional wonders are in the box
    - `first_game`: the wonders of the first-game set-up instead of the draft (R1.6)

    Other values raise `PositionError`, which names the key.

    >>> Rules(promo_wonders=True) == Rules()
    False
    >>> Rules.from_dict({"promo": True})
    Traceback (most recent call last):
    seven_duel.errors.PositionError: rules: unknown key 'promo'
    """

    start_off_centre: StartOffCentre = "weaker_chooses"
    start_centre: StartCentre = "last_chooses"
    promo_wonders: bool = False
    first_game: bool = False

    def __post_init__(self) -> None:
        problems = _problems(self.to_dict())
        if problems:
            raise PositionError(*problems)

    def to_dict(self) -> dict[str, str | bool]:
        """All four options by name.

        >>> Rules().to_dict()["start_centre"]
        'last_chooses'
        """
        return {
            "start_off_centre": self.start_off_centre,
            "start_centre": self.start_centre,
            "promo_wonders": self.promo_wonders,
            "first_game": self.first_game,
        }

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> Rules:
        """The rules with these options, the rest default; an unknown key is a `PositionError`.

        >>> Rules.from_dict({"first_game": True}).first_game
        True
        """
        if not isinstance(options, Mapping):
            raise PositionError(f"rules: must be a mapping, not {quote(options)}")
        problems = _problems(options)
        if problems:
            raise PositionError(*problems)
        return cls(
            start_off_centre=cast(StartOffCentre, options.get("start_off_centre", "weaker_chooses")),
            start_centre=cast(StartCentre, options.get("start_centre", "last_chooses")),
            promo_wonders=cast(bool, options.get("promo_wonders", False)),
            first_game=cast(bool, options.get("first_game", False)),
        )


def _problems(options: Mapping[str, object]) -> list[str]:
    """What is wrong with these options, naming the key."""
    known = [field.name for field in fields(Rules)]
    words = {"start_off_centre": get_args(StartOffCentre), "start_centre": get_args(StartCentre)}
    problems = []
    for key, value in options.items():
        if key in words:
            if not isinstance(value, str) or value not in words[key]:
                problems.append(f"rules.{key}: {quote(value)} is not one of {', '.join(words[key])}")
        elif key not in known:
            problems.append(f"rules: unknown key {quote(key)}")
        elif not isinstance(value, bool):
            problems.append(f"rules.{key}: must be true or false, not {quote(value)}")
    return problems
