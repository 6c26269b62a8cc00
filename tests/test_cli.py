"""The command: what it prints, and the exit codes that scripts rely on."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from seven_duel.cli import main
from seven_duel.record import Record
from seven_duel.reference import Game

EXAMPLES = Path(__file__).parent.parent / "examples"
GAME_11 = str(EXAMPLES / "7wdio_game_11.json")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, dict[str, Any]]]:
    """What `simulate` is called with; its own tests are elsewhere."""
    made: list[tuple[int, dict[str, Any]]] = []

    class Results:
        def summary(self) -> dict[str, Any]:
            return {
                "games": 20,
                "endings": {"civilian": 18, "science": 2},
                "wins": [11, 9],
                "first_player_share": 0.55,
            }

    def simulate(games: int, **options: Any) -> Results:
        made.append((games, options))
        return Results()

    module = types.ModuleType("seven_duel.simulation")
    module.simulate = simulate  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "seven_duel.simulation", module)
    return made


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_replay(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "replay", GAME_11)
    assert (code, err) == (0, "")
    assert "total            70        42" in out
    assert out.endswith("P1 wins (civilian)\n")


def test_replay_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", GAME_11, "--json")
    data = json.loads(out)
    assert code == 0
    assert [score["total"] for score in data["scores"]] == [70, 42]
    assert data["outcome"] == {"winner": 0, "reason": "civilian"}
    assert data["decisions"] == 77
    assert Game.from_dict(data["position"]).is_over


def test_replay_of_an_unfinished_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    Record.from_game(Game(seed=3)).write(path)
    code, out, _ = run(capsys, "replay", str(path))
    assert code == 0
    assert "not over" in out


def test_show_takes_records_positions_and_texts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record.read(GAME_11)
    game = record.replay()
    sources = [GAME_11, game.to_text()]
    for name, text in (
        ("r", record.to_text()),
        ("j", json.dumps(game.to_dict())),
        ("t", game.to_text() + "\n"),
    ):
        (tmp_path / name).write_text(text)
        sources.append(str(tmp_path / name))
    for source in sources:
        code, out, err = run(capsys, "show", source)
        assert (code, out, err) == (0, f"{game}\n", "")
        code, out, _ = run(capsys, "show", "--json", source)
        assert (code, json.loads(out)) == (0, game.to_dict())
    stdin = types.SimpleNamespace(buffer=io.BytesIO(game.to_text().encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert run(capsys, "show", "-") == (0, f"{game}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay", "no_such_file"),
        ("replay", "."),
        ("show", "no_such_file"),
        ("show", "- 1 turn 0"),
        ("show", "- 9 turn 0 7/-/-/- 7/-/-/- 0 25/25 - - " + "x" * 5000 + " -"),
        ("show", "{FILE}"),
        ("replay", "{FILE}"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bad"
    path.write_bytes(b"\xff\x00")
    code, out, err = run(capsys, *(argument.replace("{FILE}", str(path)) for argument in arguments))
    assert (code, out) == (2, "")
    assert err.startswith("seven-duel: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [(), ("play_well",), ("replay",), ("simulate", "--games", "0"), ("simulate", "--games", "many")],
)
def test_wrong_usage_is_exit_code_2(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "usage: seven-duel" in err


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert all(command in out for command in ("simulate", "replay", "show"))


def test_simulate(capsys: pytest.CaptureFixture[str], calls: list[tuple[int, dict[str, Any]]]) -> None:
    code, out, _ = run(capsys, "simulate", "--games", "20", "--seed", "1", "--threads", "2")
    assert code == 0
    assert [(games, options["seed"], options["threads"]) for games, options in calls] == [(20, 1, 2)]
    words = out.split()
    assert "civilian" in words
    assert "0.55" in words
    assert "per" in words


def test_simulate_json(capsys: pytest.CaptureFixture[str], calls: list[tuple[int, dict[str, Any]]]) -> None:
    code, out, _ = run(capsys, "simulate", "--games", "20", "--promo-wonders", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["endings"] == {"civilian": 18, "science": 2}
    assert data["games_per_second"] > 0
    assert calls[0][1]["rules"].promo_wonders


def test_an_interrupt_is_exit_code_130(
    capsys: pytest.CaptureFixture[str],
    calls: list[tuple[int, dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["seven_duel.simulation"], "simulate", interrupted)
    assert run(capsys, "simulate") == (130, "", "interrupted\n")
    assert calls == []


def test_a_wrong_seed_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("seven_duel.simulation")
    code, out, err = run(capsys, "simulate", "--games", "1", "--seed", "-1")
    assert (code, out) == (2, "")
    assert "seed" in err


def test_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "seven_duel", "replay", GAME_11], capture_output=True, text=True, check=True
    )
    assert "70        42" in done.stdout


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "seven_duel", "replay", GAME_11, "--json"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("script", "typed", "shown"),
    [
        ("play_random.py", "", "Game over: "),
        ("replay_record.py", "", "total            70        42"),
        ("tracker.py", "law\nlaw\nundo\nrandom\nunseen\nboard\nquit\n", "took back: board law"),
    ],
)
def test_the_example_scripts_run(script: str, typed: str, shown: str) -> None:
    pytest.importorskip("seven_duel._core")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / script)], input=typed, capture_output=True, text=True, check=True
    )
    assert shown in done.stdout
    assert done.stderr == ""
