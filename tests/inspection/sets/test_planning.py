"""Sets that are planned in parts: what is known before a registry answers, and what a cluster says."""

from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import pytest
from builders.orchard import HOST
from builders.planned import planned

from xpkgtui.formats.dependencies.questions import Answer, Question, SignaturesFound, SignaturesOf
from xpkgtui.formats.sets.plan import MemberOutcome, SetPlan
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.inspection.dependencies.registries import NamedHosts
from xpkgtui.inspection.messages.dependencies import SetAsked, SetPlanned
from xpkgtui.inspection.messages.requests import Options, PlanSet
from xpkgtui.inspection.sets import planning
from xpkgtui.rules.admission import AdmissionDecision
from xpkgtui.service.local import LocalPort
from xpkgtui.sources.access import Access, NamingRegistry, NetworkScope

PACKAGE = "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: apple\nspec:\n  package: {}\n"


async def test_a_plan_in_parts_begins_with_what_the_manifests_say(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(PACKAGE.format("127.0.0.1:1/orchard/apple:v1.0.0"))
    port = LocalPort()
    request = PlanSet(paths=(str(tmp_path),), plan=PlanOptions(), options=Options(), in_parts=True)
    events = [event async for event in port.ask(request)]
    await port.close()
    plans = [event for event in events if isinstance(event, SetPlanned)]
    assert [(one.is_done, one.whole.members[0].outcome) for one in (plans[0], plans[-1])] == [
        (False, MemberOutcome.UNKNOWN),
        (True, MemberOutcome.UNKNOWN),
    ]
    assert plans[0].whole.members[0].asked == "v1.0.0"
    asked = [event for event in events if isinstance(event, SetAsked)]
    assert asked[-1].packages[0].reference == "127.0.0.1:1/orchard/apple:v1.0.0"
    assert asked[-1].packages[0].is_answered


def test_conditions_of_a_package_and_of_its_revision_stand_with_it() -> None:
    condition = "{type: Healthy, status: 'False', reason: Unhealthy, message: no such image}"
    revision = (
        "apiVersion: pkg.crossplane.io/v1\nkind: ProviderRevision\nmetadata:\n  name: apple-1\n"
        "  labels: {pkg.crossplane.io/package: apple}\n"
        f"spec: {{image: '{HOST}/provider-apple:v1.0.0', desiredState: Active}}\n"
        "status: {conditions: [{type: RevisionHealthy, status: 'True'}]}\n"
    )
    package = PACKAGE.format(f"{HOST}/provider-apple:v1.0.0") + f"status: {{conditions: [{condition}]}}\n"
    cluster = f"{package}---\n{revision}"
    found = planned({}, {}, PlanOptions(installed=cluster), dead=(HOST,)).members[0].conditions
    assert [(one.kind, one.type, one.status, one.message) for one in found] == [
        ("Provider", "Healthy", "False", "no such image"),
        ("ProviderRevision", "RevisionHealthy", "True", ""),
    ]


async def test_signatures_of_what_a_public_package_names_are_not_asked_of_private_hosts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    policy = (
        "apiVersion: pkg.crossplane.io/v1beta1\nkind: ImageConfig\nmetadata: {name: a}\n"
        "spec: {matchImages: [{prefix: '127'}], verification: {provider: Cosign, cosign: {authorities: [{name: a}]}}}"
    )

    class Asking:
        def plan(self, *_: object) -> Generator[tuple[Question, ...], Mapping[Question, Answer], SetPlan]:
            question = SignaturesOf(images=("127.0.0.1:1/a/b:v1",), policies=(policy,))
            found = (yield (question,))[question]
            assert isinstance(found, SignaturesFound)
            said.extend(one.says for one in found.found if isinstance(one, AdmissionDecision))
            return planned({}, {}, PlanOptions())

    def named_by_a_package(access: Access, _: Any) -> NamedHosts:
        return NamedHosts(access, NamingRegistry(name="reg.test", scope=NetworkScope.PUBLIC))

    monkeypatch.setattr(planning, "set_planner", Asking)
    monkeypatch.setattr(planning, "NamedHosts", named_by_a_package)
    (tmp_path / "set.yaml").write_text(PACKAGE.format("a.test/a:v1"))
    port = LocalPort()
    request = PlanSet(paths=(str(tmp_path),), plan=PlanOptions(), options=Options())
    assert [event async for event in port.ask(request)]
    await port.close()
    assert len(said) == 1
    assert "that rewrites the name" in said[0]
