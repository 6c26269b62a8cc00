"""7 Wonders Duel: complete and exact rules, as fast as the hardware, in the words of the game.

>>> from seven_duel import Card
>>> Card.PALISADE.shields
1

What needs the compiled engine or numpy is loaded at first use, so that the components, the records and
the plain Python engine (`seven_duel.reference`) also work without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .action import NUM_ACTIONS, Action, ActionKind
from .components import BOX, Card, Color, Resource, Symbol, Token, Wonder
from .errors import IllegalActionError, NotationError, PositionError, RecordError, SevenDuelError
from .generator import SplitMix64
from .rules import Rules
from .summary import summarize
from .types import CHANCE, Back, CityLike, GameLike, Outcome, Price, Score, Slot, Victory

if TYPE_CHECKING:
    from ._core import Game
    from .batch import OBS_SIZE, OBS_VERSION, GameBatch, ObservationPiece, observation_spec, observe
    from .record import Record
    from .simulation import Results, simulate

    __version__: str

__all__ = [
    "BOX",
    "CHANCE",
    "NUM_ACTIONS",
    "OBS_SIZE",
    "OBS_VERSION",
    "Action",
    "ActionKind",
    "Back",
    "Card",
    "CityLike",
    "Color",
    "Game",
    "GameBatch",
    "GameLike",
    "IllegalActionError",
    "NotationError",
    "ObservationPiece",
    "Outcome",
    "PositionError",
    "Price",
    "Record",
    "RecordError",
    "Resource",
    "Results",
    "Rules",
    "Score",
    "SevenDuelError",
    "Slot",
    "SplitMix64",
    "Symbol",
    "Token",
    "Victory",
    "Wonder",
    "observation_spec",
    "observe",
    "simulate",
    "summarize",
]

# Name -> the module that defines it, imported at first use.
_LAZY = {
    "Game": "_core",
    "GameBatch": "batch",
    "OBS_SIZE": "batch",
    "OBS_VERSION": "batch",
    "ObservationPiece": "batch",
    "Record": "record",
    "Results": "simulation",
    "observation_spec": "batch",
    "observe": "batch",
    "simulate": "simulation",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("seven-duel")
    elif name in _LAZY:
        value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, "__version__"})
