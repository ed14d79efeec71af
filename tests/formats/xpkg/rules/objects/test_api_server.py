"""Rules about definitions, compositions and webhooks (703-705, 709-717), to the letter of the published types."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import PROVIDER, judge_stream
from formats.xpkg.rules.vectors.objects import CLAIMS, NATIVE_COMPOSITION, OBJECTS, configuration
from formats.xpkg.rules.vectors.streams import COMPOSITION, XRD, changed, stream

from xpkgtui.rules.finding import Severity

REFUSED = {
    "webhook with a URL": ("XPKG711", "webhooks[0].clientConfig.url"),
    "webhook of a short name": ("XPKG737", "webhooks[0].name"),
    "claims of v2": ("XPKG712", "spec.claimNames"),
    "secret keys of v2": ("XPKG712", "spec.connectionSecretKeys"),
    "scope of v1 in v2": ("XPKG712", "spec.scope"),
    "claims of namespaced v1": ("XPKG713", "spec.claimNames"),
    "secret keys of cluster-wide v1": ("XPKG713", "spec.connectionSecretKeys"),
    "unknown scope of v1": ("XPKG713", "spec.scope"),
    "conversion of v1 without a webhook": ("XPKG713", "spec.conversion"),
    "composite definition without versions": ("XPKG714", "spec.versions"),
    "capitals in a composite name": ("XPKG715", "spec.names.singular"),
    "capitals in a claim": ("XPKG715", "spec.claimNames.plural"),
    "mode Resources": ("XPKG716", "spec.mode"),
    "unknown mode": ("XPKG716", "spec.mode"),
    "native resources": ("XPKG716", "spec.resources"),
    "empty pipeline": ("XPKG716", "spec.pipeline"),
    "100 steps": ("XPKG716", "spec.pipeline"),
    "two steps of one name": ("XPKG716", "spec.pipeline[1]"),
    "input without a kind": ("XPKG717", "spec.pipeline[0].input"),
    "input with an empty version": ("XPKG717", "spec.pipeline[0].input.apiVersion"),
    "input of a kind that is no name": ("XPKG717", "spec.pipeline[0].input.kind"),
    "input of text": ("XPKG717", "spec.pipeline[0].input"),
    "credentials of source None": ("XPKG717", "spec.pipeline[0].credentials[0]"),
    "credentials without a secret": ("XPKG717", "spec.pipeline[0].credentials[0]"),
    "credentials of no source": ("XPKG717", "spec.pipeline[0].credentials[0]"),
    "selector by name and labels": ("XPKG717", "spec.pipeline[0].requirements.requiredResources[0]"),
}
"""The rule that refuses it, and the field."""
E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741
INSTALLED = {
    "two configurations of webhooks": ("XPKG710", W),
    "webhook configuration": ("XPKG711", I),
    "definition of v1beta1": ("XPKG705", W),
    "conversion by a webhook": ("XPKG709", I),
    "definition of v1": ("XPKG713", W),
    "empty list of versions": ("XPKG714", W),
    "no referenceable version": ("XPKG714", W),
    "two referenceable versions": ("XPKG714", W),
    "referenceable version that is not served": ("XPKG714", W),
    "composite definition without a schema": ("XPKG714", W),
    "reference in a composite schema": ("XPKG714", W),
    "claim of the same kind": ("XPKG715", W),
    "no mode": ("XPKG716", I),
    "selector of all": ("XPKG717", W),
}
"""What installs all the same, with the rule that reports it."""
QUIET = {
    "webhook with a path only": "XPKG711",
    "no conversion": "XPKG709",
    "no secret keys of v2": "XPKG712",
    "namespaced in v2": "XPKG712",
    "property called $ref": "XPKG714",
    "reference that is not taken over": "XPKG714",
    "claims of v1": "XPKG715",
    "99 steps": "XPKG716",
    "input": "XPKG717",
    "null input": "XPKG717",
    "credentials": "XPKG717",
    "selector by name": "XPKG717",
}
"""The rule that must not speak of it."""
OLDER_ACCEPT = {
    "claims of namespaced v1": "XPKG713",
    "capitals in a claim": "XPKG715",
    "mode Resources": "XPKG716",
    "native resources": "XPKG716",
    "no mode": "XPKG716",
    "100 steps": "XPKG716",
    "credentials without a secret": "XPKG717",
}
"""What Crossplane 1.14 to 2.1 do not all refuse."""


@each_row("name", REFUSED)
def test_what_the_api_server_refuses_is_an_error_at_its_field(name: str) -> None:
    rule, field = REFUSED[name]
    found = [one for one in judge_stream(OBJECTS[name]).findings if one.severity is E]
    assert [(one.rule, one.place.document, one.place.field) for one in found] == [(rule, 2, field)]


@each_row("name", REFUSED)
def test_refusal_is_reported_in_the_api_servers_words(name: str) -> None:
    (finding,) = [one for one in judge_stream(OBJECTS[name]).findings if one.severity is E]
    assert finding.object is not None
    assert f'"{finding.object.name}" is invalid: ' in (finding.says or "")


@each_row("name", REFUSED)
def test_message_names_the_object(name: str) -> None:
    (finding,) = [one for one in judge_stream(OBJECTS[name]).findings if one.severity is E]
    assert finding.message.startswith(str(finding.object))


@each_row("name", INSTALLED)
def test_what_installs_is_reported_and_is_not_an_error(name: str) -> None:
    rule, severity = INSTALLED[name]
    judged = judge_stream(OBJECTS[name])
    assert ([one.severity for one in judged.of(rule)], judged.errors) == ([severity], set())


@each_row("name", QUIET)
def test_rule_is_silent_where_all_is_well(name: str) -> None:
    assert judge_stream(OBJECTS[name]).of(QUIET[name]) == []


@each_row("name", OLDER_ACCEPT)
def test_what_some_older_managers_accept_is_a_warning_for_them(name: str) -> None:
    found = judge_stream(OBJECTS[name], "crossplane-1").of(OLDER_ACCEPT[name])
    assert {one.severity for one in found} == {W}


@each_row("name", ["empty pipeline", "two steps of one name", "input without a kind"])
def test_what_no_older_manager_accepts_is_an_error_for_them(name: str) -> None:
    assert judge_stream(OBJECTS[name], "crossplane-1").errors == {REFUSED[name][0], "XPKG611"}


def test_a_kind_that_came_later_is_unknown_before() -> None:
    assert judge_stream(OBJECTS["claims of v2"], "crossplane-1").errors == {"XPKG611", "XPKG702"}


@each_row("name", REFUSED)
def test_build_looks_at_no_field_of_objects(name: str) -> None:
    assert judge_stream(OBJECTS[name], "build").of(REFUSED[name][0]) == []


@pytest.mark.parametrize("text", [NATIVE_COMPOSITION, changed(XRD, "  versions:", f"{CLAIMS}  versions:")])
def test_object_that_is_not_installed_is_not_refused(text: str) -> None:
    assert judge_stream(stream(PROVIDER, text)).errors == set()


def test_object_that_does_not_parse_is_not_judged_further() -> None:
    judged = judge_stream(configuration(changed(NATIVE_COMPOSITION, "spec:", "spec:\n  pipeline: none")))
    assert (judged.errors, judged.of("XPKG716")) == ({"XPKG616"}, [])


@each_row("nothing", ["null", "{}"])
@each_row("document", [XRD, COMPOSITION], ids=["XRD", "Composition"])
def test_object_without_a_spec_breaks_no_rule(document: str, nothing: str) -> None:
    bare = document[: document.index("spec:")] + f"spec: {nothing}\n"
    reported = judge_stream(configuration(bare)).findings
    assert not any("could not be judged" in one.message for one in reported)


@each_row("name", OBJECTS)
def test_no_rule_breaks_down(name: str) -> None:
    assert not any("could not be judged" in one.message for one in judge_stream(OBJECTS[name]).findings)


@each_row(("version", "severity"), [("2.4", "error"), ("1.20", "error"), ("1.16", "error"), ("1.15", "warning")])
def test_credentials_of_one_name_are_refused_since_the_definition_has_keys(version: str, severity: str) -> None:
    secret = "{name: a, source: Secret, secretRef: {name: b, namespace: c}}"
    text = OBJECTS["credentials"].replace(f"[{secret}]", f"[{secret}, {secret}]")
    found = judge_stream(text, "crossplane-1" if version < "2" else "crossplane", crossplane=version).of("XPKG717")
    assert [one.severity.word for one in found] == [severity]


@each_row(
    ("metadata", "field", "said"),
    [
        (
            "labels: {a: 5}",
            "metadata",
            "json: cannot unmarshal number into Go struct field ObjectMeta.labels",
        ),
        ("labels: {a b: c}", "metadata.labels", "name part must consist of"),
        ("ownerReferences: [{kind: A}]", "metadata.ownerReferences.apiVersion", "version must not be empty"),
        ("generation: -1", "metadata.generation", "must be greater than or equal to 0"),
        ("deletionTimestamp: today", "metadata", "parsing time"),
        ("name: a/b", "metadata.name", "may not contain '/'"),
    ],
)
def test_the_metadata_of_an_input_is_decoded_and_judged(metadata: str, field: str, said: str) -> None:
    given = f"input: {{apiVersion: a/v1, kind: A, metadata: {{{metadata}}}}}"
    text = changed(COMPOSITION, "step: one", f"step: one, {given}")
    found = judge_stream(configuration(text)).of("XPKG717")
    assert (found[0].severity, found[0].place.field) == (E, f"spec.pipeline[0].input.{field}")
    assert said in (found[0].says or "")
