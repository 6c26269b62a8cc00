"""The Python loop and its calls on both engines, and a card game of OpenSpiel beside them.

`python -m pytest benches` prints the times side by side; nothing here asserts a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import loops
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import seven_duel
import seven_duel.reference

ENGINES = {"compiled": seven_duel.Game, "reference": seven_duel.reference.Game}
SEEDS = range(4)


@pytest.fixture(params=ENGINES)
def new_game(request: pytest.FixtureRequest) -> Callable[[int], Any]:
    return ENGINES[request.param]


@pytest.mark.benchmark(group="four games: legal_actions, pick, apply")
def test_loop(benchmark: BenchmarkFixture, new_game: Callable[[int], Any]) -> None:
    decisions = benchmark(loops.play, new_game, SEEDS)
    benchmark.extra_info["decisions"] = decisions
    assert decisions > 4 * 40


@pytest.mark.benchmark(group="four games: legal_actions, pick, apply")
@pytest.mark.parametrize("name", ["hearts", "crazy_eights"])
def test_open_spiel_loop(benchmark: BenchmarkFixture, name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")
    game = pyspiel.load_game(name)
    benchmark.extra_info["steps"] = benchmark(loops.play_open_spiel, game, SEEDS)


@pytest.mark.parametrize(
    "method", ["legal_actions", "legal_action_ids", "legal_mask", "copy", "to_dict", "to_text", "scores"]
)
def test_call(benchmark: BenchmarkFixture, new_game: Callable[[int], Any], method: str) -> None:
    """One call in the second age, with 6 to 12 legal actions."""
    benchmark.group = method
    game = loops.typical_games(new_game, 1)[0]
    benchmark(getattr(game, method))


@pytest.mark.parametrize("name", ["current_player", "phase", "cities", "structure"])
def test_attribute(benchmark: BenchmarkFixture, new_game: Callable[[int], Any], name: str) -> None:
    benchmark.group = name
    game = loops.typical_games(new_game, 1)[0]
    benchmark(getattr, game, name)


@pytest.mark.benchmark(group="apply: a whole game")
def test_apply(benchmark: BenchmarkFixture, new_game: Callable[[int], Any]) -> None:
    actions = loops.whole_games(new_game, [1])[0]
    benchmark.extra_info["decisions"] = len(actions)

    def apply_all(apply: Callable[[Any], None]) -> None:
        for action in actions:
            apply(action)

    benchmark.pedantic(apply_all, setup=lambda: ((new_game(1).apply,), {}), rounds=50)


@pytest.mark.benchmark(group="undo: a whole game")
def test_undo(benchmark: BenchmarkFixture, new_game: Callable[[int], Any]) -> None:
    actions = loops.whole_games(new_game, [1])[0]
    benchmark.extra_info["decisions"] = len(actions)

    def ended() -> tuple[tuple[Callable[[], Any]], dict[str, Any]]:
        game = new_game(1)
        for action in actions:
            game.apply(action)
        return (game.undo,), {}

    def undo_all(undo: Callable[[], Any]) -> None:
        for _ in actions:
            undo()

    benchmark.pedantic(undo_all, setup=ended, rounds=50)
