"""The position dictionary and its one-line text: their form and names, none of the game's rules.

A position says everything about a game that has been seen, and nothing else. `complete` checks the form
of a dictionary and fills in the defaults, `to_text` and `from_text` translate. Whether a position can
happen in a game is for the engines to judge (`Game.from_dict`).

Keys (any may be left out; the default is the start of Age I's first turn with an empty structure):

- `rules`: the options of `Rules`, all four
- `age` (1): 0 during the draft, else 1 to 3; `phase` ("turn"); `player` (0): who is to act, None if over
- `cities`: two of `coins` (7), `cards`, `wonders`, `tokens`; a wonder's value is None (unbuilt), the card
  tucked under it, or True (built with a card that nobody recorded)
- `pawn` (0), `military_tokens` ([[2, 5], [2, 5]]): `[p]` are those that player p's advance can still take
- `board_tokens`, `discard_pile`
- `structure`: 20 slots: None, a card, "?" (face-down age card), "?guild"
- `pending`: what is open: `turn_of`, `extra_turn`, `then`, `destroy`, `shown`, `removed`, `offered`;
  only what differs from the default

>>> complete({"player": 1})["cities"][1]["coins"]
7
>>> to_text({"player": 1})
'- 1 turn 1 7/-/-/- 7/-/-/- 0 25/25 - - .,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,.,. -'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from .components import Card, Resource, Token, Wonder
from .errors import NotationError, PositionError, quote
from .rules import Rules

__all__ = ["CHANCE_PHASES", "DECISION_PHASES", "PHASES", "Position"]
__all__ += ["complete", "from_text", "read", "to_text", "write"]

Position = dict[str, Any]
"""A position dictionary with every key, of plain JSON-ready values in canonical order."""

DECISION_PHASES = (
    *("draft", "turn", "progress", "library", "mausoleum"),
    *("destroy", "start", "messe", "liberty", "give"),
)
"""The phases in which a player chooses."""

CHANCE_PHASES = ("board", "offer", "guild", "reveal", "show", "removed")
"""The phases in which a chance event is due."""

PHASES = (*DECISION_PHASES, *CHANCE_PHASES, "over")
"""Every phase."""

_KEYS = (
    *("rules", "age", "phase", "player", "cities", "pawn"),
    *("military_tokens", "board_tokens", "discard_pile", "structure", "pending"),
)
_CITY_KEYS = ("coins", "cards", "wonders", "tokens")
_PENDING_KEYS = ("turn_of", "extra_turn", "then", "destroy", "shown", "removed", "offered")
_DEFAULT_RULES = Rules().to_dict()
_SLOTS = 20
_MAX_COINS = 999
_CAPITAL = 9
_THEN = re.compile(r"(progress|library|mausoleum|destroy|messe|liberty|give) [01]")

_Named = TypeVar("_Named", Card, Wonder, Token, Resource)


def complete(d: Mapping[str, Any]) -> Position:
    """The position with every key, defaults filled in, lists ascending by id.

    Checks the form: keys, types, names and ranges; `PositionError` names each key that is wrong.
    Completing twice changes nothing.

    >>> complete({"cities": [{}, {"cards": ["pallisade"], "coins": -1}]})
    Traceback (most recent call last):
    seven_duel.errors.PositionError: cities[1].coins: must be from 0 to 999, not -1; \
cities[1].cards: no such card: 'pallisade'
    """
    form = _Form()
    position = form.position(d)
    if form.problems:
        raise PositionError(*form.problems)
    return position


class _Form:
    """One reading of a position; collects what is wrong."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def wrong(self, where: str, what: str) -> None:
        self.problems.append(f"{where}: {what}")

    def position(self, d: object) -> Position:
        d = self.mapping("position", d, _KEYS)
        phase = d.get("phase", "turn")
        if not (isinstance(phase, str) and phase in PHASES):
            self.wrong("phase", f"no such phase: {quote(phase)}")
        player = d.get("player", None if phase == "over" else 0)
        if phase == "over" and player is not None:
            self.wrong("player", f"must be null when the game is over, not {quote(player)}")
        elif phase != "over":
            player = self.number("player", player, 0, 1)
        return {
            "rules": self.rules(d.get("rules", {})),
            "age": self.number("age", d.get("age", 1), 0, 3),
            "phase": phase,
            "player": player,
            "cities": self.cities(d.get("cities", ({}, {}))),
            "pawn": self.number("pawn", d.get("pawn", 0), -_CAPITAL, _CAPITAL),
            "military_tokens": self.military(d.get("military_tokens", ((2, 5), (2, 5)))),
            "board_tokens": self.names("board_tokens", d.get("board_tokens", ()), Token),
            "discard_pile": self.names("discard_pile", d.get("discard_pile", ()), Card),
            "structure": self.structure(d.get("structure", (None,) * _SLOTS)),
            "pending": self.pending(d.get("pending", {}), player),
        }

    def rules(self, options: object) -> dict[str, str | bool]:
        try:
            return Rules.from_dict(options).to_dict()  # type: ignore[arg-type]  # it checks the type itself
        except PositionError as error:
            self.problems.extend(error.problems)
            return {}

    def cities(self, value: object) -> list[dict[str, Any]]:
        return [self.city(f"cities[{p}]", city) for p, city in enumerate(self.sequence("cities", value, 2))]

    def city(self, where: str, value: object) -> dict[str, Any]:
        d = self.mapping(where, value, _CITY_KEYS)
        return {
            "coins": self.number(f"{where}.coins", d.get("coins", 7), 0, _MAX_COINS),
            "cards": self.names(f"{where}.cards", d.get("cards", ()), Card),
            "wonders": self.wonders(f"{where}.wonders", d.get("wonders", {})),
            "tokens": self.names(f"{where}.tokens", d.get("tokens", ()), Token),
        }

    def wonders(self, where: str, value: object) -> dict[str, str | bool | None]:
        if not isinstance(value, Mapping):
            self.wrong(where, f"must be a mapping, not {quote(value)}")
            return {}
        slugs = self.names(where, list(value), Wonder)
        for slug in slugs:
            tucked = value[slug]
            if tucked is not None and tucked is not True and not isinstance(tucked, str):
                self.wrong(f"{where}.{slug}", f"must be null, a card or true, not {quote(tucked)}")
            elif isinstance(tucked, str):
                self.name(f"{where}.{slug}", tucked, Card)
        return {slug: value[slug] for slug in slugs}

    def military(self, value: object) -> list[list[int]]:
        tokens = []
        for p, side in enumerate(self.sequence("military_tokens", value, 2)):
            where = f"military_tokens[{p}]"
            left = self.sequence(where, side)
            if any(isinstance(n, bool) or not isinstance(n, int) or n not in (2, 5) for n in left):
                self.wrong(where, f"must be some of 2 and 5, not {quote(side)}")
                left = []
            elif len(set(left)) < len(left):
                self.wrong(where, f"a token twice in {quote(side)}")
            tokens.append(sorted(int(n) for n in left))
        return tokens

    def structure(self, value: object) -> list[str | None]:
        slots = self.sequence("structure", value, _SLOTS)
        for s, card in enumerate(slots):
            if card is not None and not (isinstance(card, str) and card in ("?", "?guild")):
                self.name(f"structure[{s}]", card, Card)
        return list(slots)

    def pending(self, value: object, player: object) -> dict[str, Any]:
        d = self.mapping("pending", value, _PENDING_KEYS)
        full = {
            "turn_of": self.turn_of(d.get("turn_of", player), player),
            "extra_turn": d.get("extra_turn", False),
            "then": self.sequence("pending.then", d.get("then", ())),
            "destroy": d.get("destroy"),
            "shown": self.names("pending.shown", d.get("shown", ()), Token),
            "removed": self.names("pending.removed", d.get("removed", ()), Card),
            "offered": self.names("pending.offered", d.get("offered", ()), Wonder),
        }
        if not isinstance(full["extra_turn"], bool):
            self.wrong("pending.extra_turn", f"must be true or false, not {quote(full['extra_turn'])}")
        for choice in full["then"]:
            if not (isinstance(choice, str) and _THEN.fullmatch(choice)):
                self.wrong("pending.then", f"must be like 'progress 0', not {quote(choice)}")
        destroy = full["destroy"]
        if destroy is not None and not (isinstance(destroy, str) and destroy in ("grey", "brown")):
            self.wrong("pending.destroy", f"must be 'grey' or 'brown', not {quote(destroy)}")
        if full["turn_of"] == player:
            del full["turn_of"]
        return {key: x for key, x in full.items() if key == "turn_of" or x}

    def turn_of(self, value: object, player: object) -> int | None:
        if value is None and player is None:
            return None
        return self.number("pending.turn_of", value, 0, 1)

    def mapping(self, where: str, value: object, known: tuple[str, ...]) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.wrong(where, f"must be a mapping, not {quote(value)}")
            return {}
        for key in value:
            if key not in known:
                self.wrong(where, f"unknown key {quote(key)}")
        return value

    def sequence(self, where: str, value: object, length: int | None = None) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            self.wrong(where, f"must be a list, not {quote(value)}")
        elif length is not None and len(value) != length:
            self.wrong(where, f"must have {length} entries, not {len(value)}")
        else:
            return list(value)
        return []

    def number(self, where: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(where, f"must be a whole number, not {quote(value)}")
        elif not low <= value <= high:
            self.wrong(where, f"must be from {low} to {high}, not {quote(value)}")
        else:
            return int(value)
        return 0

    def name(self, where: str, value: object, kind: type[_Named]) -> _Named | None:
        if not isinstance(value, str):
            self.wrong(where, f"must be the name of a {kind.__name__.lower()}, not {quote(value)}")
            return None
        try:
            return kind.from_slug(value)
        except NotationError:
            self.wrong(where, f"no such {kind.__name__.lower()}: {quote(value)}")
            return None

    def names(self, where: str, value: object, kind: type[_Named]) -> list[str]:
        members = []
        for entry in self.sequence(where, value):
            member = self.name(where, entry, kind)
            if member is not None and member in members:
                self.wrong(where, f"{member.slug} twice")
            elif member is not None:
                members.append(member)
        return [member.slug for member in sorted(members)]


def to_text(d: Mapping[str, Any]) -> str:
    """The one-line text of a position dictionary, which is completed first (`PositionError` if malformed).

    Twelve fields with a space between them: rules, age, phase, player, two cities
    (coins/cards/wonders/tokens), pawn, military tokens, board tokens, discard pile, structure ("." is an
    empty slot), pending. "-" stands for nothing.

    >>> to_text({"cities": [{"coins": 3, "wonders": {"sphinx": None, "pyramids": "baths"}}, {}]}).split()[4]
    '3/-/pyramids=baths,sphinx/-'
    """
    return write(complete(d))


def write(p: Position) -> str:
    """`to_text` of a position that is known to be complete, such as an engine's own; nothing is checked.

    The limits are for what is read: play from a rich position may go beyond 999 coins.
    """
    fields = [
        _rules_text(p["rules"]),
        str(p["age"]),
        p["phase"],
        "-" if p["player"] is None else str(p["player"]),
        *(_city_text(city) for city in p["cities"]),
        str(p["pawn"]),
        "/".join("".join(map(str, left)) or "-" for left in p["military_tokens"]),
        _list_text(p["board_tokens"]),
        _list_text(p["discard_pile"]),
        ",".join("." if card is None else card for card in p["structure"]),
        _pending_text(p["pending"]),
    ]
    return " ".join(fields)


def _list_text(names: Iterable[str], separator: str = ",") -> str:
    return separator.join(names) or "-"


def _rules_text(rules: Mapping[str, str | bool]) -> str:
    return _list_text(
        key if value is True else f"{key}={value}"
        for key, value in rules.items()
        if value != _DEFAULT_RULES[key]
    )


def _city_text(city: Mapping[str, Any]) -> str:
    wonders = [
        slug if tucked is None else f"{slug}={'?' if tucked is True else tucked}"
        for slug, tucked in city["wonders"].items()
    ]
    parts = (str(city["coins"]), *map(_list_text, (city["cards"], wonders, city["tokens"])))
    return "/".join(parts)


def _pending_text(pending: Mapping[str, Any]) -> str:
    entries = []
    for key, value in pending.items():
        if key == "then":
            text = "+".join(choice.replace(" ", ":") for choice in value)
        elif isinstance(value, list):
            text = "+".join(value)
        else:
            text = str(int(value)) if isinstance(value, int) else value
        entries.append(f"{key}={text}")
    return _list_text(entries, ";")


def from_text(s: str) -> Position:
    """The position dictionary of a one-line text, complete; `PositionError` names the field that is wrong.

    >>> from_text(to_text({"pawn": -4}))["pawn"]
    -4
    >>> from_text("- 1 turn 0")
    Traceback (most recent call last):
    seven_duel.errors.PositionError: text: must have 12 fields, not 4
    """
    return complete(read(s))


def read(s: str) -> Position:
    """`from_text` of a text that an engine wrote: the form of the fields is checked, not what is in them."""
    if not isinstance(s, str):
        raise PositionError(f"text: must be a string, not {quote(s)}")
    fields = s.split(" ")
    if len(fields) != 12:
        raise PositionError(f"text: must have 12 fields, not {len(fields)}")
    rules, age, phase, player, city0, city1, pawn, military, board, discard, structure, pending = fields
    read: dict[str, tuple[Callable[[str], object], str]] = {
        "rules": (_read_rules, rules),
        "age": (_read_number, age),
        "phase": (str, phase),
        "player": (lambda text: None if text == "-" else _read_number(text), player),
        "pawn": (_read_number, pawn),
        "military_tokens": (_read_military, military),
        "board_tokens": (_read_list, board),
        "discard_pile": (_read_list, discard),
        "structure": (_read_structure, structure),
        "pending": (_read_pending, pending),
        "cities[0]": (_read_city, city0),
        "cities[1]": (_read_city, city1),
    }
    d: dict[str, Any] = {}
    problems = []
    for key, (reader, text) in read.items():
        try:
            d[key] = reader(text)
        except _FieldError as error:
            problems.append(f"{key}: {error}")
    if problems:
        raise PositionError(*problems)
    d["cities"] = [d.pop("cities[0]"), d.pop("cities[1]")]
    return {key: d[key] for key in _KEYS}


class _FieldError(Exception):
    """A field of the text that is not in its form."""


def _read_number(text: str) -> int:
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", text):
        raise _FieldError(f"must be a whole number, not {quote(text)}")
    return int(text)


def _read_list(text: str, separator: str = ",") -> list[str]:
    return [] if text == "-" else text.split(separator)


def _read_rules(text: str) -> dict[str, str | bool]:
    return dict(_rules_of(text))


@lru_cache(maxsize=32)  # a program has few sets of options, and asks again for every position
def _rules_of(text: str) -> dict[str, str | bool]:
    options: dict[str, str | bool] = {}
    for entry in _read_list(text):
        key, equals, value = entry.partition("=")
        options[key] = value if equals else True
    try:
        full = Rules.from_dict(options).to_dict()
    except PositionError as error:
        raise _FieldError("; ".join(p.removeprefix("rules: ") for p in error.problems)) from None
    if _rules_text(full) != text:
        raise _FieldError(f"must be the options that are not default, in order, not {quote(text)}")
    return full


def _read_city(text: str) -> dict[str, Any]:
    parts = text.split("/")
    if len(parts) != len(_CITY_KEYS):
        raise _FieldError(f"must be coins/cards/wonders/tokens, not {quote(text)}")
    coins, cards, wonders, tokens = parts
    built: dict[str, str | bool | None] = {}
    for entry in _read_list(wonders):
        slug, equals, tucked = entry.partition("=")
        if slug in built:
            raise _FieldError(f"{quote(slug)} twice")
        built[slug] = (True if tucked == "?" else tucked) if equals else None
    return {
        "coins": _read_number(coins),
        "cards": _read_list(cards),
        "wonders": built,
        "tokens": _read_list(tokens),
    }


def _read_military(text: str) -> list[list[int]]:
    sides = text.split("/")
    if not all(re.fullmatch(r"-|[25]{1,2}", side) for side in sides):
        raise _FieldError(f"must be like 25/5 or -/25, not {quote(text)}")
    return [[] if side == "-" else [int(digit) for digit in side] for side in sides]


def _read_structure(text: str) -> list[str | None]:
    return [None if entry == "." else entry for entry in text.split(",")]


def _read_pending(text: str) -> dict[str, Any]:
    pending: dict[str, Any] = {}
    for entry in _read_list(text, ";"):
        key, equals, value = entry.partition("=")
        if key not in _PENDING_KEYS or not equals or not value:
            raise _FieldError(f"must be like key=value, not {quote(entry)}")
        if any(_PENDING_KEYS.index(key) <= _PENDING_KEYS.index(before) for before in pending):
            raise _FieldError(f"{key} is out of order")
        if key == "turn_of":
            pending[key] = _read_number(value)
        elif key == "extra_turn":
            if value != "1":
                raise _FieldError(f"extra_turn must be 1, not {quote(value)}")
            pending[key] = True
        elif key == "destroy":
            pending[key] = value
        elif key == "then":
            pending[key] = [choice.replace(":", " ") for choice in value.split("+")]
        else:
            pending[key] = value.split("+")
    return pending
