"""What a player knows, as plain data."""

from __future__ import annotations

from typing import Any

from .components import Card, Token, Wonder
from .errors import player_number
from .types import GameLike

__all__ = ["describe"]


def describe(game: GameLike, player: int) -> dict[str, Any]:
    """All that this player knows, JSON-ready: the position and what follows from it.

    In the base game both players know the same, so only `player` and `legal_actions` differ.
    `SevenDuelError` unless player is 0 or 1.

    - `player`: whose view it is; `to_move`: 0, 1, -1 (chance) or None
    - `position`: the position dictionary, as `to_dict` gives it
    - `unseen_cards`, `unseen_tokens`: whose identity or place nobody has seen: decks, box, face-down slots
    - `prices[p]`: for player p, of each accessible card and of p's own unbuilt wonders: `total`, `coins`,
      `trade`, `waived`, `chain`
    - `cities[p]`: `production`, `symbols`, `trade_prices`, `discard_income`
    - `scores[p]`: the sheet as if the game ended now; `outcome`: None, or `winner` and `reason`
    - `legal_actions`: as texts, if this player is to move, else []

    >>> from seven_duel.reference import Game
    >>> view = describe(Game(seed=1), player=0)
    >>> view["to_move"], len(view["legal_actions"]), view["scores"][0]["total"]
    (0, 4, 2)
    """
    player = player_number(player)
    outcome = game.outcome()
    return {
        "player": player,
        "to_move": game.current_player,
        "position": game.to_dict(),
        "unseen_cards": [card.slug for card in game.unseen_cards],
        "unseen_tokens": _unseen_tokens(game),
        "prices": [_prices(game, p) for p in (0, 1)],
        "cities": [
            {
                "production": _by_slug(city.production),
                "symbols": _by_slug(city.symbols),
                "trade_prices": _by_slug(city.trade_prices),
                "discard_income": city.discard_income,
            }
            for city in game.cities
        ],
        "scores": [score._asdict() for score in game.scores()],
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": str(outcome.reason)},
        "legal_actions": [str(a) for a in game.legal_actions()] if game.current_player == player else [],
    }


def _unseen_tokens(game: GameLike) -> list[str]:
    """The tokens that nobody has seen: in the box, and not among those that the Great Library shows."""
    seen = {*game.board_tokens, *game.shown_tokens, *(t for city in game.cities for t in city.tokens)}
    return [token.slug for token in Token if token not in seen]


def _prices(game: GameLike, player: int) -> dict[str, dict[str, Any]]:
    components: list[Card | Wonder] = [s.card for s in game.structure if s.accessible and s.card is not None]
    components += [wonder for wonder, tucked in game.cities[player].wonders.items() if tucked is None]
    prices = {}
    for component in components:
        price = game.price(component, player)
        prices[component.slug] = {
            "total": price.total,
            "coins": price.coins,
            "trade": _by_slug(price.trade),
            "waived": _by_slug(price.waived),
            "chain": price.chain,
        }
    return prices


def _by_slug(amounts: Any) -> dict[str, int]:
    return {component.slug: amount for component, amount in amounts.items()}
