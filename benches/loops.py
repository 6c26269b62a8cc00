"""What is measured from Python, on any engine: whole games in the plain loop, and single calls.

`python benches/loops.py GAMES` plays games of the compiled engine and prints nothing: something to profile.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

# Drawn beforehand, so that the loop measures the engine and not the generator: random.choice alone costs
# more than a step.
_random = random.Random(7)
PICKS = [_random.getrandbits(30) for _ in range(20_000)]
LONGEST_GAME = 400  # decisions and chance events


def picks(seed: int) -> Sequence[int]:
    """Large random numbers for one game."""
    first = seed * 71 % (len(PICKS) - LONGEST_GAME)
    return PICKS[first : first + LONGEST_GAME]


def play(new_game: Callable[[int], Any], seeds: Iterable[int]) -> int:
    """Plays a game for each seed: legal actions, a random pick, apply; returns the number of decisions."""
    decisions = 0
    for seed in seeds:
        game = new_game(seed)
        legal_actions, apply = game.legal_actions, game.apply
        for pick in picks(seed):
            actions = legal_actions()
            if not actions:
                break
            apply(actions[pick % len(actions)])
            decisions += 1
    return decisions


def play_open_spiel(game: Any, seeds: Iterable[int]) -> int:
    """The same loop on a game of OpenSpiel, whose chance events are steps of the loop; returns the steps."""
    steps = 0
    for seed in seeds:
        state = game.new_initial_state()
        legal_actions, apply = state.legal_actions, state.apply_action
        for pick in picks(seed):
            actions = legal_actions()
            if not actions:
                break
            apply(actions[pick % len(actions)])
            steps += 1
        assert state.is_terminal()
    return steps


def whole_games(new_game: Callable[[int], Any], seeds: Iterable[int]) -> list[list[Any]]:
    """The actions of random games, by seed."""
    games = []
    for seed in seeds:
        game, actions = new_game(seed), []
        for pick in picks(seed):
            legal = game.legal_actions()
            if not legal:
                break
            actions.append(legal[pick % len(legal)])
            game.apply(actions[-1])
        games.append(actions)
    return games


def typical_games(new_game: Callable[[int], Any], count: int) -> list[Any]:
    """Games in the second age with 6 to 12 legal actions and all their history."""
    found: list[Any] = []
    seed = 0
    while len(found) < count:
        game = new_game(seed)
        for pick in picks(seed):
            legal = game.legal_actions()
            if not legal:
                break
            if game.age == 2 and game.phase == "turn" and 6 <= len(legal) <= 12:
                found.append(game)
                break
            game.apply(legal[pick % len(legal)])
        seed += 1
    return found


def best(run: Callable[[], float], runs: int = 7) -> float:
    """The least of several runs: what disturbs a run only makes it longer."""
    return min(run() for _ in range(runs))


def seconds_of(work: Callable[[], object]) -> float:
    """CPU seconds of one piece of work."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def seconds_a_call(games: Sequence[Any], method: str, calls: int) -> float:
    """CPU seconds of one call of a method without arguments, the bare loop taken off."""
    bound = [getattr(game, method) for game in games]
    turns = range(calls)

    def work() -> None:
        for call in bound:
            for _ in turns:
                call()

    def bare() -> None:
        for _ in bound:
            for _ in turns:
                pass

    return max(seconds_of(work) - seconds_of(bare), 0.0) / (len(games) * calls)


def seconds_an_apply(new_game: Callable[[int], Any], games: Sequence[Sequence[Any]]) -> tuple[float, float]:
    """CPU seconds of `apply` with the chance that follows it, and of `undo`: the means over whole games.

    A game at a time, as in the loop: many at once would measure the memory that they fill.
    """
    applying = undoing = bare = 0.0
    for seed, actions in enumerate(games):
        game = new_game(seed)
        apply, undo = game.apply, game.undo
        begin = time.process_time()
        for action in actions:
            apply(action)
        ended = time.process_time()
        for _ in actions:
            undo()
        undone = time.process_time()
        for _ in actions:
            pass
        applying += ended - begin
        undoing += undone - ended
        bare += time.process_time() - undone
    count = sum(map(len, games))
    return (applying - bare) / count, (undoing - bare) / count


if __name__ == "__main__":
    from seven_duel import Game

    play(Game, range(int(sys.argv[1])))
