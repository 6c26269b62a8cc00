"""What a card or a wonder costs (R4).

A purchase is settled in this order: fixed production, choice producers on the dearest missing units of
their kind, the waivers of Architecture or Masonry on the dearest units left, and the bank for the rest.
This is exact (R4.5): the kinds of choice producers do not overlap, so each kind is a set of wildcards for
its own resources, and a waiver fits any unit; exchanging any two assignments never makes it cheaper.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..components import BOX, Card, Color, Resource, Token, Wonder
from ..types import Price
from .state import City, State

RESOURCES = tuple(Resource)


class Market(NamedTuple):
    """What one player's purchases depend on now."""

    production: tuple[int, ...]  # fixed, units of each resource (R4.1)
    choices: tuple[tuple[Resource, ...], ...]  # choice producers: one unit of one of these each (R4.2)
    unit_prices: tuple[int, ...]  # of one missing unit of each resource (R4.3)
    city: City


class _Bill(NamedTuple):
    """The printed cost of a component; plain numbers, since prices are asked for most of all."""

    coins: int
    units: tuple[tuple[int, int], ...]  # (resource, units), ascending
    chain_from: Card | None
    waiver: Token | None  # the token that waives units of it (R4.4)


_CARD_BILLS = [
    _Bill(c.coin_cost, tuple(c.cost.items()), c.chain_from, Token.MASONRY if c.color is Color.BLUE else None)
    for c in Card
]
_WONDER_BILLS = [_Bill(w.coin_cost, tuple(w.cost.items()), None, Token.ARCHITECTURE) for w in Wonder]

# What cards and wonders give to later purchases. A brown or grey card produces one resource only.
_PRODUCES = {card: next(iter(card.produces.items())) for card in Card if card.produces}
_PRODUCERS = frozenset(_PRODUCES)
_CHOICE_CARDS = frozenset(card for card in Card if card.produces_one_of)
_CHOICE_WONDERS = [wonder for wonder in Wonder if wonder.produces_one_of]
_RESERVE_CARDS = frozenset(card for card in Card if card.reserve)


def production(city: City) -> tuple[int, ...]:
    """Units of each resource that the brown and grey cards produce (R4.1)."""
    units = [0] * len(RESOURCES)
    for card in city.cards & _PRODUCERS:
        resource, amount = _PRODUCES[card]
        units[resource] += amount
    return tuple(units)


def choice_producers(city: City) -> tuple[tuple[Resource, ...], ...]:
    """The yellow cards and built wonders that give one unit per purchase (R4.2)."""
    cards = [card.produces_one_of for card in city.cards & _CHOICE_CARDS]
    wonders = [w.produces_one_of for w in _CHOICE_WONDERS if city.wonders.get(w) is not None]
    return (*cards, *wonders)


def unit_prices(city: City, opponent: City) -> tuple[int, ...]:
    """What one missing unit of each resource costs (R4.3)."""
    prices = [BOX.trade.base + units for units in production(opponent)]
    for card in city.cards & _RESERVE_CARDS:
        for resource in card.reserve:
            prices[resource] = BOX.trade.reserve
    return tuple(prices)


def market(state: State, player: int) -> Market:
    """What this player's purchases depend on now."""
    city = state.cities[player]
    return Market(production(city), choice_producers(city), unit_prices(city, state.cities[1 - player]), city)


def _dearest(missing: dict[int, int], prices: tuple[int, ...], among: Iterable[int]) -> int | None:
    """The dearest resource of which units are missing; the lower id where prices are equal."""
    dearest = None
    for resource in among:
        if missing.get(resource) and (dearest is None or prices[resource] > prices[dearest]):
            dearest = resource
    return dearest


def _settle(market: Market, bill: _Bill) -> tuple[dict[int, int], dict[int, int]]:
    """The units to buy and the units waived of each resource (R4.1, R4.2, R4.4, R4.5)."""
    missing: dict[int, int] = {}
    waived: dict[int, int] = {}
    production = market.production
    for resource, units in bill.units:
        if units > production[resource]:
            missing[resource] = units - production[resource]
    if missing:
        prices = market.unit_prices
        for kind in market.choices:
            dearest = _dearest(missing, prices, kind)
            if dearest is not None:
                missing[dearest] -= 1
        if bill.waiver in market.city.tokens:
            for _ in range(BOX.trade.waived):
                dearest = _dearest(missing, prices, missing)
                if dearest is not None:
                    missing[dearest] -= 1
                    waived[dearest] = waived.get(dearest, 0) + 1
    return missing, waived


def total(market: Market, component: Card | Wonder) -> int:
    """The coins to pay in all; the same as `price(...).total`, without the details."""
    bill = _CARD_BILLS[component] if isinstance(component, Card) else _WONDER_BILLS[component]
    if bill.chain_from in market.city.cards:
        return 0
    missing, _ = _settle(market, bill)
    coins = bill.coins
    for resource, units in missing.items():
        coins += units * market.unit_prices[resource]
    return coins


def price(market: Market, component: Card | Wonder) -> Price:
    """What a component costs this player now, whether or not it can be bought."""
    bill = _CARD_BILLS[component] if isinstance(component, Card) else _WONDER_BILLS[component]
    if bill.chain_from in market.city.cards:  # R4.6: always and automatically
        return Price(0, 0, {}, {}, True)
    missing, waived = _settle(market, bill)
    trade = {RESOURCES[r]: units * market.unit_prices[r] for r, units in missing.items() if units}
    return Price(
        bill.coins + sum(trade.values()),
        bill.coins,
        trade,
        {RESOURCES[r]: waived[r] for r in sorted(waived)},
        False,
    )
