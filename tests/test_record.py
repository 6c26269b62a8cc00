"""Records of whole games: text, replay, neutral JSON, and what is refused."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from seven_duel import Action, GameLike, Outcome, Record, RecordError, Rules, SplitMix64, Victory
from seven_duel.record import FIRST_LINE
from seven_duel.reference import Game

EXAMPLES = Path(__file__).parent.parent / "examples"
GAME_11 = EXAMPLES / "7wdio_game_11.json"
GAME_2 = EXAMPLES / "7wdio_game_2.json"


def played(game: Game, decisions: int = 1000, choice: int = 1) -> Game:
    """The game after so many decisions, chosen by a generator; manual chance is drawn by it too."""
    rng = SplitMix64(choice)
    while decisions and not game.is_over:
        if not game.reveal_random(rng):
            actions = game.legal_actions()
            game.apply(actions[rng.below(len(actions))])
            decisions -= 1
    return game


@lru_cache
def real_game() -> Record:
    return Record.read(GAME_11, game_type=Game)


def neutral() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(GAME_11.read_text())
    return data


def steps_form(data: dict[str, Any]) -> dict[str, Any]:
    """The short form of the corpus for the same game."""
    steps = []
    for move in data["moves"]:
        args = [value for key, value in move.items() if key not in ("i", "actor", "type")]
        steps.append([move["actor"], [move["type"], *args], [7, 7], 0, None, None])
    return {"setup": data["setup"], "steps": steps, "winner": "P1", "end_reason": "civilian"}


# -- the real games


@pytest.mark.parametrize(("path", "totals"), [(GAME_11, (70, 42)), (GAME_2, (80, 58))])
def test_the_real_games(path: Path, totals: tuple[int, int]) -> None:
    record = Record.read(path, game_type=Game)
    assert (record.result, record.totals) == (Outcome(0, Victory.CIVILIAN), totals)
    assert record.rules == Rules(promo_wonders=True)
    assert record.players == ("P1", "P2")
    assert record.tags["platform"] == "7wd.io"
    # 76 moves; the two choices of the Statue of Liberty are one of them.
    assert sum(not action.is_chance for action in record.actions) == 77
    game = record.replay(Game)
    assert tuple(score.total for score in game.scores()) == totals


def test_chance_is_in_the_order_of_the_rules() -> None:
    words = [str(action) for action in real_game().actions]
    assert words[:9] == [
        *(f"board {token}" for token in ("economy", "agriculture", "philosophy", "theology", "law")),
        *(f"offer {wonder}" for wonder in ("hanging_gardens", "temple_of_artemis", "colossus", "messe")),
    ]
    assert words[9].startswith("draft")
    guilds = [i for i, word in enumerate(words) if word.startswith("guild")]
    assert [words[i] for i in guilds] == ["guild 8", "guild 9", "guild 18"]
    assert words[guilds[-1] + 1] == "reveal 0 port"
    removed = [word for word in words if word.startswith("removed")]
    assert removed == ["removed circus", "removed study", "removed university"]


def test_the_short_form_is_the_same_game() -> None:
    assert Record.from_neutral(steps_form(neutral()), game_type=Game).actions == real_game().actions


def test_steps_go_through_the_game() -> None:
    actions, phases = [], []
    for action, game in real_game().steps(Game):
        actions.append(action)
        phases.append(game.phase)
    assert tuple(actions) == real_game().actions
    assert phases[0] == "board"
    assert phases[-1] == "over"


# -- the text form


def test_text_and_back(tmp_path: Path) -> None:
    record = real_game()
    text = record.to_text()
    assert text.startswith(
        f"{FIRST_LINE}\nplayer0: P1\nplayer1: P2\nrules: promo_wonders\nresult: 0 civilian 70 42\n"
    )
    assert Record.from_text(text) == record
    assert Record.from_text(text.replace("\n", "\r\n")) == record
    path = tmp_path / "game.txt"
    record.write(path)
    assert Record.read(path) == record
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert Record.read(path) == record


def test_comments_and_empty_lines_are_nothing() -> None:
    lines = real_game().to_text().splitlines()
    gap = lines.index("")
    lines[gap + 3] += "   # two coins"
    lines[gap + 1 : gap + 1] = ["# the board", "", "   "]
    lines.insert(1, "# a record")
    assert Record.from_text("\n".join(lines)) == real_game()


def test_headers_hold_what_they_are_given() -> None:
    tags = {"event": "Final: round #2", "note": "", "place": "Besançon"}
    record = Record((Action("board law"),), players=("Ann", "Zoë # 1"), tags=tags)
    assert Record.from_text(record.to_text()) == record


@pytest.mark.parametrize("value", ["two\nlines", " space", "space ", "tab\t", "\ud800", "\u2028", None, 3])
def test_what_a_header_cannot_hold(value: Any) -> None:
    with pytest.raises(RecordError, match="player1"):
        Record(players=("", value))
    with pytest.raises(RecordError, match="event"):
        Record(tags={"event": value})


@pytest.mark.parametrize("key", ["", "Event", "two words", "result", "player0", "a:b"])
def test_what_is_no_tag(key: str) -> None:
    with pytest.raises(RecordError, match="not a tag"):
        Record(tags={key: "x"})


def test_a_record_is_a_value() -> None:
    record = real_game()
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(record) == hash(Record.from_text(record.to_text()))
    with pytest.raises(AttributeError):
        record.start = ""  # type: ignore[misc]


# -- from a game


@pytest.mark.parametrize("decisions", [0, 1, 12, 40, 1000])
def test_a_seeded_game(decisions: int) -> None:
    game = played(Game(seed=5), decisions)
    before = game.history
    record = Record.from_game(game, players=("a", "b"))
    assert game.history == before
    assert (record.start, record.actions) == (None, game.history)
    assert (record.result is not None) == game.is_over
    assert record.replay(Game) == game
    assert Record.from_text(record.to_text()) == record


def test_a_manual_game_with_other_rules() -> None:
    rules = Rules(start_off_centre="weaker_starts", promo_wonders=True)
    record = Record.from_game(played(Game.manual(rules)))
    assert record.rules == rules
    assert Record.from_text(record.to_text()) == record


@pytest.mark.parametrize("seed", [None, 4])
def test_a_game_from_a_position(seed: int | None) -> None:
    root = played(Game(seed=9, rules=Rules(promo_wonders=True)), 20)
    game = played(Game.from_text(root.to_text(), seed=seed), 10)
    record = Record.from_game(game)
    assert (record.start, record.rules) == (root.to_text(), root.rules)
    assert record.replay(Game) == game
    again = Record.from_text(record.to_text())
    assert again == record
    assert again.rules == root.rules


def test_a_position_where_chance_is_due() -> None:
    """Seeded, such a game draws at once what cannot be undone; the record begins after it."""
    manual = Game.manual()
    manual.apply("board law")
    game = played(Game.from_text(manual.to_text(), seed=1), 3)
    record = Record.from_game(game)
    assert record.start is not None
    assert record.replay(Game) == game


# -- what is refused


def broken(old: str, new: str) -> tuple[str, int]:
    """The real game's text with one line exchanged, and the number of that line."""
    lines = real_game().to_text().splitlines()
    at = lines.index(old)
    lines[at : at + 1] = new.split("\n")
    return "\n".join(lines), at + 1


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("build town_hall", "R2"),
        ("progress law", "progress"),
        ("reveal 0 palace", "chance|reveal"),
    ],
)
def test_an_illegal_action_is_named(new: str, message: str) -> None:
    text, line = broken("build stone_pit", new)
    with pytest.raises(RecordError, match=message) as caught:
        Record.from_text(text)
    error = caught.value
    assert error.line == line
    assert error.move is not None
    assert real_game().actions[error.move - 1] == Action("build stone_pit")
    assert error.action == Action(new)
    assert f"line {line}" in str(error)
    assert new in str(error)
    assert "R" in str(error)


def test_an_unknown_action_is_named() -> None:
    text, line = broken("build stone_pit", "build stonepit # typo")
    with pytest.raises(RecordError, match=f"line {line}: no such action: 'build stonepit'") as caught:
        Record.from_text(text)
    assert (caught.value.line, caught.value.action) == (line, "build stonepit")


def test_an_action_after_the_end() -> None:
    text = real_game().to_text() + "build palace\n"
    with pytest.raises(RecordError, match=f"line {len(text.splitlines())}"):
        Record.from_text(text)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("result: 1 civilian 70 42", "ends 0 civilian"),
        ("result: 0 military", "ends 0 civilian"),
        ("result: 0 civilian 70 41", "70 and 42"),
        ("result: 0 civilian 70", "must be like"),
        ("result: shared", "must be like"),
        ("result: 0 civilian ٣ ٤", "must be like"),
    ],
)
def test_a_result_that_is_not_the_games(header: str, message: str) -> None:
    text, line = broken("result: 0 civilian 70 42", header)
    with pytest.raises(RecordError, match=rf"line {line}: result.*{message}") as caught:
        Record.from_text(text)
    assert caught.value.line == line


def test_a_result_of_an_unfinished_game() -> None:
    text = real_game().to_text()
    unfinished = text[: text.rindex("\n", 0, -1)]
    with pytest.raises(RecordError, match="not over"):
        Record.from_text(unfinished)
    assert Record.from_text(unfinished, check=False).result == Outcome(0, Victory.CIVILIAN)


@pytest.mark.parametrize(
    "header",
    [
        "rules: promo",
        "rules: promo_wonders=1",
        "start: - 1 turn",
        "rules promo_wonders",
        "player0: again",
        "Key: x",
        ": x",
    ],
)
def test_wrong_headers_name_their_line(header: str) -> None:
    text = real_game().to_text().replace("rules: promo_wonders\n", header + "\n")
    with pytest.raises(RecordError, match="line 4") as caught:
        Record.from_text(text)
    assert caught.value.line == 4


def test_rules_must_be_those_of_the_start() -> None:
    start = played(Game(seed=9), 20).to_text()
    assert Record(start=start).replay(Game).to_text() == start
    with pytest.raises(RecordError, match="rules"):
        Record(start=start, rules=Rules(first_game=True))


@pytest.mark.parametrize(
    "text", ["", "x", "seven_duel record 2\n", "build palisade\n", None, 3, b"seven_duel record 1"]
)
def test_what_is_no_record(text: Any) -> None:
    with pytest.raises(RecordError):
        Record.from_text(text)


def change(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    *keys, last = path.split("/")
    inner: Any = data
    for key in keys:
        inner = inner[int(key) if isinstance(inner, list) else key]
    inner[int(last) if isinstance(inner, list) else last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "message", "move"),
    [
        ("moves/13/actor", "P1", "P2 is to choose", 14),
        ("moves/13/actor", "P3", "P1 or P2", 14),
        ("moves/13/type", "sell_card", "no such type", 14),
        ("moves/13/card", "palace", r"discard palace.*R", 14),
        ("moves/13/card", "palaces", "no such action", 14),
        ("moves/13/card", ["garrison"], "names", 14),
        ("moves/13", None, "mapping", 14),
        ("moves/28/player", "P0", "P1 or P2", 29),
        ("moves", {}, "moves: must be a list", None),
        ("setup", [], "setup: must be a mapping", None),
        ("setup/board_tokens", ["law"], "board_tokens: too few", None),
        ("setup/board_tokens/1", 7, "board_tokens: must be names", None),
        ("setup/board_tokens/1", "economy", "board economy", None),
        ("setup/wonders_offer_order/5", "baths", "offer baths", 4),
        ("setup/ages/1", ["baths"], r"setup\.ages\.1: too few", 8),
        ("setup/ages/1/0", "theater", "reveal", None),
        ("setup/ages/2/0", "palisade", r"reveal 0 palisade", 28),
        ("setup/ages/3/8", "study", "guilds dealt", 52),
        ("recorded_result/scores/P1/total", 71, "P1 has 70", None),
        ("replayed_result/winner", "P2", "winner", None),
        ("end_reason", "science", "end_reason", None),
    ],
)
def test_broken_logs_name_the_place(path: str, value: Any, message: str, move: int | None) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        Record.from_neutral(change(neutral(), path, value), game_type=Game)
    if move is not None:
        assert caught.value.move == move
        assert str(caught.value).startswith(f"move {move}: ")


@pytest.mark.parametrize(
    "step",
    [
        None,
        [],
        ["P1"],
        ["P1", []],
        ["P1", ["build_card"]],
        ["P1", ["build_card", 3]],
        ["P1", "build_card"],
        [1, 2],
    ],
)
def test_broken_steps(step: Any) -> None:
    data = steps_form(neutral())
    data["steps"][8] = step
    with pytest.raises(RecordError, match="move 9: ") as caught:
        Record.from_neutral(data, game_type=Game)
    assert caught.value.move == 9


def test_a_log_may_stop_early() -> None:
    data = neutral()
    del data["moves"][40:], data["recorded_result"], data["replayed_result"]
    record = Record.from_neutral(data, game_type=Game)
    assert record.result is None
    assert not record.replay(Game).is_over


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record.read(tmp_path / "none")


def test_json_that_breaks_off_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"setup": {\n"ages"')
    with pytest.raises(RecordError, match="not JSON") as caught:
        Record.read(path)
    assert caught.value.line == 2


def test_reading_needs_no_compiled_code() -> None:
    program = f"""
import sys
sys.modules["seven_duel._core"] = None
from seven_duel.record import Record
assert Record.read({str(GAME_11)!r}).replay().scores()[0].total == 70
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_importing_loads_no_compiled_code() -> None:
    program = """
import sys, seven_duel.record, seven_duel.cli
assert not {"seven_duel._core", "numpy"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_replay_gives_the_type_it_was_asked_for() -> None:
    game: Game = real_game().replay(Game)
    any_game: GameLike = real_game().replay()
    assert isinstance(game, Game)
    assert any_game.to_text() == game.to_text()
