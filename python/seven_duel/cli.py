"""The command `seven-duel`: simulate games, replay records, show positions.

Exit codes: 0 done, 2 wrong usage or input (one line on stderr), 130 interrupted (a simulation then sums up
the games that it has finished), 141 when the reader of the output went away.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, get_args

from .errors import SevenDuelError
from .record import Record, decode, default_game, parse_json
from .render import render, score_sheet
from .rules import Rules, StartCentre, StartOffCentre
from .types import GameLike, Outcome

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (default: those of the process); returns the exit code.

    >>> main(["show", "- 1 turn 0 7/-/-/- 7/-/-/- 12 25/25 - - " + 19 * ".," + ". -"])
    2
    """
    parser = _parser()
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as stop:  # argparse has written its line, or the help
        return int(stop.code or 0)
    run: Callable[[argparse.Namespace], None] = arguments.run
    try:
        run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt as interrupt:
        print(str(interrupt) or "interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Nobody reads any more (`| head`); point stdout elsewhere so that closing it at exit stays quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (SevenDuelError, OSError, ImportError) as error:
        print(f"seven-duel: {_one_line(error)}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="seven-duel", description="7 Wonders Duel on the command line.")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    simulate = commands.add_parser("simulate", help="play many random games and sum them up")
    simulate.add_argument("--games", type=_count, default=10_000, metavar="N", help="default: 10000")
    simulate.add_argument("--seed", type=int, metavar="S", help="0 to 2**64 - 1 (default: a fresh one)")
    simulate.add_argument("--threads", type=_count, metavar="T", help="default: one for each core")
    simulate.add_argument("--promo-wonders", action="store_true", help="with the promotional wonders (R12)")
    simulate.add_argument("--first-game", action="store_true", help="the first-game set-up, no draft (R1.6)")
    for option, values in (
        ("--start-off-centre", get_args(StartOffCentre)),
        ("--start-centre", get_args(StartCentre)),
    ):
        simulate.add_argument(option, choices=values, default=values[0], help="who starts an age (R12)")
    simulate.set_defaults(run=_simulate)

    replay = commands.add_parser("replay", help="replay a record and show the score sheet")
    replay.add_argument("file", type=Path, help="a record: the text form, or neutral JSON")
    replay.set_defaults(run=_replay)

    show = commands.add_parser("show", help="draw a position")
    show.add_argument("position", help="a file (a record or a position; - is stdin) or a position's text")
    show.set_defaults(run=_show)

    for command in (simulate, replay, show):
        command.add_argument("--json", action="store_true", help="JSON for machines instead of text")
    return parser


class _Version(argparse.Action):
    """Look the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from . import __version__

        print(f"seven-duel {__version__}")
        parser.exit()


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {text}")
    return number


def _simulate(arguments: argparse.Namespace) -> None:
    from .summary import SummaryInterrupted, summarize

    rules = Rules(
        arguments.start_off_centre, arguments.start_centre, arguments.promo_wonders, arguments.first_game
    )
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    is_watched = sys.stderr.isatty()
    interrupt = None
    begin = time.perf_counter()
    try:
        summary = summarize(
            arguments.games,
            rules=rules,
            seed=seed,
            threads=arguments.threads,
            progress=_progress if is_watched else None,
        )
    except SummaryInterrupted as stop:
        summary = stop.summary
        interrupt = f"interrupted after {summary['games']:,} of {arguments.games:,} games"
    finally:
        if is_watched:
            print(end="\r\x1b[K", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - begin
    games = summary["games"]
    rate = round(games / seconds)
    if arguments.json:
        run = {"seed": seed, "seconds": round(seconds, 3), "games_per_second": rate}
        print(_json({**summary, "rules": rules.to_dict(), **run}))
    elif games:
        print(f"{games:,} games of seed {seed}, {seconds:.2f} s, {rate:,} games a second")
        print()
        print(_tables(summary))
    if interrupt is not None:
        sys.stdout.flush()
        raise KeyboardInterrupt(interrupt)


def _progress(done: int, total: int) -> None:
    print(f"\r\x1b[K{done:,} of {total:,} games ({done / total:.0%})", end="", file=sys.stderr, flush=True)


def _tables(summary: dict[str, Any]) -> str:
    """The endings, and the points of the games that points decided, as two tables."""
    games = summary["games"]
    lines = [_row("share of games", "player 0", "player 1", "shared", "all")]
    rows = {**summary["outcomes"], "all": [*summary["wins"], summary["shared"]]}
    for name, counts in rows.items():
        lines.append(_row(name, *(f"{count / games:.2%}" for count in (*counts, sum(counts)))))
    civilian = summary["civilian"]
    if summary["endings"]["civilian"]:
        lines += ["", _row("mean points", "player 0", "player 1", "winner", "loser")]
        first, second = civilian["mean_points"]
        lines += [_row(name, f"{first[name]:.2f}", f"{second[name]:.2f}") for name in first]
        totals = (*civilian["mean_totals"], civilian["mean_winner"], civilian["mean_loser"])
        lines.append(_row("total", *(f"{total:.2f}" for total in totals)))
        lines.append("(of civilian victories)")
    lines += ["", f"{summary['mean_decisions']:.2f} decisions a game"]
    return "\n".join(lines)


def _row(name: str, *cells: str) -> str:
    return f"{name:<16}" + "".join(f"{cell:>10}" for cell in cells)


def _replay(arguments: argparse.Namespace) -> None:
    record = Record.read(arguments.file)
    game = record.replay()
    names = [name or f"player {player}" for player, name in enumerate(record.players)]
    outcome, scores = game.outcome(), game.scores()
    decisions = sum(not action.is_chance for action in record.actions)
    if arguments.json:
        print(
            _json(
                {
                    "players": list(record.players),
                    "rules": record.rules.to_dict(),
                    "tags": dict(record.tags),
                    "decisions": decisions,
                    "outcome": _outcome(outcome),
                    "scores": [score._asdict() for score in scores],
                    "position": game.to_dict(),
                    "actions": [str(action) for action in record.actions],
                }
            )
        )
        return
    for key, value in record.tags.items():
        print(f"{key}: {value}")
    print(f"{names[0]} (player 0) against {names[1]} (player 1), {decisions} decisions")
    print()
    print(score_sheet(scores))
    print()
    if outcome is None:
        print(f"not over: age {game.age}, {game.phase}")
    elif outcome.winner is None:
        print(f"shared victory ({outcome.reason})")
    else:
        print(f"{names[outcome.winner]} wins ({outcome.reason})")


def _outcome(outcome: Outcome | None) -> dict[str, object] | None:
    return None if outcome is None else {"winner": outcome.winner, "reason": str(outcome.reason)}


def _show(arguments: argparse.Namespace) -> None:
    game = _position(arguments.position)
    print(_json(game.to_dict()) if arguments.json else render(game))


def _position(source: str) -> GameLike:
    """The game of a file, of stdin ("-"), or of a position's text."""
    if " " in source and not _exists(source):
        return default_game().from_text(source)
    text = decode(sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes())
    data = parse_json(text)
    if data is not None and "setup" not in data:
        return default_game().from_dict(data)
    if data is not None:
        return Record.from_neutral(data).replay()
    if len(text.split("\n", 1)[0].split(" ")) == 12:
        return default_game().from_text(text.strip())
    return Record.from_text(text).replay()


def _exists(source: str) -> bool:
    try:
        return Path(source).exists()
    except OSError:  # longer than a name can be: a position's text
        return False


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


if __name__ == "__main__":
    sys.exit(main())
