"""The options (R12)."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from seven_duel import PositionError, Rules


def test_the_defaults_are_the_publishers_rules() -> None:
    assert Rules().to_dict() == {
        "start_off_centre": "weaker_chooses",
        "start_centre": "last_chooses",
        "promo_wonders": False,
        "first_game": False,
    }


def test_frozen_and_hashable() -> None:
    rules = Rules(start_centre="other_starts")
    assert {rules: 1}[Rules(start_centre="other_starts")] == 1
    assert pickle.loads(pickle.dumps(rules)) == rules
    with pytest.raises(FrozenInstanceError):
        rules.first_game = True  # type: ignore[misc]


@pytest.mark.parametrize("off_centre", ["weaker_chooses", "weaker_starts"])
@pytest.mark.parametrize("centre", ["last_chooses", "last_starts", "other_starts"])
@pytest.mark.parametrize("promo", [False, True])
def test_dictionary_and_back(off_centre: Any, centre: Any, promo: bool) -> None:
    rules = Rules(off_centre, centre, promo_wonders=promo, first_game=not promo)
    assert Rules.from_dict(rules.to_dict()) == rules


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"start_off_centre": "last_chooses"}, r"rules\.start_off_centre"),
        ({"start_centre": None}, r"rules\.start_centre"),
        ({"start_centre": ["last_chooses"]}, r"rules\.start_centre"),
        ({"promo_wonders": 1}, r"rules\.promo_wonders"),
        ({"first_game": "yes"}, r"rules\.first_game"),
    ],
)
def test_wrong_values_name_the_key(options: dict[str, Any], key: str) -> None:
    with pytest.raises(PositionError, match=key):
        Rules(**options)
    with pytest.raises(PositionError, match=key):
        Rules.from_dict(options)


@pytest.mark.parametrize(
    "options", [{"promo": True}, {1: True}, None, 3, [], "first_game", [("first_game", True)]]
)
def test_unknown_keys_and_other_things(options: Any) -> None:
    with pytest.raises(PositionError, match="rules"):
        Rules.from_dict(options)


def test_every_problem_is_told() -> None:
    with pytest.raises(PositionError) as caught:
        Rules.from_dict({"start_centre": "x", "first_game": 0, "y": 1})
    assert len(caught.value.problems) == 3
