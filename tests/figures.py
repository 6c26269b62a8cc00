"""The game's figures recomputed the slow and obvious way, from a position dictionary and tests/data alone.

Nothing of the library is used here: neither its enums nor its component file nor its engines.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
_BOX = json.loads((DATA / "components.json").read_text())

Position = dict[str, Any]

CARDS: dict[str, dict[str, Any]] = {card["slug"]: card for card in _BOX["cards"]}
WONDERS: dict[str, dict[str, Any]] = {wonder["slug"]: wonder for wonder in _BOX["wonders"]}
TOKENS: dict[str, dict[str, Any]] = {token["slug"]: token for token in _BOX["tokens"]}
GUILDS = [slug for slug, card in CARDS.items() if card["colour"] == "purple"]
_SCIENCE = {slug: card["science"] for slug, card in CARDS.items() if "science" in card}
RESOURCES = ("wood", "clay", "stone", "glass", "papyrus")

# R2.1: the columns of each row, from the far end.
ROWS = {
    1: ((5, 7), (4, 6, 8), (3, 5, 7, 9), (2, 4, 6, 8, 10), (1, 3, 5, 7, 9, 11)),
    2: ((1, 3, 5, 7, 9, 11), (2, 4, 6, 8, 10), (3, 5, 7, 9), (4, 6, 8), (5, 7)),
    3: ((5, 7), (4, 6, 8), (3, 5, 7, 9), (4, 8), (3, 5, 7, 9), (4, 6, 8), (5, 7)),
}
PLACES = {
    age: [(row, column) for row, columns in enumerate(rows, 1) for column in columns]
    for age, rows in ROWS.items()
}
# R2.1: odd rows are dealt face up.
DEALT_FACE_UP = {age: [row % 2 == 1 for row, _ in places] for age, places in PLACES.items()}
# R2.2: for each slot, those whose cards cover it.
COVERS = {
    age: [
        [places.index(place) for place in ((row + 1, column - 1), (row + 1, column + 1)) if place in places]
        for row, column in places
    ]
    for age, places in PLACES.items()
}
# R2.3: the cards with each age's back: no guilds.
AGE_CARDS = {
    age: {slug for slug, card in CARDS.items() if card["age"] == age and slug not in GUILDS} for age in ROWS
}


# -- the structure (R2) ------------------------------------------------------------------------------------


def is_face_up(entry: str | None) -> bool:
    """Whether a slot of the dictionary shows a card."""
    return entry not in (None, "?", "?guild")


def accessible(position: Position) -> list[int]:
    """R2.2: the slots whose card nothing covers."""
    return position.accessible if isinstance(position, Kept) else _accessible(position)


def _accessible(position: Position) -> list[int]:
    structure = position["structure"]
    return [
        slot
        for slot, covers in enumerate(COVERS[position["age"]])
        if structure[slot] and not any(structure[above] for above in covers)
    ]


def row_one(age: int) -> range:
    """The slots of row 1, the far end."""
    return range(len(ROWS[age][0]))


# -- one city ----------------------------------------------------------------------------------------------


def built(city: Position) -> list[str]:
    """The built wonders."""
    return [wonder for wonder, card in city["wonders"].items() if card is not None]


def count(city: Position, what: str) -> int:
    """How many cards of a colour (or of brown and grey), or built wonders."""
    if what == "wonder":
        return len(built(city))
    counted = _of_colour(what)
    return sum(card in counted for card in city["cards"])


@lru_cache
def _of_colour(what: str) -> set[str]:
    return {slug for slug, card in CARDS.items() if card["colour"] in what.split("_")}


def production(city: Position) -> Counter[str]:
    """R4.1: the fixed production of brown and grey cards."""
    units: Counter[str] = Counter()
    for card in city["cards"]:
        for resource, amount in CARDS[card].get("produces", {}).items():
            units[resource] += amount
    return units


def symbols(city: Position) -> dict[str, int]:
    """R7.1: the science symbols."""
    found = [_SCIENCE[card] for card in city["cards"] if card in _SCIENCE]
    if "law" in city["tokens"]:
        found.append("law")
    return {symbol: found.count(symbol) for symbol in found}


def unit_prices(position: Position, player: int) -> dict[str, int]:
    """R4.3: what one missing unit of each resource costs."""
    own, other = position["cities"][player], production(position["cities"][1 - player])
    at_one = {resource for card in own["cards"] for resource in CARDS[card].get("trade_at_1", ())}
    return {resource: 1 if resource in at_one else 2 + other[resource] for resource in RESOURCES}


def discard_income(city: Position) -> int:
    """R3.3."""
    return 2 + count(city, "yellow")


def chains(city: Position, card: str) -> bool:
    """R4.6: whether the city holds the card's predecessor."""
    needed = CARDS[card].get("chain_from")
    return needed is not None and any(CARDS[own].get("chain_symbol") == needed for own in city["cards"])


# -- prices (R4) -------------------------------------------------------------------------------------------


class Market:
    """What counts for one player's prices."""

    def __init__(self, position: Position, player: int) -> None:
        self.city = city = position["cities"][player]
        self.own = production(city)
        self.unit_prices = tuple(unit_prices(position, player).values())
        sources = [CARDS[card] for card in city["cards"]] + [WONDERS[wonder] for wonder in built(city)]
        self.producers = tuple(
            tuple(data["produces_one_of"]) for data in sources if "produces_one_of" in data
        )

    def price(self, what: str) -> tuple[int, int, bool]:
        """R4.5: the total, the part of it paid for resources, and whether a chain makes it free."""
        tokens = self.city["tokens"]
        if what in WONDERS:
            data = WONDERS[what]
            waives = "architecture" in tokens
        else:
            data = CARDS[what]
            waives = "masonry" in tokens and data["colour"] == "blue"
            if chains(self.city, what):
                return 0, 0, True
        missing = tuple(max(0, data["cost"].get(r, 0) - self.own[r]) for r in RESOURCES)
        trade = cheapest(missing, self.unit_prices, self.producers, waived=2 if waives else 0)
        return data["cost"].get("coins", 0) + trade, trade, False


@lru_cache(maxsize=1 << 16)
def cheapest(
    missing: tuple[int, ...],
    unit_prices: tuple[int, ...],
    producers: tuple[tuple[str, ...], ...],
    waived: int,
) -> int:
    """R4.5: the least over every use of the choice producers and the waivers, tried one by one."""
    best = sum(units * each for units, each in zip(missing, unit_prices, strict=True))
    for gifts in product(*producers):
        for waivers in combinations_with_replacement(RESOURCES, waived):
            free = Counter(gifts + waivers)
            left = (max(0, units - free[r]) for units, r in zip(missing, RESOURCES, strict=True))
            best = min(best, sum(units * each for units, each in zip(left, unit_prices, strict=True)))
    return best


# -- scores (R11) ------------------------------------------------------------------------------------------


def guild_points(position: Position, guild: str) -> int:
    """R9.2: the city with more counts, whoever owns the guild."""
    counted = CARDS[guild]["guild_counts"]
    if counted["of"] == "coins":
        counts = [city["coins"] // 3 for city in position["cities"]]
    else:
        counts = [count(city, counted["of"]) for city in position["cities"]]
    return int(max(counts) * counted["points"])


def score(position: Position, player: int) -> dict[str, int]:
    """R11.1: one player's sheet."""
    city = position["cities"][player]
    sheet = {
        colour: sum(CARDS[card].get("points", 0) for card in city["cards"] if CARDS[card]["colour"] == colour)
        for colour in ("blue", "green", "yellow")
    }
    sheet["guilds"] = sum(guild_points(position, card) for card in city["cards"] if card in GUILDS)
    sheet["wonders"] = sum(WONDERS[wonder].get("points", 0) for wonder in built(city))
    sheet["tokens"] = sum(
        3 * len(city["tokens"]) if token == "mathematics" else TOKENS[token].get("points", 0)
        for token in city["tokens"]
    )
    sheet["coins"] = city["coins"] // 3
    lead = position["pawn"] if player == 0 else -position["pawn"]
    sheet["military"] = 10 if lead >= 6 else 5 if lead >= 3 else 2 if lead >= 1 else 0
    sheet["total"] = sum(sheet.values())
    return sheet


# -- coins and shields of one action (R3.6, R5, R6) --------------------------------------------------------


class Bank:
    """The bank, both purses and the track, as one action moves them; coins only ever change hands (R5.3)."""

    def __init__(self, position: Position) -> None:
        self.purse: list[int] = [city["coins"] for city in position["cities"]]
        self.bank = 0  # what the bank has gained
        self.pawn: int = position["pawn"]
        self.military_tokens: list[list[int]] = [list(tokens) for tokens in position["military_tokens"]]

    def earn(self, player: int, coins: int) -> None:
        self.purse[player] += coins
        self.bank -= coins

    def lose(self, player: int, coins: int) -> None:
        """R5.1: a loss takes what is there."""
        taken = min(coins, self.purse[player])
        self.purse[player] -= taken
        self.bank += taken

    def pay(self, player: int, coins: int, trade: int, *, economy: bool) -> None:
        """R7.3: what is paid for resources goes to an opponent with Economy."""
        self.purse[player] -= coins
        self.purse[1 - player] += trade if economy else 0
        self.bank += coins - (trade if economy else 0)

    def march(self, player: int, shields: int) -> None:
        """R6: one space after the other, each military token once."""
        step = 1 if player == 0 else -1
        for _ in range(shields):
            if abs(self.pawn) == 9:
                return
            self.pawn += step
            for distance, coins in ((3, 2), (6, 5)):
                if self.pawn * step == distance and coins in self.military_tokens[player]:
                    self.military_tokens[player].remove(coins)
                    self.lose(1 - player, coins)


def after(position: Position, action: str) -> Bank:
    """What the bank, the purses and the track must hold once the action is done."""
    bank = Bank(position)
    kind, *words = action.split()
    if kind in ("reveal", "board", "offer", "guild", "show", "removed", "draft", "start", "destroy"):
        return bank
    player: int = position["player"]
    city, other = position["cities"][player], position["cities"][1 - player]
    economy = "economy" in other["tokens"]
    if kind == "build":
        total, trade, chain = Market(position, player).price(words[0])
        bank.pay(player, total, trade, economy=economy)
        if chain and "urbanism" in city["tokens"]:
            bank.earn(player, 4)  # R7.3
        _card_effects(bank, position, player, words[0])
    elif kind == "discard":
        bank.earn(player, discard_income(city))
    elif kind == "wonder":
        total, trade, _ = Market(position, player).price(words[0])
        bank.pay(player, total, trade, economy=economy)
        wonder = WONDERS[words[0]]
        bank.earn(player, wonder.get("coins", 0))
        bank.lose(1 - player, wonder.get("opponent_loses", 0))
        bank.march(player, wonder.get("shields", 0))
    elif kind in ("mausoleum", "messe", "liberty"):
        _card_effects(bank, position, player, words[0])
    elif kind == "give":
        _card_effects(bank, position, 1 - player, words[0])
    elif kind in ("progress", "library"):
        bank.earn(player, TOKENS[words[0]].get("coins", 0))
    return bank


def _card_effects(bank: Bank, position: Position, player: int, card: str) -> None:
    """R5.2, R9.1, R6: coins first, then shields; the new card counts."""
    data = CARDS[card]
    cities = [{**city} for city in position["cities"]]
    cities[player]["cards"] = [*cities[player]["cards"], card]
    bank.earn(player, data.get("coins", 0))
    if "coins_per" in data:
        bank.earn(player, count(cities[player], data["coins_per"]["of"]) * data["coins_per"]["coins"])
    if data.get("guild_counts", {}).get("coins"):
        bank.earn(player, max(count(city, data["guild_counts"]["of"]) for city in cities))
    strategy = data["colour"] == "red" and "strategy" in cities[player]["tokens"]
    bank.march(player, data.get("shields", 0) + strategy)


# -- what has been seen (R1, R2.3) -------------------------------------------------------------------------


def seen_cards(position: Position) -> list[str]:
    """Every card whose identity somebody has seen, once for each place it is in."""
    return position.seen if isinstance(position, Kept) else _seen(position)


def _seen(position: Position) -> list[str]:
    seen = [*position["discard_pile"], *position["pending"].get("removed", ())]
    for city in position["cities"]:
        seen += city["cards"]
        seen += [card for card in city["wonders"].values() if isinstance(card, str)]
    seen += [entry for entry in position["structure"] if is_face_up(entry)]
    return seen


def unseen_cards(position: Position) -> set[str]:
    """The rest of the box."""
    return CARDS.keys() - seen_cards(position)


class Kept(dict[str, Any]):
    """A position that stays as it is; what is asked for again and again is worked out once."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.accessible = _accessible(position) if position["age"] else []
        self.seen = _seen(position)
