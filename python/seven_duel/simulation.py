"""Simulating many random games, and what they came to.

>>> from seven_duel import simulate
>>> results = simulate(1000, seed=1)
>>> len(results), results.scores.shape
(1000, (1000, 2, 9))
>>> simulate(400, seed=1) + simulate(600, seed=1, first=400) == results
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from .errors import SevenDuelError, quote
from .rules import Rules
from .summary import check_series, describe, play_series
from .types import Score, Victory

try:
    import numpy as np
except ImportError as error:
    raise SevenDuelError("simulate needs numpy: pip install seven_duel[numpy]") from error

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Results", "SimulationInterrupted", "simulate"]


@dataclass(frozen=True, eq=False, slots=True)
class Results:
    """What games came to: a row a game, in the order in which they were played.

    - `winner` int8 (n,): 0 or 1; -1 for a shared victory (R11.2)
    - `reason` uint8 (n,): the `Victory`
    - `scores` int16 (n, 2, 9): both players' score sheets in the order of `Score`, drawn up at the end
      however the game was won (R11.3)
    - `decisions` uint16 (n,): how many decisions the players made, forced ones included
    - `starters` int8 (n, 3): who started each age; -1 for an age that was not reached

    `a + b` puts the games of `b` behind those of `a`; `len`, `==` and pickle work as on a list.

    >>> results = simulate(100, seed=7)
    >>> totals = results.scores[results.winner == 0, :, -1]     # where player 0 won
    >>> bool(totals[:, 0].mean() > totals[:, 1].mean())
    True
    """

    winner: npt.NDArray[np.int8]
    reason: npt.NDArray[np.uint8]
    scores: npt.NDArray[np.int16]
    decisions: npt.NDArray[np.uint16]
    starters: npt.NDArray[np.int8]

    @classmethod
    def empty(cls, games: int = 0) -> Results:
        """Rows for this many games, still to be filled."""
        return cls(
            np.zeros(games, np.int8),
            np.zeros(games, np.uint8),
            np.zeros((games, 2, len(Score._fields)), np.int16),
            np.zeros(games, np.uint16),
            np.zeros((games, 3), np.int8),
        )

    @classmethod
    def concatenate(cls, parts: Iterable[Results]) -> Results:
        """The games of all parts, in their order; the same as adding them one by one, and faster.

        >>> parts = [simulate(10, seed=1, first=10 * part) for part in range(3)]
        >>> Results.concatenate(parts) == simulate(30, seed=1)
        True
        """
        parts = list(parts)
        if not parts:
            return cls.empty()
        columns = [np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)]
        return cls(*columns)

    def __len__(self) -> int:
        return len(self.winner)

    def __add__(self, other: Results) -> Results:
        if not isinstance(other, Results):
            return NotImplemented
        return Results.concatenate([self, other])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results):
            return NotImplemented
        return all(np.array_equal(getattr(self, f.name), getattr(other, f.name)) for f in fields(self))

    __hash__ = None  # type: ignore[assignment]  # arrays can change

    def __repr__(self) -> str:
        return f"<Results of {len(self)} games>"

    def summary(self) -> dict[str, Any]:
        """The figures of all games together, as plain data.

        `games`; `endings`: games by kind of victory; `outcomes`: for each kind the games won by player 0, by
        player 1, and shared; `wins` of player 0 and 1; `shared` victories;
        `first_player_share`: the share of all games that player 0, who starts Age I, wins; `mean_decisions`;
        `civilian`: over the games that points decided, the mean totals of player 0 and 1 and of winner and
        loser (a shared victory counts as both), and each player's mean points by category. Means over no
        games are None.

        >>> summary = simulate(1000, seed=1).summary()
        >>> summary["games"], sum(summary["endings"].values())
        (1000, 1000)
        """
        civilian = self.reason == Victory.CIVILIAN
        winner = np.where(self.winner < 0, 2, self.winner).astype(np.intp)
        points = self.scores[civilian].astype(np.int64)
        totals = points[:, :, -1]
        sums = (
            np.bincount(3 * self.reason.astype(np.intp) + winner, minlength=9),
            self.decisions.sum(dtype=np.int64),
            points.sum(axis=0).ravel(),
            totals.max(axis=1, initial=0).sum(),
            totals.min(axis=1, initial=2**15).sum(),
        )
        return describe(np.concatenate([np.atleast_1d(part) for part in sums]).tolist())


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C during a simulation; `results` are the games finished until then."""

    results: Results

    def __init__(self, results: Results) -> None:
        super().__init__(f"simulation interrupted after {len(results)} games")
        self.results = results

    def __reduce__(self) -> tuple[type[SimulationInterrupted], tuple[Results]]:
        return type(self), (self.results,)


def simulate(
    games: int,
    *,
    bots: tuple[str, str] = ("random", "random"),
    rules: Rules | None = None,
    seed: int | None = None,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Results:
    """Play games of uniformly random play: every legal action equally likely, the draft included.

    - `games`: how many (0 to 2**48)
    - `bots`: who plays; `"random"` is the only one so far
    - `rules`: the options; the default is `Rules()`
    - `seed`: names a series of games, from 0 to 2**64 - 1; None takes one from the operating system. Game i
      of a series is the same on every machine, for any number of threads, and wherever the series is cut
    - `first`: the number of the first game in its series, so that parts can be played apart and added
    - `threads`: how many (default: the processors); the GIL is released
    - `progress`: called as `progress(done, games)` about fifty times a second

    Ctrl-C raises `SimulationInterrupted` (a `KeyboardInterrupt`) within some 20 ms; it holds the games
    finished.
    Memory: 43 bytes a game, and little more. `SevenDuelError` names an argument that is wrong.

    A call is a unit of work for any `concurrent.futures` executor:

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from functools import partial
    >>> with ThreadPoolExecutor(2) as pool:
    ...     parts = pool.map(lambda part: simulate(50, seed=1, first=50 * part, threads=1), range(4))
    >>> Results.concatenate(parts) == simulate(200, seed=1)
    True
    """
    from ._core import simulate as play

    if not isinstance(bots, (tuple, list)) or tuple(bots) != ("random", "random"):
        raise SevenDuelError(f"bots: must be ('random', 'random'), not {quote(bots)}")
    series = check_series(games, rules, seed, first, threads, progress)
    results = Results.empty(series[0])
    columns = [getattr(results, field.name) for field in fields(Results)]
    done = 0

    def part(number: int, size: int, *others: Any) -> None:
        nonlocal done
        for column, data in zip(columns, play(number, size, *others), strict=True):
            filled = np.frombuffer(data, column.dtype)
            column[done : done + size] = filled.reshape((size, *column.shape[1:]))
        done += size

    try:
        play_series(part, *series, rules, progress)
    except KeyboardInterrupt:
        finished = Results(*(column[:done] for column in columns))  # memory not yet written to takes no room
        raise SimulationInterrupted(finished) from None
    return results
