"""What a card, a wonder or a token does at the moment it arrives (R5, R6, R7, R8.3, R9.1)."""

from __future__ import annotations

from ..components import BOX, Card, Color, Token, Wonder
from . import score
from .state import City, State


def lose_coins(city: City, coins: int) -> None:
    """A loss takes what is there (R5.1)."""
    city.coins -= min(coins, city.coins)


def discard_income(city: City) -> int:
    """What a discard brings (R3.3)."""
    return BOX.coins.discard + city.count(Color.YELLOW)


def gain_from_card(state: State, player: int, card: Card) -> None:
    """The coins of a card that has just joined the city (R5.2, R9.1)."""
    city = state.cities[player]
    city.coins += card.coins
    if card.coins_per is not None:
        of_wonders = card.coins_per.of == "wonder"
        own = len(city.built_wonders()) if of_wonders else city.count(*card.coins_per.colors)
        city.coins += card.coins_per.coins * own
    if card.guild is not None and card.guild.coins:
        city.coins += card.guild.coins * score.guild_count(state, card.guild.of, card.guild.colors)


def advance(state: State, player: int, shields: int) -> None:
    """The pawn moves towards the opponent's capital, space by space (R6.1, R6.2, R6.3)."""
    step = 1 if player == 0 else -1
    for _ in range(shields):
        if abs(state.pawn) >= BOX.military.capital:
            return  # shields beyond the capital do nothing
        state.pawn += step
        for distance, coins in BOX.military.tokens:
            if state.pawn * step == distance and coins in state.military_tokens[player]:
                _use_token(state, player, coins)
                lose_coins(state.cities[1 - player], coins)


def _use_token(state: State, player: int, coins: int) -> None:
    """Each military token works once (R6.2)."""
    first, second = state.military_tokens
    left = tuple([token for token in state.military_tokens[player] if token != coins])
    state.military_tokens = (left, second) if player == 0 else (first, left)


def build_card(state: State, player: int, card: Card) -> None:
    """A card joins the city, paid or free: coins, then shields, then science (R3.2, R3.6, R8.6).

    A pair of symbols adds the choice of a token to those that are to come (R7.2).
    """
    city = state.cities[player]
    city.cards |= {card}
    gain_from_card(state, player, card)
    if card.shields:
        strategy = card.color is Color.RED and Token.STRATEGY in city.tokens  # R7.3
        advance(state, player, card.shields + strategy)
    if card.science is not None and score.symbols(city)[card.science] == 2:
        state.then += (("progress", player),)


def build_wonder(state: State, player: int, wonder: Wonder) -> None:
    """Coins, coin losses and shields of a wonder (R3.6, R8.3); choices are opened after them."""
    state.cities[player].coins += wonder.coins
    lose_coins(state.cities[1 - player], wonder.opponent_loses)
    advance(state, player, wonder.shields)


def take_token(state: State, player: int, token: Token) -> None:
    """A progress token joins the city; its coins come at once (R7.3)."""
    city = state.cities[player]
    city.tokens |= {token}
    city.coins += token.coins
