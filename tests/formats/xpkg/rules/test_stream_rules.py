"""Every rule about documents: a stream trips it, and a good package does not; badges and fixes."""

from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.rule_cases import STREAMS, without
from formats.xpkg.rules.test_format_v2 import FAULTY
from formats.xpkg.rules.vectors.metas import META, TRIPS
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, VECTORS, XRD, changed, stream

from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.rules.finding import Acceptance, Badge


def test_every_rule_about_the_meta_object_speaks_where_it_should() -> None:
    texts = {**VECTORS, **META}
    spoken = {
        rule: [one.severity.name for one in judge_stream(texts[name], profile).of(rule)][:1]
        for rule, (name, _, profile) in TRIPS.items()
    }
    assert spoken == {rule: [severity] for rule, (_, severity, _) in TRIPS.items()}


@each_row("name", ["framed provider", "good dependencies", "friendly names"])
def test_rules_leave_a_good_meta_object_alone(name: str) -> None:
    assert judge_stream(META[name]).rules - {"XPKG724"} <= {"XPKG512"}


@each_row(
    ("text", "rule", "fix"),
    [
        (CRD, "XPKG601", "Add one"),
        (changed(PROVIDER, "name: provider-nop", "name: Provider_Nop"), "XPKG607", "Write lowercase"),
        (changed(PROVIDER, "kind: Provider", "kind: {{ .Kind }}"), "XPKG509", "a template"),
        (stream(CONFIGURATION, changed(COMPOSITION, "  mode: Pipeline\n", "")), "XPKG716", "`mode: Pipeline`"),
        (
            stream(CONFIGURATION, changed(COMPOSITION, "mode: Pipeline", "mode: pipeline")),
            "XPKG716",
            "`mode: Pipeline`",
        ),
        (
            stream(CONFIGURATION, COMPOSITION.partition("  mode")[0]),
            "XPKG716",
            "xpkg build` of 2.0 or later dropped them",
        ),
        (stream(CONFIGURATION, changed(XRD, "  versions", "  scope: here\n  versions")), "XPKG712", "Namespaced"),
    ],
)
def test_the_fix_is_that_of_the_case(text: str, rule: str, fix: str) -> None:
    assert fix in judge_stream(text).of(rule)[0].fix


def test_every_rule_speaks_where_it_should() -> None:
    spoken = {rule: [one.severity for one in judge_stream(text).of(rule)] for rule, (text, _) in STREAMS.items()}
    assert spoken == {rule: [severity] for rule, (_, severity) in STREAMS.items()}


@each_row("name", ["good provider", "good configuration", "good function"])
def test_good_package_has_no_findings(name: str) -> None:
    assert judge_stream(f"---\n{VECTORS[name]}---\n").rules == set()


@each_row("name", ["good provider", "good configuration", "good function"])
def test_good_package_is_accepted(name: str) -> None:
    assert judge_stream(VECTORS[name]).verdict.acceptance is Acceptance.ACCEPTED


def test_every_rule_about_documents_is_tripped() -> None:
    needs_more = {
        *("XPKG112", "XPKG213", "XPKG214", "XPKG308", "XPKG309", "XPKG310", "XPKG621", "XPKG736", "XPKG910"),
        *("XPKG912", "XPKG913", "XPKG914", "XPKG919"),
    }
    of_format_v2 = {rule for _, rule, _, _ in FAULTY.values()} - {*STREAMS, *TRIPS}
    known = {rule.id for rule in RULESET.documents} | {rule.id for rule in RULESET.package}
    assert known - needs_more == {*STREAMS, *TRIPS, *of_format_v2}


def test_verdict_names_the_document_that_crossplane_stops_at() -> None:
    judged = judge_stream(stream(PROVIDER, "a: [1\n", VECTORS["config map"]))
    assert judged.verdict.reason.startswith("document 2 is not YAML")


def test_badge_is_the_worst_that_is_said() -> None:
    judged = judge_stream(stream(without("readme"), CRD, VECTORS["config map"].split("---\n")[1]))
    assert judged.badges == {1: Badge.INFO, 2: Badge.OK, 3: Badge.ERROR}


def test_badge_is_raised_by_what_the_whole_package_shows() -> None:
    assert judge_stream(VECTORS["the same object twice"]).badges[3] is Badge.WARNING


def test_findings_name_their_object() -> None:
    (finding,) = judge_stream(VECTORS["config map"]).of("XPKG702")
    assert str(finding.object) == "ConfigMap settings"
