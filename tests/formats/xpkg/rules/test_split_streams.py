"""Streams are cut as the judged version cuts them, whatever is known of how others do."""

import pytest
from builders.packages.case_facts import case_about

from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.rules.ruleset import RULESET

TEXT = b"a: 1\n--- # another\nb: 1\n"


@pytest.mark.parametrize(("version", "documents"), [("v1.20.0", 2), ("v1.5.0", 1)])
def test_what_is_known_of_a_stream_counts_where_the_version_cuts_it_so(version: str, documents: int) -> None:
    case = case_about("x", profile="crossplane-1", crossplane=version)
    assert len(RULESET.split(case, TEXT, split(TEXT)).chunks) == documents
