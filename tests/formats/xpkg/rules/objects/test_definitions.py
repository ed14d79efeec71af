"""Rules about definitions of composite resources."""

import pytest
from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.objects import OBJECTS

from xpkgtui.rules.finding import Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


def test_line_is_that_of_the_field() -> None:
    text = OBJECTS["claims of v2"]
    (finding,) = judge_stream(text).of("XPKG712")
    assert text.splitlines()[(finding.place.line or 0) - 1].strip().startswith("claimNames:")


@pytest.mark.parametrize("profile", ["spec", "format-v2"])
def test_documents_warn_of_what_never_becomes_established(profile: str) -> None:
    found = judge_stream(OBJECTS["no referenceable version"], profile).of("XPKG714")
    assert [one.severity for one in found] == [W]
