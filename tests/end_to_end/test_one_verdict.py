"""The documents of `why` and `check` say the same of every version of Crossplane, for a package of each rule."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from builders.gate import IS_WHOLE, few
from builders.oci.images import labeled, package, write_layout
from builders.program.headless import documents, run
from formats.xpkg.rules.rule_cases import TRIPPED

VERSIONS = ("2.4", "2.1", "2.0", "1.20", "1.14", "1.4")
"""One of each way of reading, parsing, linting or installing."""
FIELDS = ("verdict", "measured")
RULES = few(TRIPPED.items(), 33)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A package for each rule, as an OCI layout."""
    folder = tmp_path_factory.mktemp("rules")
    built = {rule: made for rule, make in RULES if (made := make().built) is not None}
    images = {rule: labeled(package(one)) if isinstance(one, bytes) else one for rule, one in built.items()}
    return [str(write_layout(folder / rule, one, tags=("v1",))) for rule, one in images.items()]


@pytest.fixture(scope="module")
def compared(sources: list[str]) -> dict[str, dict[str, Any]]:
    """What `why` says of those that are packages of Crossplane."""
    return {one["source"]: one for one in documents("why", *sources) if one["format"] == "xpkg"}


Span = tuple[tuple[int, ...], tuple[int, ...]]


def rows(result: dict[str, Any]) -> Iterator[tuple[Span, dict[str, Any]]]:
    """The rows of Crossplane with their versions, those of older versions before the row that they are part of."""
    for row in result["readings"]:
        if row["reader"].startswith("manager-"):
            for one in (*row["older"], row):
                first, _, last = one["versions"].partition(" - ")
                yield (_numbers(first), _numbers(last or first)), one


def at(result: dict[str, Any], version: str) -> dict[str, Any]:
    """What `why` says of a version."""
    return next(one for (first, last), one in rows(result) if first <= _numbers(version) <= last)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_why_and_check_say_the_same_of_every_version(compared: dict[str, dict[str, Any]]) -> None:
    assert len(compared) > (110 if IS_WHOLE else 24)
    differ, found = [], 0
    for number, version in enumerate(VERSIONS):
        # Each package with two of the versions: the tests of verdicts have each stream with all.
        for checked in documents("check", "--crossplane", version, *list(compared)[number % 3 :: 3]):
            if checked["profile"] == "format-v2":
                continue
            found += 1
            row = at(compared[checked["source"]], version)
            differ += [
                (Path(checked["source"]).name, version, field, row[field], checked[field])
                for field in FIELDS
                if row[field] != checked[field]
            ]
    assert differ == []
    assert found > (215 if IS_WHOLE else 46)


def test_why_and_check_say_the_same_of_the_specification(compared: dict[str, dict[str, Any]]) -> None:
    for checked in documents("check", "--profile", "spec", *compared):
        row = next(one for one in compared[checked["source"]]["readings"] if one["reader"] == "spec")
        assert [(one, row[one]) for one in FIELDS] == [(one, checked[one]) for one in FIELDS], checked["source"]


def test_text_names_the_older_versions_that_decide_otherwise() -> None:
    text = run("why", "demo:disputed").stdout
    row = next(line for line in text.splitlines() if line.startswith("    1.13"))
    assert row.split() == ["1.13", "–", "1.18", "✗", "refuses"]
    message = "package is not compatible with Crossplane version (v1.18.0)"
    assert f"  Crossplane 1.13 – 1.18\n    {message}\n" in text
    marked = run("why", "--format", "markdown", "demo:disputed").stdout
    assert f"| Crossplane 1.13 – 1.18 | ✗ refuses | | `{message}` |\n" in marked
