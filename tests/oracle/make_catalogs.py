"""Asks the oracle what opm and OLM v1 make of the catalogs of the corpus, and keeps its answers in catalogs.json.

    python tests/oracle/make_catalogs.py PROGRAMS CORPUS

PROGRAMS is the folder of the oracle's programs, CORPUS one whose `olm-fbc` has a folder for each catalog. Every
folder in them that holds files is asked as a catalog of its own, too. Tests need no program.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from differential.catalogs.subject import answer_of, installs_not  # noqa: E402
from differential.oracle import Oracle  # noqa: E402

STORE = Path(__file__).with_name("catalogs.json")


def folders(corpus: Path) -> Iterator[str]:
    """The catalogs, and the folders in them with files, below `corpus`."""
    for top in sorted((corpus / "olm-fbc").iterdir()):
        inner = {path.parent for path in top.rglob("*") if path.is_file()}
        yield from (path.relative_to(corpus).as_posix() for path in sorted({top, *inner}))


def main() -> None:
    """Asks, and writes the store: files and their documents, what is loaded, what opm and OLM v1 say."""
    corpus = Path(sys.argv[2])
    with Oracle(Path(sys.argv[1])) as oracle:
        answers = {name: _answer(oracle, corpus / name) for name in folders(corpus)}
    STORE.write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")


def _answer(oracle: Oracle, folder: Path) -> dict[str, Any]:
    answer = answer_of(oracle.ask("siblings", "catalogs", folder=str(folder))["answer"])
    texts = ((folder / name).read_text(encoding="utf-8") for name in answer["files"])
    return {**answer, "olmv1": installs_not(oracle, texts)}


if __name__ == "__main__":
    main()
