"""A board that a person can read: plain text for a terminal (at most 110 columns), SVG for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape

from .components import BOX, Card, Color
from .types import CHANCE, Back, CityLike, GameLike, Price, Score, Slot

__all__ = ["WIDTH", "render", "score_sheet", "to_svg"]

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


# SVG: card colours of the printed game, and sizes in pixels.
_FILL = {
    Color.BROWN: "#8a5a3c",
    Color.GREY: "#7d8590",
    Color.BLUE: "#2f6db5",
    Color.GREEN: "#2f8a4b",
    Color.YELLOW: "#d9a520",
    Color.RED: "#b8322f",
    Color.PURPLE: "#75459b",
}
_CARD_W, _CARD_H, _GAP = 132, 42, 8
_SVG_W = 880


def to_svg(game: GameLike) -> str:
    """The table as a picture: what `game.to_svg()` returns and a notebook shows. Self-contained SVG.

    The same as `render`: the structure with colours and prices, the track, both cities.

    >>> from seven_duel.reference import Game
    >>> to_svg(Game(seed=1)).startswith('<svg xmlns="http://www.w3.org/2000/svg" width="880"')
    True
    """
    cards, bottom = _svg_structure(game)
    lines = render(game).splitlines()
    # The structure is drawn; the other lines are set as text below it.
    rest = lines[lines.index(_track(game)) :]
    body = [_svg_text(16, 26, lines[0], "font-weight:bold"), *cards]
    for i, line in enumerate(rest):
        body.append(_svg_text(16, bottom + 26 + 16 * i, line))
    height = bottom + 26 + 16 * len(rest)
    size = f'width="{_SVG_W}" height="{height}"'
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="13">'
    return "\n".join([begin, f'<rect {size} fill="#faf6ec"/>', *body, "</svg>"])


def _svg_structure(game: GameLike) -> tuple[list[str], int]:
    """The cards of the structure, far ones first so that the nearer ones cover them, and where they end."""
    top, bottom = 40, 40
    body: list[str] = []
    if not game.age:
        return body, bottom
    layout = BOX.structure(game.age)
    for i, slot in enumerate(game.structure):
        name = _back_or_name(slot)
        if not name:
            continue
        x = _SVG_W // 2 + (layout.column[i] - 6) * (_CARD_W + _GAP) // 2 - _CARD_W // 2
        y = top + (layout.row[i] - 1) * (_CARD_H + _GAP // 2)
        bottom = max(bottom, y + _CARD_H)
        fill = "#54493f" if slot.card is None else _FILL[slot.card.color]
        edge = ' stroke="#000" stroke-width="2"' if slot.accessible else ""
        size = f'width="{_CARD_W}" height="{_CARD_H}" rx="5"'
        body.append(f'<rect x="{x}" y="{y}" {size} fill="{fill}"{edge}/>')
        style = "fill:#fff;text-anchor:middle;font-size:11px"
        body.append(_svg_text(x + _CARD_W // 2, y + 17, name.replace("_", " "), style))
        if slot.accessible and slot.card is not None:
            prices = " | ".join(_price(game.price(slot.card, player)) for player in (0, 1))
            body.append(_svg_text(x + _CARD_W // 2, y + 34, prices, style))
    return body, bottom


def _svg_text(x: int, y: int, text: str, style: str = "") -> str:
    attribute = f' style="{style}"' if style else ""
    return f'<text x="{x}" y="{y}" xml:space="preserve"{attribute}>{escape(text)}</text>'
