"""Games of fixed seeds, pinned: `python -m tests.golden` writes tests/golden.json anew.

The games of a seed may change only before a release, when playouts come to draw their random numbers in
another order; afterwards a change breaks everybody's recorded seeds.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np

from seven_duel import Results, Rules, simulate

FILE = Path(__file__).with_name("golden.json")


@dataclass(frozen=True)
class Series:
    """A thousand games of a series."""

    seed: int
    rules: Rules = field(default_factory=Rules)
    first: int = 0

    def play(self, threads: int) -> Results:
        return simulate(1000, seed=self.seed, rules=self.rules, first=self.first, threads=threads)

    def __str__(self) -> str:
        options = self.rules.to_dict().items()
        named = " ".join(value if isinstance(value, str) else name for name, value in options if value)
        return f"seed {self.seed} from {self.first}: {named}"


# Every instance of the playout loop plays these same games in src/play/tests.rs.
SERIES = [
    Series(0),
    Series(1),
    Series(2026),
    Series(2**64 - 1),
    Series(1, first=2**63),
    Series(0, Rules(promo_wonders=True)),
    Series(1, Rules("weaker_starts", "last_starts", first_game=True)),
    Series(2026, Rules("weaker_starts", "other_starts", promo_wonders=True, first_game=True)),
    Series(2**64 - 1, Rules("weaker_chooses", "other_starts")),
]


def digests(results: Results) -> dict[str, str]:
    """The SHA-256 of each column, its numbers in little-endian order."""
    columns = {column.name: getattr(results, column.name) for column in fields(Results)}
    return {
        name: hashlib.sha256(np.asarray(column, column.dtype.newbyteorder("<")).tobytes()).hexdigest()
        for name, column in columns.items()
    }


if __name__ == "__main__":
    pinned = {str(series): digests(series.play(threads=1)) for series in SERIES}
    FILE.write_text(json.dumps(pinned, indent=1) + "\n")
