"""The verdict line of a format with several tools: who accepts, who agrees, who refuses and why."""

from dataclasses import replace

from xpkgtui.app.drawing.bands.headline import Status, headline
from xpkgtui.formats.registry_v1.summary import SUMMARY
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.sentence import told
from xpkgtui.rules.finding import Acceptance, OtherVerdict, Verdict


def other(profile: str, reason: str = "") -> OtherVerdict:
    acceptance = Acceptance.REFUSED if reason else Acceptance.ACCEPTED
    return OtherVerdict(profile=profile, acceptance=acceptance, reason=reason)


def verdict(*others: OtherVerdict, refused: str = "") -> Verdict:
    acceptance = Acceptance.REFUSED if refused else Acceptance.ACCEPTED
    return Verdict(acceptance=acceptance, reason=refused or "manifests/ read", others=others)


def inspection(found: Verdict) -> Inspection:
    return Inspection(source="x", format=SUMMARY, verdict=Ready(found))


def test_who_agrees_stands_before_who_refuses() -> None:
    found = verdict(other("sdk"), other("olmv1", "it requires a package"), other("rukpak"))
    said = told(inspection(found), found, "opm", "2.4")
    agreeing = "operator-sdk 1.42 and RukPak 0.12 accept it too"
    assert said.lead == f"opm 1.73 accepts it; {agreeing}; OLM v1 refuses it"
    assert said.reason == said.cause == "it requires a package"


def test_every_tool_that_refuses_is_named_on_a_narrow_screen() -> None:
    found = verdict(other("sdk"), other("olmv1", "it requires a package"), other("rukpak", "it has webhooks"))
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert (said.status, said.sign) == (Status.WARN, "!")
    assert said.clause == "Accepted by opm 1.73, refused by OLM v1 and RukPak 0.12:"
    assert said.reason == "it requires a package; RukPak 0.12 refuses it: it has webhooks"
    assert said.short_clause == "opm 1.73 accepts, OLM v1 and RukPak 0.12 refuse:"
    assert said.shortest_clause == "Refused by OLM v1 and 1 more:"
    assert said.short_reasons[-1] == "it requires a package"


def test_a_refusal_keeps_its_own_reason_on_a_narrow_screen() -> None:
    found = verdict(other("olmv1", "it requires a package"), refused="a.yaml:1: the version is missing")
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert (said.clause, said.short_clause, said.shortest_clause) == ("opm 1.73 refuses it:", "opm 1.73:", "")
    assert said.short_reasons[-1] == "the version is missing"


def test_a_refusal_beside_an_acceptance_is_told_without_its_place() -> None:
    found = verdict(other("olmv1", "metadata/dependencies.yaml:2: it requires package cert-manager"))
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert (
        f"{said.clause} {said.reason}" == "Accepted by opm 1.73, refused by OLM v1: it requires package cert-manager"
    )


def test_a_refusal_comes_before_a_tool_that_is_undecided() -> None:
    unsure = OtherVerdict(profile="sdk", acceptance=None, reason="a limit")
    found = verdict(unsure, other("olmv1", "it requires a package"))
    said = told(inspection(found), found, "opm", "2.4")
    assert (said.refusing, said.cause) == (("OLM v1",), "it requires a package")


def test_a_tool_that_is_undecided_leaves_an_acceptance_green() -> None:
    found = verdict(OtherVerdict(profile="sdk", acceptance=None, reason="a limit"))
    said = headline(inspection(found), Options(profile="opm"), busy=False)
    assert (said.status, said.sign) == (Status.OK, "✓")


def test_an_acceptance_with_a_reservation_tells_it() -> None:
    served = OtherVerdict(profile="olmv1", acceptance=Acceptance.ACCEPTED, reason="", but="refuses 2 of its bundles")
    found = verdict(served)
    said = told(inspection(found), found, "opm", "2.4")
    assert said.reason == "manifests/ read; OLM v1 accepts it, but refuses 2 of its bundles"
    own = replace(verdict(), but="refuses 2 of its bundles")
    assert told(inspection(own), own, "olmv1", "2.4").reason == "manifests/ read; it refuses 2 of its bundles"
