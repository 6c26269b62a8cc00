"""What is in the box: cards, wonders, progress tokens and the figures of the game.

The members are written out here, so that editors and type checkers know them; every figure comes from
`base.toml`, the file that the compiled engine is built from as well. A member's value is its id: the
place in the list of that file. Ids are append-only: an expansion never renumbers.

>>> Card.PALISADE.coin_cost, Card.PALISADE.shields, str(Card.PALISADE)
(2, 1, 'palisade')
>>> Card.from_slug("fortifications").chain_from
Card.PALISADE
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeVar

from ..errors import NotationError, quote

__all__ = [
    "BOX",
    "Box",
    "Card",
    "CardsPer",
    "Color",
    "Resource",
    "Structure",
    "Symbol",
    "Token",
    "Wonder",
]


_C = TypeVar("_C", bound="_Component")


class _Component(IntEnum):
    """What all six enumerations share: the slug as text form, and a `repr` that evaluates back."""

    @property
    def slug(self) -> str:
        """The text form used everywhere: lower case, underscores, no leading "The"."""
        return self._name_.lower()

    @classmethod
    def from_slug(cls, slug: str) -> Self:
        """The member with this slug; `NotationError` if there is none.

        >>> Wonder.from_slug("sphinx")
        Wonder.SPHINX
        >>> Card.from_slug("sphinx")
        Traceback (most recent call last):
        seven_duel.errors.NotationError: no such card: 'sphinx'
        """
        return _member(cls, slug)

    def __str__(self) -> str:
        return self.slug

    def __format__(self, spec: str) -> str:
        return format(self.slug, spec)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self._name_}"

    def __bool__(self) -> bool:
        # A component is a thing, even the one with id 0: `if card.science:` asks whether there is one.
        return True


def _member(kind: type[_C], slug: object) -> _C:
    if isinstance(slug, str) and slug == slug.lower():
        member = kind.__members__.get(slug.upper())
        if member is not None:
            return member
    raise NotationError(f"no such {kind.__name__.lower()}: {quote(slug)}")


class Resource(_Component):
    """The five resources: three raw materials, two manufactured goods (R4.1)."""

    WOOD = 0
    CLAY = 1
    STONE = 2
    GLASS = 3
    PAPYRUS = 4


class Color(_Component):
    """The colours of cards; purple cards are the guilds."""

    BROWN = 0
    GREY = 1
    BLUE = 2
    GREEN = 3
    YELLOW = 4
    RED = 5
    PURPLE = 6


class Symbol(_Component):
    """The science symbols (R7.1): six on two green cards each, `LAW` on the Law token."""

    PLUMB_LINE = 0
    WHEEL = 1
    QUILL = 2
    MORTAR = 3
    SUNDIAL = 4
    ARMILLARY_SPHERE = 5
    LAW = 6


class CardsPer(NamedTuple):
    """An effect that counts things in a city: each one gives `coins` when built and `points` at the end.

    `of` is a colour's slug, "brown_grey", "wonder" (built wonders) or "coins" (full threes of coins);
    `colors` are the colours counted, none for the last two. Sources: R5.2, R9.1, R9.2.
    """

    of: str
    colors: tuple[Color, ...]
    coins: int
    points: int


class Card(_Component):
    """The 73 cards: Age I, II, III, then the seven guilds.

    >>> Card.FORUM.coin_cost, dict(Card.FORUM.cost), Card.FORUM.produces_one_of
    (3, {Resource.CLAY: 1}, (Resource.GLASS, Resource.PAPYRUS))
    """

    LUMBER_YARD = 0
    LOGGING_CAMP = 1
    CLAY_POOL = 2
    CLAY_PIT = 3
    QUARRY = 4
    STONE_PIT = 5
    GLASSWORKS = 6
    PRESS = 7
    GUARD_TOWER = 8
    STABLE = 9
    GARRISON = 10
    PALISADE = 11
    WORKSHOP = 12
    APOTHECARY = 13
    SCRIPTORIUM = 14
    PHARMACIST = 15
    THEATER = 16
    ALTAR = 17
    BATHS = 18
    STONE_RESERVE = 19
    CLAY_RESERVE = 20
    WOOD_RESERVE = 21
    TAVERN = 22
    SAWMILL = 23
    BRICKYARD = 24
    SHELF_QUARRY = 25
    GLASSBLOWER = 26
    DRYING_ROOM = 27
    WALLS = 28
    HORSE_BREEDERS = 29
    BARRACKS = 30
    ARCHERY_RANGE = 31
    PARADE_GROUND = 32
    LIBRARY = 33
    DISPENSARY = 34
    SCHOOL = 35
    LABORATORY = 36
    COURTHOUSE = 37
    STATUE = 38
    TEMPLE = 39
    AQUEDUCT = 40
    ROSTRUM = 41
    FORUM = 42
    CARAVANSERY = 43
    CUSTOMS_HOUSE = 44
    BREWERY = 45
    ARSENAL = 46
    PRETORIUM = 47
    FORTIFICATIONS = 48
    SIEGE_WORKSHOP = 49
    CIRCUS = 50
    ACADEMY = 51
    STUDY = 52
    UNIVERSITY = 53
    OBSERVATORY = 54
    PALACE = 55
    TOWN_HALL = 56
    OBELISK = 57
    GARDENS = 58
    PANTHEON = 59
    SENATE = 60
    CHAMBER_OF_COMMERCE = 61
    PORT = 62
    ARMORY = 63
    LIGHTHOUSE = 64
    ARENA = 65
    MERCHANTS_GUILD = 66
    SHIPOWNERS_GUILD = 67
    BUILDERS_GUILD = 68
    MAGISTRATES_GUILD = 69
    SCIENTISTS_GUILD = 70
    MONEYLENDERS_GUILD = 71
    TACTICIANS_GUILD = 72

    @property
    def name_en(self) -> str:
        """The printed English name."""
        return _CARDS[self].name_en

    @property
    def age(self) -> int:
        """The age whose deck holds the card: 1, 2 or 3 (guilds: 3)."""
        return _CARDS[self].age

    @property
    def color(self) -> Color:
        """The colour; purple for guilds."""
        return _CARDS[self].color

    @property
    def cost(self) -> Mapping[Resource, int]:
        """Units of each resource it costs; only those above 0. Coins: `coin_cost`."""
        return _CARDS[self].cost

    @property
    def coin_cost(self) -> int:
        """Printed coins of the cost."""
        return _CARDS[self].coin_cost

    @property
    def produces(self) -> Mapping[Resource, int]:
        """Fixed production, units per resource (R4.1)."""
        return _CARDS[self].produces

    @property
    def produces_one_of(self) -> tuple[Resource, ...]:
        """One unit of one of these, each purchase anew (R4.2)."""
        return _CARDS[self].produces_one_of

    @property
    def reserve(self) -> tuple[Resource, ...]:
        """Resources that its owner buys at 1 coin a unit (R4.3)."""
        return _CARDS[self].reserve

    @property
    def shields(self) -> int:
        """Shields (R6.1)."""
        return _CARDS[self].shields

    @property
    def points(self) -> int:
        """Printed victory points; guilds score by `guild` instead."""
        return _CARDS[self].points

    @property
    def coins(self) -> int:
        """Coins from the bank when built."""
        return _CARDS[self].coins

    @property
    def coins_per(self) -> CardsPer | None:
        """Coins for each own card of a colour, or built wonder, when built (R5.2)."""
        return _CARDS[self].coins_per

    @property
    def guild(self) -> CardsPer | None:
        """What a guild counts, in the city that has more (R9.1, R9.2)."""
        return _CARDS[self].guild

    @property
    def science(self) -> Symbol | None:
        """The science symbol, if any (R7.1)."""
        return _CARDS[self].science

    @property
    def chain_symbol(self) -> str | None:
        """The white symbol that builds another card for nothing (R4.6)."""
        return _CARDS[self].chain_symbol

    @property
    def chain_from(self) -> Card | None:
        """The card whose owner builds this one for nothing (R4.6)."""
        return _CARDS[self].chain_from

    @property
    def chains_to(self) -> tuple[Card, ...]:
        """The cards that the owner of this one builds for nothing."""
        return _CARDS[self].chains_to

    @property
    def is_guild(self) -> bool:
        """Whether the card is one of the seven guilds."""
        return _CARDS[self].is_guild


class Wonder(_Component):
    """The twelve wonders, then the two promotional ones (R12).

    >>> Wonder.SPHINX.points, Wonder.SPHINX.extra_turn, Wonder.MESSE.is_promo
    (6, True, True)
    """

    APPIAN_WAY = 0
    CIRCUS_MAXIMUS = 1
    COLOSSUS = 2
    GREAT_LIBRARY = 3
    GREAT_LIGHTHOUSE = 4
    HANGING_GARDENS = 5
    MAUSOLEUM = 6
    PIRAEUS = 7
    PYRAMIDS = 8
    SPHINX = 9
    STATUE_OF_ZEUS = 10
    TEMPLE_OF_ARTEMIS = 11
    MESSE = 12
    STATUE_OF_LIBERTY = 13

    @property
    def name_en(self) -> str:
        """The printed English name."""
        return _WONDERS[self].name_en

    @property
    def cost(self) -> Mapping[Resource, int]:
        """Units of each resource it costs; no wonder costs coins."""
        return _WONDERS[self].cost

    @property
    def coin_cost(self) -> int:
        """Printed coins of the cost (0 for every wonder of this edition)."""
        return _WONDERS[self].coin_cost

    @property
    def points(self) -> int:
        """Printed victory points."""
        return _WONDERS[self].points

    @property
    def shields(self) -> int:
        """Shields (R6.1)."""
        return _WONDERS[self].shields

    @property
    def coins(self) -> int:
        """Coins from the bank when built."""
        return _WONDERS[self].coins

    @property
    def opponent_loses(self) -> int:
        """Coins that the opponent loses when it is built (R5.1)."""
        return _WONDERS[self].opponent_loses

    @property
    def extra_turn(self) -> bool:
        """Whether it gives an extra turn of its own (R8.2)."""
        return _WONDERS[self].extra_turn

    @property
    def destroy(self) -> Color | None:
        """The colour of the opponent's card that is discarded (R8.4)."""
        return _WONDERS[self].destroy

    @property
    def produces_one_of(self) -> tuple[Resource, ...]:
        """One unit of one of these, each purchase anew (R4.2)."""
        return _WONDERS[self].produces_one_of

    @property
    def choice(self) -> str | None:
        """The choice it opens: "library", "mausoleum", "messe", "liberty", or None."""
        return _WONDERS[self].choice

    @property
    def is_promo(self) -> bool:
        """Whether it is one of the promotional wonders (R12)."""
        return _WONDERS[self].is_promo


class Token(_Component):
    """The ten progress tokens (R7.3).

    >>> Token.AGRICULTURE.coins, Token.AGRICULTURE.points, Token.LAW.science
    (6, 4, Symbol.LAW)
    """

    AGRICULTURE = 0
    ARCHITECTURE = 1
    ECONOMY = 2
    LAW = 3
    MASONRY = 4
    MATHEMATICS = 5
    PHILOSOPHY = 6
    STRATEGY = 7
    THEOLOGY = 8
    URBANISM = 9

    @property
    def name_en(self) -> str:
        """The printed English name."""
        return _TOKENS[self].name_en

    @property
    def coins(self) -> int:
        """Coins from the bank when taken."""
        return _TOKENS[self].coins

    @property
    def points(self) -> int:
        """Victory points."""
        return _TOKENS[self].points

    @property
    def points_per_token(self) -> int:
        """Points for each own token at the end, itself included (Mathematics)."""
        return _TOKENS[self].points_per_token

    @property
    def science(self) -> Symbol | None:
        """The science symbol (Law)."""
        return _TOKENS[self].science


class Structure(NamedTuple):
    """The layout of one age's 20 slots, numbered row by row from the far end, left to right (R2.1).

    - `rows`: the columns of each row, row 1 first
    - `row`, `column`: of each slot (rows from 1)
    - `face_up`: whether each slot is dealt face up (odd rows)
    - `covered_by`: the slots that cover each slot (R2.2); `covers`: the slots that it covers

    >>> BOX.structure(1).covered_by[0], BOX.structure(1).column[0], BOX.structure(1).face_up[2]
    ((2, 3), 5, False)
    """

    age: int
    rows: tuple[tuple[int, ...], ...]
    row: tuple[int, ...]
    column: tuple[int, ...]
    face_up: tuple[bool, ...]
    covered_by: tuple[tuple[int, ...], ...]
    covers: tuple[tuple[int, ...], ...]


class SetupFigures(NamedTuple):
    """Figures of the set-up (R1)."""

    coins: int
    board_tokens: int
    wonder_groups: int
    group_size: int
    removed_per_age: int
    guilds: int
    max_built_wonders: int
    first_game: tuple[tuple[Wonder, ...], tuple[Wonder, ...]]


class MilitaryFigures(NamedTuple):
    """Figures of the military track (R6, R11.1): `tokens`, `points` as (distance, value), nearest first."""

    capital: int
    tokens: tuple[tuple[int, int], ...]
    points: tuple[tuple[int, int], ...]


class TradeFigures(NamedTuple):
    """Figures of trade (R4.3, R4.4): base price, price with a reserve, units waived by a token."""

    base: int
    reserve: int
    waived: int


class CoinFigures(NamedTuple):
    """Figures of coins: a discard (R3.3), Urbanism's chain (R7.3), the coins to a point (R11.1)."""

    discard: int
    urbanism: int
    per_point: int


@dataclass(frozen=True)
class Box:
    """The figures of the game that belong to no single component.

    >>> BOX.military.capital, BOX.trade.base, BOX.setup.coins, BOX.coins.discard
    (9, 2, 7, 2)
    """

    setup: SetupFigures
    military: MilitaryFigures
    trade: TradeFigures
    coins: CoinFigures
    structures: tuple[Structure, ...]

    def structure(self, age: int) -> Structure:
        """The layout of an age (1 to 3)."""
        return self.structures[age - 1]


@dataclass(frozen=True, slots=True)
class _CardData:
    name_en: str
    age: int
    color: Color
    cost: Mapping[Resource, int]
    coin_cost: int
    produces: Mapping[Resource, int]
    produces_one_of: tuple[Resource, ...]
    reserve: tuple[Resource, ...]
    shields: int
    points: int
    coins: int
    coins_per: CardsPer | None
    guild: CardsPer | None
    science: Symbol | None
    chain_symbol: str | None
    chain_from: Card | None
    chains_to: tuple[Card, ...]
    is_guild: bool


@dataclass(frozen=True, slots=True)
class _WonderData:
    name_en: str
    cost: Mapping[Resource, int]
    coin_cost: int
    points: int
    shields: int
    coins: int
    opponent_loses: int
    extra_turn: bool
    destroy: Color | None
    produces_one_of: tuple[Resource, ...]
    choice: str | None
    is_promo: bool


@dataclass(frozen=True, slots=True)
class _TokenData:
    name_en: str
    coins: int
    points: int
    points_per_token: int
    science: Symbol | None


def _units(amounts: Mapping[str, int]) -> Mapping[Resource, int]:
    """Units per resource in id order, without coins."""
    return MappingProxyType({r: amounts[r.slug] for r in Resource if r.slug in amounts})


def _resources(slugs: list[str]) -> tuple[Resource, ...]:
    return tuple(Resource.from_slug(slug) for slug in slugs)


def _symbol(slug: str | None) -> Symbol | None:
    return None if slug is None else Symbol.from_slug(slug)


def _cards_per(entry: Mapping[str, Any] | None) -> CardsPer | None:
    if entry is None:
        return None
    names = entry["of"].split("_")
    colors = tuple(color for color in Color if color.slug in names)
    return CardsPer(entry["of"], colors, entry["coins"], entry.get("points", 0))


def _cards(entries: list[dict[str, Any]]) -> tuple[_CardData, ...]:
    giver = {e["chain_symbol"]: Card.from_slug(e["slug"]) for e in entries if "chain_symbol" in e}
    taker: dict[str, list[Card]] = {}
    for e in entries:
        if "chain_from" in e:
            taker.setdefault(e["chain_from"], []).append(Card.from_slug(e["slug"]))
    return tuple(
        _CardData(
            name_en=e["name_en"],
            age=e["age"],
            color=Color.from_slug(e["color"]),
            cost=_units(e.get("cost", {})),
            coin_cost=e.get("cost", {}).get("coins", 0),
            produces=_units(e.get("produces", {})),
            produces_one_of=_resources(e.get("produces_one_of", [])),
            reserve=_resources(e.get("reserve", [])),
            shields=e.get("shields", 0),
            points=e.get("points", 0),
            coins=e.get("coins", 0),
            coins_per=_cards_per(e.get("coins_per")),
            guild=_cards_per(e.get("guild")),
            science=_symbol(e.get("science")),
            chain_symbol=e.get("chain_symbol"),
            chain_from=giver[e["chain_from"]] if "chain_from" in e else None,
            chains_to=tuple(taker.get(e.get("chain_symbol", ""), ())),
            is_guild="guild" in e,
        )
        for e in entries
    )


def _wonders(entries: list[dict[str, Any]]) -> tuple[_WonderData, ...]:
    return tuple(
        _WonderData(
            name_en=e["name_en"],
            cost=_units(e["cost"]),
            coin_cost=e["cost"].get("coins", 0),
            points=e.get("points", 0),
            shields=e.get("shields", 0),
            coins=e.get("coins", 0),
            opponent_loses=e.get("opponent_loses", 0),
            extra_turn=e.get("extra_turn", False),
            destroy=Color.from_slug(e["destroy"]) if "destroy" in e else None,
            produces_one_of=_resources(e.get("produces_one_of", [])),
            choice=e.get("choice"),
            is_promo=e["set"] == "promo",
        )
        for e in entries
    )


def _tokens(entries: list[dict[str, Any]]) -> tuple[_TokenData, ...]:
    return tuple(
        _TokenData(
            name_en=e["name_en"],
            coins=e.get("coins", 0),
            points=e.get("points", 0),
            points_per_token=e.get("points_per_token", 0),
            science=_symbol(e.get("science")),
        )
        for e in entries
    )


def _structure(age: int, rows: list[list[int]]) -> Structure:
    places = [(row, column) for row, columns in enumerate(rows, 1) for column in columns]
    slot = {place: i for i, place in enumerate(places)}

    def beside(row: int, column: int, step: int) -> tuple[int, ...]:
        return tuple(slot[at] for at in ((row + step, column - 1), (row + step, column + 1)) if at in slot)

    return Structure(
        age=age,
        rows=tuple(tuple(columns) for columns in rows),
        row=tuple(row for row, _ in places),
        column=tuple(column for _, column in places),
        face_up=tuple(row % 2 == 1 for row, _ in places),
        covered_by=tuple(beside(row, column, +1) for row, column in places),
        covers=tuple(beside(row, column, -1) for row, column in places),
    )


def _box(data: Mapping[str, Any]) -> Box:
    setup, military = data["setup"], data["military"]
    first, second = ([Wonder.from_slug(slug) for slug in slugs] for slugs in setup["first_game"])
    return Box(
        setup=SetupFigures(**{**setup, "first_game": (tuple(first), tuple(second))}),
        military=MilitaryFigures(
            military["capital"],
            tuple((t["distance"], t["coins"]) for t in military["tokens"]),
            tuple((p["distance"], p["points"]) for p in military["points"]),
        ),
        trade=TradeFigures(**data["trade"]),
        coins=CoinFigures(**data["coins"]),
        structures=tuple(_structure(s["age"], s["rows"]) for s in data["structures"]),
    )


# importlib.resources also reads from a wheel that was never unpacked.
_DATA = tomllib.loads(files(__name__).joinpath("base.toml").read_text("utf-8"))
_CARDS = _cards(_DATA["cards"])
_WONDERS = _wonders(_DATA["wonders"])
_TOKENS = _tokens(_DATA["tokens"])
BOX = _box(_DATA)
"""Set-up, military, trade, coins and the three structures."""
