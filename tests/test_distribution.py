"""Random games end as often, as soon and with as many points as those of two foreign programs."""

from __future__ import annotations

from seven_duel import simulate
from tests.distribution import FOREIGN, endings, figures, one_by_one


def test_simulated_games() -> None:
    found = list(figures(endings(simulate(100_000, seed=1))))
    assert len(found) == 9
    for figure in found:
        assert abs(figure.z) < 4, figure


def test_games_played_one_by_one() -> None:
    """Cards are drawn when they turn up; in `simulate` they are dealt early."""
    found = list(figures(one_by_one(500, seed=1)))
    assert {figure.name for figure in found} == FOREIGN.keys()
    for figure in found:
        assert abs(figure.z) < 4, figure
