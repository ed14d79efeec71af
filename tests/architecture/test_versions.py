"""What is true of a version of a tool stands in the table of that tool, and nowhere else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from architecture.trees import MODULES, SOURCE, nodes_of

from xpkgtui.formats.xpkg.tools import facts
from xpkgtui.rules.fact import VersionFact

FACTS = "xpkgtui.formats.xpkg.tools.facts"
TABLES = {"tools/facts.py", "tools/fields.py", "tools/editions.py", "tools/eras.py", "summary.py"}
"""The tables of Crossplane: facts; fields of kinds; how editions parse; how eras read; which versions eras span."""
COMPARING = {
    "rules/wording.py",
    "rules/fact.py",
    "formats/summary.py",
    "formats/xpkg/tools/crossplane_versions.py",
    "formats/assumed.py",
}
"""Who compares versions: what finds the fact, the era, the edition and the profile of one."""
VERSION = re.compile(r"[12]\.\d{1,2}(?:\.\d{1,2})?")
ROWS = {name for name, one in vars(facts).items() if isinstance(one, VersionFact)}


def place(path: Path) -> str:
    """A module as it lies in the program."""
    return path.relative_to(SOURCE).as_posix()


def asked(path: Path) -> set[str]:
    """The rows that a module asks, by their names."""
    imports = (one for one in nodes_of(path, ast.ImportFrom) if one.module == FACTS)
    named = {each.name for one in imports for each in one.names} & ROWS
    return named & {one.id for one in nodes_of(path, ast.Name)} if named else named


def test_every_fact_is_asked() -> None:
    assert set().union(*map(asked, MODULES)) == ROWS


def test_every_fact_begins_or_ends_and_says_where_it_was_measured() -> None:
    rows = [one for one in vars(facts).values() if isinstance(one, VersionFact)]
    assert [one.says for one in rows if bool(one.since) == bool(one.until) or not one.source] == []
    assert len({one.says for one in rows}) == len(rows)


def test_versions_are_compared_by_tables_alone() -> None:
    comparing = {place(path) for path in MODULES for one in nodes_of(path, ast.Name) if one.id == "is_older"}
    assert comparing == COMPARING


def versions(path: Path) -> Iterator[str]:
    """The texts of a module that are versions of Crossplane."""
    for one in nodes_of(path, ast.Constant):
        if isinstance(one.value, str) and VERSION.fullmatch(one.value):
            yield one.value


def test_knowledge_of_crossplane_names_no_version_outside_its_tables() -> None:
    room = SOURCE / "formats/xpkg"
    found = {path.relative_to(room).as_posix(): list(versions(path)) for path in MODULES if room in path.parents}
    assert {name: texts for name, texts in found.items() if texts and name not in TABLES} == {}
    assert {name for name, texts in found.items() if texts} >= TABLES
