"""What is typed to narrow the list of objects."""

from builders.cases import each_row

from xpkgtui.app.objects import list as object_list
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.filters.filter import Filter
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.parts import PartName, Ready
from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import SearchText
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Badge

ROWS = tuple(
    ObjectRow(
        document=number,
        line=1,
        start=0,
        end=1,
        first_line=1,
        api_version="a/v1",
        kind=kind,
        name=f"{plural}.{group}",
        group=group,
        plural=plural,
        versions=versions,
        badge=badge,
    )
    for number, (kind, plural, group, versions, badge) in enumerate(
        (
            ("CustomResourceDefinition", "buckets", "s3.example.org", ("v1", "v1beta1"), Badge.OK),
            ("CustomResourceDefinition", "policies", "iam.example.org", ("v1beta1",), Badge.WARNING),
            ("CompositeResourceDefinition", "xbuckets", "example.com", ("v1alpha1",), Badge.ERROR),
            ("Composition", "compose", "example.com", (), None),
        ),
        1,
    )
)
INSPECTION = Inspection(source="s", objects=Ready(ROWS), objects_total=len(ROWS))
FOO = SearchText(word="foo")


def wanted(text: str) -> Filter:
    return problems_only.filter_of(Selection().with_filter(PaneId.OBJECTS, text), PaneId.OBJECTS)


def kept(text: str, replies: Replies | None = None) -> list[int]:
    return [row.document for row in object_list.fitting(ROWS, wanted(text), replies or Replies())]


def found(*documents: int, done: int = 4) -> TextFound:
    return TextFound(documents=frozenset(documents), done=done, total=4)


@each_row(
    ("text", "documents"),
    [
        ("", [1, 2, 3, 4]),
        ("bucket", [1, 3]),
        ("BUCKET example.org", [1]),
        ("kind:crd", [1, 2]),
        ("kind:CustomRes", [1, 2]),
        ("Kind:XRD", [3]),
        ("badge:error", [3]),
        ("badge:!", [2]),
        ("✗", [3]),
        ("!", [2]),
        ("badge:none", [4]),
        ("badge:nonsense", []),
        ("group:example.com", [3, 4]),
        ("version:v1", [1, 4]),
        ("version:v1b", [1, 2]),
        ("-bucket", [2, 4]),
        ("-kind:crd", [3, 4]),
        ("kind:", [1, 2, 3, 4]),
        ("-", [1, 2, 3, 4]),
        ("!bucket", [2, 4]),
        ("!!", [1, 3, 4]),
        ("!re:^buckets", [2, 3, 4]),
        ("re:^x?buckets$", [1, 3]),
        ("re:(", [1, 2, 3, 4]),
        ("re:( kind:xrd", [3]),
        ("colour:red", []),
        ('"buckets.s3"', [1]),
    ],
)
def test_words_narrow_the_list(text: str, documents: list[int]) -> None:
    assert kept(text) == documents


def test_text_keeps_what_was_found_so_far() -> None:
    replies = Replies().with_event(FOO, found(2, done=2))
    assert kept("text:foo", replies) == [2]
    assert object_list.is_searching(replies, wanted("text:foo"))
    replies = replies.with_event(FOO, found(2, 3))
    assert kept("text:FOO", replies) == [2, 3]
    assert kept("-text:foo kind:crd", replies) == [1]
    assert not object_list.is_searching(replies, wanted("text:foo"))


@each_row(("typed", "word"), [("text:Straße", "straße"), ("text:É", "É"), ("text:!", "!")])
def test_a_text_is_searched_as_it_is_but_for_ascii_letters(typed: str, word: str) -> None:
    assert object_list.searches(wanted(typed)) == (SearchText(word=word),)


def test_a_trait_is_searched_by_its_whole_value() -> None:
    yes, no = SearchText(word="yes", trait="olmv1"), SearchText(word="no", trait="olmv1")
    assert object_list.searches(wanted("olmv1:Y !olmv1:n")) == (yes, no)
    replies = Replies().with_event(yes, found(2, done=2))
    assert kept("olmv1:yes", replies) == [2]
    assert object_list.is_searching(replies, wanted("olmv1:yes"))
    assert "packages of a catalog" in object_list.advice(wanted("olmv1:maybe"))


def test_searches_are_asked_one_after_the_other() -> None:
    request = object_list.search_request(INSPECTION, Replies(), wanted("text:foo text:bar"))
    assert request == FOO
    assert object_list.search_request(INSPECTION, Replies().with_request(FOO), wanted("text:foo text:bar")) is None
    assert object_list.search_request(
        INSPECTION, Replies().with_event(FOO, found()), wanted("text:foo text:bar")
    ) == SearchText(word="bar")


def test_nothing_is_searched_before_all_objects_are_listed() -> None:
    assert (
        object_list.search_request(
            Inspection(source="s", objects=Ready(ROWS), objects_total=5), Replies(), wanted("text:foo")
        )
        is None
    )


def test_search_that_failed_is_over() -> None:
    failure = Failure(kind=FailureKind.BUG, title="t")
    failed = Replies().with_event(FOO, PartFailed(part=PartName.SEARCH, failure=failure))
    assert not object_list.is_searching(failed, wanted("text:foo"))


def test_search_that_was_cut_short_is_asked_again() -> None:
    replies = Replies().with_event(FOO, found(2, done=2)).without(FOO)
    assert object_list.search_request(INSPECTION, replies, wanted("text:foo")) == FOO


def test_advice_names_the_badges() -> None:
    assert "error, warning" in object_list.advice(wanted("badge:nonsense"))
    assert problems_only.hint(PaneId.OBJECTS) in object_list.advice(wanted("zzz"))
