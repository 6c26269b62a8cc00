"""The tasks of the project: `nox` runs the checks, `nox -l` lists all."""

from pathlib import Path

import nox

nox.options.sessions = ["tests", "lint", "types", "rust", "package"]
nox.options.reuse_existing_virtualenvs = True

PYTHON_FILES = ("python", "tests", "benches", "noxfile.py")


@nox.session
def tests(session: nox.Session) -> None:
    """The Python tests, as the README runs them; arguments go to pytest."""
    session.install(".[test]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff, rustfmt and clippy."""
    session.install("ruff>=0.17")
    session.run("ruff", "check", *PYTHON_FILES)
    session.run("ruff", "format", "--check", *PYTHON_FILES)
    session.run("cargo", "fmt", "--check", external=True)
    # Cargo.toml asks for the pedantic lints.
    for features in ([], ["--features", "python"]):
        command = ["cargo", "clippy", "--locked", "--all-targets", *features, "--", "-D", "warnings"]
        session.run(*command, external=True)


@nox.session
def types(session: nox.Session) -> None:
    """Mypy, basedpyright, and the stub of the compiled module against the module itself."""
    session.install(".[dev]")
    session.run("mypy")
    session.run("basedpyright")
    session.run("python", "-m", "mypy.stubtest", "seven_duel._core")


@nox.session
def rust(session: nox.Session) -> None:
    """The tests of the Rust core on this processor's instance and the portable one; they need no Python."""
    session.run("cargo", "test", "--locked", external=True)
    session.run("cargo", "test", "--locked", external=True, env={"SEVEN_DUEL_PORTABLE": "1"})


@nox.session
def package(session: nox.Session) -> None:
    """The source archive holds all that a wheel is built from, and the wheel works where nothing else is."""
    session.install("maturin>=1.14,<2")
    work = Path(session.create_tmp())
    for old in work.glob("seven_duel-*"):
        old.unlink()
    session.run("maturin", "sdist", "--out", str(work))
    (archive,) = work.glob("*.tar.gz")
    # Only the crate itself is compiled again.
    env = {"CARGO_TARGET_DIR": str(Path("target").absolute())}
    session.run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(work), str(archive), env=env)
    (wheel,) = work.glob("*.whl")
    session.install("--force-reinstall", str(wheel))
    play = "import seven_duel; assert seven_duel.Game(1).legal_actions(); print(seven_duel.__version__)"
    with session.chdir(work):
        session.run("python", "-c", play)


@nox.session
def deep(session: nox.Session) -> None:
    """The engines side by side, 1,000,000 decisions unless told; Hypothesis at length; how games end."""
    session.install(".[test]")
    session.run("python", "-m", "tests.deep", *(session.posargs or ["1_000_000"]))
    session.run("python", "-m", "pytest", "tests/test_side_by_side.py", env={"HYPOTHESIS_PROFILE": "deep"})
    session.run("python", "-m", "tests.distribution")


@nox.session
def bench(session: nox.Session) -> None:
    """The README's table of speeds; with arguments, pytest-benchmark with them."""
    session.install(".[bench,openspiel]")
    if session.posargs:
        session.run("python", "-m", "pytest", "benches", *session.posargs)
    else:
        session.run("python", "benches/table.py")
