"""Stored tables: cases with the answers of the libraries, so that tests need neither Go nor the oracle."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from differential.subject import Answer, Case

FOLDER = Path(__file__).parent / "stored"


def key(case: Case) -> str:
    """A case as text."""
    return json.dumps(case)


def stored(name: str) -> dict[str, Answer]:
    """The answers in the table of a subject, by the text of their case."""
    rows: list[list[Any]] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return {key(case): answer for case, answer in rows}


def store(name: str, rows: Iterable[tuple[Case, Answer]]) -> Path:
    """Writes the table of a subject, a line for each case."""
    path = FOLDER / f"{name}.json"
    lines = ",\n".join(json.dumps([case, answer]) for case, answer in rows)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return path
