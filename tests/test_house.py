"""The house rules: what stands where, and that everything public is explained."""

from __future__ import annotations

import enum
import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import seven_duel
import seven_duel.reference

ROOT = Path(__file__).parent.parent
TEXTS = {".py", ".pyi", ".rs", ".toml", ".md", ".json", ".txt", ""}


def project_files() -> list[Path]:
    """The files under version control; in an unpacked source archive, what would be."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        skipped = {"target", "dist", ".venv", ".nox", ".git"}
        paths = [path for path in ROOT.rglob("*") if not skipped & set(path.relative_to(ROOT).parts)]
    return [path for path in paths if path.is_file() and path.suffix in TEXTS]


def test_pyo3_stays_in_its_room() -> None:
    """The rules core knows nothing of Python."""
    for path in (ROOT / "src").rglob("*.rs"):
        if path.is_relative_to(ROOT / "src" / "python"):
            continue
        assert "pyo3" not in path.read_text(), path
    assert "pyo3" not in (ROOT / "build.rs").read_text()


def test_the_version_stands_in_one_place() -> None:
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]["version"]
    assert seven_duel.__version__ == version
    for path in project_files():
        relative = path.relative_to(ROOT)
        if relative.parts[0] in ("python", "src", "docs") or relative.name in (
            "pyproject.toml",
            "README.md",
            "build.rs",
        ):
            assert not re.search(rf"version\W+{re.escape(version)}\b", path.read_text()), relative


def test_the_reference_engine_needs_no_compiled_code() -> None:
    """`from seven_duel.reference import Game` works where the extension was never built."""
    program = """
import sys
sys.modules["seven_duel._core"] = None
from seven_duel.reference import Game
from seven_duel.record import Record
game = Game(1)
while actions := game.legal_actions():
    game.apply(actions[len(actions) // 2])
assert game.outcome() is not None and str(game) and game.view(0)
assert Record.from_game(game).replay().to_text() == game.to_text()
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_reference_engine_names_no_compiled_code() -> None:
    for path in (ROOT / "python" / "seven_duel" / "reference").glob("*.py"):
        assert "_core" not in path.read_text(), path


def test_no_file_names_a_machine() -> None:
    """No absolute paths of somebody's machine, no package hosts."""
    words = ["/" + word + "/" for word in ("work", "root", "home", "Users", "tmp")]
    words += ["pypi" + ".org", "files.python" + "hosted", "local" + "host"]
    for path in project_files():
        if path.suffix == "" or path.name.endswith(".lock"):
            continue
        text = path.read_text(encoding="utf-8")
        for word in words:
            # A URL or a longer path may contain the word; a path of a machine begins with it.
            assert not re.search(rf"(?<![\w./-]){re.escape(word)}", text), f"{path.relative_to(ROOT)}: {word}"


def public_objects() -> Iterator[tuple[str, Any]]:
    """Everything public, with the members of classes that the library itself defines."""
    for module in (seven_duel, seven_duel.reference):
        yield module.__name__, module
        for name in module.__all__:
            found = getattr(module, name)
            yield f"{module.__name__}.{name}", found
            if inspect.isclass(found):
                for member, value in vars(found).items():
                    if (
                        member.startswith("_")
                        or isinstance(value, enum.Enum)
                        or _is_plain(found, member, value)
                    ):
                        continue
                    yield f"{module.__name__}.{name}.{member}", value


def _is_plain(owner: type, name: str, value: object) -> bool:
    """Data whose meaning its class explains: fields, enum and slot members, constants."""
    fields = (
        *getattr(owner, "_fields", ()),
        *getattr(owner, "__dataclass_fields__", ()),
        *getattr(owner, "__slots__", ()),
    )
    return name in fields or isinstance(value, (int, str, float, tuple, type(None)))


def test_every_public_object_is_explained() -> None:
    missing = []
    for name, found in public_objects():
        if isinstance(found, (int, str)):
            continue  # a constant; its docstring stands under it in the source
        doc = inspect.getdoc(found)
        inherited = inspect.isclass(found) and doc in [base.__doc__ for base in found.__mro__[1:]]
        if not doc or not doc.strip() or inherited:
            missing.append(name)
    assert not missing


def test_everything_named_can_be_imported() -> None:
    for module in (seven_duel, seven_duel.reference):
        assert len(set(module.__all__)) == len(module.__all__)
        for name in module.__all__:
            assert getattr(module, name) is not None
        assert set(module.__all__) <= set(dir(module))
    with pytest.raises(AttributeError):
        _ = seven_duel.Gaem


def test_both_engines_have_the_same_face() -> None:
    """One contract: the same public methods, and both are `GameLike`."""
    faces = [
        {name for name in dir(game) if not name.startswith("_")}
        for game in (seven_duel.Game, seven_duel.reference.Game)
    ]
    assert faces[0] == faces[1]
    assert isinstance(seven_duel.Game(1), seven_duel.GameLike)
    assert isinstance(seven_duel.reference.Game(1), seven_duel.GameLike)
    assert isinstance(seven_duel.Game(1).cities[0], seven_duel.CityLike)
    assert isinstance(seven_duel.reference.Game(1).cities[0], seven_duel.CityLike)
