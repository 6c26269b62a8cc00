"""Many games stepped together: each is the game that its seed and actions make, whatever stands beside it."""

from __future__ import annotations

import doctest
import gc
import hashlib
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seven_duel import (
    NUM_ACTIONS,
    OBS_SIZE,
    Action,
    Game,
    GameBatch,
    IllegalActionError,
    PositionError,
    Rules,
    SevenDuelError,
    observe,
)
from seven_duel.reference import Game as ReferenceGame

PROMO = Rules(promo_wonders=True)
FIRST = Rules(first_game=True, start_off_centre="weaker_starts", start_centre="last_starts")
MODES = ("same_step", "next_step", "disabled")


def arrays(batch: GameBatch) -> list[np.ndarray[Any, Any]]:
    """Everything that a batch shows, copied."""
    shown = [batch.legal_mask, batch.observation, batch.current_player, batch.rewards, batch.terminated]
    if batch.auto_reset == "same_step":
        shown.append(batch.final_observation)
    return [array.copy() for array in shown]


def same(one: list[np.ndarray[Any, Any]], other: list[np.ndarray[Any, Any]]) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_the_arrays_have_their_shapes_and_kinds() -> None:
    batch = GameBatch(5, seed=1)
    forms = [
        (batch.legal_mask, "bool", (5, NUM_ACTIONS)),
        (batch.observation, "uint8", (5, OBS_SIZE)),
        (batch.final_observation, "uint8", (5, OBS_SIZE)),
        (batch.current_player, "int8", (5,)),
        (batch.rewards, "float32", (5, 2)),
        (batch.terminated, "bool", (5,)),
    ]
    for array, kind, shape in forms:
        assert str(array.dtype) == kind
        assert array.shape == shape
    assert len(batch) == 5
    assert batch.rules == Rules()
    assert batch.seed == 1
    assert batch.threads >= 1
    assert repr(batch) == "<GameBatch of 5 games, seed 1, auto_reset 'same_step'>"


def test_the_arrays_are_filled_in_place_and_read_only() -> None:
    batch = GameBatch(5, seed=1)
    views = (
        *(batch.legal_mask, batch.observation, batch.final_observation),
        *(batch.current_player, batch.rewards, batch.terminated),
    )
    places = [view.__array_interface__["data"] for view in views]
    for _ in range(100):
        batch.step(batch.sample())
    assert batch.legal_mask is views[0]
    assert batch.observation is views[1]
    assert [view.__array_interface__["data"] for view in views] == places
    for view in views:
        assert view.flags.c_contiguous
        assert view.flags.aligned
        assert not view.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            view.flags.writeable = True


@pytest.mark.parametrize("n", [1, 1000])
def test_the_arrays_outlive_the_batch(n: int) -> None:
    batch = GameBatch(n, seed=1)
    batch.step(batch.sample())
    mask, observation, rewards = batch.legal_mask, batch.observation, batch.rewards
    before = [mask.copy(), observation.copy(), rewards.copy()]
    del batch
    gc.collect()
    others = [GameBatch(n, seed=seed) for seed in range(4)]  # would take the memory if it were free
    assert same([mask, observation, rewards], before)
    del others


@pytest.mark.parametrize("rules", [Rules(), PROMO, FIRST])
def test_rows_are_seeded_games(rules: Rules) -> None:
    """Played with the same actions, a copy of the game goes as the row, in the reference engine too."""
    batch = GameBatch(4, rules=rules, seed=11, auto_reset="disabled")
    games = [batch.game(row) for row in range(4)]
    slow = ReferenceGame.from_text(games[0].to_text())
    while not batch.terminated.all():
        for row, game in enumerate(games):
            assert batch.game(row) == game
            assert batch.legal_mask[row].nonzero()[0].tolist() == game.legal_action_ids()
            assert batch.current_player[row] == (-1 if game.is_over else game.current_player)
            assert batch.terminated[row] == game.is_over
            assert (batch.observation[row] == observe(game)).all()
        ids = batch.sample()
        running = ~batch.terminated
        batch.step(ids)
        for row, game in enumerate(games):
            if not running[row]:
                assert ids[row] == 0
                continue
            game.apply(int(ids[row]))
            if row == 0:
                for event in game.history[-(len(game.history) - len(slow.history)) :]:
                    slow.apply(event)
        assert slow.to_text() == games[0].to_text()
    for row, game in enumerate(games):
        outcome = game.outcome()
        assert outcome is not None
        assert batch.game(row).outcome() == outcome


def test_a_seed_is_a_batch() -> None:
    one, other, third = GameBatch(3, seed=5), GameBatch(3, seed=5), GameBatch(3, seed=6)
    for _ in range(100):
        ids = one.sample()
        assert (ids == other.sample()).all()
        one.step(ids)
        other.step(ids)
        assert same(arrays(one), arrays(other))
    assert not same(arrays(third), arrays(GameBatch(3, seed=5)))
    assert GameBatch(1).seed != GameBatch(1).seed


def test_a_row_does_not_depend_on_the_number_of_rows() -> None:
    few, many = GameBatch(2, seed=5), GameBatch(7, seed=5)
    for _ in range(100):
        ids = many.sample()
        few.step(ids[:2])
        many.step(ids)
        assert same(arrays(few), [array[:2] for array in arrays(many)])


@pytest.mark.parametrize("threads", [2, 3, None])
def test_threads_do_not_matter(threads: int | None) -> None:
    one, several = GameBatch(2100, seed=3, threads=1), GameBatch(2100, seed=3, threads=threads)
    for _ in range(80):
        ids = one.sample()
        one.step(ids)
        several.step(ids)
    assert same(arrays(one), arrays(several))


def test_golden() -> None:
    """The games of a seed are the same for ever: seeds are public API."""
    batch = GameBatch(2, seed=0, rules=PROMO)
    for _ in range(40):
        batch.step(batch.legal_mask.argmax(axis=1))
    texts = "\n".join(batch.game(row).to_text() for row in range(2))
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == "76ec1a6f198a4777"


def test_same_step_begins_a_new_game_at_once() -> None:
    batch = GameBatch(8, seed=2, auto_reset="same_step")
    ended = 0
    while ended < 8:
        games = [batch.game(row) for row in range(8)]
        ids = batch.sample()
        batch.step(ids)
        for row in range(8):
            games[row].apply(int(ids[row]))
            outcome = games[row].outcome()
            if outcome is None:
                assert not batch.terminated[row]
                assert batch.rewards[row].tolist() == [0, 0]
                continue
            ended += 1
            assert batch.terminated[row]
            assert (batch.final_observation[row] == observe(games[row])).all()
            rewards = {0: [1, -1], 1: [-1, 1], None: [0, 0]}[outcome.winner]
            assert batch.rewards[row].tolist() == rewards
            assert batch.game(row).phase == "draft"
            assert batch.legal_mask[row].sum() == 4
            assert batch.current_player[row] == 0


def test_next_step_shows_the_end_first() -> None:
    batch = GameBatch(8, seed=2, auto_reset="next_step")
    with pytest.raises(SevenDuelError, match="final_observation"):
        _ = batch.final_observation
    ended = 0
    while ended < 8:
        over = batch.terminated.copy()
        ids = batch.sample()
        ids[over] = 99_999
        batch.step(ids)
        for row in range(8):
            game = batch.game(row)
            assert batch.terminated[row] == game.is_over
            if over[row]:
                assert game.phase == "draft"
                assert batch.rewards[row].tolist() == [0, 0]
            elif game.is_over:
                ended += 1
                assert not batch.legal_mask[row].any()
                assert batch.current_player[row] == -1
                assert (batch.observation[row] == observe(game)).all()


def test_disabled_waits_for_reset() -> None:
    batch = GameBatch(6, seed=2, auto_reset="disabled")
    ends = np.zeros((6, 2))
    while not batch.terminated.all():
        batch.step(batch.sample())
        ends += batch.rewards
    assert set(map(tuple, ends.tolist())) <= {(1, -1), (-1, 1), (0, 0)}
    batch.step(np.full(6, -5))
    assert batch.terminated.all()
    assert not batch.rewards.any()
    mask = np.array([True, False, True, False, False, True])
    batch.reset(mask)
    assert (batch.terminated == ~mask).all()
    assert (batch.legal_mask.any(axis=1) == mask).all()
    assert ((batch.current_player == 0) == mask).all()


def test_reset_goes_on_with_the_generators_and_a_seed_begins_them_anew() -> None:
    batch = GameBatch(4, seed=9)
    first = arrays(batch)
    batch.reset()
    second = arrays(batch)
    assert not same(first, second)
    batch.reset(seed=9)
    assert same(arrays(batch), first)
    batch.reset()
    assert same(arrays(batch), second)
    assert batch.seed == 9
    batch.reset(seed=10)
    assert batch.seed == 10
    assert same(arrays(batch), arrays(GameBatch(4, seed=10)))
    batch.reset([True, False, False, True], seed=9)
    ten = arrays(GameBatch(4, seed=10))
    for shown, of_nine, of_ten in zip(arrays(batch), first, ten, strict=True):
        assert (shown[[0, 3]] == of_nine[[0, 3]]).all()
        assert (shown[[1, 2]] == of_ten[[1, 2]]).all()


def test_an_array_that_is_not_wanted_is_not_there() -> None:
    full, bare = GameBatch(3, seed=1), GameBatch(3, seed=1, legal_mask=False, observation=False)
    for _ in range(80):
        ids = full.sample()
        full.step(ids)
        bare.step(ids)
        assert (full.current_player == bare.current_player).all()
        assert (full.rewards == bare.rewards).all()
        assert (full.terminated == bare.terminated).all()
    for name in ("legal_mask", "observation", "final_observation"):
        with pytest.raises(SevenDuelError, match=name):
            getattr(bare, name)
    only_mask = GameBatch(3, seed=1, observation=False)
    assert (only_mask.legal_mask.sum(axis=1) == 4).all()


@pytest.mark.parametrize(
    "kind", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64, ">i4"]
)
def test_ids_of_every_integer_type(kind: Any) -> None:
    batch, other = GameBatch(3, seed=1), GameBatch(3, seed=1)
    ids = batch.sample()
    batch.step(ids)
    other.step(ids.astype(kind))
    assert same(arrays(batch), arrays(other))


def test_ids_as_a_sequence_of_actions_and_as_a_strided_array() -> None:
    batch, other, third = (GameBatch(3, seed=1) for _ in range(3))
    ids = batch.sample()
    batch.step(ids)
    other.step([Action.from_id(int(i)) for i in ids])
    third.step(np.repeat(ids, 2)[::2])
    assert same(arrays(batch), arrays(other))
    assert same(arrays(batch), arrays(third))


def test_an_illegal_id_names_its_row_and_changes_nothing() -> None:
    batch = GameBatch(600, seed=1, auto_reset="disabled")
    for _ in range(20):
        batch.step(batch.sample())
    legal = batch.sample()
    for row, bad in ((0, -1), (17, NUM_ACTIONS), (599, 0), (5, 0x8000), (6, 2**62), (7, -(2**63))):
        ids = legal.copy()
        ids[row] = bad
        ids[row + 1 :] = -1
        before, games = arrays(batch), [batch.game(i) for i in (0, row, 599)]
        with pytest.raises(IllegalActionError, match=rf"row {row}\b") as caught:
            batch.step(ids)
        assert caught.value.action == bad
        assert same(arrays(batch), before)
        assert [batch.game(i) for i in (0, row, 599)] == games
    huge = legal.astype(np.uint64)
    huge[3] = 2**64 - 1
    with pytest.raises(IllegalActionError, match=f"row 3: {2**64 - 1}"):
        batch.step(huge)
    ids = legal.copy()
    ids[2] = int(Action("draft sphinx"))
    with pytest.raises(IllegalActionError, match=r"row 2: draft sphinx: .*R\d"):
        batch.step(ids)
    batch.step(legal)


BAD_IDS: list[Any] = [
    None,
    3,
    [],
    [1, 2],
    [1, 2, 3, 4],
    [[1, 2, 3]],
    [[1], [2, 3], [4]],
    [1.0, 2.0, 3.0],
    ["build palisade"] * 3,
    [True, False, True],
    [2**70, 1, 1],
    np.zeros((3, 1), np.int64),
    np.zeros(3, np.float32),
    np.zeros(3, np.complex64),
    np.zeros(3, "M8[s]"),
    np.zeros(3, object),
    {"ids": 1},
    iter([1, 2, 3]),
    b"abc",
]


@pytest.mark.parametrize("ids", BAD_IDS, ids=lambda x: repr(x)[:30])
def test_wrong_ids(ids: Any) -> None:
    batch = GameBatch(3, seed=1)
    before = arrays(batch)
    with pytest.raises(SevenDuelError, match="ids"):
        batch.step(ids)
    assert same(arrays(batch), before)


@pytest.mark.parametrize(
    "mask", [3, [], [1, 0, 1], [True, False], np.ones((3, 1), bool), "abc", [[True], []]]
)
def test_wrong_masks(mask: Any) -> None:
    batch = GameBatch(3, seed=1)
    before = arrays(batch)
    with pytest.raises(SevenDuelError, match="mask"):
        batch.reset(mask)
    with pytest.raises(SevenDuelError, match="seed"):
        batch.reset(seed=-1)
    assert same(arrays(batch), before)


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("n", {"n": 0}),
    ("n", {"n": -1}),
    ("n", {"n": True}),
    ("n", {"n": 2.0}),
    ("n", {"n": "3"}),
    ("n", {"n": 2**63}),
    ("seed", {"seed": -1}),
    ("seed", {"seed": 2**64}),
    ("seed", {"seed": "1"}),
    ("auto_reset", {"auto_reset": "never"}),
    ("auto_reset", {"auto_reset": None}),
    ("auto_reset", {"auto_reset": True}),
    ("threads", {"threads": 0}),
    ("threads", {"threads": 1.5}),
    ("legal_mask", {"legal_mask": "no"}),
    ("observation", {"observation": None}),
]


@pytest.mark.parametrize(("name", "options"), WRONG)
def test_wrong_options(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(SevenDuelError, match=f"^{name}:"):
        GameBatch(**{"n": 2, **options})


def test_wrong_rules() -> None:
    with pytest.raises(PositionError, match="rules"):
        GameBatch(2, rules={"promo_wonders": True})  # type: ignore[arg-type]


@pytest.mark.parametrize("i", [-1, 3, 2**70, "0", None, 1.0, True])
def test_wrong_rows(i: Any) -> None:
    with pytest.raises(SevenDuelError, match=r"^i:"):
        GameBatch(3, seed=1).game(i)


def test_numpy_integers_are_welcome() -> None:
    batch = GameBatch(np.int32(3), seed=np.uint64(1), threads=np.int8(1))  # type: ignore[arg-type]
    assert batch.game(np.int64(2)) == GameBatch(3, seed=1).game(2)  # type: ignore[arg-type]


def test_a_game_of_the_batch_is_a_copy() -> None:
    batch = GameBatch(2, seed=1)
    game = batch.game(0)
    assert type(game) is Game
    assert game.history == ()
    before = arrays(batch)
    game.apply(game.legal_actions()[0])
    assert same(arrays(batch), before)
    game.undo()
    assert game == batch.game(0)


@pytest.mark.parametrize("n", [3, 3000])
def test_many_threads_at_one_batch(n: int) -> None:
    """A step that meets another one under way is refused; the batch stays whole."""
    batch = GameBatch(n, seed=1)
    refused: list[str] = []
    done = [0]

    def play() -> None:
        for _ in range(30):
            try:
                batch.step(batch.sample())
                done[0] += 1
            except IllegalActionError:
                pass  # another thread stepped between the two calls
            except SevenDuelError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done[0] > 0
    assert set(refused) <= {"another thread is stepping this batch"}
    for row in range(3):
        game = batch.game(row)
        assert batch.legal_mask[row].nonzero()[0].tolist() == game.legal_action_ids()
        assert (batch.observation[row] == observe(game)).all()


def test_the_page_tells_the_truth() -> None:
    """The snippets of docs/batch.md run, one after the other."""
    page = Path(__file__).parent.parent / "docs" / "batch.md"
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    results = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert results.attempted > 15
    assert not results.failed


def test_without_numpy_one_clear_line() -> None:
    program = """
import sys
sys.modules["numpy"] = None
from seven_duel import OBS_SIZE, Game, GameBatch, SevenDuelError, observation_spec, observe
assert sum(piece.size for piece in observation_spec()) == OBS_SIZE
for call in (lambda: GameBatch(2), lambda: observe(Game(1))):
    try:
        call()
    except SevenDuelError as error:
        assert "needs numpy: pip install seven_duel[numpy]" in str(error)
    else:
        raise AssertionError
"""
    subprocess.run([sys.executable, "-c", program], check=True)
