"""A series of random games summed up, without keeping the games: needs neither numpy nor memory.

>>> summary = summarize(1000, seed=1)
>>> summary["games"], sum(summary["endings"].values())
(1000, 1000)
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any

from .errors import SevenDuelError, quote, whole_number
from .generator import check_seed
from .rules import Rules
from .types import Score, Victory

__all__ = ["SummaryInterrupted", "describe", "play_series", "summarize"]

Sums = Sequence[int]
"""What a summary is made of: 9 counts of games by `Victory` and winner (0, 1, shared), the decisions; then of
the games that points decided 9 sums of points for each player in the order of `Score`, the totals of the
winners and of the losers."""

_SUMS = 9 + 1 + 18 + 2

_PART_SECONDS = 0.02
"""How long a part of a series takes: the time until Ctrl-C is heard and progress is told."""

_FIRST_PART = 2_000
_LARGEST_PART = 200_000

Part = Callable[[int, int, int, "Rules | None", int], None]
"""Plays part of a series: number of its first game, how many, seed, rules, threads."""


def describe(sums: Sums) -> dict[str, Any]:
    """The summary that these sums make; see `Results.summary`."""
    games, (decisions, *points) = sum(sums[:9]), sums[9:]
    by_victory = {str(victory): list(sums[3 * victory : 3 * victory + 3]) for victory in Victory}
    wins = [sum(counts[winner] for counts in by_victory.values()) for winner in (0, 1, 2)]
    civilian = sum(by_victory[str(Victory.CIVILIAN)])
    means = [_mean(total, civilian) for total in points]
    sheets = [dict(zip(Score._fields, means[9 * player : 9 * player + 9], strict=True)) for player in (0, 1)]
    return {
        "games": games,
        "endings": {victory: sum(counts) for victory, counts in by_victory.items()},
        "outcomes": by_victory,
        "wins": wins[:2],
        "shared": wins[2],
        "first_player_share": _mean(wins[0], games),
        "mean_decisions": _mean(decisions, games),
        "civilian": {
            "mean_totals": [sheet.pop("total") for sheet in sheets],
            "mean_winner": means[-2],
            "mean_loser": means[-1],
            "mean_points": sheets,
        },
    }


def _mean(total: int, count: int) -> float | None:
    return total / count if count else None


class SummaryInterrupted(KeyboardInterrupt):
    """Ctrl-C during `summarize`; `summary` is that of the games finished until then."""

    summary: dict[str, Any]

    def __init__(self, summary: dict[str, Any]) -> None:
        super().__init__(f"simulation interrupted after {summary['games']} games")
        self.summary = summary

    def __reduce__(self) -> tuple[type[SummaryInterrupted], tuple[dict[str, Any]]]:
        return type(self), (self.summary,)


def summarize(
    games: int,
    *,
    rules: Rules | None = None,
    seed: int | None = None,
    first: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """The summary of a series of random games: `simulate(...).summary()` without the results or numpy.

    The arguments are those of `simulate`. Ctrl-C raises `SummaryInterrupted`, a `KeyboardInterrupt`.

    >>> from seven_duel import simulate
    >>> summarize(500, seed=3) == simulate(500, seed=3).summary()
    True
    """
    from ._core import simulate_sums

    series = check_series(games, rules, seed, first, threads, progress)
    sums = [0] * _SUMS

    def part(*numbers: Any) -> None:
        sums[:] = map(int.__add__, sums, simulate_sums(*numbers))

    try:
        play_series(part, *series, rules, progress)
    except KeyboardInterrupt:
        raise SummaryInterrupted(describe(sums)) from None
    return describe(sums)


def play_series(
    part: Part,
    games: int,
    first: int,
    seed: int,
    threads: int,
    rules: Rules | None,
    progress: Callable[[int, int], object] | None,
) -> None:
    """A series played in parts short enough for Ctrl-C and progress; the arguments have been checked."""
    done, size = 0, _FIRST_PART
    while done < games:
        size = min(size, games - done)
        begin = time.perf_counter()
        part(first + done, size, seed, rules, threads)
        done += size
        if progress is not None:
            progress(done, games)
        taken = time.perf_counter() - begin
        size = int(min(_LARGEST_PART, max(_FIRST_PART, size * _PART_SECONDS / max(taken, 1e-6))))


def check_series(
    games: object,
    rules: object,
    seed: object,
    first: object,
    threads: object,
    progress: object,
) -> tuple[int, int, int, int]:
    """Games, number of the first, seed and threads; `SevenDuelError` names the argument that is wrong."""
    games = whole_number("games", games, 0, 2**48)
    if rules is not None and not isinstance(rules, Rules):
        raise SevenDuelError(f"rules: must be Rules, not {quote(rules)}")
    seed = int.from_bytes(os.urandom(8), "little") if seed is None else check_seed(seed)
    first = whole_number("first", first, 0, 2**63)
    threads = (os.cpu_count() or 1) if threads is None else whole_number("threads", threads, 1, 1024)
    if progress is not None and not callable(progress):
        raise SevenDuelError(f"progress: must be a function or None, not {quote(progress)}")
    return games, first, seed, threads
