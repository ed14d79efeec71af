"""The verdict line of formats with several tools, and verdicts in fewer words."""

from dataclasses import replace

import pytest
from builders.cases import each_row

from xpkgtui.app.drawing.bands.headline import Status, headline
from xpkgtui.formats.known import format_of
from xpkgtui.formats.registry_v1.summary import ARCHIVED, SUMMARY
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.sentence import reasons, sentence_of, subject, verdict_sentence
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, OtherVerdict, Place, Severity, Verdict


def other(profile: str, reason: str = "") -> OtherVerdict:
    acceptance = Acceptance.REFUSED if reason else Acceptance.ACCEPTED
    return OtherVerdict(profile=profile, acceptance=acceptance, reason=reason, archived=profile in ARCHIVED)


def verdict(*others: OtherVerdict, refused: str = "") -> Verdict:
    acceptance = Acceptance.REFUSED if refused else Acceptance.ACCEPTED
    return Verdict(acceptance=acceptance, reason=refused or "manifests/ read", others=others)


def inspection(found: Verdict) -> Inspection:
    return Inspection(source="x", format=SUMMARY, verdict=Ready(found))


def test_who_agrees_stands_before_who_refuses() -> None:
    found = verdict(other("sdk"), other("olmv1", "it requires a package"), other("spec"))
    said = sentence_of(inspection(found), found, "opm", "2.4")
    agreeing = "operator-sdk 1.42 and The bundle format accept it too"
    assert said.lead == f"opm 1.73 accepts it; {agreeing}; OLM v1 refuses it"
    assert said.reason == said.cause == "it requires a package"


def test_every_tool_that_refuses_is_named_on_a_narrow_screen() -> None:
    found = verdict(other("sdk", "its icon is broken"), other("olmv1", "it requires a package"))
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert (said.status, said.sign) == (Status.WARN, "!")
    assert said.clause == "Accepted by opm 1.73, refused by operator-sdk 1.42 and OLM v1:"
    assert said.reason == "its icon is broken; OLM v1 refuses it: it requires a package"
    assert said.short_clause == "opm 1.73 accepts, operator-sdk 1.42 and OLM v1 refuse:"
    assert said.shortest_clause == "Refused by operator-sdk 1.42 and 1 more:"
    assert said.short_reasons[-1] == "its icon is broken"


@each_row(
    ("found", "status", "band", "sentence"),
    [
        (
            verdict(other("sdk"), other("rukpak", "it has webhooks")),
            Status.OK,
            "opm 1.73 accepts it: manifests/ read; operator-sdk 1.42 accepts it too",
            (
                "opm 1.73 accepts it: manifests/ read; operator-sdk 1.42 accepts it too; "
                "RukPak 0.12 (archived) refuses it: it has webhooks"
            ),
        ),
        (
            verdict(other("rukpak", "it has webhooks"), other("olmv1", "it requires a package")),
            Status.WARN,
            "Accepted by opm 1.73, refused by OLM v1: it requires a package",
            (
                "opm 1.73 accepts it; OLM v1 refuses it: it requires a package; "
                "RukPak 0.12 (archived) refuses it: it has webhooks"
            ),
        ),
        (
            verdict(other("rukpak", "it is broken"), refused="it is broken"),
            Status.BAD,
            "opm 1.73 refuses it: it is broken",
            "opm 1.73 refuses it: it is broken; RukPak 0.12 (archived) refuses it too",
        ),
        (
            verdict(other("rukpak")),
            Status.OK,
            "opm 1.73 accepts it: manifests/ read",
            "opm 1.73 accepts it: manifests/ read; RukPak 0.12 (archived) accepts it too",
        ),
    ],
    ids=["alone", "with another", "agrees", "accepts"],
)
def test_a_tool_that_is_archived_comes_last_and_leaves_the_band_alone(
    found: Verdict, status: Status, band: str, sentence: str
) -> None:
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert (said.status, f"{said.clause} {said.reason}") == (status, band)
    assert verdict_sentence(inspection(found), "opm", "2.4") == sentence


def test_a_refusal_keeps_its_own_reason_on_a_narrow_screen() -> None:
    found = verdict(other("olmv1", "it requires a package"), refused="a.yaml:1: the version is missing")
    found = replace(found, place="a.yaml:1")
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert (said.clause, said.short_clause, said.shortest_clause) == ("opm 1.73 refuses it:", "opm 1.73:", "")
    assert said.short_reasons[-1] == "the version is missing"


def test_refusals_beside_an_acceptance_are_told_without_their_places_and_otherwise_whole() -> None:
    cause = "it requires package tide; line 2: of registry:5000: harbor"
    first = replace(other("olmv1", f"metadata/a b; c.yaml:2: {cause}"), place="metadata/a b; c.yaml:2")
    found = verdict(first, replace(other("sdk", f"document 3: {cause}"), place="document 3"))
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert said.clause == "Accepted by opm 1.73, refused by OLM v1 and operator-sdk 1.42:"
    assert said.reason == f"{cause}; operator-sdk 1.42 refuses it: {cause}"
    assert said.short_reasons[0] == cause


def test_a_refusal_comes_before_a_tool_that_is_undecided() -> None:
    unsure = OtherVerdict(profile="sdk", acceptance=None, reason="a limit")
    found = verdict(unsure, other("olmv1", "it requires a package"))
    said = sentence_of(inspection(found), found, "opm", "2.4")
    assert (said.refusing, said.cause) == (("OLM v1",), "it requires a package")


def test_a_tool_that_is_undecided_leaves_an_acceptance_green() -> None:
    found = verdict(OtherVerdict(profile="sdk", acceptance=None, reason="a limit"))
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert (said.status, said.sign) == (Status.OK, "✓")


def test_an_acceptance_with_a_reservation_tells_it() -> None:
    served = OtherVerdict(profile="olmv1", acceptance=Acceptance.ACCEPTED, reason="", but="refuses 2 of its bundles")
    found = verdict(served)
    said = sentence_of(inspection(found), found, "opm", "2.4")
    assert said.reason == "manifests/ read; OLM v1 accepts it, but refuses 2 of its bundles"
    own = replace(verdict(), but="refuses 2 of its bundles")
    assert sentence_of(inspection(own), own, "olmv1", "2.4").reason == "manifests/ read; it refuses 2 of its bundles"


def test_where_there_is_little_room_the_reservation_is_what_is_told() -> None:
    served = OtherVerdict(profile="olmv1", acceptance=Acceptance.ACCEPTED, reason="", but="refuses 2 of its bundles")
    said = headline(inspection(verdict(served)), Options(profile="opm"), busy=False)
    assert said.short_reasons == ("OLM v1 refuses 2 of its bundles",)
    plain = headline(inspection(verdict()), Options(profile="opm"), busy=False)
    assert plain.short_reasons == ("manifests/ read",)


def test_a_refusal_keeps_its_own_cause_beside_a_reservation() -> None:
    served = OtherVerdict(profile="olmv1", acceptance=Acceptance.ACCEPTED, reason="", but="refuses 2 of its bundles")
    found = replace(verdict(served), acceptance=Acceptance.REFUSED, reason="a.yaml:3: the package bar is there twice")
    found = replace(found, place="a.yaml:3")
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert said.reason == f"{found.reason}; OLM v1 accepts it, but refuses 2 of its bundles"
    assert "the package bar is there twice" in said.short_reasons


PROVIDER = ObjectName(api_version="meta.pkg.crossplane.io/v1beta1", kind="Provider", name="x")
CAUSE = "apiVersion meta.pkg.crossplane.io/v1beta1 is not supported for Provider"
SHORTEST = "apiVersion v1beta1 is not supported for Provider"


def _refused(reason: str, name: ObjectName | None = PROVIDER) -> Verdict:
    place = Place(document=2, line=7)
    culprit = Finding(rule="XPKG602", severity=Severity.ERROR, message="", object=name, place=place)
    return Verdict(acceptance=Acceptance.REFUSED, reason=reason, culprit=culprit)


@each_row(
    ("reason", "place"),
    [
        (f"document 2: Provider x: {CAUSE}", "document 2"),
        (f"document 2: Provider in document 2: {CAUSE}", "document 2"),
        (f"apis/a.yaml:7: Provider x: {CAUSE}", "apis/a.yaml:7"),
        (f"line 7: {CAUSE}", "line 7"),
    ],
)
def test_the_cause_comes_before_its_place(reason: str, place: str) -> None:
    assert reasons(replace(_refused(reason), place=place)) == (reason, f"{CAUSE} · {place}", CAUSE, SHORTEST)


def test_a_document_that_is_no_object_keeps_its_number() -> None:
    reason = "document 3 is not YAML: did not find expected key"
    assert reasons(_refused(reason, None)) == (reason,)


def test_brackets_have_fewer_words() -> None:
    accepted = Verdict(acceptance=Acceptance.ACCEPTED, reason="package.yaml from layer 2 (annotated base)")
    assert reasons(accepted) == ("package.yaml from layer 2 (base)",)


@each_row(
    ("profile", "other", "said"),
    [
        ("crossplane", "", "2.4"),
        ("crossplane-1", "", "1.20"),
        ("build", "", "crossplane xpkg build"),
        ("crossplane", "linux/arm64", "2.4, linux/arm64"),
    ],
)
def test_the_consumer_loses_the_name_of_its_program(profile: str, other: str, said: str) -> None:
    assert subject(WORDING, profile, "2.4", other) == said


@pytest.mark.parametrize(
    ("format", "profile", "said"), [("catalog", "opm", "opm 1.73"), ("plain+v0", "rukpak", "RukPak 0.12")]
)
def test_a_short_name_of_a_program_stays(format: str, profile: str, said: str) -> None:
    assert subject(format_of(format).summary.wording, profile, "2.4") == said


def test_a_cause_loses_its_brackets_last() -> None:
    reason = "the package has no meta object (Provider, Configuration or Function)"
    assert reasons(_refused(reason, None))[-1] == "the package has no meta object"
    reason = "the image is a bundle of OLM (ClusterServiceVersion), not a Crossplane package"
    assert reasons(_refused(reason, None))[-1] == "the image is a bundle of OLM, not a Crossplane package"
