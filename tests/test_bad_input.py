"""Whatever is fed in, only the typed errors come out, and the object stays as it was."""

from __future__ import annotations

import json
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from seven_duel import (
    NUM_ACTIONS,
    Action,
    GameLike,
    IllegalActionError,
    NotationError,
    PositionError,
    RecordError,
    Rules,
    SevenDuelError,
)
from seven_duel.record import Record
from tests import engines
from tests.engines import Engine, game_type
from tests.figures import CARDS, TOKENS, WONDERS
from tests.mutations import mutated
from tests.policies import uniform

SCALARS = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.binary(max_size=4)),
    st.sampled_from(("?", "?guild", "palisade", "sphinx", "law", "turn", "over", "", "2" * 400)),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6) | SCALARS, inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = (
    *("rules", "age", "phase", "player", "cities", "pawn", "military_tokens", "board_tokens", "discard_pile"),
    *("structure", "pending"),
)
NAMES = st.sampled_from((*CARDS, *WONDERS, *TOKENS, "?", "?guild", "atlantis"))
# Mostly right in form, wrong in one place or another.
CITY = st.dictionaries(
    st.sampled_from(("coins", "cards", "wonders", "tokens")),
    JSON
    | st.lists(NAMES, max_size=4)
    | st.dictionaries(NAMES, st.none() | st.booleans() | NAMES, max_size=4),
)
POSITION = st.dictionaries(
    st.sampled_from(KEYS) | st.text(max_size=5),
    JSON | st.lists(NAMES | st.none(), min_size=20, max_size=20) | st.lists(CITY, min_size=2, max_size=2),
)


@lru_cache
def positions(name: str) -> list[GameLike]:
    """Games at many moments, one engine's."""
    found = []
    for number in range(6):
        game = engines.load(name).manual(Rules(promo_wonders=number % 2 == 0))
        rng = random.Random(number)
        while actions := game.legal_actions():
            if rng.random() < 0.15:
                found.append(game.copy())
            game.apply(uniform(actions, rng))
        found.append(game)
    return found


def state(game: GameLike) -> object:
    return game.to_text(), game.to_dict(), game.history, game.legal_actions(), hash(game)


def refused(game: GameLike, action: object) -> None:
    before = state(game)
    with pytest.raises(IllegalActionError) as caught:
        game.apply(action)  # type: ignore[arg-type]
    assert caught.value.action is action or caught.value.action == action
    assert state(game) == before


ENGINES = pytest.mark.parametrize("name", engines.NAMES)


@ENGINES
@given(which=st.integers(0, 10**6), action=JSON | st.text())
@example(which=3, action="build")
@example(which=3, action="build palisade\n")
@example(which=3, action="build  palisade")
@example(which=3, action="build palisade\0")
@example(which=3, action="reveal 07 palisade")
@example(which=3, action="reveal -1 palisade")
@example(which=3, action="\ud800")
@example(which=3, action=2**64)
@example(which=3, action=-1)
@example(which=3, action=0.0)
@example(which=3, action=True)
def test_an_action_of_any_type(name: str, which: int, action: object) -> None:
    games = positions(name)
    game = games[which % len(games)]
    if isinstance(action, (int, str)) and not isinstance(action, bool):
        legal = game.legal_actions()
        if action in {*legal, *map(str, legal)}:
            return
    refused(game, action)


@ENGINES
@given(which=st.integers(0, 10**6), action=st.integers(-2, NUM_ACTIONS + 2) | st.integers(0x7FFE, 0xA500))
def test_an_id_of_the_wrong_moment(name: str, which: int, action: int) -> None:
    games = positions(name)
    game = games[which % len(games)]
    if action not in game.legal_action_ids():
        refused(game, action)


@ENGINES
def test_what_is_over_is_over(name: str) -> None:
    game = next(game for game in positions(name) if game.is_over)
    for action in ("start 0", "discard palisade", "draft sphinx", "reveal 0 palisade"):
        refused(game, action)


def test_a_seeded_game_takes_no_chance_from_outside(engine: Engine) -> None:
    game = engine(7)
    for action in ("board law", "offer sphinx", "reveal 0 palisade"):
        refused(game, action)


@ENGINES
@given(d=JSON | POSITION)
@example(d={"cities": [{}]})
@example(d={"structure": [None] * 21})
@example(d={"age": True})
@example(d={"pawn": 10**30})
@example(d={"cities": [{"coins": 2**80}, {}]})
@example(d={"cities": [{"wonders": {"sphinx": False}}, {}]})
@example(d={"structure": ["\ud800"] * 20})
@example(d={"rules": {"promo_wonders": 1}})
def test_a_dictionary_of_any_form(name: str, d: Any) -> None:
    try:
        game = engines.load(name).from_dict(d)
    except PositionError as error:
        assert str(error)
    else:
        again = engines.load(name).from_dict(game.to_dict())
        assert again == game


@ENGINES
@given(which=st.integers(0, 10**6), seed=st.integers(0, 2**16 - 1))
def test_a_position_that_was_changed(name: str, which: int, seed: int) -> None:
    games = positions(name)
    changed = mutated(games[which % len(games)].to_dict(), random.Random(seed))
    copy = json.loads(json.dumps(changed))
    try:
        game = engines.load(name).from_dict(changed)
    except PositionError as error:
        assert str(error)
    else:
        assert engines.load(name).from_text(game.to_text()) == game
        game.scores()
        game.legal_actions()
    assert changed == copy  # what was given is not written to


@ENGINES
@given(text=st.text())
@example(text="")
@example(text=" " * 11)
@example(text="- 1 turn 0 7/-/-/- 7/-/-/- 0 25/25 - - " + ",".join("." * 19) + " -")
def test_a_text_of_any_form(name: str, text: str) -> None:
    with pytest.raises((PositionError, NotationError)):
        engines.load(name).from_text(text)


@ENGINES
@given(
    which=st.integers(0, 10**6),
    at=st.integers(0, 10**6),
    how=st.sampled_from(("cut", "drop", "double", "change")),
    new=st.characters(codec="utf-8"),
)
def test_a_text_with_a_slip(name: str, which: int, at: int, how: str, new: str) -> None:
    games = positions(name)
    text = games[which % len(games)].to_text()
    at %= len(text)
    rest = {
        "cut": "",
        "drop": text[at + 1 :],
        "double": text[at] + text[at:],
        "change": new + text[at + 1 :],
    }[how]
    try:
        game = engines.load(name).from_text(text[:at] + rest)
    except (PositionError, NotationError) as error:
        assert str(error)
    else:
        assert engines.load(name).from_text(game.to_text()) == game


@ENGINES
@given(value=st.none() | st.booleans() | st.floats() | st.binary() | st.lists(st.integers()))
def test_a_text_that_is_none(name: str, value: Any) -> None:
    with pytest.raises((PositionError, NotationError)):
        engines.load(name).from_text(value)


@pytest.mark.parametrize("seed", [-1, 2**64, 2**200, -(2**64), 1.5, "1", True, b"1", []])
def test_a_seed_out_of_range(engine: Engine, seed: Any) -> None:
    for make in (
        engine,
        lambda s: engine.from_dict({}, seed=s),
        lambda s: engine.from_text(engine(1).to_text(), seed=s),
    ):
        with pytest.raises(SevenDuelError, match="seed"):
            make(seed)


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_a_seed_at_the_edge(engine: Engine, seed: int) -> None:
    assert engine(seed) == engine(seed)


@ENGINES
@given(what=JSON, player=SCALARS)
def test_a_price_of_anything(name: str, what: Any, player: Any) -> None:
    game = positions(name)[5]
    before = state(game)
    try:
        game.price(what, player)
    except SevenDuelError as error:
        assert str(error)
    assert state(game) == before


def test_a_price_for_nobody(engine: Engine) -> None:
    with pytest.raises(SevenDuelError):
        engine.manual().price("palisade")  # chance is to act
    with pytest.raises(SevenDuelError):
        engine.manual().price("palisade", 2)
    with pytest.raises(SevenDuelError, match="pallisade"):
        engine.manual().price("pallisade", 0)


class _Crooked:
    """A source of randomness that lies."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def randrange(self, n: int) -> Any:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


@pytest.mark.parametrize("value", [-1, 10**9, 2**70, None, "0", 0.5])
def test_a_random_source_that_lies(engine: Engine, value: Any) -> None:
    game = engine.manual()
    before = state(game)
    with pytest.raises(SevenDuelError if isinstance(value, int) else (SevenDuelError, TypeError)):
        game.reveal_random(_Crooked(value))
    assert state(game) == before


def test_a_random_source_that_fails(engine: Engine) -> None:
    game = engine.manual()
    before = state(game)
    with pytest.raises(ZeroDivisionError):
        game.reveal_random(_Crooked(ZeroDivisionError()))
    assert state(game) == before


def test_nothing_to_undo(engine: Engine) -> None:
    for game in (engine.manual(), engine(3), engine.from_dict({})):
        before = state(game)
        with pytest.raises(IllegalActionError):
            game.undo()
        assert state(game) == before


@given(text=JSON | st.text())
def test_an_action_text_of_any_form(text: Any) -> None:
    try:
        action = Action(text)
    except NotationError as error:
        assert str(error)
    else:
        assert str(action) == text


@given(action_id=JSON)
def test_an_action_id_of_any_form(action_id: Any) -> None:
    try:
        action = Action.from_id(action_id)
    except NotationError as error:
        assert str(error)
    else:
        assert int(action) == action_id


@given(
    options=JSON | st.dictionaries(st.sampled_from(("start_centre", "promo_wonders", "first_game")), SCALARS)
)
def test_options_of_any_form(options: Any) -> None:
    try:
        rules = Rules.from_dict(options)
    except PositionError as error:
        assert str(error)
    else:
        assert Rules.from_dict(rules.to_dict()) == rules


# -- records -----------------------------------------------------------------------------------------------


@lru_cache
def record_text() -> str:
    return Record.from_game(next(game for game in positions("reference") if game.is_over)).to_text()


@lru_cache
def neutral_text() -> str:
    return (Path(__file__).parent.parent / "examples" / "7wdio_game_11.json").read_text()


@given(at=st.integers(0, 10**6), end=st.none() | st.integers(1, 40))
def test_a_record_cut_anywhere(at: int, end: int | None) -> None:
    """Cut off at a place, or a piece cut out: refused, or a game that can be replayed."""
    text = record_text()
    at %= len(text)
    cut = text[:at] if end is None else text[:at] + text[at + end :]
    try:
        record = Record.from_text(cut)
    except RecordError as error:
        assert str(error)
    else:
        assert record.replay() is not None


@given(text=st.text() | st.text().map(lambda text: f"seven_duel record 1\n\n{text}"))
def test_a_record_of_any_form(text: str) -> None:
    try:
        Record.from_text(text)
    except RecordError as error:
        assert str(error)


@given(move=st.integers(0, 75), choice=st.integers(0, 2**16 - 1))
def test_a_neutral_record_with_a_wrong_move(move: int, choice: int) -> None:
    """A broken record is refused with the number of a move."""
    data = json.loads(neutral_text())
    rng = random.Random(choice)
    moves = data["moves"]
    how = rng.choice(("drop", "swap", "actor", "name", "type", "cut"))
    if how == "drop":
        del moves[move]
    elif how == "swap":
        other = rng.randrange(len(moves))
        moves[move], moves[other] = moves[other], moves[move]
    elif how == "actor":
        moves[move]["actor"] = rng.choice(("P1", "P2", "P3", None, 1))
    elif how == "name":
        key = rng.choice([key for key in moves[move] if key not in ("i", "actor")])
        moves[move][key] = rng.choice((*CARDS, *WONDERS, *TOKENS, None, 3, ["baths"]))
    elif how == "type":
        moves[move] = rng.choice((None, 7, "build", {}, {"actor": "P1"}, {**moves[move], "type": "sell"}))
    else:
        del moves[move:]
    try:
        record = Record.from_neutral(data)
    except RecordError as error:
        assert str(error)
        if how in ("name", "type"):
            assert error.move is not None
    else:
        assert record.replay() is not None


@given(data=JSON)
def test_a_neutral_record_of_any_form(data: Any) -> None:
    with pytest.raises(RecordError):
        Record.from_neutral(data)


@given(key=st.sampled_from(("wonders_offer_order", "board_tokens", "library_tokens", "ages")), value=JSON)
def test_a_neutral_set_up_of_any_form(key: str, value: Any) -> None:
    data = json.loads(neutral_text())
    data["setup"][key] = value
    try:
        Record.from_neutral(data)
    except RecordError as error:
        assert str(error)


@given(at=st.integers(0, 10**6))
def test_a_file_cut_anywhere(at: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    text = neutral_text()
    path = tmp_path_factory.getbasetemp() / "cut.json"
    path.write_text(text[: at % len(text)])
    with pytest.raises(RecordError):
        Record.read(path)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"{", b"[" * 10_000, b'{"setup": ' * 5_000, b"{}", b"\0" * 50]
)
def test_a_file_of_bytes(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(content)
    with pytest.raises(RecordError):
        Record.read(path)


def test_an_illegal_move_is_named(engine: Engine) -> None:
    data = json.loads(neutral_text())
    data["moves"][13] = {"i": 14, "actor": "P2", "type": "build_card", "card": "palace"}
    with pytest.raises(RecordError, match=r"move 14.*build palace.*R\d") as caught:
        Record.from_neutral(data, game_type=game_type(engine))
    assert caught.value.move == 14
    assert caught.value.action == "build palace"


@pytest.mark.parametrize(
    "unknown", ["atlantis", "Palisade", "", 3, None, True, [""], pytest.param(10**5000, id="huge")]
)
def test_the_price_of_what_is_not_in_the_box(engine: Engine, unknown: Any) -> None:
    with pytest.raises(NotationError, match=r"^no such card or wonder: "):
        engine(seed=1).price(unknown)


@pytest.mark.parametrize("wrong", [2, -1, True, "0", 0.0, [0], pytest.param(10**5000, id="huge")])
def test_a_player_who_does_not_play(engine: Engine, wrong: Any) -> None:
    with pytest.raises(SevenDuelError, match=r"^player: must be 0 or 1"):
        engine(seed=1).price("palisade", wrong)


@pytest.mark.parametrize("wrong", [1, "promo_wonders", {}, pytest.param(10**5000, id="huge")])
def test_rules_that_are_none(engine: Engine, wrong: Any) -> None:
    with pytest.raises(PositionError, match=r"^rules: must be Rules"):
        engine(seed=1, rules=wrong)
