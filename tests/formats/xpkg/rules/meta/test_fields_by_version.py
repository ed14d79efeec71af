"""Fields that not all versions of Crossplane know: dropped, gone, and admitted by a constraint (613, 721)."""

from builders.cases import each_row
from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.objects import OLDER_XRD, configuration
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, XRD, changed, stream

from xpkgtui.formats.xpkg.tools.fields import FIELDS

_MODE = "  mode: Pipeline\n"
_BOUND = '">=v2.1.0"'


def with_field(line: str, document: str = COMPOSITION) -> str:
    """A Configuration with a document that has one more field in its spec."""
    return configuration(changed(document, "spec:\n", f"spec:\n  {line}\n"))


@each_row(
    ("field", "line", "last", "instead"),
    [
        ("spec.environment", "environment: {policy: {resolve: Always}}", "1.17", "function-environment-configs"),
        ("spec.patchSets", "patchSets: [{name: a, patches: []}]", "1.20", "function-patch-and-transform"),
        ("spec.functions", "functions: []", "1.13", "spec.pipeline"),
        ("spec.publishConnectionDetailsWithStoreConfigRef", _MODE, "1.20", "Compose a Secret"),
    ],
)
def test_a_field_that_is_gone_is_named_with_what_replaces_it(field: str, line: str, last: str, instead: str) -> None:
    line = "publishConnectionDetailsWithStoreConfigRef: {name: default}" if line is _MODE else line
    text = with_field(line)
    (found,) = [one for one in judge_stream(text).of("XPKG613") if one.place.field == field]
    assert "no longer know" in found.message
    assert instead in (found.fix or "")
    known = judge_stream(text, crossplane=last).of("XPKG613")
    assert field not in [one.place.field for one in known]


def test_a_misspelt_field_is_still_misspelt() -> None:
    (found,) = judge_stream(with_field("envirnoment: {}"), crossplane="1.17").of("XPKG613")
    assert "is unknown" in found.message


@each_row(
    ("document", "line", "field", "before", "since"),
    [
        (COMPOSITION, "", "spec.mode", "1.13", "1.14"),
        (OLDER_XRD, "scope: Cluster", "spec.scope", "1.20", "2.0"),
        (OLDER_XRD, "defaultCompositeDeletePolicy: Foreground", "spec.defaultCompositeDeletePolicy", "1.11", "1.12"),
        (XRD, "defaultCompositionRevisionSelector: {matchLabels: {a: b}}", "RevisionSelector", "2.1", "2.2"),
    ],
)
def test_a_version_that_does_not_know_a_field_yet_drops_it(
    document: str, line: str, field: str, before: str, since: str
) -> None:
    text = with_field(line, document) if line else configuration(document)
    dropped = [one for one in judge_stream(text, crossplane=before).of("XPKG613") if field in str(one.place.field)]
    assert [f"{since} and later know it" in one.message for one in dropped] == [True]
    kept = judge_stream(text, crossplane=since).of("XPKG613")
    assert [one for one in kept if field in str(one.place.field)] == []


def test_a_constraint_admits_versions_that_lack_a_field() -> None:
    older = changed(CONFIGURATION, _BOUND, '">=v1.13"')
    (found,) = judge_stream(stream(older, COMPOSITION)).of("XPKG721")
    assert found.message == (
        "Composition things: spec.mode needs Crossplane 1.14 or later, older versions drop it; the constraint "
        ">=v1.13 admits 1.13 too"
    )
    assert found.fix == 'Write `crossplane: {version: ">=v1.14.0"}`, or a higher lower bound.'
    assert (found.place.document, found.place.field) == (2, "spec.mode")
    assert judge_stream(stream(changed(CONFIGURATION, _BOUND, '">=v1.14"'), COMPOSITION)).of("XPKG721") == []


def test_each_field_came_or_went_and_what_went_is_replaced() -> None:
    assert [row.path for row in FIELDS if bool(row.fact.until) != bool(row.instead)] == []
    assert len({(row.kind, row.path) for row in FIELDS}) == len(FIELDS)
