"""Random games on both engines, compared at every step: `python -m tests.deep 1_000_000`.

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
from collections import Counter

from seven_duel import Rules
from tests.pair import Pair, Watch
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
    seed = rng.getrandbits(64) if rng.random() < 0.5 else None
    watch = Watch(Pair.new(seed, rules), rng, seeded=seed is not None)
    while watch.actions:
        player = watch.pair.game.current_player
        policy = policies[player] if player in (0, 1) and rng.random() < 0.85 else uniform
        action = policy(watch.actions, rng)
        if rng.random() < 0.001:
            check_mutations(watch.pair, rng, count=2)
        if rng.random() < 0.001:
            there_and_back(watch.pair, rng)
        watch.apply(action)
        counts["steps"] += 1
        if not action.is_chance:
            counts["decisions"] += 1
            counts[str(action.kind)] += 1
    pair = watch.pair
    outcome = pair.game.outcome()
    assert outcome is not None
    counts["games"] += 1
    counts[f"ended {outcome.reason}" if outcome.winner is not None else "ended shared"] += 1
    if rng.random() < 0.2:
        pair.replay()


def there_and_back(pair: Pair, rng: random.Random) -> None:
    """Copies, undone some way and played on again; the position through dictionary and text."""
    copy, undone = pair.copies(), []
    while copy.can_undo() and rng.random() < 0.95:
        undone.append(copy.undo())
    copy.compare()
    while undone:
        copy.apply(undone.pop())
    copy.compare()
    assert copy.games == pair.games
    pair.round_trip()


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
