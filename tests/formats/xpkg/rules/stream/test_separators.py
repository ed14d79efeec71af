"""Rules about what separates documents."""

from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.streams import stream


def test_empty_documents_are_reported_once() -> None:
    judged = judge_stream(stream("# one\n", PROVIDER, "# two\n"))
    assert judged.said("XPKG505") == "2 documents are empty or hold only comments; the first is document 1"


def test_what_follows_the_end_of_a_document_is_reported_at_its_line() -> None:
    (found,) = judge_stream(f"{PROVIDER}...\n{CRD}").of("XPKG504")
    assert found.place.line == PROVIDER.count("\n") + 2


@each_row("rest", ["", "# a comment\n", "\n...\n"])
def test_the_end_of_a_document_hides_nothing_where_nothing_follows(rest: str) -> None:
    assert judge_stream(f"{PROVIDER}...\n{rest}---\n{CRD}").of("XPKG504") == []


META_LATER = "has its meta object in document 2, not first"


@each_row(
    ("text", "faults"),
    [
        (f"---\n{PROVIDER}---\n", None),
        (f"{PROVIDER}---\n", "does not begin with ---"),
        (f"---\n{PROVIDER}", "does not end with ---"),
        (PROVIDER, "does not begin with --- and does not end with ---"),
        (f"---\n{CRD}---\n{PROVIDER}---\n", META_LATER),
        (f"{CRD}---\n{PROVIDER}", f"does not begin with --- and does not end with --- and {META_LATER}"),
        (f"---\n{CRD}---\n", None),
    ],
)
def test_a_stream_that_two_commands_misread_is_reported_with_all_that_is_wrong(text: str, faults: str | None) -> None:
    said = [one.message for one in judge_stream(text).of("XPKG512")]
    expected = f"The stream {faults}; `crossplane resource validate` misreads it"
    assert said == ([expected] if faults else [])
