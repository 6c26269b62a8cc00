"""The examples in the docstrings run, those of the compiled classes too."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest

import seven_duel

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def modules() -> Iterator[str]:
    yield "seven_duel"
    for module in pkgutil.walk_packages(seven_duel.__path__, "seven_duel."):
        if not module.name.endswith("__main__"):
            yield module.name


@pytest.mark.parametrize("name", list(modules()))
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    # The compiled classes name the public package as their module, so look at each by itself.
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner(optionflags=FLAGS)
    tests = {test.name: test for test in finder.find(module)}
    if name == "seven_duel._core":
        for thing, value in vars(module).items():
            if inspect.isclass(value):
                for test in finder.find(value, f"{name}.{thing}", module=False, globs={}):
                    tests[test.name] = test
    for test in tests.values():
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
