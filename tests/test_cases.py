"""The executable rule cases, on both engines, each also with the two players exchanged."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from seven_duel import CHANCE, GameLike, IllegalActionError, PositionError, Rules
from tests.engines import Engine
from tests.figures import DATA

Case = dict[str, Any]

# What an expectation gives for each player, in their order.
_PER_PLAYER = (
    *("coins", "tokens", "score", "score_total", "military_tokens", "wonders", "cards"),
    *("cards_has", "cards_lacks", "wonders_lacks"),
)
_OTHER_PLAYER = {0: 1, 1: 0}


def _cases() -> Iterator[Any]:
    count = 0
    for path in sorted((DATA / "cases").glob("*.json")):
        for case in json.loads(path.read_text()):
            count += 1
            name = f"{path.stem}-{case['id']}"
            yield pytest.param(case, id=name)
            if "new_game" not in case:
                yield pytest.param(_exchanged(case), id=f"{name}-exchanged")
    assert count == 284


def _exchanged(case: Case) -> Case:
    """The same case with player 0 and player 1 exchanged."""
    case = copy.deepcopy(case)
    for key in ("position", "bad_position"):
        if key in case:
            position = case[key]
            for halves in ("cities", "military_tokens"):
                if halves in position:
                    position[halves].reverse()
            position["pawn"] = -position.get("pawn", 0)
            position["player"] = 1 - position.get("player", 0)
    for step in case["steps"]:
        if "price" in step:
            step["price"]["player"] = 1 - step["price"]["player"]
        if "apply" in step:
            step["apply"] = _exchanged_action(step["apply"])
        for key in ("legal", "illegal", "legal_all"):
            if key in step:
                step[key] = [_exchanged_action(action) for action in step[key]]
        expected = step.get("expect", {})
        for key in _PER_PLAYER:
            if key in expected:
                expected[key].reverse()
        if "pawn" in expected:
            expected["pawn"] = -expected["pawn"]
        for key in ("current_player", "winner"):
            if key in expected:
                expected[key] = _OTHER_PLAYER.get(expected[key], expected[key])
    return case


def _exchanged_action(action: str) -> str:
    return {"start 0": "start 1", "start 1": "start 0"}.get(action, action)


@pytest.mark.parametrize("case", list(_cases()))
def test_case(engine: Engine, case: Case) -> None:
    if "bad_position" in case:
        with pytest.raises(PositionError):
            engine.from_dict(case["bad_position"])
        return
    if "new_game" in case:
        game = engine.manual(Rules(**case["new_game"]))
    else:
        game = engine.from_dict(case["position"])
    for number, step in enumerate(case["steps"], 1):
        where = f"{case['id']}, step {number}: {step}"
        for what, value in step.items():
            _CHECKS[what](game, value, where)


def _price(game: GameLike, expected: dict[str, Any], where: str) -> None:
    price = game.price(expected["of"], expected["player"])
    assert price.total == expected["total"], where
    if "trade" in expected:
        assert sum(price.trade.values()) == expected["trade"], where
    if "chain" in expected:
        assert price.chain == expected["chain"], where


def _texts(game: GameLike) -> set[str]:
    return {str(action) for action in game.legal_actions()}


def _legal(game: GameLike, actions: list[str], where: str) -> None:
    assert set(actions) <= _texts(game), where


def _legal_all(game: GameLike, actions: list[str], where: str) -> None:
    assert _texts(game) == set(actions), where


def _illegal(game: GameLike, actions: list[str], where: str) -> None:
    for action in actions:
        assert action not in _texts(game), where
        before = (game.to_dict(), game.history)
        with pytest.raises(IllegalActionError):
            game.apply(action)
        assert (game.to_dict(), game.history) == before, where


def _apply(game: GameLike, action: str, where: str) -> None:
    assert action in _texts(game), where
    game.apply(action)


def _expect(game: GameLike, expected: dict[str, Any], where: str) -> None:
    for name, value in expected.items():
        _EXPECTATIONS[name](game, value, f"{where}: {name}")


def _is(name: str) -> Any:
    """The attribute is exactly this."""

    def check(game: GameLike, value: object, where: str) -> None:
        assert getattr(game, name) == value, where

    return check


def _current_player(game: GameLike, value: int | str | None, where: str) -> None:
    assert game.current_player == (CHANCE if value == "chance" else value), where


def _phase(game: GameLike, value: str, where: str) -> None:
    # A case says "turn" or names a choice in its own words.
    assert (game.phase == "turn") == (value == "turn"), where


def _coins(game: GameLike, value: list[int], where: str) -> None:
    assert [city.coins for city in game.cities] == value, where


def _winner(game: GameLike, value: int | None, where: str) -> None:
    outcome = game.outcome()
    assert outcome is not None, where
    assert outcome.winner == value, where


def _reason(game: GameLike, value: str, where: str) -> None:
    outcome = game.outcome()
    assert outcome is not None, where
    assert str(outcome.reason) == value, where


def _score(game: GameLike, value: list[dict[str, int]], where: str) -> None:
    for sheet, expected in zip(game.scores(), value, strict=True):
        assert {key: getattr(sheet, key) for key in expected or {}} == (expected or {}), where


def _score_total(game: GameLike, value: list[int], where: str) -> None:
    assert [sheet.total for sheet in game.scores()] == value, where


def _set(name: str) -> Any:
    """The same members, in any order."""

    def check(game: GameLike, value: list[str], where: str) -> None:
        found = [str(member) for member in getattr(game, name)]
        assert sorted(found) == sorted(value), where

    return check


def _in_cities(name: str, test: Any) -> Any:
    """Something of each city against what is given for each player (None: anything)."""

    def check(game: GameLike, value: list[Any], where: str) -> None:
        for city, expected in zip(game.cities, value, strict=True):
            if expected is not None:
                assert test({str(member) for member in getattr(city, name)}, set(expected)), where

    return check


def _wonders(game: GameLike, value: list[dict[str, str | bool | None]], where: str) -> None:
    for city, expected in zip(game.to_dict()["cities"], value, strict=True):
        assert (expected or {}).items() <= city["wonders"].items(), where


def _military_tokens(game: GameLike, value: list[list[int]], where: str) -> None:
    assert [sorted(left) for left in game.military_tokens] == [sorted(left) for left in value], where


def _structure(game: GameLike, value: dict[str, str | None], where: str) -> None:
    structure = game.to_dict()["structure"]
    assert {slot: structure[int(slot)] for slot in value} == value, where


_CHECKS: dict[str, Any] = {
    "price": _price,
    "legal": _legal,
    "legal_all": _legal_all,
    "illegal": _illegal,
    "apply": _apply,
    "expect": _expect,
}

_EXPECTATIONS: dict[str, Any] = {
    "age": _is("age"),
    "pawn": _is("pawn"),
    "is_over": _is("is_over"),
    "current_player": _current_player,
    "phase": _phase,
    "coins": _coins,
    "winner": _winner,
    "reason": _reason,
    "score": _score,
    "score_total": _score_total,
    "discard_pile": _set("discard_pile"),
    "board_tokens": _set("board_tokens"),
    "tokens": _in_cities("tokens", set.__eq__),
    "cards": _in_cities("cards", set.__eq__),
    "cards_has": _in_cities("cards", set.issuperset),
    "cards_lacks": _in_cities("cards", set.isdisjoint),
    "wonders": _wonders,
    "wonders_lacks": _in_cities("wonders", set.isdisjoint),
    "military_tokens": _military_tokens,
    "structure": _structure,
}
