"""Victory and the score sheet (R6.3, R7.1, R9.2, R11)."""

from __future__ import annotations

from ..components import BOX, Card, Color, Symbol, Token
from ..types import Outcome, Score, Victory
from .state import City, State

# R7.1: six different symbols win.
SYMBOLS_TO_WIN = 6

_CARD_SYMBOLS = {card: card.science for card in Card if card.science is not None}
_TOKEN_SYMBOLS = {token: token.science for token in Token if token.science is not None}
_CARDS = frozenset(_CARD_SYMBOLS)
_TOKENS = frozenset(_TOKEN_SYMBOLS)


def symbols(city: City) -> dict[Symbol, int]:
    """How many of each science symbol the city has, Law included; only those present (R7.1)."""
    found: dict[Symbol, int] = {}
    symbols = [_CARD_SYMBOLS[card] for card in city.cards & _CARDS]
    symbols += [_TOKEN_SYMBOLS[token] for token in city.tokens & _TOKENS]
    symbols.sort()
    for symbol in symbols:
        found[symbol] = found.get(symbol, 0) + 1
    return found


def supremacies(state: State) -> list[Outcome]:
    """The supremacies that have been reached: none, or one in any possible position (R6.3, R7.1)."""
    found = []
    if abs(state.pawn) >= BOX.military.capital:
        found.append(Outcome(0 if state.pawn > 0 else 1, Victory.MILITARY))
    for player, city in enumerate(state.cities):
        green = len(
            city.cards & _CARDS
        )  # a quick look first: there are never more symbols than cards and Law
        if green + 1 >= SYMBOLS_TO_WIN and len(symbols(city)) >= SYMBOLS_TO_WIN:
            found.append(Outcome(player, Victory.SCIENCE))
    return found


def outcome(state: State) -> Outcome | None:
    """How the game ended, None while it goes on."""
    if state.phase != "over":
        return None
    if supremacy := supremacies(state):
        return supremacy[0]
    first, second = scores(state)
    if first.total != second.total:
        winner = 0 if first.total > second.total else 1
    elif first.blue != second.blue:  # R11.2
        winner = 0 if first.blue > second.blue else 1
    else:
        return Outcome(None, Victory.CIVILIAN)
    return Outcome(winner, Victory.CIVILIAN)


def guild_count(state: State, of: str, colors: tuple[Color, ...]) -> int:
    """What a guild counts, in the city that has more of it (R9.1, R9.2)."""
    if of == "wonder":
        return max(len(city.built_wonders()) for city in state.cities)
    if of == "coins":
        return max(city.coins // BOX.coins.per_point for city in state.cities)
    return max(city.count(*colors) for city in state.cities)


def military_points(state: State, player: int) -> int:
    """Points of the player ahead on the track (R11.1)."""
    ahead = state.pawn if player == 0 else -state.pawn
    points = 0
    for distance, value in BOX.military.points:
        if ahead >= distance:
            points = value
    return points


def _card_points(city: City, color: Color) -> int:
    return sum(card.points for card in city.cards if card.color is color)


def _guild_points(state: State, card: Card) -> int:
    return card.guild.points * guild_count(state, card.guild.of, card.guild.colors) if card.guild else 0


def _token_points(city: City, token: Token) -> int:
    return token.points + token.points_per_token * len(city.tokens)


def _score(state: State, player: int) -> Score:
    city = state.cities[player]
    sheet = (
        _card_points(city, Color.BLUE),
        _card_points(city, Color.GREEN),
        _card_points(city, Color.YELLOW),
        sum(_guild_points(state, card) for card in city.cards),
        sum(wonder.points for wonder in city.built_wonders()),
        sum(_token_points(city, token) for token in city.tokens),
        city.coins // BOX.coins.per_point,
        military_points(state, player),
    )
    return Score(*sheet, total=sum(sheet))


def scores(state: State) -> tuple[Score, Score]:
    """Both score sheets, as if the game ended now (R11.1, R11.3)."""
    return _score(state, 0), _score(state, 1)
