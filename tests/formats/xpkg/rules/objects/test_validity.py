"""Rules about what the API server refuses of names and definitions."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, DEFINITIONS, FUNCTION, XRD, changed, stream

from xpkgtui.rules.finding import Acceptance, Severity


def test_deep_document_is_judged() -> None:
    deep = CRD.replace(
        "{type: object, x-kubernetes-preserve-unknown-fields: true}", "{items: " * 900 + "{}" + "}" * 900
    )
    assert "XPKG708" in judge_stream(stream(PROVIDER, deep)).errors


@each_row("name", ["x_things", "XThings", "things-", "a" * 254])
def test_a_name_that_the_api_server_refuses_is_reported(name: str) -> None:
    judged = judge_stream(stream(CONFIGURATION, XRD, changed(COMPOSITION, "{name: things}", f"{{name: {name}}}")))
    assert [(one.place.field, one.severity) for one in judged.of("XPKG707")] == [("metadata.name", Severity.ERROR)]


def test_definition_of_a_function_is_not_installed_and_cannot_be_refused() -> None:
    judged = judge_stream(stream(FUNCTION, DEFINITIONS["no storage version"]))
    assert [one.severity for one in judged.of("XPKG708")] == [Severity.WARNING]


def test_name_of_a_composite_definition_is_a_warning() -> None:
    judged = judge_stream(stream(CONFIGURATION, changed(XRD, "name: xthings.example.org", "name: things")))
    assert [one.severity for one in judged.of("XPKG707")] == [Severity.WARNING]


def test_an_object_with_names_that_defines_nothing_may_have_any_name() -> None:
    named = changed(COMPOSITION, "spec:\n", "spec:\n  group: a.example\n  names: {plural: others}\n")
    assert judge_stream(stream(CONFIGURATION, XRD, named)).of("XPKG707") == []


def test_definition_that_serves_nothing_is_a_warning() -> None:
    judged = judge_stream(stream(PROVIDER, DEFINITIONS["no served version"]))
    assert [one.severity for one in judged.of("XPKG708")] == [Severity.WARNING]


def test_a_default_with_too_many_values_leaves_the_verdict_open() -> None:
    field = "{type: array, items: {type: integer}, default: [%s]}"
    schema = "{type: object, x-kubernetes-preserve-unknown-fields: true}"
    for count, acceptance in ((100, Acceptance.ACCEPTED), (20_000, None)):
        many = changed(CRD, schema, f"{{type: object, properties: {{a: {field % ', '.join(['1'] * count)}}}}}")
        judged = judge_stream(stream(PROVIDER, many))
        assert judged.verdict.acceptance is acceptance
    (found,) = judged.of("XPKG708")
    assert (found.severity, found.says, found.undecided) == (Severity.WARNING, None, True)
    assert ".a.default: xpkgtui checks at most 20,000 values of a default" in found.message


APART = "the provider is healthy all the same, and its ManagedResourceDefinition never established"


@each_row(
    ("kind", "version", "is_apart"),
    [
        ("Thing", "2.4", True),
        ("Thing", "1.20", False),
        ("ProviderConfig", "2.4", False),
        ("ProviderConfig", "2.0", True),
    ],
)
def test_a_schema_that_is_refused_leaves_the_provider_of_crossplane_2_healthy(
    kind: str, version: str, is_apart: bool
) -> None:
    profile = "crossplane" if version.startswith("2") else "crossplane-1"
    crd = changed(CRD, "kind: Thing", f"kind: {kind}").replace("{type: object, x-", "{type: text, x-")
    messages = [one.message for one in judge_stream(stream(PROVIDER, crd), profile, crossplane=version).of("XPKG708")]
    assert {APART in one for one in messages} == {is_apart}


def test_another_name_of_a_definition_leaves_the_provider_healthy_unless_nothing_can_have_it() -> None:
    for name, is_apart in (("bars.nop.example.org", True), ("Bars.nop.example.org", False)):
        found = judge_stream(stream(PROVIDER, changed(CRD, "things.nop", name.removesuffix(".example.org")))).of(
            "XPKG707"
        )
        assert [APART in one.message for one in found if "plural name" in one.message] == [is_apart]


@each_row(
    ("old", "new", "said"),
    [
        ("scope: Cluster", "scope: Some", 'spec.scope: Unsupported value: supported values: "Namespaced", "Cluster"'),
        ("  scope: Cluster\n", "", 'spec.scope: Unsupported value: supported values: "Namespaced", "Cluster"'),
        ("plural: things", "plural: Things", "spec.names: Invalid value: Plural name must be lowercase"),
        ("plural: th", "singular: Th, plural: th", "spec.names: Invalid value: Singular name must be lowercase"),
        (
            "  scope:",
            "  conversion: {strategy: Webhook, webhook: {}}\n  scope:",
            "spec.conversion.webhook.conversionReviewVersions: Required value",
        ),
    ],
)
def test_what_no_managed_definition_is_made_of_leaves_the_provider_unhealthy(old: str, new: str, said: str) -> None:
    judged = judge_stream(stream(PROVIDER, changed(CRD, old, new)))
    found = judged.of("XPKG708")
    assert not any(APART in one.message for one in (*found, *judged.of("XPKG707")))
    kind = "ManagedResourceDefinition.apiextensions.crossplane.io"
    assert f'{kind} "things.nop.example.org" is invalid: {said}' in [one.says for one in found]


_NAME = "  name: things.nop.example.org\n"


def _with(metadata: str = "", more: str = "") -> Judgement:
    return judge_stream(stream(PROVIDER, changed(CRD, _NAME, f"{_NAME}{metadata}") + more))


@each_row(
    "metadata",
    [
        "  namespace: system\n",
        "  creationTimestamp: '2024-01-01T00:00:00Z'\n",
        "  generation: 4\n",
        "  ownerReferences: [{apiVersion: v1, kind: A, name: b, uid: c}]\n",
    ],
)
def test_what_a_cluster_fills_in_is_ignored(metadata: str) -> None:
    (found,) = _with(metadata).of("XPKG722")
    field = metadata.strip().partition(":")[0]
    assert found.message == (
        f"CustomResourceDefinition things.nop.example.org has metadata.{field}, which is ignored"
    )
    assert (found.severity, found.place.field) == (Severity.INFO, f"metadata.{field}")


def test_several_are_told_at_once() -> None:
    judged = _with("  namespace: a\n", "status: {storedVersions: [v1]}\n")
    assert judged.said("XPKG722").endswith("has metadata.namespace and status, which are ignored")


@each_row(
    ("metadata", "more"),
    [
        ("  creationTimestamp: null\n", ""),
        ("  namespace: ''\n  ownerReferences: []\n", ""),
        ("", "status: {acceptedNames: {kind: '', plural: ''}, conditions: [], storedVersions: null}\n"),
    ],
)
def test_empty_values_of_generators_are_not_reported(metadata: str, more: str) -> None:
    assert _with(metadata, more).of("XPKG722") == []


def test_an_object_with_a_resource_version_is_refused() -> None:
    (found,) = _with("  resourceVersion: '5'\n").of("XPKG722")
    assert found.severity is Severity.ERROR
    assert found.says == "resourceVersion should not be set on objects to be created"


@each_row("version", ["''", "'0'", "abc"])
def test_a_resource_version_that_says_nothing_is_not_refused(version: str) -> None:
    assert _with(f"  resourceVersion: {version}\n").of("XPKG722") == []


@each_row(
    ("field", "severity", "said"),
    [
        ("uid: abc", Severity.WARNING, "Precondition failed: UID in precondition: abc"),
        ("deletionTimestamp: '2024-01-01T00:00:00Z'", Severity.ERROR, "Invalid value: field is immutable"),
        ("deletionGracePeriodSeconds: 0", Severity.ERROR, "Invalid value: field is immutable"),
    ],
)
def test_an_object_with_an_identity_cannot_be_updated(field: str, severity: Severity, said: str) -> None:
    (found,) = _with(f"  {field}\n").of("XPKG722")
    assert (found.severity, (found.says or "").endswith(said)) == (severity, True)


def test_what_a_name_is_generated_of_is_the_beginning_of_a_name() -> None:
    assert _with("  generateName: a-\n").of("XPKG707") == []
    earlier = judge_stream(
        stream(PROVIDER, changed(CRD, "metadata:\n", "metadata:\n  generateName: a-\n")), crossplane="1.20"
    )
    assert [one.severity for one in earlier.of("XPKG707")] == [Severity.ERROR]
    (found,) = _with("  generateName: a_b\n").of("XPKG707")
    assert (found.severity, found.place.field) == (Severity.ERROR, "metadata.generateName")


@each_row(
    ("version", "kind", "sent"),
    [
        ("2.4", "Gate", "ManagedResourceDefinition.apiextensions.crossplane.io"),
        ("2.4", "ProviderConfig", "CustomResourceDefinition.apiextensions.k8s.io"),
        ("1.20", "Gate", "CustomResourceDefinition.apiextensions.k8s.io"),
    ],
)
def test_a_refusal_names_the_kind_that_crossplane_sends(version: str, kind: str, sent: str) -> None:
    wrong = "metadata:\n  deletionTimestamp: '2024-01-01T00:00:00Z'\n  generateName: a_b\n"
    crd = changed(changed(CRD, "metadata:\n", wrong), "kind: Thing", f"kind: {kind}")
    profile = "crossplane" if version.startswith("2") else "crossplane-1"
    judged = judge_stream(stream(PROVIDER, crd), profile, crossplane=version)
    (generated, *_), (dated, *_) = judged.of("XPKG707"), judged.of("XPKG722")
    assert [(one.says or "").split(" ")[0] for one in (generated, dated)] == [sent, sent]


def test_a_meta_object_is_not_looked_at() -> None:
    assert judge_stream(changed(PROVIDER, "  annotations:", "  namespace: a\n  annotations:")).of("XPKG722") == []


def test_a_path_that_a_conversion_cannot_be_called_at_is_refused() -> None:
    called = "webhook: {conversionReviewVersions: [v1], clientConfig: {service: {path: /a//b}}}"
    crd = changed(CRD, "  scope:", f"  conversion: {{strategy: Webhook, {called}}}\n  scope:")
    (found,) = judge_stream(stream(PROVIDER, crd)).of("XPKG708")
    wrong = "spec.conversion.webhookClientConfig.service.path: Invalid value: segment[1] may not be empty"
    assert (found.says or "").endswith(wrong)


@each_row(
    ("version", "of_crd", "of_xrd"),
    [
        ("1.17", "1.30, with which Crossplane 1.17 is built", "1.30"),
        ("2.0", "1.33, with which Crossplane 2.0 is", "1.33"),
        ("2.1", "", ""),
    ],
)
def test_a_rule_is_compiled_by_the_kubernetes_that_crossplane_is_built_with(
    version: str, of_crd: str, of_xrd: str
) -> None:
    field = "{type: object, x-kubernetes-validations: [{rule: isSemver('1.2.3')}]}"
    crd = changed(CRD, "{type: object, x-kubernetes-preserve-unknown-fields: true}", field)
    xrd = changed(XRD, "{type: object}", f"{{type: object, properties: {{spec: {field}}}}}")
    for package, rule, says in (
        (stream(PROVIDER, crd), "XPKG708", of_crd),
        (stream(CONFIGURATION, xrd), "XPKG714", of_xrd),
    ):
        found = judge_stream(package, crossplane=version).of(rule)
        assert [f"; so says Kubernetes {says}" in one.message for one in found] == [True] * bool(says)


@each_row(
    ("version", "says"),
    [
        ("2.4", "spec.conversion.webhook.conversionReviewVersions: Required value"),
        ("1.20", "spec.conversion.conversionReviewVersions: Required value"),
    ],
)
def test_crossplane_makes_the_webhook_that_a_conversion_lacks(version: str, says: str) -> None:
    crd = changed(CRD, "  scope:", "  conversion: {strategy: Webhook}\n  scope:")
    (found,) = judge_stream(stream(PROVIDER, crd), crossplane=version).of("XPKG708")
    assert (found.says or "").endswith(f" is invalid: {says}")
    assert "healthy" not in found.message


def test_a_reserved_word_is_the_name_of_its_field_in_rules() -> None:
    schema = "{type: object, x-kubernetes-preserve-unknown-fields: true}"
    for word, rules in (("namespace", set()), ("__namespace__", set()), ("package", {"XPKG708"})):
        rule = f"x-kubernetes-validations: [{{rule: self.{word} == 'a'}}]"
        field = f"{{type: object, properties: {{namespace: {{type: string}}}}, {rule}}}"
        crd = changed(CRD, schema, f"{{type: object, properties: {{a: {field}}}}}")
        assert judge_stream(stream(PROVIDER, crd)).errors == rules


@pytest.mark.parametrize(("version", "is_refused"), [("2.4", True), ("1.20", False)])
def test_the_managed_definition_of_a_protected_group_has_no_approval(version: str, is_refused: bool) -> None:
    crd = CRD.replace("nop.example.org", "nop.k8s.io").replace(
        "metadata:\n", "metadata:\n  annotations: {api-approved.kubernetes.io: unapproved}\n", 1
    )
    profile = "crossplane" if is_refused else "crossplane-1"
    found = judge_stream(stream(PROVIDER, crd), profile, crossplane=version).of("XPKG708")
    assert [one.place.field for one in found] == ['metadata.annotations["api-approved.kubernetes.io"]'] * is_refused
