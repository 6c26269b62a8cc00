"""How uniformly random games end, against what two foreign programs found: `python -m tests.distribution`.

Two independent ways: `simulate`, which deals cards before they are seen, and games played one by one
through `Game`, where a card is drawn when it is turned up. Each figure comes with its standard error, and
with its distance from the foreign one in standard errors of the difference (z).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seven_duel import ActionKind, Game, Results, Victory, simulate

Column = npt.NDArray[np.floating]

# Of 10^7 games of the base game with its default rules; the unit is that of the last digit known.
FOREIGN_GAMES = 10_000_000
FOREIGN: dict[str, tuple[float, float]] = {
    "military endings, %": (3.41, 0.01),
    "science endings, %": (0.106, 0.001),
    "shared victories, %": (0.133, 0.001),
    "player 0 wins, %": (53.22, 0.01),
    "decisions a game": (71.59, 0.01),
    "points of player 0, civilian": (38.32, 0.01),
    "points of player 1, civilian": (37.19, 0.01),
    "points of the winner, civilian": (43.31, 0.01),
    "points of the loser, civilian": (32.20, 0.01),
    "card plays a game": (59.76, 0.01),
    "builds a game": (21.7, 0.1),
    "discards a game": (31.2, 0.1),
    "wonders a game": (6.87, 0.01),
}


class Figure(NamedTuple):
    """A mean over games, and what it is compared with."""

    name: str
    mean: float
    error: float  # the standard error of the mean
    foreign: float
    z: float


def figures(columns: dict[str, Column]) -> Iterator[Figure]:
    """The mean of each column, a value a game, against the foreign one.

    The error of the difference has three parts: that of our sample, of the foreign one, and its rounding.
    """
    for name, column in columns.items():
        foreign, unit = FOREIGN[name]
        rare = name.endswith("%")  # a small sample may not hold a single one
        spread = (foreign * (100 - foreign)) ** 0.5 if rare else float(column.std(ddof=1))
        error = spread / len(column) ** 0.5
        whole = (error**2 + spread**2 / FOREIGN_GAMES + unit**2 / 12) ** 0.5
        mean = float(column.mean())
        yield Figure(name, mean, error, foreign, (mean - foreign) / whole)


def endings(results: Results) -> dict[str, Column]:
    """What the results tell."""
    totals = results.scores[results.reason == Victory.CIVILIAN, :, -1].astype(float)
    return {
        "military endings, %": 100.0 * (results.reason == Victory.MILITARY),
        "science endings, %": 100.0 * (results.reason == Victory.SCIENCE),
        "shared victories, %": 100.0 * (results.winner == -1),
        "player 0 wins, %": 100.0 * (results.winner == 0),
        "decisions a game": results.decisions.astype(float),
        "points of player 0, civilian": totals[:, 0],
        "points of player 1, civilian": totals[:, 1],
        "points of the winner, civilian": totals.max(axis=1),
        "points of the loser, civilian": totals.min(axis=1),
    }


def one_by_one(games: int, seed: int) -> dict[str, Column]:
    """Games through the API for single games, each choice by Python's own generator."""
    rng = random.Random(seed)
    results, kinds = Results.empty(games), []
    for number in range(games):
        game, count = Game(rng.getrandbits(64)), Counter[ActionKind]()
        while actions := game.legal_actions():
            action = rng.choice(actions)
            game.apply(action)
            count[action.kind] += 1
        outcome = game.outcome()
        assert outcome is not None
        results.winner[number] = -1 if outcome.winner is None else outcome.winner
        results.reason[number] = outcome.reason
        results.scores[number] = game.scores()
        results.decisions[number] = count.total()
        kinds.append([count[kind] for kind in (ActionKind.BUILD, ActionKind.DISCARD, ActionKind.WONDER)])
    plays = np.array(kinds, float)
    return endings(results) | {
        "card plays a game": plays.sum(axis=1),
        "builds a game": plays[:, 0],
        "discards a game": plays[:, 1],
        "wonders a game": plays[:, 2],
    }


def main(arguments: list[str] | None = None) -> int:
    def number(text: str) -> int:
        return int(text.replace("_", ""))

    parser = argparse.ArgumentParser(
        prog="python -m tests.distribution", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("games", type=number, nargs="?", default=1_000_000, help="how many to simulate")
    parser.add_argument("--single", type=number, default=20_000, help="how many to play one by one")
    parser.add_argument("--seed", type=number, default=1)
    parser.add_argument("--threads", type=number, default=None)
    options = parser.parse_args(arguments)

    worst = 0.0
    for what, games in (("simulated", options.games), ("played one by one", options.single)):
        start = time.monotonic()
        if what == "simulated":
            columns = endings(simulate(games, seed=options.seed, threads=options.threads))
        else:
            columns = one_by_one(games, options.seed)
        print(f"{games:,} games {what}, {time.monotonic() - start:.1f} s")
        print(f"{'':32}{'found':>9} {'error':>9} {'foreign':>9} {'z':>7}")
        for figure in figures(columns):
            print(
                f"{figure.name:32}{figure.mean:9.4f} {figure.error:9.4f} {figure.foreign:9} {figure.z:+7.2f}"
            )
            worst = max(worst, abs(figure.z))
    print(f"largest |z|: {worst:.2f}")
    return 0 if worst < 4 else 1


if __name__ == "__main__":
    sys.exit(main())
