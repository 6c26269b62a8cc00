"""The three plays with an accessible card: build it, discard it, or use it to build a wonder (R3)."""

from __future__ import annotations

from ..components import BOX, Card, Token, Wonder
from ..types import Price
from . import choices, effects, structure
from .price import market, price
from .state import State


def _pay(state: State, cost: Price) -> None:
    """Coins go to the bank; Economy receives what was paid for resources (R3.6, R7.3)."""
    opponent = state.cities[1 - state.mover]
    state.city.coins -= cost.total
    if Token.ECONOMY in opponent.tokens:
        opponent.coins += cost.total - cost.coins


def build(state: State, card: Card) -> None:
    """Build the card (R3.2)."""
    player = state.mover
    cost = price(market(state, player), card)
    _pay(state, cost)
    if cost.chain and Token.URBANISM in state.city.tokens:
        state.city.coins += BOX.coins.urbanism  # R7.3
    structure.take(state, card)
    effects.build_card(state, player, card)
    choices.proceed(state)


def discard(state: State, card: Card) -> None:
    """Discard the card for coins (R3.3)."""
    structure.take(state, card)
    state.city.coins += effects.discard_income(state.city)
    state.discard_pile |= {card}
    choices.proceed(state)


def wonder(state: State, wonder: Wonder, card: Card) -> None:
    """Build the wonder; the card is tucked under it (R3.4)."""
    player = state.mover
    city = state.city
    _pay(state, price(market(state, player), wonder))
    structure.take(state, card)
    city.wonders[wonder] = card
    if state.built_wonders() == BOX.setup.max_built_wonders:  # R8.1
        for each in state.cities:
            for unbuilt in each.unbuilt_wonders():
                del each.wonders[unbuilt]
    state.extra_turn = wonder.extra_turn or Token.THEOLOGY in city.tokens  # R7.3, R8.2
    effects.build_wonder(state, player, wonder)
    choices.open_wonder_choice(state, wonder)
