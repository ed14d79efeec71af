"""A document is previewed before its turn: the same is said of it, and nothing that is said later is another."""

from functools import cache

from builders.packages.case_facts import case_about
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.streams import stream

from xpkgtui.documents.stream import Stream, split
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.rules.finding import Badge
from xpkgtui.rules.judging.engine import Judgement, Ruling

XRD = """\
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata:
  name: xthings.example.org
spec:
  group: example.org
  names: {kind: XThing, plural: xthings}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema: {openAPIV3Schema: {type: object}}
"""
BROKEN = CRD.replace("scope: Cluster", "scope: Universe").replace("things", "others").replace("Thing", "Other")
TEXT = stream(PROVIDER, CRD, "# nothing\n", BROKEN, CRD, *["a: [\n"] * 1200)
LAST = 1205


def judgement(text: str = TEXT) -> Judgement:
    case = case_about("package.yaml", has_manifest=False)
    return Judgement(case, text.encode(), RULESET, stream=documents(text))


@cache
def documents(text: str) -> Stream:
    """The documents of a stream, which is split for the first question about it, as in a service."""
    return split(text.encode())


def said(ruling: Ruling) -> list[tuple[str, str, int | None]]:
    return [(one.rule, one.message, one.place.line) for one in ruling.findings]


def test_a_preview_says_of_a_document_what_its_judgement_says() -> None:
    found = [one for one in judge_stream(TEXT).findings if one.place.document == 4 and one.object]
    assert found
    assert said(judgement().preview(4)) == [(one.rule, one.message, one.place.line) for one in found]


def test_a_preview_has_the_badge_of_the_document() -> None:
    assert judgement().preview(4).badges == ((4, Badge.ERROR),)


def test_a_preview_counts_nothing() -> None:
    previewed, plain = judgement(), judgement()
    rulings: list[Ruling] = []
    for ruling in previewed.rulings():
        rulings.append(ruling)
        for number in (LAST, 2, 4, 5):
            previewed.preview(number)
    found = [one for ruling in rulings for one in ruling.findings]
    assert found == [one for ruling in plain.rulings() for one in ruling.findings]


def test_what_is_said_once_for_the_package_is_not_said_at_a_preview() -> None:
    text = stream(PROVIDER.replace("kind: Provider", "kind: Configuration"), XRD)
    once = [message for _, message, _ in said(judgement(text).preview(2)) if "deprecated since" in message]
    assert any("deprecated since" in one.message for one in judge_stream(text).findings)
    assert not once


def test_nothing_is_said_of_an_empty_document_or_of_none() -> None:
    assert [judgement().preview(number) for number in (0, 3, LAST + 1)] == [Ruling()] * 3


def test_nothing_is_said_where_there_are_no_bytes() -> None:
    assert Judgement(case_about("a"), None, RULESET).preview(1) == Ruling()
