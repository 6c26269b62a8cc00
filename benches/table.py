"""Prints the README's table of speeds: `python benches/table.py` (`taskset -c 1` keeps it on one core).

CPU time on one core; the least of several runs. The ratios mean more than the figures, which depend on the
machine. What is not installed says so.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module

import loops

import seven_duel
import seven_duel.reference

GAMES = 1_000  # of the compiled engine, in each run
FEW = 5  # of the reference engine and in what it is compared in

NEW = seven_duel.Game
PLAIN = seven_duel.reference.Game


def row(what: str, figure: str, beside: str = "", ratio: float | None = None) -> None:
    """One line of the table."""
    print(f"| {what} | {figure} | {beside} | {f'{ratio:,.3g}x' if ratio else ''} |", flush=True)


def simulate_rate() -> float:
    """Games per second of `simulate` on one thread."""
    games = 200_000
    return games / loops.best(
        lambda: loops.seconds_of(lambda: seven_duel.simulate(games, seed=1, threads=1)), runs=5
    )


def portable_rate() -> float:
    """The same on the instance for any processor, which a process chooses at its first game."""
    command = [sys.executable, __file__, "simulate"]
    played = subprocess.run(
        command, env={**os.environ, "SEVEN_DUEL_PORTABLE": "1"}, check=True, capture_output=True, text=True
    )
    return float(played.stdout)


def loop_rates() -> tuple[float, float]:
    """Games per second of the Python loop: the compiled engine, the reference engine."""
    fast = plain = float("inf")
    for _ in range(7):
        fast = min(fast, loops.seconds_of(lambda: loops.play(NEW, range(GAMES))) / GAMES)
        plain = min(plain, loops.seconds_of(lambda: loops.play(PLAIN, range(FEW))) / FEW)
    return 1 / fast, 1 / plain


def open_spiel_rates(name: str) -> tuple[float, float, int] | None:
    """Seconds a game of the Python loop here and in OpenSpiel, in turn, and the latter's steps a game.

    None if OpenSpiel is not installed.
    """
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    steps = loops.play_open_spiel(game, range(GAMES))
    ours = theirs = float("inf")
    for _ in range(7):
        ours = min(ours, loops.seconds_of(lambda: loops.play(NEW, range(GAMES))) / GAMES)
        theirs = min(theirs, loops.seconds_of(lambda: loops.play_open_spiel(game, range(GAMES))) / GAMES)
    return ours, theirs, steps // GAMES


def batch_rate(*, legal_mask: bool, observation: bool) -> float:
    """Steps per second of `GameBatch(1024).step`: played once at random, then timed with the same ids."""
    size, rounds = 1024, 200

    def batch() -> seven_duel.GameBatch:
        return seven_duel.GameBatch(size, seed=1, legal_mask=legal_mask, observation=observation, threads=1)

    first, played = batch(), []
    for _ in range(rounds):
        played.append(first.sample())
        first.step(played[-1])

    def again() -> float:
        games = batch()
        begin = time.process_time()
        for ids in played:
            games.step(ids)
        return time.process_time() - begin

    return size * rounds / loops.best(again)


def tried(measure: Callable[[], float]) -> str:
    """A rate, or why there is none."""
    try:
        return f"{measure():,.0f}/s"
    except (ImportError, AttributeError, TypeError) as error:
        return f"not measured: {error}"


def main() -> None:
    """The table."""
    print("| | compiled engine | reference engine, or peer | ratio |")
    print("|---|---|---|---|")
    row("`simulate`, one thread: games", tried(simulate_rate))
    row("the same without AVX2: games", tried(portable_rate))

    fast, plain = loop_rates()
    row("Python loop: games", f"{fast:,.0f}/s", f"{plain:,.0f}/s", fast / plain)
    decisions = loops.play(NEW, range(GAMES)) / GAMES
    for name in ("hearts", "crazy_eights"):
        rates = open_spiel_rates(name)
        if rates is None:
            row(f"the same loop, OpenSpiel's {name}", "", "not installed (extra `openspiel`)")
            continue
        here, there, steps = rates
        row(
            f"the same loop, OpenSpiel's {name}: games",
            f"{1 / here:,.0f}/s",
            f"{1 / there:,.0f}/s",
            there / here,
        )
        step, their_step = here / decisions * 1e9, there / steps * 1e9
        row(
            f"... ns a step ({decisions:.0f} and {steps} a game)",
            f"{step:,.0f}",
            f"{their_step:,.0f}",
            their_step / step,
        )

    fast_games, plain_games = loops.typical_games(NEW, 40), loops.typical_games(PLAIN, 3)
    for method in ("legal_actions", "legal_action_ids", "legal_mask", "copy", "to_dict"):
        calls = 20 if method == "to_dict" else 500
        ours = loops.best(partial(loops.seconds_a_call, fast_games, method, calls)) * 1e9
        theirs = loops.best(partial(loops.seconds_a_call, plain_games, method, 100), runs=3) * 1e9
        row(f"`{method}()`, 6 to 12 legal actions: ns", f"{ours:,.0f}", f"{theirs:,.0f}", theirs / ours)
    fast_lists, plain_lists = loops.whole_games(NEW, range(200)), loops.whole_games(PLAIN, range(FEW))
    fast_times = [loops.seconds_an_apply(NEW, fast_lists) for _ in range(7)]
    plain_times = [loops.seconds_an_apply(PLAIN, plain_lists) for _ in range(3)]
    for place, name in enumerate(("apply", "undo")):
        ours = min(times[place] for times in fast_times) * 1e9
        theirs = min(times[place] for times in plain_times) * 1e9
        row(f"`{name}`, mean over whole games: ns", f"{ours:,.0f}", f"{theirs:,.0f}", theirs / ours)

    for parts, kept in (
        ("mask and observation", {"legal_mask": True, "observation": True}),
        ("mask", {"legal_mask": True, "observation": False}),
        ("neither", {"legal_mask": False, "observation": False}),
    ):
        row(f"`GameBatch(1024).step`, {parts}: steps", tried(partial(batch_rate, **kept)))


if __name__ == "__main__":
    if sys.argv[1:] == ["simulate"]:
        print(simulate_rate())
    else:
        main()
