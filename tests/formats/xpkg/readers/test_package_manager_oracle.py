"""The reader of Crossplane 2.4 against the stored answers of the library that it follows."""

import io

import pytest
from builders.oci.images import image
from builders.oci.layer_cases import CASES
from builders.oracle import answers

from xpkgtui.filesystem import go_paths
from xpkgtui.formats.xpkg.readers.known import reader
from xpkgtui.readers.reader import Reading

ANSWERS: dict[str, dict[str, str]] = answers("images")


@pytest.mark.parametrize("case", CASES)
def test_the_same_bytes_are_taken(case: str) -> None:
    assert reading(case).sha256 == ANSWERS[case].get("sha256")


@pytest.mark.parametrize("case", CASES)
def test_it_stops_at_the_same_stage_with_the_same_message(case: str) -> None:
    found = reading(case)
    assert (found.stage or "", found.message or "") == (
        ANSWERS[case].get("stage", ""),
        ANSWERS[case].get("error", ""),
    )


@pytest.mark.parametrize("case", CASES)
def test_the_same_entry_is_taken(case: str) -> None:
    found = reading(case)
    name = found.entry if found.annotated or found.entry is None else go_paths.clean(found.entry)
    assert name == ANSWERS[case].get("entry")


def test_every_case_has_its_answer() -> None:
    assert CASES.keys() == ANSWERS.keys()


def reading(case: str) -> Reading:
    """What the reader makes of a case."""
    built = image(*CASES[case])
    return reader("manager-2.4").read(built.parsed(), built.open_layer, io.BytesIO())
