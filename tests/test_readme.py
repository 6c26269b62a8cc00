"""The README tells the truth: its Python snippets run, one after the other, and print what they say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_snippet(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    block = BLOCKS[number]
    if ">>>" in block:
        examples = doctest.DocTestParser().get_doctest(
            block, {}, f"README snippet {number + 1}", "README.md", 0
        )
        results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
        assert results.attempted
        assert not results.failed
    else:
        exec(compile(block, f"README snippet {number + 1}", "exec"), {})


def test_there_are_two_commands_and_some_snippets() -> None:
    commands = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert all(len(command.splitlines()) == 1 for command in commands[:2])
    assert "seven-duel simulate" in commands[0]
    assert "seven-duel replay" in commands[0]
    assert "[test]" in commands[1]
    assert "pytest" in commands[1]
    assert len(BLOCKS) >= 5


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / target).exists(), target
