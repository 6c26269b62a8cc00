"""What lies on the table: cards, coins, tokens, and which choice or chance event is due.

The state holds only what somebody has seen: a face-down card is a back and nothing more. The rules change
it in place; `State.copy` makes the snapshots that undo needs. Sets and tuples are replaced rather than
changed, so that copies may share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from ..components import BOX, Card, Color, Token, Wonder
from ..rules import Rules

AGE_BACK: Final = "?"
"""A face-down card with the back of its age (R2.3)."""

GUILD_BACK: Final = "?guild"
"""A face-down card with a guild back (R2.3)."""

UNRECORDED: Final = "?"
"""Stands under a built wonder for a card that nobody wrote down."""

Slot: TypeAlias = Card | Literal["?", "?guild"] | None
"""A place of the structure: a face-up card, a back, or nothing."""

Under: TypeAlias = Card | Literal["?"] | None
"""What lies under a wonder: the tucked card, one that nobody wrote down, or nothing while it is not built."""

Choice: TypeAlias = tuple[str, int]
"""A choice that is still to come in a play: its kind and its owner."""

CHANCE_PHASES: Final = frozenset({"board", "offer", "guild", "reveal", "show", "removed"})
"""The phases in which chance is to act, each named after its events."""

GUILDS: Final = 3
"""The place of the guilds in `State.unseen`, after the three age decks (0 to 2)."""

_MILITARY_TOKENS: Final = tuple(coins for _, coins in BOX.military.tokens)

_OF_COLOR: Final = {color: frozenset(card for card in Card if card.color is color) for color in Color}


def pile_of(card: Card) -> int:
    """The place of the card's deck in `State.unseen`: guilds have their own back (R2.3)."""
    return GUILDS if card.is_guild else card.age - 1


@dataclass(slots=True)
class City:
    """What lies before one player."""

    coins: int = BOX.setup.coins  # R1.1
    cards: frozenset[Card] = frozenset()
    wonders: dict[Wonder, Under] = field(default_factory=dict)
    tokens: frozenset[Token] = frozenset()

    def copy(self) -> City:
        """An independent copy."""
        return City(self.coins, self.cards, self.wonders.copy(), self.tokens)

    def count(self, *colors: Color) -> int:
        """How many cards of these colours were built; tucked cards count for nothing (R3.4)."""
        return sum(len(self.cards & _OF_COLOR[color]) for color in colors)

    def built_wonders(self) -> list[Wonder]:
        """The wonders that are built."""
        return [wonder for wonder, under in self.wonders.items() if under is not None]

    def unbuilt_wonders(self) -> list[Wonder]:
        """The wonders that may still be built."""
        return [wonder for wonder, under in self.wonders.items() if under is None]


@dataclass(slots=True)
class State:
    """The whole table. Two states are equal when they are the same position under the same rules."""

    rules: Rules
    age: int = 1  # 0 before the first deal
    phase: str = "turn"
    player: int | None = 0  # who chooses; while chance is due, whose play it is; None when over
    cities: tuple[City, City] = field(default_factory=lambda: (City(), City()))
    pawn: int = 0  # player 0's shields add, player 1's subtract (R6.1)
    # [p]: the tokens that player p's advance can still take (R6.2)
    military_tokens: tuple[tuple[int, ...], tuple[int, ...]] = (_MILITARY_TOKENS, _MILITARY_TOKENS)
    board_tokens: frozenset[Token] = frozenset()
    discard_pile: frozenset[Card] = frozenset()
    structure: list[Slot] = field(default_factory=lambda: [None] * 20)

    # What is pending:
    turn_of: int | None = 0  # whose play is under way, or who took the last card of the age
    extra_turn: bool = False  # the play under way gives an extra turn (R8.2)
    then: tuple[Choice, ...] = ()  # choices after the open one
    destroy: Color | None = None  # the colour that the open destroy choice takes (R8.3)
    shown: frozenset[Token] = frozenset()  # by the Great Library, while its choice is open
    removed: frozenset[Card] = frozenset()  # shown by the Statue of Liberty and not built
    offered: frozenset[Wonder] = frozenset()  # the open group of the draft

    # Two things that follow from the rest, kept because they are asked for all the time: the cards of each
    # pile that nobody has seen, ascending, and the slots where a card lies (bit s for slot s).
    unseen: tuple[tuple[Card, ...], ...] = field(default=(), compare=False)
    lying: int = field(default=-1, compare=False)

    def __post_init__(self) -> None:
        if not self.unseen:
            seen = set(self.seen_cards())
            unseen = [card for card in Card if card not in seen]
            self.unseen = tuple([tuple(c for c in unseen if pile_of(c) == pile) for pile in range(4)])
        if self.lying < 0:
            self.lying = sum(1 << slot for slot, content in enumerate(self.structure) if content is not None)

    def copy(self) -> State:
        """An independent copy."""
        ours, theirs = self.cities
        return State(
            self.rules,
            self.age,
            self.phase,
            self.player,
            (ours.copy(), theirs.copy()),
            self.pawn,
            self.military_tokens,
            self.board_tokens,
            self.discard_pile,
            self.structure.copy(),
            self.turn_of,
            self.extra_turn,
            self.then,
            self.destroy,
            self.shown,
            self.removed,
            self.offered,
            self.unseen,
            self.lying,
        )

    @property
    def mover(self) -> int:
        """The player to act, or whose play it is while chance is due; only while the game goes on."""
        assert self.player is not None
        return self.player

    @property
    def city(self) -> City:
        """The city of `mover`."""
        return self.cities[self.mover]

    def seen_cards(self) -> Iterator[Card]:
        """Every card whose identity somebody knows."""
        for city in self.cities:
            yield from city.cards
            yield from (under for under in city.wonders.values() if isinstance(under, Card))
        yield from self.discard_pile
        yield from self.removed
        yield from (slot for slot in self.structure if isinstance(slot, Card))

    def see(self, card: Card) -> None:
        """A card's identity becomes known."""
        piles = list(self.unseen)
        piles[pile_of(card)] = tuple([c for c in piles[pile_of(card)] if c is not card])
        self.unseen = tuple(piles)

    def box_tokens(self) -> list[Token]:
        """The tokens in the box, ascending: neither on the board nor in a city nor shown (R1.2)."""
        out = self.board_tokens | self.cities[0].tokens | self.cities[1].tokens | self.shown
        return [token for token in Token if token not in out]

    def built_wonders(self) -> int:
        """How many wonders both players have built (R8.1)."""
        return sum(len(city.built_wonders()) for city in self.cities)

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> State:
        """The state that a complete position describes; `check.problems` says whether it is possible."""
        pending = position["pending"]
        player = position["player"]
        return cls(
            rules=Rules.from_dict(position["rules"]),
            age=position["age"],
            phase=position["phase"],
            player=player,
            cities=(_city(position["cities"][0]), _city(position["cities"][1])),
            pawn=position["pawn"],
            military_tokens=(tuple(position["military_tokens"][0]), tuple(position["military_tokens"][1])),
            board_tokens=frozenset(map(Token.from_slug, position["board_tokens"])),
            discard_pile=frozenset(map(Card.from_slug, position["discard_pile"])),
            structure=[_slot(content) for content in position["structure"]],
            turn_of=pending.get("turn_of", player),
            extra_turn=pending.get("extra_turn", False),
            then=tuple([_choice(text) for text in pending.get("then", ())]),
            destroy=Color.from_slug(pending["destroy"]) if pending.get("destroy") else None,
            shown=frozenset(map(Token.from_slug, pending.get("shown", ()))),
            removed=frozenset(map(Card.from_slug, pending.get("removed", ()))),
            offered=frozenset(map(Wonder.from_slug, pending.get("offered", ()))),
        )

    def to_position(self) -> dict[str, Any]:
        """The position dictionary, every key; under `pending` only what is not the default."""
        pending: dict[str, Any] = {}
        if self.turn_of != self.player:
            pending["turn_of"] = self.turn_of
        if self.extra_turn:
            pending["extra_turn"] = True
        if self.then:
            pending["then"] = [f"{kind} {owner}" for kind, owner in self.then]
        if self.destroy is not None:
            pending["destroy"] = str(self.destroy)
        if self.shown:
            pending["shown"] = _slugs(self.shown)
        if self.removed:
            pending["removed"] = _slugs(self.removed)
        if self.offered:
            pending["offered"] = _slugs(self.offered)
        return {
            "rules": self.rules.to_dict(),
            "age": self.age,
            "phase": self.phase,
            "player": self.player,
            "cities": [
                {
                    "coins": city.coins,
                    "cards": _slugs(city.cards),
                    "wonders": {str(w): _under(city.wonders[w]) for w in sorted(city.wonders)},
                    "tokens": _slugs(city.tokens),
                }
                for city in self.cities
            ],
            "pawn": self.pawn,
            "military_tokens": [list(tokens) for tokens in self.military_tokens],
            "board_tokens": _slugs(self.board_tokens),
            "discard_pile": _slugs(self.discard_pile),
            "structure": [str(slot) if isinstance(slot, Card) else slot for slot in self.structure],
            "pending": pending,
        }


def _choice(text: str) -> Choice:
    kind, owner = text.split()
    return kind, int(owner)


def _slugs(things: frozenset[Card] | frozenset[Wonder] | frozenset[Token]) -> list[str]:
    return [str(thing) for thing in sorted(things)]


def _under(under: Under) -> str | bool | None:
    """What the position dictionary says under a wonder."""
    return str(under) if isinstance(under, Card) else True if under == UNRECORDED else None


def _city(city: Mapping[str, Any]) -> City:
    wonders: dict[Wonder, Under] = {}
    for slug, under in city["wonders"].items():
        wonders[Wonder.from_slug(slug)] = UNRECORDED if under is True else under and Card.from_slug(under)
    cards = frozenset(map(Card.from_slug, city["cards"]))
    return City(city["coins"], cards, wonders, frozenset(map(Token.from_slug, city["tokens"])))


def _slot(content: str | None) -> Slot:
    if content is None or content in (AGE_BACK, GUILD_BACK):
        return content  # type: ignore[return-value]
    return Card.from_slug(content)
