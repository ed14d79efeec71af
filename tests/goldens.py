"""Shows how screens and outputs of commands differ from their goldens: `python tests/goldens.py [NAME...] [--write]`.

A NAME may have wildcards: `why_*`; only modules whose tests write it are run. With --write the goldens become what
they are: read the difference first.
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import unified_diff
from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS)]

from builders.goldens import FOLDERS, Collector  # noqa: E402 - their folder is put on the path first


def named(text: str, stems: Sequence[str], names: Sequence[str]) -> bool:
    """Whether a test module writes one of the goldens, or one that is still to come."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=str(name)):
                if name in stems or any(fnmatch(name, one) for one in names):
                    return True
            case ast.JoinedStr(values=parts):
                pattern = "".join(str(one.value) if isinstance(one, ast.Constant) else "*" for one in parts)
                if pattern.strip("*") and any(fnmatch(stem, pattern) for stem in (*stems, *names)):
                    return True
    return False


def writers(names: Sequence[str]) -> list[str]:
    """The test modules that write the goldens of some names; all tests where none says so."""
    stems = [path.stem for path in goldens(names)]
    texts = ((path, path.read_text()) for path in sorted(TESTS.rglob("test_*.py")))
    return [str(path) for path, text in texts if names and "golden" in text and named(text, stems, names)] or [
        str(TESTS)
    ]


def goldens(names: Sequence[str], drawn: Iterable[Path] = ()) -> list[Path]:
    """The goldens of some names that are there or were drawn; all of them without a name."""
    every = sorted({*drawn, *(path for folder in FOLDERS for path in folder.glob("*.txt"))})
    return [path for path in every if not names or any(fnmatch(path.stem, one) for one in names)]


def changed(drawn: Mapping[Path, str], names: Sequence[str]) -> Iterator[tuple[Path, str, str]]:
    """The goldens that are not what was drawn: the file, its text and the drawn text, empty where there is none."""
    for path in goldens(names, drawn):
        before, after = path.read_text() if path.exists() else "", drawn.get(path, "")
        if before != after:
            yield path, before, after


def show(path: Path, before: str, after: str) -> None:
    """Prints one difference."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    sys.stdout.writelines(unified_diff(old, new, path.name, "now" if after else "drawn by no test"))


def draw(tests: Sequence[str], collector: Collector) -> bool:
    """Runs the tests of goldens in some modules or folders; says whether all of them came to their end."""
    options = (
        "-m",
        "golden",
        "-n",
        "0",
        "--disable-warnings",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(TESTS.parent),
    )
    return not pytest.main([*options, *tests], plugins=[collector])


def main() -> int:
    """Ends with 1 where there is a difference that was not written."""
    parser = argparse.ArgumentParser(prog="python tests/goldens.py", description=(__doc__ or "").partition(":")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="goldens, without .txt; all of them where none is named"
    )
    parser.add_argument("--write", action="store_true", help="make the goldens what they are")
    asked = parser.parse_args()
    collector = Collector()
    tests = writers(asked.names)
    is_drawn = draw(tests, collector)
    if is_drawn and not collector.drawn.keys() >= set(goldens(asked.names)) and tests != [str(TESTS)]:
        is_drawn = draw([str(TESTS)], collector)  # one is written under a name that is made elsewhere, or by no test
    if not is_drawn:
        print("Not all of them were drawn: nothing is compared.", file=sys.stderr)
        return 2
    differences = list(changed(collector.drawn, asked.names))
    for path, before, after in differences:
        show(path, before, after)
        if asked.write and after:
            path.write_text(after)
        elif asked.write:
            path.unlink()
    print(
        f"{len(differences)} of {len(collector.drawn)} goldens {'were written' if asked.write else 'would change'}."
    )
    return int(bool(differences) and not asked.write)


if __name__ == "__main__":
    sys.exit(main())
