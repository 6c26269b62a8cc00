"""One fixture, two engines; Hypothesis profiles by the environment variable HYPOTHESIS_PROFILE."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests import engines
from tests.engines import Engine

# A shell starts its background jobs with Ctrl-C ignored, and they hand that on to what they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

# A failure ends soon: the example as it was found, with the blob that brings it back (`dev` makes it small).
settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=40,
    phases=(Phase.explicit, Phase.generate),
    print_blob=True,
    report_multiple_bugs=False,
    suppress_health_check=_QUIET,
)
settings.register_profile("dev", deadline=None, max_examples=150, suppress_health_check=_QUIET)
settings.register_profile("deep", deadline=None, max_examples=2_500, suppress_health_check=_QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(params=engines.NAMES)
def engine(request: pytest.FixtureRequest) -> Engine:
    """The Game class of each engine in turn."""
    return engines.load(request.param)
