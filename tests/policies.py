"""Ways to pick among the legal actions, so that random play also reaches what uniform play rarely does."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from seven_duel import Action, ActionKind, Color

Policy = Callable[[Sequence[Action], random.Random], Action]


def uniform(actions: Sequence[Action], rng: random.Random) -> Action:
    """Every legal action equally likely."""
    return actions[int(rng.random() * len(actions))]


def _preferring(weight: Callable[[Action], float]) -> Policy:
    def pick(actions: Sequence[Action], rng: random.Random) -> Action:
        if actions[0].is_chance:
            return uniform(actions, rng)
        return rng.choices(actions, [weight(action) for action in actions])[0]

    return pick


def _colour(*colours: Color) -> Policy:
    """Build cards of these colours, and take what helps; discard little."""

    def weight(action: Action) -> float:
        if action.kind in (ActionKind.DISCARD, ActionKind.WONDER, ActionKind.DESTROY):
            return 0.3
        return 20.0 if action.card is not None and action.card.color in colours else 1.0

    return _preferring(weight)


def _kind(kind: ActionKind, times: float) -> Policy:
    return _preferring(lambda action: times if action.kind is kind else 1.0)


POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "builder": _kind(ActionKind.BUILD, 10),
    "wonders": _kind(ActionKind.WONDER, 10),
    "saver": _preferring(
        lambda a: 8.0 if a.kind is ActionKind.DISCARD else 4.0 if a.kind is ActionKind.WONDER else 1.0
    ),
    "military": _colour(Color.RED),
    "science": _colour(Color.GREEN),
    "trader": _colour(Color.YELLOW, Color.PURPLE),
    "raw": _colour(Color.BROWN, Color.GREY),
    "civil": _colour(Color.BLUE),
}
