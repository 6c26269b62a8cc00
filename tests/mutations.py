"""Position dictionaries changed at random: most reach deep code, some are impossible, some only unusual."""

from __future__ import annotations

import copy
import random
from typing import Any

from tests.figures import CARDS, TOKENS, WONDERS, Position

_CARDS, _WONDERS, _TOKENS = list(CARDS), list(WONDERS), list(TOKENS)
_PHASES = (
    *(
        "draft",
        "turn",
        "progress",
        "library",
        "mausoleum",
        "destroy",
        "start",
        "messe",
        "liberty",
        "give",
        "over",
    ),
    *("board", "offer", "guild", "reveal", "show", "removed"),
)


def mutated(position: Position, rng: random.Random) -> Position:
    """A copy with one to three changes."""
    position = copy.deepcopy(position)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(_CHANGES)(position, rng)
    return position


def _city(position: Position, rng: random.Random) -> dict[str, Any]:
    city: dict[str, Any] = rng.choice(position["cities"])
    return city


def _coins(position: Position, rng: random.Random) -> None:
    _city(position, rng)["coins"] = rng.choice((-1, 0, 1, 2, 5, 30, 900, 1000))


def _age(position: Position, rng: random.Random) -> None:
    position["age"] = rng.choice((0, 1, 2, 3, 4))


def _phase(position: Position, rng: random.Random) -> None:
    position["phase"] = rng.choice(_PHASES)


def _player(position: Position, rng: random.Random) -> None:
    position["player"] = rng.choice((0, 1, 0, 1, None, 2))


def _pawn(position: Position, rng: random.Random) -> None:
    position["pawn"] = rng.randint(-10, 10)


def _military(position: Position, rng: random.Random) -> None:
    rng.shuffle(position["military_tokens"])
    position["military_tokens"][rng.randrange(2)] = rng.choice(([], [2], [5], [2, 5], [5, 2], [2, 2], [3]))


def _more_cards(position: Position, rng: random.Random) -> None:
    _city(position, rng)["cards"].append(rng.choice(_CARDS))


def _fewer_cards(position: Position, rng: random.Random) -> None:
    cards = _city(position, rng)["cards"]
    if cards:
        cards.remove(rng.choice(cards))


def _move_card(position: Position, rng: random.Random) -> None:
    """Possible more often than not: a card from a city to the other, or to the pile."""
    city = _city(position, rng)
    if city["cards"]:
        card = rng.choice(city["cards"])
        city["cards"].remove(card)
        rng.choice((position["discard_pile"], _city(position, rng)["cards"])).append(card)


def _build_or_unbuild(position: Position, rng: random.Random) -> None:
    city = _city(position, rng)
    if city["wonders"]:
        city["wonders"][rng.choice(list(city["wonders"]))] = rng.choice(
            (None, True, True, rng.choice(_CARDS))
        )


def _wonders(position: Position, rng: random.Random) -> None:
    city = _city(position, rng)
    if city["wonders"] and rng.random() < 0.5:
        del city["wonders"][rng.choice(list(city["wonders"]))]
    else:
        city["wonders"][rng.choice(_WONDERS)] = rng.choice((None, True))


def _tokens(position: Position, rng: random.Random) -> None:
    tokens = rng.choice((_city(position, rng)["tokens"], position["board_tokens"]))
    if tokens and rng.random() < 0.4:
        tokens.pop()
    else:
        tokens.append(rng.choice(_TOKENS))


def _pile(position: Position, rng: random.Random) -> None:
    pile = position["discard_pile"]
    if pile and rng.random() < 0.5:
        pile.remove(rng.choice(pile))
    else:
        pile.append(rng.choice(_CARDS))


def _slot(position: Position, rng: random.Random) -> None:
    entry = rng.choice((None, None, "?", "?guild", rng.choice(_CARDS), rng.choice(_CARDS)))
    position["structure"][rng.randrange(20)] = entry


def _swap_slots(position: Position, rng: random.Random) -> None:
    structure = position["structure"]
    one, other = rng.randrange(20), rng.randrange(20)
    structure[one], structure[other] = structure[other], structure[one]


def _take_slots(position: Position, rng: random.Random) -> None:
    """Clear the near end of the structure."""
    for slot in range(rng.randrange(20), 20):
        position["structure"][slot] = None


def _rules(position: Position, rng: random.Random) -> None:
    position["rules"]["promo_wonders"] = rng.random() < 0.5
    position["rules"]["start_centre"] = rng.choice(("last_chooses", "last_starts", "other_starts"))


def _pending(position: Position, rng: random.Random) -> None:
    """Another open choice, or one more of it, or one less."""
    pending = position["pending"]
    if pending and rng.random() < 0.4:
        del pending[rng.choice(list(pending))]
        return
    key = rng.choice(("turn_of", "extra_turn", "then", "destroy", "shown", "removed", "offered"))
    pending[key] = {
        "turn_of": rng.choice((0, 1)),
        "extra_turn": rng.random() < 0.5,
        "then": rng.choice(
            (
                [],
                ["progress 0"],
                ["progress 1"],
                ["progress 0", "progress 1"],
                ["give 0"],
                ["mausoleum 1"],
                ["progress 0"] * 3,
            )
        ),
        "destroy": rng.choice(("grey", "brown", "blue")),
        "shown": rng.sample(_TOKENS, rng.randrange(5)),
        "removed": rng.sample(_CARDS, rng.randrange(5)),
        "offered": rng.sample(_WONDERS, rng.randrange(6)),
    }[key]


def _open_choice(position: Position, rng: random.Random) -> None:
    """A choice phase with what belongs to it, on a position that was something else."""
    phase = rng.choice(
        (
            "progress",
            "library",
            "mausoleum",
            "destroy",
            "messe",
            "liberty",
            "give",
            "show",
            "removed",
            "reveal",
        )
    )
    position["phase"] = phase
    if phase == "destroy":
        position["pending"]["destroy"] = rng.choice(("grey", "brown"))
    if phase in ("library", "show"):
        position["pending"]["shown"] = rng.sample(_TOKENS, rng.randrange(1, 4))
    if phase in ("liberty", "give", "removed"):
        position["pending"]["removed"] = rng.sample(_CARDS, rng.randrange(1, 4))


def _leave_out(position: Position, rng: random.Random) -> None:
    """Every key may be left out."""
    keys = rng.choice((position, *position["cities"]))
    if keys is not position or rng.random() < 0.3:
        keys.pop(rng.choice(list(keys))) if keys and "cities" not in keys else None


_CHANGES = (
    *(
        _coins,
        _age,
        _phase,
        _player,
        _pawn,
        _military,
        _more_cards,
        _fewer_cards,
        _move_card,
        _build_or_unbuild,
    ),
    *(_wonders, _tokens, _pile, _slot, _swap_slots, _take_slots, _rules, _pending, _open_choice, _move_card),
)
