"""Two real games of the platform 7wd.io, move by move against the traces that two other programs agree on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seven_duel import CHANCE, GameLike, Score, Victory
from seven_duel.record import Record
from tests.engines import Engine, game_type
from tests.figures import DATA

PLAYERS = ("P1", "P2")
EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = {"7wdio_game_2": DATA / "records", "7wdio_game_11": EXAMPLES}

# The platform's words.
PHASES = {
    "draft": "draft",
    "turn": "turn",
    "pick_board_token": "progress",
    "pick_library_token": "library",
    "pick_discarded_card": "mausoleum",
    "destroy_card": "destroy",
    "choose_first_player": "start",
    "pick_top_row_card": "messe",
    "pick_unused_cards": "liberty",
    "over": "over",
}
CATEGORIES = {
    "civilian": "blue",
    "science": "green",
    "commercial": "yellow",
    "guilds": "guilds",
    "wonders": "wonders",
    "tokens": "tokens",
    "coins": "coins",
    "military": "military",
    "total": "total",
}
SYMBOLS = {"compass_plumb": "plumb_line"}


def read(name: str) -> Any:
    return json.loads((GAMES[name] / f"{name}.json").read_text())


def after_each_move(record: Record, engine: Engine) -> Iterator[GameLike]:
    """The game after the set-up, and after each move with the chance that follows it.

    The record has the two choices of the Statue of Liberty as one move.
    """
    for _, game in record.steps(game_type(engine)):
        if game.current_player != CHANCE and game.phase != "give":
            yield game


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_after_every_move(engine: Engine, name: str) -> None:
    trace = json.loads((DATA / "records" / f"{name}.trace.json").read_text())["steps"]
    record = Record.from_neutral(read(name), game_type=game_type(engine))
    games = after_each_move(record, engine)
    assert next(games).phase == "draft"
    for step, game in zip(trace, games, strict=True):
        where = f"{name}, move {step['i']}: {step['move']}"
        for figure, (found, expected) in figures(game, step).items():
            assert found == expected, f"{where}: {figure}"


def figures(game: GameLike, step: dict[str, Any]) -> dict[str, tuple[object, object]]:
    """Each figure of the trace by name: what the game says, and what the trace says."""
    accessible = {str(slot.card) for slot in game.structure if slot.accessible and slot.card is not None}
    hidden = sum(slot.accessible and slot.card is None for slot in game.structure)
    # When a game is over the platform leaves the card of the last play lying there.
    on_the_table = [] if game.is_over else step["accessible"]
    choosing = game.phase not in ("turn", "start", "draft", "over")
    outcome = game.outcome()
    found: dict[str, tuple[object, object]] = {
        "to_move": (game.current_player, PLAYERS.index(step["to_move"]) if step["to_move"] else None),
        "age": (max(game.age, 1), step["age"]),
        "phase": (game.phase, PHASES[step["phase"]]),
        "pawn": (game.pawn, step["military"]),
        "board_tokens": (
            sorted(map(str, game.board_tokens)),
            sorted(token for token in step["board_tokens"] if token is not None),
        ),
        "discard_pile": (sorted(map(str, game.discard_pile)), sorted(step["discard_pile"])),
        "winner": (
            None if outcome is None else outcome.winner,
            PLAYERS.index(step["winner"]) if step.get("winner") else None,
        ),
        "end_reason": (None if outcome is None else str(outcome.reason), step.get("end_reason")),
        # Cards that a choice keeps face down here are face up on the platform (R2.4).
        "face up and accessible": (accessible, set(on_the_table) & accessible),
        "accessible": (len(accessible) + hidden, len(on_the_table)),
        "face down and accessible": (hidden == 0 or choosing, True),
    }
    if "choices" in step:
        chosen = {str(action).split()[-1] for action in game.legal_actions()}
        found["choices"] = (chosen, set(step["choices"]))
    for p, player in enumerate(PLAYERS):
        city, sheet = game.cities[p], game.scores()[p]
        wonders = game.to_dict()["cities"][p]["wonders"]
        found |= {
            f"coins of {player}": (city.coins, step["coins"][player]),
            f"fines paid by {player}": (
                {2, 5} - set(game.military_tokens[1 - p]),
                set(step["fines_paid"][player]),
            ),
            f"resources of {player}": (
                {str(r): n for r, n in city.production.items() if n},
                step["resources"][player],
            ),
            f"trade prices of {player}": (
                {str(r): n for r, n in city.trade_prices.items()},
                step["trade_price"][player],
            ),
            f"discard income of {player}": (city.discard_income, step["discard_income"][player]),
            f"symbols of {player}": (
                {str(s): n for s, n in city.symbols.items()},
                {SYMBOLS.get(s, s): n for s, n in step["symbols"][player].items()},
            ),
            f"tokens of {player}": (sorted(map(str, city.tokens)), sorted(step["tokens"][player])),
            f"wonders of {player}": (wonders, step["wonders"][player]),
            f"cards of {player}": (sorted(map(str, city.cards)), sorted(step["cards"][player])),
            f"prices of cards for {player}": (
                {card: game.price(card, p).total for card in accessible},
                {card: total for card, total in step["card_price"][player].items() if card in accessible},
            ),
            f"prices of wonders for {player}": (
                {
                    w: game.price(w, p).total
                    for w, card in wonders.items()
                    if card is None and step["wonder_price"][player]
                },
                step["wonder_price"][player],
            ),
        }
        if step["score"] is not None:
            for theirs, ours in CATEGORIES.items():
                found[f"score of {player}, {ours}"] = (getattr(sheet, ours), step["score"][player][theirs])
    return found


def test_final_sheet_of_game_11(engine: Engine) -> None:
    record = Record.from_neutral(read("7wdio_game_11"), game_type=game_type(engine))
    game = record.replay(game_type(engine))
    assert game.scores() == (
        Score(blue=20, green=13, yellow=6, guilds=0, wonders=9, tokens=11, coins=11, military=0, total=70),
        Score(blue=6, green=2, yellow=9, guilds=10, wonders=9, tokens=0, coins=6, military=0, total=42),
    )
    assert [city.coins for city in game.cities] == [33, 19]
    outcome = game.outcome()
    assert outcome is not None
    assert outcome == (0, Victory.CIVILIAN)


@pytest.mark.parametrize("name", GAMES)
def test_the_text_form_is_the_same_game(engine: Engine, name: str) -> None:
    record = Record.from_neutral(read(name), game_type=game_type(engine))
    again = Record.from_text(record.to_text())
    assert again == record
    assert again.replay(game_type(engine)).to_text() == record.replay(game_type(engine)).to_text()
