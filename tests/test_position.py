"""The form of positions: defaults, names, ranges, and the one-line text."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seven_duel import Card, PositionError, Rules, Token, Wonder
from seven_duel.position import PHASES, complete, from_text, read, to_text, write
from seven_duel.view import describe
from tests.engines import Engine

CASES = [
    case
    for path in sorted((Path(__file__).parent / "data" / "cases").glob("*.json"))
    for case in json.loads(path.read_text())
]

FULL: dict[str, Any] = {
    "rules": {"promo_wonders": True, "start_centre": "other_starts"},
    "age": 2,
    "phase": "progress",
    "player": 1,
    "cities": [
        {
            "coins": 3,
            "cards": ["baths", "quarry"],
            "wonders": {"sphinx": None, "mausoleum": True},
            "tokens": ["law"],
        },
        {"wonders": {"pyramids": "palisade"}},
    ],
    "pawn": -4,
    "military_tokens": [[5, 2], [5]],
    "board_tokens": ["urbanism", "economy"],
    "discard_pile": ["walls", "altar"],
    "structure": ["statue", "?", "?guild", *[None] * 17],
    "pending": {"turn_of": 0, "then": ["progress 1", "progress 0"], "removed": ["walls"], "extra_turn": True},
}
FULL_TEXT = (
    "start_centre=other_starts,promo_wonders 2 progress 1 3/quarry,baths/mausoleum=?,sphinx/law "
    "7/-/pyramids=palisade/- -4 25/5 economy,urbanism altar,walls "
    f"statue,?,?guild{',.' * 17} turn_of=0;extra_turn=1;then=progress:1+progress:0;removed=walls"
)


def test_defaults_are_the_first_turn_with_an_empty_structure() -> None:
    city = {"coins": 7, "cards": [], "wonders": {}, "tokens": []}
    assert complete({}) == {
        "rules": Rules().to_dict(),
        "age": 1,
        "phase": "turn",
        "player": 0,
        "cities": [city, city],
        "pawn": 0,
        "military_tokens": [[2, 5], [2, 5]],
        "board_tokens": [],
        "discard_pile": [],
        "structure": [None] * 20,
        "pending": {},
    }


def test_nobody_plays_when_it_is_over() -> None:
    assert complete({"phase": "over"})["player"] is None
    assert to_text({"phase": "over"}).split()[3] == "-"
    for wrong in ({"phase": "over", "player": 0}, {"phase": "turn", "player": None}):
        with pytest.raises(PositionError, match="player"):
            complete(wrong)


def test_lists_are_sorted_by_id_and_the_input_is_left_alone() -> None:
    before = copy.deepcopy(FULL)
    position = complete(FULL)
    assert before == FULL
    assert position["cities"][0]["cards"] == ["quarry", "baths"]
    assert list(position["cities"][0]["wonders"]) == ["mausoleum", "sphinx"]
    assert position["military_tokens"] == [[2, 5], [5]]
    assert position["board_tokens"] == ["economy", "urbanism"]
    assert position["pending"]["then"] == ["progress 1", "progress 0"]  # an order, not a set
    assert complete(position) == position
    assert json.loads(json.dumps(position)) == position


def test_tuples_are_lists() -> None:
    assert complete({"cities": ({}, {}), "structure": (None,) * 20, "board_tokens": ("law",)})[
        "board_tokens"
    ] == ["law"]


def test_what_is_pending_by_default_is_left_out() -> None:
    pending = {"turn_of": 1, "extra_turn": False, "then": [], "destroy": None, "shown": [], "removed": []}
    assert complete({"player": 1, "pending": pending})["pending"] == {}


def test_the_text_of_a_full_position() -> None:
    assert to_text(FULL) == FULL_TEXT
    assert from_text(FULL_TEXT) == complete(FULL)


@pytest.mark.parametrize("case", [case for case in CASES if "position" in case], ids=lambda case: case["id"])
def test_every_case_position_round_trips(case: dict[str, Any]) -> None:
    position = complete(case["position"])
    text = to_text(position)
    assert from_text(text) == position
    assert to_text(from_text(text)) == text
    assert len(text.split(" ")) == 12


WRONG: list[tuple[dict[Any, Any], str]] = [
    ({"colour": 1}, r"position: unknown key 'colour'"),
    ({1: 1}, r"position: unknown key 1"),
    ({"rules": {"first_game": 1}}, r"rules\.first_game"),
    ({"rules": []}, r"rules"),
    ({"age": 4}, r"age: must be from 0 to 3, not 4"),
    ({"age": True}, r"age: must be a whole number, not True"),
    ({"age": 1.0}, r"age"),
    ({"age": 10**5000}, r"age"),
    ({"phase": "build"}, r"phase"),
    ({"phase": ["turn"]}, r"phase"),
    ({"player": 2}, r"player"),
    ({"player": -1}, r"player"),
    ({"cities": [{}]}, r"cities: must have 2 entries, not 1"),
    ({"cities": {"0": {}}}, r"cities"),
    ({"cities": [{}, None]}, r"cities\[1\]: must be a mapping"),
    ({"cities": [{"gold": 3}, {}]}, r"cities\[0\]: unknown key 'gold'"),
    ({"cities": [{"coins": -1}, {}]}, r"cities\[0\]\.coins"),
    ({"cities": [{"coins": 1000}, {}]}, r"cities\[0\]\.coins"),
    ({"cities": [{}, {"cards": "baths"}]}, r"cities\[1\]\.cards"),
    ({"cities": [{}, {"cards": ["baths", "baths"]}]}, r"cities\[1\]\.cards: baths twice"),
    ({"cities": [{}, {"cards": ["Baths"]}]}, r"cities\[1\]\.cards: no such card"),
    ({"cities": [{}, {"cards": [3]}]}, r"cities\[1\]\.cards"),
    ({"cities": [{"wonders": ["sphinx"]}, {}]}, r"cities\[0\]\.wonders"),
    ({"cities": [{"wonders": {"sphynx": None}}, {}]}, r"cities\[0\]\.wonders: no such wonder"),
    ({"cities": [{"wonders": {"sphinx": False}}, {}]}, r"cities\[0\]\.wonders\.sphinx"),
    ({"cities": [{"wonders": {"sphinx": 1}}, {}]}, r"cities\[0\]\.wonders\.sphinx"),
    ({"cities": [{"wonders": {"sphinx": "law"}}, {}]}, r"cities\[0\]\.wonders\.sphinx: no such card"),
    ({"cities": [{"tokens": ["baths"]}, {}]}, r"cities\[0\]\.tokens"),
    ({"pawn": 10}, r"pawn"),
    ({"pawn": "0"}, r"pawn"),
    ({"military_tokens": [[2, 5]]}, r"military_tokens"),
    ({"military_tokens": [[2, 3], []]}, r"military_tokens\[0\]"),
    ({"military_tokens": [[], [2, 2]]}, r"military_tokens\[1\]"),
    ({"military_tokens": [[], [True]]}, r"military_tokens\[1\]"),
    ({"military_tokens": [[], 2]}, r"military_tokens\[1\]"),
    ({"board_tokens": ["law", "law"]}, r"board_tokens: law twice"),
    ({"discard_pile": None}, r"discard_pile"),
    ({"structure": [None] * 19}, r"structure: must have 20 entries, not 19"),
    ({"structure": ["", *[None] * 19]}, r"structure\[0\]"),
    ({"structure": [*[None] * 19, 0]}, r"structure\[19\]"),
    ({"pending": {"turn": 0}}, r"pending: unknown key 'turn'"),
    ({"pending": {"turn_of": 2}}, r"pending\.turn_of"),
    ({"pending": {"turn_of": None}}, r"pending\.turn_of"),
    ({"pending": {"extra_turn": 1}}, r"pending\.extra_turn"),
    ({"pending": {"then": ["turn 0"]}}, r"pending\.then"),
    ({"pending": {"then": "progress 0"}}, r"pending\.then"),
    ({"pending": {"destroy": "red"}}, r"pending\.destroy"),
    ({"pending": {"shown": ["baths"]}}, r"pending\.shown"),
    ({"pending": {"removed": ["law"]}}, r"pending\.removed"),
    ({"pending": {"offered": [None]}}, r"pending\.offered"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_wrong_forms_name_the_key(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        complete(wrong)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("wrong", [None, [], "turn", 3])
def test_what_is_no_dictionary(wrong: Any) -> None:
    with pytest.raises(PositionError, match="position: must be a mapping"):
        complete(wrong)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(PositionError) as caught:
        complete({"age": 9, "pawn": 99, "cities": [{"coins": "x"}, {"cards": ["x", "y"]}]})
    assert len(caught.value.problems) == 5
    assert str(caught.value) == "; ".join(caught.value.problems)


TEXT_FIELDS = (
    *("rules", "age", "phase", "player", "cities[0]", "cities[1]", "pawn"),
    *("military_tokens", "board_tokens", "discard_pile", "structure", "pending"),
)
WRONG_FIELDS = [
    ("rules", "promo_wonders,start_centre=other_starts"),
    ("rules", "start_centre=last_chooses"),
    ("rules", "promo_wonders=True"),
    ("rules", "promo_wonders,promo_wonders"),
    ("rules", ""),
    ("age", "01"),
    ("age", "+1"),
    ("age", "²"),
    ("age", "9" * 6000),
    ("phase", "-"),
    ("player", "2"),
    ("player", "-"),
    ("cities[0]", "7/-/-"),
    ("cities[0]", "7/-/-/-/-"),
    ("cities[1]", "7/baths,/-/-"),
    ("cities[1]", "-/-/-/-"),
    ("cities[1]", "7/-/sphinx=/-"),
    ("cities[1]", "7/-/sphinx,sphinx=baths/-"),
    ("cities[1]", "7/-/sphinx=law/-"),
    ("pawn", "-0"),
    ("pawn", "-10"),
    ("military_tokens", "25"),
    ("military_tokens", "25/"),
    ("military_tokens", "22/5"),
    ("board_tokens", "law,law"),
    ("board_tokens", "."),
    ("discard_pile", "Baths"),
    ("structure", "-"),
    ("structure", ".," * 20 + "."),
    ("structure", "?Guild" + ",." * 19),
    ("pending", "extra_turn=0"),
    ("pending", "extra_turn=1;turn_of=1"),
    ("pending", "turn_of=1;turn_of=1"),
    ("pending", "then=progress"),
    ("pending", "shown="),
    ("pending", "color=grey"),
    ("pending", "destroy=green"),
]


@pytest.mark.parametrize(("field", "text"), WRONG_FIELDS)
def test_wrong_fields_are_named(field: str, text: str) -> None:
    fields = to_text({}).split(" ")
    fields[TEXT_FIELDS.index(field)] = text
    with pytest.raises(PositionError, match=field.replace("[", r"\[").replace("]", r"\]")):
        from_text(" ".join(fields))


@pytest.mark.parametrize(
    "text", ["", "-", to_text({}) + " ", " " + to_text({}), to_text({}).replace(" ", "\t"), None, 3]
)
def test_what_is_no_text_of_a_position(text: Any) -> None:
    with pytest.raises(PositionError, match="text"):
        from_text(text)


def test_the_text_may_list_in_any_order() -> None:
    text = FULL_TEXT.replace("quarry,baths", "baths,quarry").replace("economy,urbanism", "urbanism,economy")
    assert from_text(text.replace(" 25/5 ", " 52/5 ")) == complete(FULL)


def some(kind: type[Card] | type[Token] | type[Wonder], most: int = 6) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from([member.slug for member in kind]), unique=True, max_size=most)


CITIES = st.fixed_dictionaries(
    {},
    optional={
        "coins": st.integers(0, 999),
        "cards": some(Card, 20),
        "wonders": st.dictionaries(
            st.sampled_from([w.slug for w in Wonder]),
            st.none() | st.just(True) | st.sampled_from([c.slug for c in Card]),
            max_size=4,
        ),
        "tokens": some(Token),
    },
)
POSITIONS = st.fixed_dictionaries(
    {},
    optional={
        "rules": st.builds(Rules, promo_wonders=st.booleans(), first_game=st.booleans()).map(Rules.to_dict),
        "age": st.integers(0, 3),
        "phase": st.sampled_from([phase for phase in PHASES if phase != "over"]),
        "player": st.integers(0, 1),
        "cities": st.tuples(CITIES, CITIES),
        "pawn": st.integers(-9, 9),
        "military_tokens": st.lists(st.sampled_from([[], [2], [5], [2, 5]]), min_size=2, max_size=2),
        "board_tokens": some(Token),
        "discard_pile": some(Card, 20),
        "structure": st.lists(
            st.none() | st.sampled_from(["?", "?guild", *(c.slug for c in Card)]), min_size=20, max_size=20
        ),
        "pending": st.fixed_dictionaries(
            {},
            optional={
                "turn_of": st.integers(0, 1),
                "extra_turn": st.booleans(),
                "then": st.lists(st.sampled_from(["progress 0", "progress 1", "give 0"]), max_size=3),
                "destroy": st.sampled_from(["grey", "brown"]),
                "shown": some(Token),
                "removed": some(Card),
                "offered": some(Wonder),
            },
        ),
    },
)


@given(POSITIONS)
def test_dictionary_to_text_and_back(d: dict[str, Any]) -> None:
    position = complete(d)
    assert complete(position) == position
    assert from_text(to_text(d)) == position
    assert read(write(position)) == position


def test_play_beyond_999_coins_can_be_written(engine: Engine) -> None:
    """The limit is for what is read."""
    game = engine.from_dict({"cities": [{"coins": 999}, {}], "structure": ["palisade", *19 * [None]]})
    game.apply("discard palisade")
    assert game.cities[0].coins == 1001
    assert game.to_dict()["cities"][0]["coins"] == 1001
    assert game.to_text().split()[4] == "1001/-/-/-"
    assert describe(game, 1)["position"] == game.to_dict()
    assert str(game)
    assert repr(game)
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(PositionError, match=r"cities\[0\]\.coins"):
        engine.from_text(game.to_text())
    with pytest.raises(PositionError, match=r"cities\[0\]\.coins"):
        engine.from_dict(game.to_dict())


@given(st.text() | st.lists(st.text(alphabet="-0123.,/?;=+lawbths "), min_size=12, max_size=12).map(" ".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        position = from_text(text)
    except PositionError as error:
        assert error.problems
    else:
        assert from_text(to_text(position)) == position


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from(sorted(complete({}))), JSON))
def test_any_values_are_read_or_refused(d: dict[str, Any]) -> None:
    try:
        position = complete(d)
    except PositionError as error:
        assert error.problems
    else:
        assert complete(position) == position
