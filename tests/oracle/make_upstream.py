"""Asks the oracle the cases of upstream's own test tables, and keeps its answers in upstream.json.

    python tests/oracle/make_upstream.py PROGRAMS

PROGRAMS is the folder of the oracle's programs. The cases are in `tests/builders/upstream`, their content is made up.
Tests read the stored answers and need no program.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from builders.packages.bundles import write  # noqa: E402
from builders.upstream.bundles import RELATED_IMAGES, Files  # noqa: E402
from builders.upstream.hub_bundles import OBJECTS  # noqa: E402
from builders.upstream.listings import DRAWINGS, DRAWN, LISTED, stream  # noqa: E402
from builders.upstream.tables import TABLES  # noqa: E402
from differential.oracle import Oracle  # noqa: E402

STORE = Path(__file__).with_name("upstream.json")


def main() -> None:
    """Asks, and writes the store."""
    found: dict[str, Any] = {}
    with Oracle(Path(sys.argv[1])) as oracle:
        for table, (subject, cases) in TABLES.items():
            found[table] = {name: subject.theirs(oracle, case) for name, case in cases.items()}
        found["api alone"] = {
            name: _of_api(oracle, files, validator)
            for rows, validator in ((RELATED_IMAGES, "bundle"), (OBJECTS, "object"))
            for name, (files, _) in rows.items()
        }
        found["listing"] = _heads(oracle)
        found["drawings"] = {name: _drawing(oracle, package) for name, package in DRAWINGS.items()}
    STORE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _of_api(oracle: Oracle, files: Files, validator: str) -> list[str]:
    """What a validator of operator-framework/api 0.45 says."""
    with TemporaryDirectory() as folder:
        told = oracle.ask("siblings", "bundles", folder=str(write(Path(folder), files)))["answer"]["api"]
    return [one["detail"] for one in told[validator]]


def _heads(oracle: Oracle) -> list[list[str]]:
    """Package, channel and head."""
    heads = oracle.ask("siblings", "catalogs", text=stream(LISTED))["answer"]["heads"]
    return [[one["package"], one["channel"], one["head"]] for one in heads]


def _drawing(oracle: Oracle, package: str) -> list[str]:
    """The lines that `opm alpha render-graph` draws."""
    answer = oracle.ask("siblings", "catalogs", text=stream(DRAWN), package=package or "*")["answer"]
    lines: list[str] = answer["graph"]["plain"].splitlines()
    return lines


if __name__ == "__main__":
    main()
