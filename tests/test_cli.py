"""The command: what it prints, and the exit codes that scripts rely on."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
import types
from pathlib import Path
from typing import Any

import pytest

from seven_duel import Rules, Victory
from seven_duel.cli import main
from seven_duel.record import Record
from seven_duel.reference import Game
from seven_duel.simulation import simulate
from seven_duel.summary import SummaryInterrupted, summarize

EXAMPLES = Path(__file__).parent.parent / "examples"
GAME_11 = str(EXAMPLES / "7wdio_game_11.json")


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


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "simulate", "--games", "3000", "--seed", "1", "--threads", "2")
    assert (code, err) == (0, "")
    assert out.startswith("3,000 games of seed 1, ")
    wins, points = (
        {words[0]: words[1:] for words in map(str.split, table.splitlines())}
        for table in out.split("\n\n")[1:3]
    )
    summary = simulate(3000, seed=1).summary()
    assert wins["all"][0] == f"{summary['wins'][0] / 3000:.2%}"
    assert wins["all"][-1] == "100.00%"
    assert wins["military"][-1] == f"{summary['endings']['military'] / 3000:.2%}"
    assert points["blue"] == [f"{mean['blue']:.2f}" for mean in summary["civilian"]["mean_points"]]
    assert points["total"][2] == f"{summary['civilian']['mean_winner']:.2f}"
    assert max(map(len, out.splitlines())) <= 80


def test_simulate_one_game_that_points_did_not_decide(capsys: pytest.CaptureFixture[str]) -> None:
    seed = next(seed for seed in range(1000) if simulate(1, seed=seed).reason[0] != Victory.CIVILIAN)
    code, out, _ = run(capsys, "simulate", "--games", "1", "--seed", str(seed))
    assert (code, "points" in out) == (0, False)


@pytest.mark.parametrize(
    ("arguments", "rules"),
    [
        ((), Rules()),
        (("--promo-wonders",), Rules(promo_wonders=True)),
        (
            ("--first-game", "--start-off-centre", "weaker_starts", "--start-centre", "last_starts"),
            Rules("weaker_starts", "last_starts", first_game=True),
        ),
    ],
)
def test_simulate_json(arguments: tuple[str, ...], rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "simulate", "--games", "50", "--seed", "9", "--json", *arguments)
    data = json.loads(out)
    assert (code, err) == (0, "")
    assert data["games_per_second"] > 0
    assert data["rules"] == rules.to_dict()
    summary = simulate(50, seed=9, rules=rules).summary()
    assert {key: data[key] for key in summary} == summary


def test_a_fresh_seed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "simulate", "--games", "50", "--json")
    data = json.loads(out)
    _, again, _ = run(capsys, "simulate", "--games", "50", "--json", "--seed", str(data["seed"]))
    assert json.loads(again)["wins"] == data["wins"]
    assert json.loads(again)["mean_decisions"] == data["mean_decisions"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_goes_to_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["simulate", "--games", "5000", "--seed", "1"]) == 0
    assert "5,000 of 5,000 games (100%)" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert "\r" not in capsys.readouterr().out


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_interrupted_simulation_sums_up_what_it_has(
    form: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(games: int, **options: Any) -> None:
        raise SummaryInterrupted(summarize(100, seed=options["seed"]))

    monkeypatch.setattr("seven_duel.summary.summarize", interrupted)
    code, out, err = run(capsys, "simulate", "--seed", "1", *form)
    assert (code, err) == (130, "interrupted after 100 of 10,000 games\n")
    if form:
        assert json.loads(out)["games"] == 100
    else:
        assert out.startswith("100 games of seed 1, ")


def test_an_interrupt_before_the_first_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(games: int, **options: Any) -> None:
        raise SummaryInterrupted(summarize(0))

    monkeypatch.setattr("seven_duel.summary.summarize", interrupted)
    assert run(capsys, "simulate") == (130, "", "interrupted after 0 of 10,000 games\n")
    code, out, _ = run(capsys, "simulate", "--json")
    assert (code, json.loads(out)["mean_decisions"]) == (130, None)


def test_an_interrupt_anywhere_is_exit_code_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("seven_duel.summary.summarize", interrupted)
    assert run(capsys, "simulate") == (130, "", "interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to another process")
def test_ctrl_c() -> None:
    program = [sys.executable, "-m", "seven_duel", "simulate", "--games", "10_000_000", "--json"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert err.startswith("interrupted")
    assert 0 < json.loads(out)["games"] < 10_000_000


@pytest.mark.parametrize(
    ("option", "value"), [("seed", "-1"), ("seed", str(2**64)), ("threads", "5000"), ("games", str(10**15))]
)
def test_a_wrong_number_is_one_line(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "simulate", f"--{option}", value)
    assert (code, out) == (2, "")
    assert err.startswith(f"seven-duel: {option}: ")
    assert err.count("\n") == 1


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
