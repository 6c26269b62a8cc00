"""Records: whole games as text, chance included, and the neutral JSON of real games.

The text form: a first line that names the format, headers, an empty line, one action a line.
Lines that begin with "#" are comments, and so is what follows " #" behind an action.

    seven_duel record 1
    player0: Ann
    player1: Bob
    rules: promo_wonders
    result: 0 civilian 70 42
    place: Antibes

    board law
    board economy
    ...
    draft sphinx

Headers, all optional: `player0`, `player1`, `rules` (the options that are not default, as in a position's
text), `start` (the position's text if the game did not start at the set-up), `result` (winner 0, 1 or
"shared", the kind of victory, and both totals if known). Any other header is a tag.

What is read is checked against the rules: a `Record` that comes from `read`, `from_text` or `from_neutral`
is a game that can be replayed. A record that breaks a rule is a `RecordError` with the line or move, the
action, and the rule.

>>> record = Record.from_text('''seven_duel record 1
... player0: Ann
...
... board law
... board economy   # the order does not matter
... ''')
>>> record.players, record.actions[1], record.replay().phase
(('Ann', ''), Action('board economy'), 'board')
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Self, TypeVar, overload

from .action import Action, ActionKind
from .components import Card, Wonder
from .errors import IllegalActionError, NotationError, PositionError, RecordError, quote
from .position import from_text as position_from_text
from .rules import Rules
from .types import CHANCE, GameLike, Outcome, Victory

__all__ = ["FIRST_LINE", "Record", "decode", "default_game", "parse_json"]

FIRST_LINE = "seven_duel record 1"
"""The first line of every record in text form; the number is the version of the form."""

_G = TypeVar("_G", bound=GameLike)
_TAG = re.compile(r"[a-z][a-z0-9_]*")
_RESERVED = ("player0", "player1", "rules", "start", "result")


@dataclass(frozen=True)
class Record:
    """One game: who played, by which rules, what was done, how it ended. Immutable.

    - `actions`: every action in order, those of chance included
    - `players`: the names of players 0 and 1
    - `rules`: the options; with a `start` they must be those of that position
    - `start`: the one-line text of the position the game started from; None for the set-up
    - `result`, `totals`: the end and both totals, None if unknown; a replay that ends otherwise is refused
    - `tags`: whatever else is known (event, date, ...): keys like `date`, values of one line

    A value that the text form cannot hold is a `RecordError`. Nothing is replayed here; `replay` does that.
    """

    actions: tuple[Action, ...] = ()
    players: tuple[str, str] = ("", "")
    rules: Rules = field(default_factory=Rules)
    start: str | None = None
    result: Outcome | None = None
    totals: tuple[int, int] | None = None
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    # The lines that the actions were read from.
    _lines: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        values: dict[str, object] = {"player0": self.players[0], "player1": self.players[1], **self.tags}
        for key, value in values.items():
            if not isinstance(value, str) or value != value.strip() or not value.isprintable():
                raise RecordError(f"{key}: must be one line of text, not {quote(value)}")
        for key in self.tags:
            if not _TAG.fullmatch(key) or key in _RESERVED:
                raise RecordError(f"not a tag: {quote(key)}")
        if self.totals is not None and self.result is None:
            raise RecordError("totals without a result")
        if self.start is not None:
            try:
                rules = Rules.from_dict(position_from_text(self.start)["rules"])
            except PositionError as error:
                raise RecordError(f"start: {error}") from error
            if rules != self.rules:
                raise RecordError("rules: must be those of the start position")

    @classmethod
    def from_game(
        cls, game: GameLike, *, players: tuple[str, str] = ("", ""), tags: Mapping[str, str] | None = None
    ) -> Self:
        """The record of a game from its root to where it is now, finished or not.

        >>> from seven_duel.reference import Game
        >>> game = Game(seed=1)
        >>> game.apply(game.legal_actions()[0])
        >>> len(Record.from_game(game).actions)
        10
        """
        root = game.copy()
        while _undone(root):
            pass
        # What cannot be undone is the chance that a seeded game drew when it was made.
        drawn = root.history
        start: str | None = root.to_text()
        actions = game.history[len(drawn) :]
        if _position_after(type(game), game.rules, drawn) == start:
            start, actions = None, game.history
        result = game.outcome()
        first, second = game.scores()
        return cls(
            actions=actions,
            players=players,
            rules=game.rules,
            start=start,
            result=result,
            totals=None if result is None else (first.total, second.total),
            tags=dict(tags or {}),
        )

    @overload
    def replay(self) -> GameLike: ...
    @overload
    def replay(self, game_type: type[_G]) -> _G: ...
    def replay(self, game_type: type[GameLike] | None = None) -> GameLike:
        """The game after the last action, as a manual game of this engine (default: `seven_duel.Game`).

        Without the compiled engine the default is `seven_duel.reference.Game`. `RecordError` if an action is
        illegal, or if the record's result is not the game's.
        """
        game = self._begin(game_type or default_game())
        for _ in self._play(game):
            pass
        return game

    @overload
    def steps(self) -> Iterator[tuple[Action, GameLike]]: ...
    @overload
    def steps(self, game_type: type[_G]) -> Iterator[tuple[Action, _G]]: ...
    def steps(self, game_type: type[GameLike] | None = None) -> Iterator[tuple[Action, GameLike]]:
        """Each action with the game after it. It is one game that goes on: copy it to keep a moment.

        >>> record = Record((Action("board law"), Action("board economy")))
        >>> [(str(action), len(game.board_tokens)) for action, game in record.steps()]
        [('board law', 1), ('board economy', 2)]
        """
        game = self._begin(game_type or default_game())
        for action in self._play(game):
            yield action, game

    def _begin(self, game_type: type[_G]) -> _G:
        if self.start is None:
            return game_type.manual(self.rules)
        try:
            return game_type.from_text(self.start)
        except PositionError as error:
            raise RecordError(f"start: {error}") from error

    def _play(self, game: GameLike) -> Iterator[Action]:
        for move, action in enumerate(self.actions, 1):
            try:
                game.apply(action)
            except IllegalActionError as error:
                raise self._error(move, action, error) from error
            yield action
        if self.result is not None:
            self._compare_result(game)

    def _error(self, move: int, action: Action, error: Exception) -> RecordError:
        line = self._lines[move - 1] if self._lines else None
        where = f"action {move}" if line is None else f"line {line} (action {move})"
        message = str(error)
        if str(action) not in message:
            message = f"{action}: {message}"
        return RecordError(f"{where}: {message}", line=line, move=move, action=action)

    def _compare_result(self, game: GameLike) -> None:
        outcome = game.outcome()
        if outcome is None:
            raise RecordError("result: the game is not over after the last action")
        if outcome != self.result:
            raise RecordError(f"result: the game ends {_result_text(outcome, None)}")
        first, second = game.scores()
        if self.totals is not None and self.totals != (first.total, second.total):
            raise RecordError(f"result: the totals are {first.total} and {second.total} (R11.1)")

    def to_text(self) -> str:
        r"""The text form, with a newline at the end; comments of a text that was read are not kept.

        >>> Record((Action("board law"),), players=("Ann", "Bob")).to_text()
        'seven_duel record 1\nplayer0: Ann\nplayer1: Bob\n\nboard law\n'
        """
        headers = {"player0": self.players[0], "player1": self.players[1]}
        default = Rules().to_dict()
        headers["rules"] = ",".join(
            key if value is True else f"{key}={value}"
            for key, value in self.rules.to_dict().items()
            if value != default[key]
        )
        headers["start"] = self.start or ""
        headers["result"] = "" if self.result is None else _result_text(self.result, self.totals)
        lines = [FIRST_LINE]
        lines += [f"{key}: {value}" for key, value in headers.items() if value]
        lines += [f"{key}: {value}".rstrip() for key, value in self.tags.items()]
        lines += ["", *map(str, self.actions)]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str, *, check: bool = True) -> Self:
        """Read the text form; `RecordError` names the line. `check=False` skips the replay."""
        if not isinstance(text, str):
            raise RecordError(f"not a record: {quote(text)}")
        lines = [line.strip() for line in text.split("\n")]
        if lines[0] != FIRST_LINE:
            raise RecordError(f"line 1: must be {FIRST_LINE!r}, not {quote(lines[0])}", line=1)
        headers: dict[str, str] = {}
        header_lines: dict[str, int] = {}
        at = 1
        while at < len(lines) and lines[at]:
            if not lines[at].startswith("#"):
                key, colon, value = lines[at].partition(":")
                if not colon or not _TAG.fullmatch(key) or key in headers:
                    problem = "twice" if key in headers else "must be like 'key: value'"
                    raise RecordError(f"line {at + 1}: {quote(lines[at])}: {problem}", line=at + 1)
                headers[key] = value.strip()
                header_lines[key] = at + 1
            at += 1
        actions, numbers = [], []
        for number, line in enumerate(lines[at:], at + 1):
            written = "" if line.startswith("#") else line.split(" #", 1)[0].rstrip()
            if written:
                numbers.append(number)
                try:
                    actions.append(Action(written))
                except NotationError as error:
                    message = f"line {number}: {error}"
                    raise RecordError(message, line=number, move=len(numbers), action=written) from error
        try:
            record = cls._from_parts(headers, tuple(actions), tuple(numbers))
            if check:
                record.replay()
        except RecordError as error:
            key = str(error).partition(":")[0]
            if key not in header_lines:
                raise
            at = header_lines[key]
            raise RecordError(f"line {at}: {error}", line=at) from error
        return record

    @classmethod
    def _from_parts(
        cls, headers: Mapping[str, str], actions: tuple[Action, ...], lines: tuple[int, ...]
    ) -> Self:
        result, totals = _read_result(headers.get("result", ""))
        start = headers.get("start") or None
        return cls(
            actions=actions,
            players=(headers.get("player0", ""), headers.get("player1", "")),
            rules=_read_rules(headers.get("rules", ""), start),
            start=start,
            result=result,
            totals=totals,
            tags={key: value for key, value in headers.items() if key not in _RESERVED},
            _lines=lines,
        )

    @classmethod
    def from_neutral(cls, data: Mapping[str, Any], *, game_type: type[GameLike] | None = None) -> Self:
        """Read the neutral JSON of a real game, or a game of the corpus, already parsed.

        Such a log tells the set-up beforehand (`setup`) and then what the players did (`moves`, or `steps`
        in the short form of the corpus). The game is played on a manual game, and at each chance event the
        set-up says what happened. `RecordError` names the move.
        """
        return cls(**_Neutral(data, game_type or default_game()).convert())

    @classmethod
    def read(cls, path: str | PathLike[str], *, game_type: type[GameLike] | None = None) -> Self:
        """Read a file, the text form or neutral JSON; which one it is shows in the file itself.

        `RecordError` if it is neither or breaks a rule; `OSError` if the file cannot be read.
        """
        text = decode(Path(path).read_bytes())
        data = parse_json(text)
        return cls.from_text(text) if data is None else cls.from_neutral(data, game_type=game_type)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the text form to a file (UTF-8)."""
        Path(path).write_text(self.to_text(), encoding="utf-8", newline="\n")


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, with or without a mark in front; `RecordError` if it is not text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"not a text file: {error}") from error


def parse_json(text: str) -> Mapping[str, Any] | None:
    """The JSON object in a text; None if the text does not begin like one, `RecordError` if it breaks off."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise RecordError(f"not JSON: {error}", line=line) from error
    return _mapping("record", data)


def default_game() -> type[GameLike]:
    """The engine that replays records: the compiled one, or the plain one where that was not built."""
    try:
        from ._core import Game
    except ImportError:  # not built: the plain engine gives the same answers
        from .reference import Game as ReferenceGame

        return ReferenceGame
    return Game


def _undone(game: GameLike) -> bool:
    try:
        game.undo()
    except IllegalActionError:
        return False
    return True


def _position_after(game_type: type[GameLike], rules: Rules, actions: Sequence[Action]) -> str | None:
    """The position after these actions from the set-up; None if they are not legal there."""
    game = game_type.manual(rules)
    try:
        for action in actions:
            game.apply(action)
    except IllegalActionError:
        return None
    return game.to_text()


def _result_text(result: Outcome, totals: tuple[int, int] | None) -> str:
    winner = "shared" if result.winner is None else str(result.winner)
    return " ".join([winner, str(result.reason), *map(str, totals or ())])


def _read_result(text: str) -> tuple[Outcome | None, tuple[int, int] | None]:
    if not text:
        return None, None
    match = re.fullmatch(r"(0|1|shared) (civilian|military|science)(?: ([0-9]{1,4}) ([0-9]{1,4}))?", text)
    if not match:
        raise RecordError(f"result: must be like '0 civilian 70 42', not {quote(text)}")
    winner, reason, first, second = match.groups()
    outcome = Outcome(None if winner == "shared" else int(winner), Victory[reason.upper()])
    return outcome, None if first is None else (int(first), int(second))


def _read_rules(text: str, start: str | None) -> Rules:
    if not text and start is not None:
        try:
            return Rules.from_dict(position_from_text(start)["rules"])
        except PositionError as error:
            raise RecordError(f"start: {error}") from error
    options: dict[str, str | bool] = {}
    for entry in filter(None, text.split(",")):
        key, equals, value = entry.partition("=")
        options[key] = value if equals else True
    try:
        return Rules.from_dict(options)
    except PositionError as error:
        raise RecordError(f"rules: {error}") from error


_PLAYERS = ("P1", "P2")

# Move type of the neutral form -> its fields, and the texts of the actions that it stands for.
_MOVES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "draft_wonder": (("wonder",), ("draft {}",)),
    "build_card": (("card",), ("build {}",)),
    "discard_card": (("card",), ("discard {}",)),
    "build_wonder": (("wonder", "card"), ("wonder {} {}",)),
    "pick_board_token": (("token",), ("progress {}",)),
    "pick_library_token": (("token",), ("library {}",)),
    "destroy_card": (("card",), ("destroy {}",)),
    "pick_discarded_card": (("card",), ("mausoleum {}",)),
    "pick_top_row_card": (("card",), ("messe {}",)),
    "pick_unused_cards": (("pick", "give"), ("liberty {0}", "give {1}")),
    "choose_first_player": (("player",), ("start {}",)),
}


class _Neutral:
    """The conversion of one neutral log."""

    def __init__(self, data: object, game_type: type[GameLike]) -> None:
        self.data = _mapping("record", data)
        self.setup = _mapping("setup", self.data.get("setup"))
        self.game = game_type.manual(Rules(promo_wonders=self.has_promo()))
        self.actions: list[Action] = []

    def has_promo(self) -> bool:
        """Whether the promotional wonders were in the box: said so, or offered."""
        variant = self.data.get("variant")
        if isinstance(variant, Mapping) and variant.get("promo_wonders"):
            return True
        offered = _list("setup.wonders_offer_order", self.setup.get("wonders_offer_order"))
        return any(wonder.slug in offered for wonder in Wonder if wonder.is_promo)

    def convert(self) -> dict[str, Any]:
        """The fields of the record."""
        short_form = "moves" not in self.data
        read_move = _short_move if short_form else _long_move
        self.feed_chance()
        for number, entry in enumerate(_list("moves", self.data.get("steps" if short_form else "moves")), 1):
            try:
                actor, kind, args = read_move(entry)
                for text in _MOVES[kind][1]:
                    self.decide(actor, text.format(*args))
                self.feed_chance()
            except RecordError as error:
                raise RecordError(f"move {number}: {error}", move=number, action=error.action) from error
        outcome = self.game.outcome()
        first, second = self.game.scores()
        totals = None if outcome is None else (first.total, second.total)
        self.compare_result(outcome, totals)
        return {
            "actions": tuple(self.actions),
            "players": _PLAYERS,
            "rules": self.game.rules,
            "result": outcome,
            "totals": totals,
            "tags": {
                key: self.data[key]
                for key in ("name", "platform")
                if isinstance(self.data.get(key), str) and self.data[key].isprintable()
            },
        }

    def decide(self, actor: int, text: str) -> None:
        to_move = self.game.current_player
        if to_move is not None and to_move not in (actor, CHANCE):
            message = f"{text}: {_PLAYERS[to_move]} is to choose ({self.game.phase}), not {_PLAYERS[actor]}"
            raise RecordError(message, action=text)
        self.apply(text)

    def apply(self, text: str) -> None:
        try:
            action = Action(text)
            self.game.apply(action)
        except (NotationError, IllegalActionError) as error:
            message = str(error) if text in str(error) else f"{text}: {error}"
            raise RecordError(message, action=text) from error
        self.actions.append(action)

    def feed_chance(self) -> None:
        """Tell the game what the set-up says, as long as chance is due."""
        while self.game.current_player == CHANCE:
            due = self.game.legal_actions()[0]
            kind = due.kind
            before = sum(action.kind == kind for action in self.actions)
            if kind == ActionKind.BOARD:
                text = f"board {self.said('board_tokens', before)}"
            elif kind == ActionKind.OFFER:
                text = f"offer {self.said('wonders_offer_order', before)}"
            elif kind == ActionKind.SHOW:
                text = f"show {self.said('library_tokens', before)}"
            elif kind == ActionKind.GUILD:
                text = f"guild {self.guild_slot(before)}"
            elif kind == ActionKind.REVEAL:
                text = f"reveal {due.slot} {_name(self.deck_name(), self.deck(), due.slot or 0)}"
            else:
                text = f"removed {_name('cards not dealt', self.removed(), before)}"
            self.apply(text)

    def said(self, key: str, index: int) -> str:
        return _name(f"setup.{key}", _list(f"setup.{key}", self.setup.get(key)), index)

    def deck_name(self) -> str:
        return f"setup.ages.{self.game.age}"

    def deck(self) -> list[Any]:
        """The 20 cards of the age in slot order."""
        ages = _mapping("setup.ages", self.setup.get("ages"))
        return _list(self.deck_name(), ages.get(str(self.game.age)))

    def guild_slot(self, index: int) -> str:
        guilds = {card.slug for card in Card if card.is_guild}
        slots = [str(s) for s, card in enumerate(self.deck()) if isinstance(card, str) and card in guilds]
        return _name("guilds dealt in Age III", slots, index)

    def removed(self) -> list[str]:
        """The cards that left the deck of the age at set-up: those not dealt (R1.5)."""
        deck = self.deck()
        cards = (card for card in Card if card.age == self.game.age and not card.is_guild)
        return [card.slug for card in cards if card.slug not in deck]

    def compare_result(self, outcome: Outcome | None, totals: tuple[int, int] | None) -> None:
        """Refuse a log whose own words about the end are not the game's."""
        winner, reason = (None, None) if outcome is None else (outcome.winner, str(outcome.reason))
        truth = {"winner": None if winner is None else _PLAYERS[winner], "end_reason": reason}
        for where in ("", "recorded_result", "replayed_result"):
            said = self.data.get(where) if where else self.data
            if not isinstance(said, Mapping):
                continue
            for key, value in truth.items():
                if said.get(key) is not None and said[key] != value:
                    raise RecordError(f"{key}: the log says {quote(said[key])}, the game {_ending(outcome)}")
            scores = said.get("scores")
            for player, total in zip(_PLAYERS, totals or (), strict=False):
                sheet = scores.get(player) if isinstance(scores, Mapping) else None
                if isinstance(sheet, Mapping) and sheet.get("total", total) != total:
                    raise RecordError(f"scores: {player} has {total}, the log says {quote(sheet['total'])}")


def _ending(outcome: Outcome | None) -> str:
    return "is not over" if outcome is None else f"ends {_result_text(outcome, None)}"


def _mapping(where: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RecordError(f"{where}: must be a mapping, not {quote(value)}")
    return value


def _list(where: str, value: object) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise RecordError(f"{where}: must be a list, not {quote(value)}")
    return list(value)


def _name(where: str, names: Sequence[object], index: int) -> str:
    if index >= len(names):
        raise RecordError(f"{where}: too few, {len(names)}")
    name = names[index]
    if not isinstance(name, str):
        raise RecordError(f"{where}: must be names, not {quote(name)}")
    return name


def _player(value: object) -> int:
    if not isinstance(value, str) or value not in _PLAYERS:
        raise RecordError(f"a player is P1 or P2, not {quote(value)}")
    return _PLAYERS.index(value)


def _kind(kind: object) -> str:
    if not isinstance(kind, str) or kind not in _MOVES:
        raise RecordError(f"no such type of move: {quote(kind)}")
    return kind


def _arguments(kind: str, values: Sequence[object]) -> list[object]:
    """The arguments in the words of the action texts: names, and players as numbers."""
    if kind == "choose_first_player":
        return [_player(value) for value in values]
    return [_name(kind, values, at) for at in range(len(values))]


def _long_move(entry: object) -> tuple[int, str, list[object]]:
    """Actor, type and arguments of `{"actor": "P1", "type": "build_card", "card": "baths"}`."""
    move = _mapping("move", entry)
    kind = _kind(move.get("type"))
    return _player(move.get("actor")), kind, _arguments(kind, [move.get(key) for key in _MOVES[kind][0]])


def _short_move(entry: object) -> tuple[int, str, list[object]]:
    """The same of `["P1", ["build_card", "baths"], ...]`."""
    step = _list("step", entry)
    actor, words = step[:2] if len(step) >= 2 else (None, None)
    name, *values = _list("step", words) or [None]
    kind = _kind(name)
    if len(values) != len(_MOVES[kind][0]):
        raise RecordError(f"{kind} needs {', '.join(_MOVES[kind][0])}")
    return _player(actor), kind, _arguments(kind, values)
