"""Instructions per game and by function, counted by valgrind: the same on every run and every machine.

    python benches/instructions.py [playout | portable | loop] [--games N] [--top N]

`playout` is the Rust core playing at random (benches/playouts.rs) as this processor runs it, `portable` the
instance for any processor, `loop` the Python loop (benches/loops.py). Each is run with two numbers of games,
so that starting up does not count. Needs valgrind; the Rust figures need cargo.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 5  # of benches/playouts.rs


def build() -> Path:
    """The benchmark of the Rust core, with the names of its functions."""
    command = ["cargo", "bench", "--bench", "playouts", "--no-run", "--message-format", "json"]
    env = os.environ | {"CARGO_PROFILE_BENCH_DEBUG": "line-tables-only", "CARGO_PROFILE_BENCH_STRIP": "none"}
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    for line in done.stdout.splitlines():
        message = json.loads(line)
        if message.get("executable") and message["target"]["name"] == "playouts":
            return Path(message["executable"])
    raise SystemExit("cargo built no benchmark")


def count(command: list[str]) -> Counter[str]:
    """The instructions of a run by function."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        done = subprocess.run([*valgrind, *command], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        return read(out.read_text(errors="replace"))


def read(profile: str) -> Counter[str]:
    """Self cost by function of a callgrind profile: a name is written out once, then by its number."""
    names: dict[str, str] = {}
    costs: Counter[str] = Counter()
    function, is_call = "?", False
    for line in profile.splitlines():
        if found := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
            number, name = found.groups()
            if name:
                names[number] = name
            if line.startswith("fn="):
                function = names[number]
        elif line.startswith("calls="):
            is_call = True  # the next line is the cost of the called function, counted there
        elif re.match(r"[+*\d-]", line):
            if not is_call:
                costs[function] += int(line.split()[-1])
            is_call = False
    return costs


def plain(name: str) -> str:
    """A function's name without hash and recursion level."""
    return re.sub(r"::h[0-9a-f]{16}|'\d+$", "", name)


def main() -> None:
    parser = argparse.ArgumentParser(description="Instructions per game and by function.")
    parser.add_argument("what", nargs="?", choices=["playout", "portable", "loop"], default="playout")
    parser.add_argument("--games", type=int, default=1000, help="games to count (default 1000)")
    parser.add_argument("--top", type=int, default=25, help="functions to print (default 25)")
    options = parser.parse_args()

    if options.what == "loop":
        few, runs = options.games // 10, 1
        command = [sys.executable, str(ROOT / "benches" / "loops.py")]
    else:
        few, runs = options.games // 10, RUNS
        command = [str(build())]
    last = ["portable"] if options.what == "portable" else []
    more_costs, few_costs = (count([*command, str(n), *last]) for n in (options.games, few))
    more_costs.subtract(few_costs)
    games = (options.games - few) * runs

    by_name: Counter[str] = Counter()
    for name, cost in more_costs.items():
        by_name[plain(name)] += cost
    total = by_name.total()
    print(f"{total / games:12,.0f} instructions a game ({options.what}, {games:,} games)")
    for name, cost in by_name.most_common(options.top):
        print(f"{cost / games:12,.0f} {cost / total:6.1%}  {name[:120]}")


if __name__ == "__main__":
    main()
