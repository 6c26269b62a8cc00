"""The two engines, and what a test may ask of either."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from seven_duel import GameLike, Rules
from seven_duel.reference import Game as ReferenceGame

NAMES = ("reference", "rust")


class Engine(Protocol):
    """One of the two Game classes."""

    def __call__(self, seed: int | None = None, *, rules: Rules = ...) -> GameLike: ...
    def manual(self, rules: Rules = ...) -> GameLike: ...
    def from_dict(self, d: Mapping[str, Any], *, seed: int | None = None) -> GameLike: ...
    def from_text(self, text: str, /, *, seed: int | None = None) -> GameLike: ...


def load(name: str) -> Engine:
    """The engine with this name."""
    if name == "reference":
        return ReferenceGame
    import seven_duel

    return seven_duel.Game


def game_type(engine: Engine) -> type[GameLike]:
    """The same class, for what takes a type."""
    return cast(type[GameLike], engine)
