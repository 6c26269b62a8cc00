"""The tables in docs/actions.md and docs/observation.md, made from the code.

`python -m tests.tables` writes both files anew; tests compare them with what the code says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path

from seven_duel import (
    NUM_ACTIONS,
    OBS_SIZE,
    OBS_VERSION,
    Action,
    ActionKind,
    Card,
    Color,
    Resource,
    Symbol,
    Token,
    Wonder,
    observation_spec,
)

DECISIONS = {
    ActionKind.DRAFT: "take wonder W in the draft (R1.4)",
    ActionKind.BUILD: "build accessible card C (R3.2)",
    ActionKind.DISCARD: "discard accessible card C for coins (R3.3)",
    ActionKind.WONDER: "build wonder W with accessible card C (R3.4)",
    ActionKind.PROGRESS: "take token T from the board (R7.2)",
    ActionKind.LIBRARY: "keep token T of those shown by the Great Library (R8.3)",
    ActionKind.MAUSOLEUM: "build card C of the discard pile (R8.6)",
    ActionKind.DESTROY: "discard brown or grey card C of the opponent (R8.3)",
    ActionKind.START: "player P starts the age (R10.2)",
    ActionKind.MESSE: "build card C of row 1 (R12)",
    ActionKind.LIBERTY: "build card C, removed at set-up (R12)",
    ActionKind.GIVE: "build card C, removed at set-up, in the opponent's city (R12)",
}

CHANCE = {
    "board T": (0xA100, "token T lies on the board (R1.2)"),
    "offer W": (0xA000, "wonder W is offered (R1.3)"),
    "guild S": (0xA200, "slot S holds a guild (R2.3)"),
    "reveal S C": (0x8000, "slot S shows card C (R2.4, R2.5); 256 ids for each slot"),
    "show T": (0xA300, "the Great Library shows token T (R8.3)"),
    "removed C": (0xA400, "the Statue of Liberty shows card C (R12)"),
}

PHASES = (
    *("draft", "turn", "progress", "library", "mausoleum", "destroy", "start", "messe", "liberty", "give"),
    *("board", "offer", "guild", "reveal", "show", "removed", "over"),
)


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *([str(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def blocks() -> Iterable[tuple[str, str, int, str]]:
    """The runs of decisions: ids, first action, length, meaning."""
    actions = [Action.from_id(i) for i in range(NUM_ACTIONS)]

    def run(action: Action) -> tuple[ActionKind, Wonder | None]:
        return action.kind, action.wonder if action.kind is ActionKind.WONDER else None

    for (kind, _), members in groupby(actions, run):
        run_of = list(members)
        yield f"{int(run_of[0])} - {int(run_of[-1])}", f"`{run_of[0]}`", len(run_of), DECISIONS[kind]


def members(kind: type[Card] | type[Wonder] | type[Token]) -> str:
    return table(["id", "slug"], ((int(member), f"`{member}`") for member in kind))


def actions_md() -> str:
    """docs/actions.md."""
    events = []
    for text, (first, what) in CHANCE.items():
        example = text.replace(" S", " 0").replace(" C", f" {Card(0)}").replace(" W", f" {Wonder(0)}")
        assert int(Action(example.replace(" T", f" {Token(0)}"))) == first
        events.append((f"`{text}`", f"{first:#x}", what))
    return f"""# Actions

An action has a text and an id. The ids of decisions are dense, from 0 to {NUM_ACTIONS - 1}
(`NUM_ACTIONS` is {NUM_ACTIONS}), the same for both players and in every phase; those of chance events lie
apart. Ids never change: what an expansion adds comes after. `legal_actions()` is in the order of the ids.

This page is made from the code (`python -m tests.tables`).

## Decisions

A run of ids has one action for each component that it can name, in the order of the components' ids.
`destroy` names the brown and grey cards only; `liberty` and `give` name no guilds. The runs of the
promotional wonders come last.

{table(["ids", "first", "actions", "meaning"], blocks())}
## Chance events

The id is the first one plus the id of the component, or the number of the slot.

{table(["text", "first id", "meaning"], events)}
## Components

Ids are places in these lists.

### Cards

{members(Card)}
### Wonders

{members(Wonder)}
### Progress tokens

{members(Token)}"""


def observation_md() -> str:
    """docs/observation.md."""

    def words(names: Iterable[object]) -> str:
        return ", ".join(f"`{name}`" for name in names)

    rows = (
        (piece.offset, f"`{piece.name}`", piece.shape or "", round(1 / piece.scale), piece.meaning)
        for piece in observation_spec()
    )
    return f"""# Observation

The position as one player sees it, as a vector of `OBS_SIZE` = {OBS_SIZE} bytes. `GameBatch.observation` has
one for each game: the player to move sees it so (player 0 when the game is over). `observe(game, player)`
makes one of any game. This is version {OBS_VERSION} (`OBS_VERSION`): other pieces or scales are another.

- The player comes first: `me.` is this player's, `opponent.` the other's, and the pawn moves away from `me`.
- It shows what lies on the table, which both players know. Nothing unseen is in it, because a game holds
  nothing unseen. It has no memory: which card lies under a built wonder is left out, for it counts no more.
- Numbers are whole and unscaled, a quarter of the traffic of float32. The column "full" has the value that
  counts as 1: divide by it to get about 0 to 1, or let `seven_duel.batch.scaled` do it for all at once.
- `observation_spec()` gives this table to programs; `piece.of(observation)` is a piece in its shape, a view.

This page is made from the code (`python -m tests.tables`).

## Pieces

{table(["offset", "piece", "shape", "full", "meaning"], rows)}
## Orders

Cards, wonders and tokens are in the order of their ids ([actions.md](actions.md)), slots in that of R2.1
([rules.md](rules.md)). The others:

- phases: {words(PHASES)}
- resources: {words(Resource)}
- colours: {words(Color)}
- symbols: {words(Symbol)}
"""


def digest() -> str:
    """A digest of the names, places, shapes and scales of the observation."""
    text = "\n".join(f"{p.name} {p.offset} {p.shape} {1 / p.scale:.6g}" for p in observation_spec())
    return hashlib.sha256(text.encode()).hexdigest()[:16]


DOCUMENTS: dict[str, Callable[[], str]] = {"actions.md": actions_md, "observation.md": observation_md}


if __name__ == "__main__":
    for name, document in DOCUMENTS.items():
        (Path(__file__).parent.parent / "docs" / name).write_text(document(), encoding="utf-8")
