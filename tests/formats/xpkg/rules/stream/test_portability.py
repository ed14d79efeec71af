"""Rules about YAML that other tools may read otherwise."""

from builders.packages.judgements import PROVIDER, judge_stream
from formats.xpkg.rules.vectors.streams import VECTORS, changed

from xpkgtui.rules.finding import Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


def test_duplicate_key_stands_at_its_second_place() -> None:
    (finding,) = judge_stream(VECTORS["duplicate key"]).of("XPKG507")
    assert (finding.place.line, finding.place.field) == (3, "kind")


def test_aliases_and_merges_are_counted() -> None:
    text = changed(PROVIDER, "readme: Read on.", "readme: &a Read on.\n    other: *a\n    more: *a")
    assert judge_stream(text).said("XPKG510") == "Provider provider-nop uses 2 aliases"


def test_windows_line_ends_are_reported_once() -> None:
    assert [one.severity for one in judge_stream(VECTORS["windows line ends"]).of("XPKG513")] == [I]


def test_byte_order_mark_before_a_document_is_a_fact() -> None:
    assert [one.severity for one in judge_stream(VECTORS["byte order mark"]).of("XPKG513")] == [I]
