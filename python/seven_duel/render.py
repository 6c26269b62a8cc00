"""A board that a person can read in a terminal: plain text, at most 110 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from .components import BOX, Card, Color
from .types import CHANCE, Back, CityLike, GameLike, Price, Score, Slot

__all__ = ["WIDTH", "render", "score_sheet"]

WIDTH = 110
"""No line is longer than this."""

_AGES = ("Draft", "Age I", "Age II", "Age III")


def render(game: GameLike) -> str:
    """The whole table as text; this is what `print(game)` shows.

    The structure is drawn row by row, row 1 (taken last) on top; "?" is a face-down card, "?guild" a guild's
    back. Under a face-up card stands its colour, and for an accessible one the price for player 0 | player 1.

    >>> from seven_duel.reference import Game
    >>> print(render(Game(seed=1)).splitlines()[0])
    Draft: player 0 chooses (draft)
    """
    lines = [_headline(game), ""]
    lines += _structure(game)
    lines += [_track(game), ""]
    lines += _list("Board", game.board_tokens)
    for label, components in (
        ("Offered", game.offered),
        ("Shown", game.shown_tokens),
        ("Removed", game.removed_cards),
    ):
        if components:
            lines += _list(label, components)
    lines += _list("Discard", game.discard_pile)
    for player in (0, 1):
        lines += ["", *_city(game, player)]
    if game.is_over:
        lines += ["", *score_sheet(game.scores()).splitlines()]
    return "\n".join(line.rstrip() for line in lines)


def score_sheet(scores: tuple[Score, Score]) -> str:
    """Both players' points, a line for each kind (R11.1).

    >>> zero = Score(0, 0, 0, 0, 0, 0, 2, 0, 2)
    >>> print(score_sheet((zero, zero)).splitlines()[-1])
    total             2         2
    """
    lines = ["           player 0  player 1"]
    lines += [
        f"{kind:9}{first:>10}{second:>10}" for kind, first, second in zip(Score._fields, *scores, strict=True)
    ]
    return "\n".join(lines)


def _headline(game: GameLike) -> str:
    outcome = game.outcome()
    if outcome is not None:
        who = "shared victory" if outcome.winner is None else f"player {outcome.winner} wins"
        return f"Game over: {who} ({outcome.reason})"
    age, player = _AGES[game.age], game.current_player
    if player == CHANCE:
        return f"{age}: chance is due ({game.phase})"
    if game.phase == "turn":
        return f"{age}: player {player} to play"
    return f"{age}: player {player} chooses ({game.phase})"


def _structure(game: GameLike) -> list[str]:
    slots = game.structure
    present = [i for i, slot in enumerate(slots) if _back_or_name(slot)]
    if not present or not game.age:
        return []
    layout = BOX.structure(game.age)
    # Half a cell a column: the longest name of Age III is wider than those before, its rows are shorter.
    half = 9 if game.age < 3 else 10
    left = min(layout.column)
    lines = []
    for row in range(1, len(layout.rows) + 1):
        cells = [(layout.column[i] - left, slots[i]) for i in present if layout.row[i] == row]
        if cells:
            lines.append(_place(half, ((at, _back_or_name(slot)) for at, slot in cells)))
            lines.append(_place(half, ((at, _under(game, slot)) for at, slot in cells)))
    return [*lines, ""]


def _place(half: int, cells: Iterable[tuple[int, str]]) -> str:
    line = ""
    for at, text in cells:
        line = line.ljust(at * half) + text.center(2 * half)
    return line.rstrip()


def _back_or_name(slot: Slot) -> str:
    if slot.card is not None:
        return slot.card.slug
    return "" if slot.back is None else "?guild" if slot.back == Back.GUILD else "?"


def _under(game: GameLike, slot: Slot) -> str:
    if slot.card is None:
        return ""
    if not slot.accessible:
        return slot.card.color.slug
    prices = " | ".join(_price(game.price(slot.card, player)) for player in (0, 1))
    return f"{slot.card.color} {prices}"


def _price(price: Price) -> str:
    return "chain" if price.chain else str(price.total)


def _track(game: GameLike) -> str:
    """The track from player 0's capital to player 1's: the pawn "#", and the tokens that are left (R6.2)."""
    marks = {
        sign * distance: str(coins)
        for player, sign in ((0, 1), (1, -1))
        for distance, coins in BOX.military.tokens
        if coins in game.military_tokens[player]
    }
    marks[game.pawn] = "#"
    capital = BOX.military.capital
    spaces = " ".join(marks.get(space, "0" if space == 0 else ".") for space in range(-capital, capital + 1))
    return f"Track     player 0 [ {spaces} ] player 1    pawn {game.pawn:+d}".replace("+0", "0")


def _list(label: str, words: Iterable[object], indent: str = "") -> list[str]:
    """A labelled list, wrapped to the width."""
    text = ", ".join(map(str, words)) or "-"
    head = f"{indent}{label:<{10 - len(indent)}}"
    return wrap(text, WIDTH, initial_indent=head, subsequent_indent=" " * 10)


def _city(game: GameLike, player: int) -> Iterator[str]:
    city = game.cities[player]
    total = game.scores()[player].total
    yield f"Player {player}: {city.coins} coins, {total} points; a discard gives {city.discard_income}"
    for color in Color:
        cards = [card for card in city.cards if card.color == color]
        if cards:
            yield from _list(color.slug, cards, "  ")
    if city.wonders:
        yield from _list("wonders", _wonders(game, player), "  ")
    if city.tokens:
        yield from _list("tokens", city.tokens, "  ")
    if city.symbols:
        yield from _list("symbols", _amounts(city.symbols), "  ")
    made = [*_amounts({r: n for r, n in city.production.items() if n}), *_one_of(city)]
    if made:
        yield from _list("makes", made, "  ")
    yield from _list("buys at", _amounts(city.trade_prices), "  ")


def _wonders(game: GameLike, player: int) -> Iterator[str]:
    for wonder, tucked in game.cities[player].wonders.items():
        if tucked is None:
            yield f"{wonder} (price {game.price(wonder, player).total})"
        else:
            yield f"{wonder} [built{f' with {tucked}' if isinstance(tucked, Card) else ''}]"


def _one_of(city: CityLike) -> Iterator[str]:
    """The choice producers (R4.2)."""
    built = [wonder for wonder, tucked in city.wonders.items() if tucked is not None]
    for choice in (*(card.produces_one_of for card in city.cards), *(w.produces_one_of for w in built)):
        if choice:
            yield "/".join(resource.slug for resource in choice)


def _amounts(amounts: Mapping[Any, int]) -> list[str]:
    return [f"{name} {amount}" for name, amount in amounts.items()]
