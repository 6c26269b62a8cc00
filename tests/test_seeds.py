"""Seeds are public API: the same seed is the same game, on every machine, in both engines, for ever.

`python -m tests.test_seeds` prints the table anew; a change of it breaks everybody's recorded seeds.
"""

from __future__ import annotations

import hashlib

import pytest

from seven_duel import Rules, SplitMix64
from tests import engines
from tests.engines import Engine

PROMO = Rules(promo_wonders=True)
FIRST = Rules(first_game=True, start_off_centre="weaker_starts", start_centre="other_starts")

# Seed and rules: how the game ended, both totals, and a digest of every action, chance included.
GAMES: list[tuple[int, Rules, str]] = [
    (0, Rules(), "0 civilian 59 27 150 96346ec5f80c68d2"),
    (1, Rules(), "0 civilian 53 46 152 312826f097108734"),
    (2026, Rules(), "0 civilian 43 25 147 4c98728ddfe3dd66"),
    (2**64 - 1, Rules(), "1 civilian 35 36 147 82a17107a464df9e"),
    (0, PROMO, "0 civilian 56 39 156 7e8360eb5c0f3312"),
    (1, PROMO, "0 civilian 35 29 151 76b5d6f0cdac7b75"),
    (2026, PROMO, "0 civilian 36 34 156 43da29b0d6a6f3ca"),
    (2**64 - 1, PROMO, "1 civilian 33 39 151 7c1747180b0357ef"),
    (0, FIRST, "1 civilian 42 43 128 86bb8cfe225298e2"),
    (1, FIRST, "0 civilian 44 39 129 edd2e012ae3f43bc"),
    (2026, FIRST, "0 civilian 34 18 128 a3accffd98ca3780"),
    (2**64 - 1, FIRST, "1 military 41 29 118 8efa9faf5dbc322e"),
]


def played(engine: Engine, seed: int, rules: Rules) -> str:
    """A game whose decisions are drawn with a second generator, of the next seed."""
    game = engine(seed, rules=rules)
    picks = SplitMix64((seed + 1) % 2**64)
    while actions := game.legal_actions():
        game.apply(actions[picks.below(len(actions))])
    outcome = game.outcome()
    assert outcome is not None
    first, second = game.scores()
    digest = hashlib.sha256("\n".join(map(str, game.history)).encode()).hexdigest()[:16]
    return f"{outcome.winner} {outcome.reason} {first.total} {second.total} {len(game.history)} {digest}"


@pytest.mark.parametrize(("seed", "rules", "expected"), GAMES)
def test_the_game_of_a_seed(engine: Engine, seed: int, rules: Rules, expected: str) -> None:
    assert played(engine, seed, rules) == expected


if __name__ == "__main__":
    for name, rules in (("Rules()", Rules()), ("PROMO", PROMO), ("FIRST", FIRST)):
        for seed, text in ((0, "0"), (1, "1"), (2026, "2026"), (2**64 - 1, "2**64 - 1")):
            print(f'    ({text}, {name}, "{played(engines.load("reference"), seed, rules)}"),')
