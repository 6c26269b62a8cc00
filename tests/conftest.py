"""One fixture, two engines; Hypothesis profiles by the environment variable HYPOTHESIS_PROFILE."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests import engines
from tests.engines import Engine

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "ci", derandomize=True, database=None, deadline=None, max_examples=40, suppress_health_check=_QUIET
)
settings.register_profile("dev", deadline=None, max_examples=150, suppress_health_check=_QUIET)
# With the step count of the state machine below: 20,000 x 50 = 10^6 steps.
settings.register_profile(
    "deep", deadline=None, max_examples=20_000, stateful_step_count=50, suppress_health_check=_QUIET
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(params=engines.NAMES)
def engine(request: pytest.FixtureRequest) -> Engine:
    """The Game class of each engine in turn."""
    return engines.load(request.param)
