"""The corpus: random games on which two other programs agree after every move, on both engines."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from seven_duel.record import Record
from tests.engines import Engine, game_type
from tests.figures import DATA
from tests.test_real_games import PLAYERS, after_each_move

CORPUS = {"base_uniform": 200, "base_biased": 300, "promo_uniform": 150}


def games(name: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / "records" / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", CORPUS)
def test_every_move_of_every_game(engine: Engine, name: str) -> None:
    played = games(name)
    assert len(played) == CORPUS[name]
    for number, recorded in enumerate(played):
        record = Record.from_neutral(recorded, game_type=game_type(engine))
        moves = after_each_move(record, engine)
        next(moves)  # the set-up
        steps = recorded["steps"]
        for at, (step, game) in enumerate(zip(steps, moves, strict=True)):
            _, move, coins, military, totals, to_move = step
            where = f"{name}, game {number}, move {at + 1}: {move}"
            assert [city.coins for city in game.cities] == coins, where
            assert game.pawn == military, where
            assert game.current_player == (None if to_move is None else PLAYERS.index(to_move)), where
            won_by_arms = at == len(steps) - 1 and recorded["end_reason"] == "military"
            if totals is not None and not won_by_arms:
                assert [sheet.total for sheet in game.scores()] == totals, where
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winner == (PLAYERS.index(recorded["winner"]) if recorded["winner"] else None), number
        assert str(outcome.reason) == recorded["end_reason"], number
