"""Plants small faults, one at a time, and says which the tests of their own folder catch.

    cd tests && python -m mutants [FOLDER...] [--count 50] [--seed N] [--jobs N] [--at MODULE:LINE]

A FOLDER is one of the program (`formats/xpkg`), or a module of it; none means all. The tests of a folder are run
once, which says which of them run a line; a fault is then planted in a process that runs these. It is caught where
one fails, or takes 30 seconds. Programs that a test starts are sound.
"""

import argparse
from pathlib import Path
from random import Random

from mutants.children import PACKAGE, ROOT, TESTS, Covering, answered, covering, culprit
from mutants.faults import Fault, faults


def faults_of(*paths: Path) -> list[Fault]:
    """Every fault of modules, and of folders of them."""
    modules = sorted({module for path in paths for module in (path.rglob("*.py") if path.is_dir() else [path])})
    return [each for path in modules for each in faults(str(path.relative_to(PACKAGE)), path.read_bytes())]


def drawn(every: list[Fault], count: int, chance: Random) -> list[Fault]:
    """Different ones, each kind as often as the others."""
    chance.shuffle(every)
    kinds = sorted({one.kind for one in every})
    waiting = {kind: [one for one in every if one.kind == kind] for kind in kinds}
    return [waiting[kind].pop() for kind in (chance.choice(kinds) for _ in range(count)) if waiting[kind]]


def tests_of(path: Path) -> tuple[str, ...]:
    """The nearest folder of tests that mirrors a module's own; for a rule or a page also what tests all of them."""
    nearest = next(one for one in (TESTS / path).parents if any(one.rglob("test_*.py")))
    found = [*([nearest] if nearest != TESTS else TESTS.glob("test_*.py")), *_of_all(path)]
    return tuple(str(one.relative_to(ROOT)) for one in found)


def _of_all(path: Path) -> list[Path]:
    """What stands above the folders of a format's rules (pairs, tables of answers, streams), or those of pages."""
    if path.parts[:2] in (("app", "drawing"), ("app", "state")):
        return [TESTS / "app/test_whole_pages.py"]
    if path.parts[0] != "formats" or path.parts[2:3] != ("rules",):
        return []
    above = TESTS / "formats" / path.parts[1] / "rules"
    return [TESTS / "formats/test_rule_pairs.py", *sorted(above.glob("test_*.py"))]


def measured(chosen: list[Fault], jobs: int) -> Covering:
    """The tests of their own folders that run the modules of faults: all of them run once, a room at a time."""
    own = {fault.module: tests_of(Path(fault.module)) for fault in chosen}
    rooms: dict[str, set[str]] = {}
    for path in {path for paths in own.values() for path in paths}:
        rooms.setdefault("/".join(Path(path).parts[:2]), set()).add(path)
    found: Covering = {module: {} for module in own}
    asked = [(tuple(sorted(tests - _within(tests))), tuple(own)) for tests in rooms.values()]
    for (tests, _), lines in answered(covering, asked, jobs):
        if not lines:
            raise SystemExit(f"The tests of {tests[0]} do not run.")
        for module, names_of in lines.items():
            for line, names in names_of.items():
                kept = (name for name in names if not name or name.startswith(own[module]))
                found[module].setdefault(line, []).extend(kept)
    return found


def _within(paths: set[str]) -> set[str]:
    """Those in another one: pytest would leave out what stands in the outer one alone."""
    return {one for one in paths if any(one.startswith(f"{other}/") for other in paths)}


def catching(fault: Fault, lines: dict[int, list[str]]) -> tuple[str, ...]:
    """The tests that run the line of a fault, those of the module's name first.

    Of what is run as the module is imported these are all tests of the module, and then all of its folder; of what no
    test of the folder runs too, because a test of another one may have been the first that needs what is made once.
    """
    own = (TESTS / fault.module).with_name(f"test_{Path(fault.module).name}")
    name = str(own.relative_to(ROOT))
    line = max((one for one in lines if one <= fault.line), default=0)
    at_import = fault.once or "" in lines.get(line, ()) or not lines.get(line)
    every = [one for names in lines.values() for one in names] if at_import else lines.get(line, ())
    found = sorted(dict.fromkeys(filter(None, every)), key=lambda one: not one.startswith(name))
    return (*found, *tests_of(Path(fault.module))) if at_import else tuple(found)


def main() -> None:
    """Draws the faults, plants each, and counts."""
    parser = argparse.ArgumentParser(prog="python -m mutants", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER", default=["."])
    for name, usual in (("--count", 50), ("--seed", 1), ("--jobs", 1)):
        parser.add_argument(name, type=int, default=usual)
    parser.add_argument("--at", metavar="MODULE:LINE", action="append", help="every fault of a line, instead")
    asked = parser.parse_args()
    if asked.at:
        every = faults_of(*(PACKAGE / place.rpartition(":")[0] for place in asked.at))
        chosen = [one for one in every if f"{one.module}:{one.line}" in asked.at]
    else:
        chosen = drawn(faults_of(*(PACKAGE / name for name in asked.folders)), asked.count, Random(asked.seed))
    lines = measured(chosen, asked.jobs)
    caught = 0
    planted = [(fault, catching(fault, lines[fault.module])) for fault in chosen]
    for (fault, tests), found in answered(culprit, planted, asked.jobs):
        caught += found != ""
        words = f"caught by {found or 'none that ends'}" if found != "" else f"LIVED through {len(tests):,} tests"
        print(f"{fault}\n    {words}", flush=True)
    print(f"{caught} of {len(chosen)} were caught by the tests of their own folder.")


if __name__ == "__main__":
    main()
