"""Rules about definitions of composite resources."""

import pytest
from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.objects import OBJECTS, OLDER_XRD
from formats.xpkg.rules.vectors.streams import CONFIGURATION, changed, stream

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


def test_deprecation_is_said_once_for_a_package() -> None:
    found = judge_stream(stream(CONFIGURATION, OLDER_XRD, changed(OLDER_XRD, "things", "others"))).of("XPKG713")
    assert [one.place.document for one in found] == [2]


def test_nothing_is_deprecated_before_it_is() -> None:
    older = judge_stream(OBJECTS["definition of v1"], "crossplane-1", crossplane="1.20")
    assert "XPKG713" not in older.rules
    assert "XPKG713" in judge_stream(OBJECTS["definition of v1"], "crossplane-1", crossplane="2.0").rules
