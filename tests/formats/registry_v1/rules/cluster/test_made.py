"""What OLM v0 and the API server refuse of a bundle that opm accepts: cases of public threads, written anew."""

from pathlib import Path

from builders.cases import each_row
from builders.packages.bundles import CSV, changed, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Acceptance, Severity

_DEPLOYMENTS = "      deployments:\n"
_CONTAINERS = CSV[CSV.index("              containers:\n") :]


def _hook(kind: str, rest: str) -> tuple[str, str]:
    hook = f"type: {kind}, generateName: a.tides.example, deploymentName: tides, admissionReviewVersions: [v1]{rest}"
    return "\nspec:", f"\nspec:\n  webhookdefinitions: [{{{hook}}}]"


def _permission(rest: str) -> tuple[str, str]:
    return _DEPLOYMENTS, f"      permissions: [{{serviceAccountName: tides{rest}}}]\n{_DEPLOYMENTS}"


_SOUND_HOOK = _hook("ValidatingAdmissionWebhook", ", sideEffects: None")
_OTHER_HOOK = (
    _SOUND_HOOK[1].partition("[")[2].replace("a.tides", "b.tides").replace("deploy", "targetPort: 8443, deploy")
)
_TWO_PORTS = (_SOUND_HOOK[0], f"{_SOUND_HOOK[1][:-1]}, {_OTHER_HOOK}")
_CONVERTING = _hook("ConversionWebhook", ", sideEffects: None, conversionCRDs: [berths.tides.example.com]")
_TWIN = CSV[CSV.index(_DEPLOYMENTS) + len(_DEPLOYMENTS) :].replace("spec:", "spec:\n          replicas: 2", 1)


def _converting(old: str, new: str) -> tuple[str, str]:
    return _CONVERTING[0], _CONVERTING[1].replace(old, new)


_SPEC = CSV[CSV.index("\nspec:\n") :]
_MOUNT = "[{name: a, image: a/b, volumeMounts: [{name: apiservice-cert, mountPath: /a}]}]"
_MOUNTING = f"              initContainers: {_MOUNT}\n{_CONTAINERS}"
REFUSED = {
    "a certificate without a webhook": (_CONTAINERS, _MOUNTING, "OLM091"),
    "o11-rules-null": (*_permission(", rules: null"), "OLM090"),
    "verbs-missing": (*_permission(", rules: [{apiGroups: [''], resources: [pods]}]"), "OLM090"),
    "a null among the rules": (*_permission(", rules: [null]"), "OLM090"),
    "verbs that are none": (*_permission(", rules: [{apiGroups: [''], resources: [pods], verbs: []}]"), "OLM092"),
    "containers-missing": (_CONTAINERS, "", "OLM090"),
    "containers that are none": (_CONTAINERS, "              containers: []\n", "OLM091"),
    "sideEffects of another word": (*_hook("ValidatingAdmissionWebhook", ", sideEffects: Odd"), "OLM093"),
    "a type of a webhook in small letters": (*_hook("mutatingadmissionwebhook", ", sideEffects: None"), "OLM090"),
    "wh-sideeffects-missing": (*_hook("ValidatingAdmissionWebhook", ""), "OLM090"),
    "wh-type-wrong": (*_hook("ValidatingWebhook", ", sideEffects: None"), "OLM090"),
    "wh-target-port": (*_hook("ValidatingAdmissionWebhook", ", sideEffects: None, targetPort: A_b"), "OLM093"),
    "wh-target-port-large": (*_hook("MutatingAdmissionWebhook", ", sideEffects: None, targetPort: 70000"), "OLM093"),
    "a name longer than a label": (_SOUND_HOOK[0], _SOUND_HOOK[1].replace("a.tides", "a" * 64 + ".tides"), "OLM093"),
    "one port, two targets": (*_TWO_PORTS, "OLM093"),
    "a definition of others, converted": (*_converting("[berths", "[boats"), "OLM074"),
    "a conversion that is asked in no version": (*_converting("[v1]", "[v2]"), "OLM093"),
    "a conversion without a slash": (*_converting("deploy", "webhookPath: convert, deploy"), "OLM093"),
    "a conversion without a deployment": (*_converting("Name: tides", "Name: other"), "OLM071"),
    "two deployments of one name": (_DEPLOYMENTS, f"{_DEPLOYMENTS}{_TWIN}", "OLM070"),
    "label-mismatch": ("metadata: {labels: {app: tides}}", "metadata: {labels: {app: other}}", "OLM091"),
    "a mode twice": ("  - {type: OwnNamespace", "  - {type: AllNamespaces", "OLM094"),
}
TAKEN_BY_OLM_V1 = {"o11-rules-null", "wh-type-wrong", "a type of a webhook in small letters", "a mode twice"} | {
    "a name longer than a label"
}
"""Of these OLM v1 makes objects that the API server takes, or none."""
TAKEN = {
    "no serviceAccountName": (_DEPLOYMENTS, f"      permissions: [{{rules: []}}]\n{_DEPLOYMENTS}"),
    "a list of no rules": _permission(", rules: []"),
    "no deployments": (CSV[CSV.index(_DEPLOYMENTS) :], "      deployments: []\n"),
    "no name of a related image": ("\nspec:", "\nspec:\n  relatedImages: [{image: registry.example.com/a:1}]"),
    "an unknown field": ("\nspec:", "\nspec:\n  colour: blue"),
    "letters of any size": ("displayName:", "DisplayName:"),
    "a namespace, which OLM v0 writes anew": ("  name: tides.v1.2.0", "  name: tides.v1.2.0\n  namespace: A_b"),
    "targetPort 0, which is the port": _hook("ValidatingAdmissionWebhook", ", sideEffects: None, targetPort: 0"),
    "a v before minKubeVersion": ("minKubeVersion: ", "minKubeVersion: v"),
    "certificates that OLM mounts": (_SPEC, _SPEC.replace(_CONTAINERS, _MOUNTING).replace(*_SOUND_HOOK)),
}


@each_row("case", sorted(REFUSED))
def test_olm_v0_refuses_what_opm_accepts(case: str, tmp_path: Path) -> None:
    old, new, rule = REFUSED[case]
    found = judged(REGISTRY_V1, write(tmp_path, changed(csv=(old, new))))
    assert (found.verdict.acceptance, found.verdict.by) == (Acceptance.REFUSED, "olmv0")
    assert {one.rule for one in found.findings if one.severity is Severity.ERROR} == {rule}
    assert {one.profile: one.acceptance for one in found.verdict.others}["opm"] is Acceptance.ACCEPTED
    by_olm_v1 = next(one.acceptance for one in found.verdict.others if one.profile == "olmv1")
    assert (by_olm_v1 is Acceptance.ACCEPTED) == (case in TAKEN_BY_OLM_V1)


def test_who_applies_a_definition_is_refused_as_olm_v0_is(tmp_path: Path) -> None:
    crd = ("type: object", "type: object, properties: {a: {}}")
    found = judged(REGISTRY_V1, write(tmp_path, changed(crd=crd)))
    refused = {one.profile for one in found.verdict.others if one.acceptance is Acceptance.REFUSED}
    assert (found.verdict.by, refused) == ("olmv0", {"olmv1", "rukpak"})
    assert [one.rule for one in found.findings if one.severity is Severity.ERROR] == ["OLM099"]


@each_row("case", sorted(TAKEN))
def test_zero_values_of_go_are_sent_and_unknown_fields_are_not(case: str, tmp_path: Path) -> None:
    found = judged(REGISTRY_V1, write(tmp_path, changed(csv=TAKEN[case])))
    assert {one.rule for one in found.beside["olmv0"] if one.severity is Severity.ERROR} <= {"OLM092"}


def test_an_account_that_no_deployment_uses_is_worth_a_warning_where_the_operator_has_none(tmp_path: Path) -> None:
    found = judged(REGISTRY_V1, write(tmp_path, changed(csv=_permission("s, rules: []"))))
    assert [(one.severity, "tides, as which" in one.message) for one in found.of("OLM095")] == [
        (Severity.WARNING, True)
    ]


def test_a_deployment_may_name_its_account_as_it_was_called_before(tmp_path: Path) -> None:
    files = changed(csv=_permission(", rules: []"))
    old, new = "              serviceAccountName: tides\n", "              serviceAccount: tides\n"
    found = judged(REGISTRY_V1, write(tmp_path, {name: text.replace(old, new) for name, text in files.items()}))
    assert found.of("OLM095") == []


def test_a_v_before_a_version_is_for_olm_v0_alone(tmp_path: Path) -> None:
    found = judged(REGISTRY_V1, write(tmp_path, changed(csv=("minKubeVersion: ", "minKubeVersion: v")))).beside
    refused = [tool for tool, each in found.items() if any(one.severity is Severity.ERROR for one in each)]
    assert refused == ["opm", "sdk"]
