"""`simulate`: the same games however they are played, and what their columns say."""

from __future__ import annotations

import doctest
import itertools
import json
import multiprocessing
import operator
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from copy import copy, deepcopy
from functools import partial, reduce
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seven_duel import Game, GameLike, Results, Rules, Score, SevenDuelError, SplitMix64, Victory, simulate
from seven_duel._core import simulate as compiled_simulate
from seven_duel.reference import Game as ReferenceGame
from seven_duel.rules import StartCentre, StartOffCentre
from seven_duel.simulation import SimulationInterrupted
from seven_duel.summary import summarize
from tests import golden

ALL_RULES = [
    Rules(*options)
    for options in itertools.product(
        get_args(StartOffCentre), get_args(StartCentre), (False, True), (False, True)
    )
]
COLUMNS = {
    "winner": (np.int8, ()),
    "reason": (np.uint8, ()),
    "scores": (np.int16, (2, len(Score._fields))),
    "decisions": (np.uint16, ()),
    "starters": (np.int8, (3,)),
}
GAMES = 20_000


@pytest.fixture(scope="module")
def played() -> Results:
    return simulate(GAMES, seed=1)


# -- the same games however they are played ----------------------------------------------------------------


@given(
    lengths=st.lists(st.integers(0, 25), max_size=6),
    threads=st.lists(st.integers(1, 3), min_size=7, max_size=7),
    seed=st.integers(0, 2**64 - 1),
    first=st.integers(0, 2**63 - 200),
    rules=st.sampled_from(ALL_RULES),
)
def test_any_threads_and_any_cut(
    lengths: list[int], threads: list[int], seed: int, first: int, rules: Rules
) -> None:
    whole = simulate(sum(lengths), seed=seed, first=first, rules=rules, threads=threads[-1])
    parts = [
        simulate(length, seed=seed, first=first + begin, rules=rules, threads=count)
        for length, begin, count in zip(lengths, itertools.accumulate([0, *lengths]), threads, strict=False)
    ]
    assert Results.concatenate(parts) == whole
    assert reduce(operator.add, parts, Results.empty()) == whole


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_many_games_on_any_threads(threads: int, played: Results) -> None:
    """More games than one part has."""
    assert simulate(GAMES, seed=1, threads=threads) == played


def test_more_threads_than_games() -> None:
    assert simulate(3, seed=1, threads=64) == simulate(3, seed=1, threads=1)


def test_the_games_of_seeds_and_numbers_differ() -> None:
    whole = simulate(100, seed=1)
    assert whole != simulate(100, seed=2)
    assert whole != simulate(100, seed=1, first=1)
    assert simulate(100) != simulate(100)  # a seed from the operating system


@pytest.mark.parametrize("series", golden.SERIES, ids=str)
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_games_of_a_seed_are_pinned(series: golden.Series, threads: int) -> None:
    """For ever after a release; until then `python -m tests.golden` pins them anew."""
    assert golden.digests(series.play(threads)) == json.loads(golden.FILE.read_text())[str(series)]


def test_what_is_pinned_is_what_is_compared() -> None:
    assert list(json.loads(golden.FILE.read_text())) == [str(series) for series in golden.SERIES]


# -- results as values -------------------------------------------------------------------------------------


def test_merging_is_associative() -> None:
    a, b, c = (simulate(10 * n, seed=n, rules=Rules(promo_wonders=n == 2)) for n in (1, 2, 3))
    assert (a + b) + c == a + (b + c) == Results.concatenate([a, b, c])
    assert a + Results.empty() == a == Results.empty() + a
    assert a + b != b + a
    assert len(a + b + c) == 60
    assert len(a) == 10  # as it was


def test_results_pickle_and_copy(played: Results) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(played, protocol)) == played
    assert copy(played) == deepcopy(played) == played


def test_results_compare_with_results_only(played: Results) -> None:
    assert played != "results"
    with pytest.raises(TypeError):
        played + [1]  # type: ignore[operator]  # noqa: RUF005
    with pytest.raises(TypeError):
        hash(played)
    assert repr(played) == "<Results of 20000 games>"


def in_parts(pool: Executor) -> Results:
    """A series as units of work."""
    works = [partial(simulate, 300, seed=5, first=first, threads=1) for first in range(0, 1200, 300)]
    return Results.concatenate(future.result() for future in [pool.submit(work) for work in works])


def test_a_thread_pool() -> None:
    with ThreadPoolExecutor(3) as pool:
        assert in_parts(pool) == simulate(1200, seed=5)


def test_a_process_pool() -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert in_parts(pool) == simulate(1200, seed=5)


@pytest.mark.filterwarnings("ignore")  # of Dask's own
def test_a_dask_cluster() -> None:
    distributed: Any = pytest.importorskip(
        "distributed", reason="Dask is not installed: pip install distributed"
    )
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as pool,
    ):
        assert in_parts(pool) == simulate(1200, seed=5)


# -- progress, Ctrl-C, the GIL -----------------------------------------------------------------------------


def test_progress_rises_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    simulate(GAMES, seed=1, progress=lambda done, games: told.append((done, games)))
    done = [count for count, _ in told]
    assert len(done) > 1
    assert done == sorted(set(done))
    assert done[-1] == GAMES
    assert {games for _, games in told} == {GAMES}


def test_an_error_in_progress_is_the_callers(played: Results) -> None:
    class OutOfPatienceError(Exception):
        pass

    def progress(done: int, games: int) -> None:
        raise OutOfPatienceError(done)

    with pytest.raises(OutOfPatienceError) as caught:
        simulate(GAMES, seed=1, progress=progress)
    assert caught.value.__cause__ is None
    assert 0 < caught.value.args[0] < GAMES
    assert simulate(GAMES, seed=1) == played


def test_ctrl_c_returns_the_finished_part(played: Results) -> None:
    def progress(done: int, games: int) -> None:
        if done > 5_000:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(SimulationInterrupted) as caught:
        simulate(GAMES, seed=1, progress=progress)
    finished = caught.value.results
    assert 5_000 < len(finished) < GAMES
    assert finished + simulate(GAMES - len(finished), seed=1, first=len(finished)) == played
    assert isinstance(caught.value, KeyboardInterrupt)
    assert str(caught.value) == f"simulation interrupted after {len(finished)} games"
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (str(copied), copied.results) == (str(caught.value), finished)
    # It is handed over where it lies: to copy it would take the longer the more games there are.
    assert all(getattr(finished, name).base is not None for name in COLUMNS)


def test_ctrl_c_is_the_main_threads() -> None:
    """A simulation in another thread plays on."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(simulate, 100_000, seed=1, threads=1)
        with pytest.raises(KeyboardInterrupt) as caught:
            signal.raise_signal(signal.SIGINT)
        assert not isinstance(caught.value, SimulationInterrupted)
        assert len(future.result()) == 100_000


LONG = """
import sys, time
from seven_duel import simulate
from seven_duel.simulation import SimulationInterrupted

def progress(done, games):
    if not started:
        started.append(time.monotonic())
        print("started", flush=True)

started = []
begin = time.monotonic()
try:
    simulate(10_000_000, seed=1, threads=int(sys.argv[1]), progress=progress)
except SimulationInterrupted as stop:
    heard = time.monotonic()
    again = simulate(len(stop.results), seed=1) == stop.results
    print(len(stop.results), heard, again)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to another process")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_from_outside(threads: str, record_property: Any) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LONG, threads], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        begin = time.monotonic()
        time.sleep(0.3)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        games, heard, again = process.stdout.read().split()
    assert process.returncode == 0
    record_property("seconds until Ctrl-C was heard", float(heard) - sent)
    assert again == "True"
    assert 0 < int(games) < 5_000_000
    # Not a time that must be kept, but far less than the rest of the run would take at this pace.
    pace = int(games) / (float(heard) - begin)
    assert float(heard) - sent < (10_000_000 - int(games)) / pace / 10


def test_the_gil_is_released() -> None:
    """Python goes on beside a simulation: a thread is woken many times while one call plays."""
    stop, woken = threading.Event(), []

    def sleeper() -> None:
        while not stop.wait(0.001):
            woken.append(time.monotonic())

    thread = threading.Thread(target=sleeper)
    thread.start()
    begin = time.monotonic()
    compiled_simulate(0, 100_000, 1, None, 1)
    end = time.monotonic()
    stop.set()
    thread.join()
    assert sum(begin < moment < end for moment in woken) >= 3


# -- what is refused ---------------------------------------------------------------------------------------


WRONG: dict[str, list[Any]] = {
    "games": [True, 1.0, "5", None, -1, 2**48 + 1, 10**5000, np.float64(3), [1], np.array([1, 2])],
    "seed": [False, 1.0, "5", -1, 2**64, np.int64(-1), [1]],
    "first": [True, 0.0, None, "0", -1, 2**63 + 1],
    "threads": [True, 1.0, "1", 0, -1, 1025, 2**70],
    "rules": [Rules, {}, "promo_wonders", 1, True, [Rules()]],
    "progress": [5, "progress", True],
    "bots": [None, 5, (), "random", ("random",), ("random",) * 3, ("random", "greedy"), ("random", None)],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_named(name: str) -> None:
    for value in WRONG[name]:
        arguments: dict[str, Any] = {"games": 10, "seed": 1, name: value}
        with pytest.raises(SevenDuelError, match=f"^{name}: must be "):
            simulate(**arguments)


def test_whole_numbers_of_numpy_are_welcome() -> None:
    expected = simulate(10, seed=3, first=4, threads=2)
    numbers: dict[str, Any] = {"seed": np.uint64(3), "first": np.uint8(4), "threads": np.int64(2)}
    games: Any = np.int16(10)
    assert simulate(games, **numbers) == expected


def test_the_compiled_function_refuses_as_well() -> None:
    wrong: list[Any] = [
        (0, 2**30, 1, None, 1),
        (0, -1, 1, None, 1),
        (-1, 1, 1, None, 1),
        (0, 1, 2**64, None, 1),
        (0, 1, 1, {}, 1),
        (0, 1, 1, None, -1),
    ]
    for arguments in wrong:
        with pytest.raises((SevenDuelError, OverflowError, TypeError)):
            compiled_simulate(*arguments)
    assert compiled_simulate(0, 1, 1, None, 0) == compiled_simulate(0, 1, 1, None, 1)


# -- what the columns say ----------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [0, 1, 2500])
def test_types_and_shapes(games: int) -> None:
    results = simulate(games, seed=1)
    assert len(results) == games
    for name, (dtype, shape) in COLUMNS.items():
        column = getattr(results, name)
        assert (column.dtype, column.shape) == (dtype, (games, *shape))


def test_no_games() -> None:
    told: list[int] = []
    results = simulate(0, seed=1, progress=lambda done, games: told.append(done))
    assert told == []
    assert results == Results.empty() == Results.concatenate([])
    summary = results.summary()
    assert summary["games"] == 0
    assert summary["first_player_share"] is None
    assert summary["civilian"]["mean_winner"] is None
    json.dumps(summary)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is not told here")
def test_a_simulation_needs_little_more_memory_than_its_results() -> None:
    """43 bytes a game: not twice that, nor what the parts took."""
    program = """
import re
from seven_duel import simulate

def peak():
    with open("/proc/self/status") as status:
        return 1024 * int(re.search(r"VmHWM:\\s*(\\d+)", status.read())[1])

simulate(50_000, seed=1, threads=2)
before = peak()
results = simulate(1_000_000, seed=1, threads=2)
print(peak() - before)
"""
    grown = int(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
    assert 20_000_000 < grown < 43_000_000 + 25_000_000


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: "-".join(map(str, rules.to_dict().values())))
def test_rows_agree_with_the_rules(rules: Rules) -> None:
    check_rows(simulate(2_000, seed=7, rules=rules), rules)


def test_many_rows_agree_with_the_rules(played: Results) -> None:
    check_rows(played, Rules())
    assert set(played.reason) == set(Victory)
    assert set(played.winner) == {-1, 0, 1}


def check_rows(results: Results, rules: Rules) -> None:
    winner, reason, starters = results.winner, results.reason, results.starters
    score = {name: results.scores[:, :, place] for place, name in enumerate(Score._fields)}
    rows = np.arange(len(results))

    # R11.1
    assert (results.scores >= 0).all()
    assert (results.scores[:, :, :-1].sum(axis=2) == score["total"]).all()
    assert set(np.unique(score["military"])) <= {0, 2, 5, 10}
    assert not (score["military"] > 0).all(axis=1).any()

    # R11.2: the total, then the blue cards, else both win.
    civilian = reason == Victory.CIVILIAN
    rank = score["total"].astype(int) * 1000 + score["blue"]
    expected = np.select([rank[:, 0] > rank[:, 1], rank[:, 0] < rank[:, 1]], [0, 1], -1)
    assert (winner == expected)[civilian].all()
    assert civilian.mean() > 0.8

    # R6.3: at the capital the pawn brings the winner all the points of the track.
    military = reason == Victory.MILITARY
    assert set(np.unique(reason)) <= set(Victory)
    assert (winner[~civilian] >= 0).all()
    assert (score["military"][rows, winner][military] == 10).all()
    assert (score["military"][rows, (winner == 0).astype(int)][military] == 0).all()
    # R7.1: six symbols are at least four green cards, and Law.
    assert (score["green"][rows, winner][reason == Victory.SCIENCE] > 0).all()

    # R1.4, R10.2: who started; an age that was not reached has nobody, nor have those after it.
    reached = starters >= 0
    assert (starters[:, 0] == 0).all()
    assert set(np.unique(starters)) <= {-1, 0, 1}
    assert (reached[:, 1] | ~reached[:, 2]).all()
    assert reached[civilian].all()
    assert all(0.2 < starters[civilian, age].mean() < 0.8 for age in (1, 2))

    # Twenty cards an age; eight picks at the draft; no game has many other choices.
    fewest = 10 + (0 if rules.first_game else 8)
    assert (results.decisions >= fewest).all()
    assert (results.decisions[civilian] >= 50 + fewest).all()
    assert (results.decisions < 60 + fewest + 20).all()


def test_the_means_are_those_of_the_plain_engine(played: Results) -> None:
    """Uniform play in the reference engine: other random numbers, the same game."""
    reference = [uniform_play(ReferenceGame(seed), SplitMix64(seed + 1)) for seed in range(250)]
    compiled = [uniform_play(Game(seed), SplitMix64(seed + 1)) for seed in range(1000, 3000)]
    columns = np.column_stack([played.decisions, played.scores.reshape(len(played), -1), played.reason == 0])
    for games in (np.array(reference), np.array(compiled)):
        error = np.sqrt(games.var(axis=0) / len(games) + columns.var(axis=0) / len(columns))
        assert (np.abs(games.mean(axis=0) - columns.mean(axis=0)) < 5 * error).all()


def uniform_play(game: GameLike, picks: SplitMix64) -> list[int]:
    decisions = 0
    while actions := game.legal_actions():
        game.apply(actions[picks.below(len(actions))])
        decisions += 1
    scores = [points for score in game.scores() for points in score]
    outcome = game.outcome()
    assert outcome is not None
    return [decisions, *scores, outcome.reason is Victory.CIVILIAN]


def test_the_summary_adds_up(played: Results) -> None:
    summary = played.summary()
    assert (
        summary["games"]
        == GAMES
        == sum(summary["endings"].values())
        == sum(summary["wins"]) + summary["shared"]
    )
    assert summary["first_player_share"] == summary["wins"][0] / GAMES
    assert summary["mean_decisions"] == pytest.approx(played.decisions.mean())
    civilian = summary["civilian"]
    for player in (0, 1):
        assert sum(civilian["mean_points"][player].values()) == pytest.approx(civilian["mean_totals"][player])
    assert sum(civilian["mean_totals"]) == pytest.approx(civilian["mean_winner"] + civilian["mean_loser"])
    assert json.loads(json.dumps(summary)) == summary


def test_the_page_about_simulations_tells_the_truth() -> None:
    results = doctest.testfile("../docs/simulation.md", encoding="utf-8")
    assert results.attempted > 10
    assert not results.failed


@pytest.mark.parametrize(("games", "rules"), [(0, Rules()), (1, Rules()), (3_000, Rules(promo_wonders=True))])
def test_summarize_is_the_summary_without_the_results(games: int, rules: Rules) -> None:
    told: list[int] = []
    summary = summarize(games, seed=3, rules=rules, threads=2, progress=lambda done, _: told.append(done))
    assert summary == simulate(games, seed=3, rules=rules).summary()
    assert sum(sum(counts) for counts in summary["outcomes"].values()) == games
    assert told[-1:] == ([games] if games else [])


def test_summarize_needs_no_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from seven_duel.cli import main\n"
        "sys.exit(main(['simulate', '--games', '200', '--seed', '1']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("200 games of seed 1")
