"""Shows how screens and outputs of commands differ from their goldens: `python tests/goldens.py [NAME...] [--write]`.

A NAME may have wildcards: `why_*`. With --write the goldens become what they are: read the difference first.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS)]

from builders.goldens import FOLDERS, Collector  # noqa: E402 - their folder is put on the path first


def changed(drawn: Mapping[Path, str], names: Sequence[str]) -> Iterator[tuple[Path, str, str]]:
    """The goldens that are not what was drawn: the file, its text and the drawn text, empty where there is none."""
    for path in sorted({*drawn, *(path for folder in FOLDERS for path in folder.glob("*.txt"))}):
        before, after = path.read_text() if path.exists() else "", drawn.get(path, "")
        if before != after and (not names or any(fnmatch(path.stem, one) for one in names)):
            yield path, before, after


def show(path: Path, before: str, after: str) -> None:
    """Prints one difference."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    sys.stdout.writelines(unified_diff(old, new, path.name, "now" if after else "drawn by no test"))


def main() -> int:
    """Ends with 1 where there is a difference that was not written."""
    parser = argparse.ArgumentParser(prog="python tests/goldens.py", description=(__doc__ or "").partition(":")[0])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="goldens, without .txt; all of them where none is named"
    )
    parser.add_argument("--write", action="store_true", help="make the goldens what they are")
    asked = parser.parse_args()
    collector = Collector()
    options = [
        "-m",
        "golden",
        "--disable-warnings",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(TESTS.parent),
        str(TESTS),
    ]
    if pytest.main(options, plugins=[collector]):
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
