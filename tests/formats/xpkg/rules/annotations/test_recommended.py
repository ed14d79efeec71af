"""Rules about annotations that a package should have."""

from builders.packages.judgements import judge_stream
from formats.xpkg.rules.rule_cases import without


def test_build_looks_at_no_annotations() -> None:
    assert judge_stream(without("readme"), "build").of("XPKG805") == []
