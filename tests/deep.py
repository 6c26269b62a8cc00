"""Random games on both engines with everything compared at every step: `python -m tests.deep 1_000_000`.

Counts decisions; prints how often the rare things happened, and stops at the first difference with the game
that shows it. `--jobs` runs that many processes.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import sys
import time
import traceback
from collections import Counter

from seven_duel import Rules
from tests import invariants
from tests.pair import Pair
from tests.policies import POLICIES, uniform
from tests.test_side_by_side import check_mutations

ALL_RULES = [
    Rules(off, centre, promo, first)  # type: ignore[arg-type]
    for off, centre, promo, first in itertools.product(
        ("weaker_chooses", "weaker_starts"),
        ("last_chooses", "last_starts", "other_starts"),
        (False, True),
        (False, True),
    )
]


def play_game(number: int, counts: Counter[str]) -> None:
    """One game, its options and policies drawn from its number."""
    rng = random.Random(number)
    rules = rng.choice(ALL_RULES)
    policies = [POLICIES[rng.choice(sorted(POLICIES))] for _ in (0, 1)]
    seed = rng.getrandbits(64) if rng.random() < 0.3 else None
    pair = Pair.new(seed, rules)
    pair.check()
    before = pair.game.to_dict()
    priced = None
    while actions := pair.game.legal_actions():
        player = pair.game.current_player
        policy = policies[player] if player in (0, 1) and rng.random() < 0.85 else uniform
        action = policy(actions, rng)
        if rng.random() < 0.02:
            check_mutations(pair, rng, count=2)
        if rng.random() < 0.02:
            copy = pair.copies()
            while copy.can_undo() and rng.random() < 0.95:
                copy.undo()
            copy.compare()
            pair.round_trip()
        pair.apply(action)
        position = pair.games[0].to_dict()
        # Prices follow from the cities: what changes neither changes no price (but look now and then).
        cities = [{key: city[key] for key in ("cards", "wonders", "tokens")} for city in position["cities"]]
        pair.compare(prices=cities != priced or rng.random() < 0.1)
        priced = cities
        try:
            invariants.check(pair.game, position)
            if seed is None:
                invariants.check_step(before, str(action), position)
        except AssertionError as error:
            name = traceback.extract_tb(error.__traceback__)[-1].name
            raise AssertionError(f"{name}: {error}, {action} leads to {pair.game.to_text()!r}") from error
        counts["steps"] += 1
        if not action.is_chance:
            counts["decisions"] += 1
            counts[str(action.kind)] += 1
        before = position
    outcome = pair.game.outcome()
    assert outcome is not None
    counts["games"] += 1
    counts[f"ended {outcome.reason}" if outcome.winner is not None else "ended shared"] += 1
    pair.replay()


def run(first: int, step: int, decisions: int) -> Counter[str]:
    """Games number first, first + step, ... until that many decisions are made."""
    counts: Counter[str] = Counter()
    number = first
    while counts["decisions"] < decisions:
        try:
            play_game(number, counts)
        except Exception as error:
            raise AssertionError(f"game number {number}: {error}") from error
        number += step
    return counts


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.deep", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "decisions", type=lambda text: int(text.replace("_", "")), help="how many decisions to compare"
    )
    parser.add_argument(
        "--jobs", type=int, default=multiprocessing.cpu_count(), help="processes (default: one a core)"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default 0)")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    share = -(-options.decisions // options.jobs)
    work = [(options.first + job, options.jobs, share) for job in range(options.jobs)]
    with multiprocessing.Pool(options.jobs) as pool:
        counts = sum(pool.starmap(run, work, chunksize=1), Counter[str]())
    for what, number in counts.most_common():
        print(f"{number:>10,} {what}")
    print(f"no difference in {counts['decisions']:,} decisions, {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
