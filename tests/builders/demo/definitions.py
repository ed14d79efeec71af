"""The CustomResourceDefinitions of the built-in package, as the generator of a provider makes them."""

from builders.demo.kinds import DOMAIN, Kind
from builders.demo.schema import Schema, object_of, properties, string

MISSPELT = "TideLock"
"""The kind whose definition has `shortName` in place of `shortNames`: a planted fault (XPKG613)."""


def definition(kind: Kind) -> dict[str, object]:
    """The CustomResourceDefinition of a kind, without the status that the encoder adds."""
    group = f"{kind.group}.{DOMAIN}"
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {
            "annotations": {"controller-gen.kubebuilder.io/version": "v0.19.0"},
            "name": f"{kind.plural}.{group}",
        },
        "spec": {
            "group": group,
            "names": _names(kind),
            "scope": kind.scope,
            "versions": [_version(kind, number) for number in range(len(kind.versions))],
        },
        "status": {
            "acceptedNames": {"kind": "", "plural": ""},
            "conditions": None,
            "storedVersions": None,
        },
    }


def _names(kind: Kind) -> dict[str, object]:
    names: dict[str, object] = {
        "categories": ["crossplane", "managed" if kind.managed else "provider", "tidewater"],
        "kind": kind.kind,
        "listKind": f"{kind.kind}List",
        "plural": kind.plural,
        "singular": kind.kind.lower(),
    }
    if kind.short:
        names["shortName" if kind.kind == MISSPELT else "shortNames"] = [kind.short]
    return names


def _version(kind: Kind, number: int) -> dict[str, object]:
    version: dict[str, object] = {
        "additionalPrinterColumns": _columns(kind),
        "name": kind.versions[number],
        "schema": {"openAPIV3Schema": _schema(kind, number)},
        "served": True,
        "storage": number == len(kind.versions) - 1,
    }
    if number < len(kind.versions) - 1 and "alpha" in kind.versions[number]:
        version["deprecated"] = True
        version["deprecationWarning"] = f"use {kind.versions[-1]}"
    version["subresources"] = {"status": {}}
    return version


def _columns(kind: Kind) -> list[dict[str, object]]:
    age: dict[str, object] = {"jsonPath": ".metadata.creationTimestamp", "name": "AGE", "type": "date"}
    if not kind.managed:
        return [age]
    conditions: list[dict[str, object]] = [
        {"jsonPath": f".status.conditions[?(@.type=='{name}')].status", "name": name.upper(), "type": "string"}
        for name in ("Synced", "Ready")
    ]
    external = ".metadata.annotations.crossplane\\.io/external-name"
    return [*conditions, {"jsonPath": external, "name": "EXTERNAL-NAME", "type": "string"}, age]


def _schema(kind: Kind, number: int) -> Schema:
    if kind.managed:
        return _root(kind, {"spec": _managed_spec(kind, number), "status": _status(kind, number)}, ["spec"])
    fields, required = properties(kind.fields, number)
    if "providerConfigRef" in fields:  # a usage has neither spec nor status
        return _root(kind, fields, required)
    settings = object_of(fields, required, f"Settings of a {kind.kind}.")
    return _root(kind, {"spec": settings, "status": object_of({"conditions": _conditions()})}, ["spec"])


def _root(kind: Kind, fields: dict[str, Schema], required: list[str]) -> Schema:
    about: dict[str, Schema] = {
        "apiVersion": string("APIVersion defines the versioned schema of this object."),
        "kind": string("Kind is the REST resource that this object represents."),
        "metadata": {"type": "object"},
    }
    return object_of({**about, **fields}, required, f"{kind.text}.")


def _managed_spec(kind: Kind, number: int) -> Schema:
    fields, required = properties(kind.fields, number)
    policies = ["Observe", "Create", "Update", "Delete", "LateInitialize", "*"]
    reference = {"name": string("Name of the referenced object."), "kind": string("Kind of the referenced object.")}
    return object_of(
        {
            "forProvider": object_of(fields, required, "What the cloud is to provide."),
            "initProvider": object_of(fields, None, "What is used only when it is made."),
            "managementPolicies": {
                "type": "array",
                "default": ["*"],
                "description": "What Crossplane may do with the external resource.",
                "items": {"type": "string", "enum": policies},
            },
            "providerConfigRef": {
                **object_of(reference, ["kind", "name"], "The configuration to use."),
                "default": {"kind": "ProviderConfig", "name": "default"},
            },
            "writeConnectionSecretToRef": object_of(
                {"name": string("Name of the secret.")}, ["name"], "Where connection details are written."
            ),
        },
        ["forProvider"],
        f"Settings of a {kind.kind}.",
    )


def _status(kind: Kind, number: int) -> Schema:
    known, _ = properties(kind.fields, number)
    reported, _ = properties(kind.observed, number)
    return object_of(
        {
            "atProvider": object_of({**known, **reported}, None, "What the cloud reports."),
            "conditions": _conditions(),
        },
        None,
        f"State of a {kind.kind}.",
    )


def _conditions() -> Schema:
    fields: dict[str, Schema] = {
        "lastTransitionTime": string("When it last changed.", format="date-time"),
        "message": string("Details for people."),
        "observedGeneration": {"type": "integer", "description": "The generation it tells of.", "format": "int64"},
        "reason": string("Why it last changed."),
        "status": string("True, False or Unknown."),
        "type": string("One of them for each type."),
    }
    required = ["lastTransitionTime", "reason", "status", "type"]
    return {
        "type": "array",
        "description": "Conditions of the resource.",
        "items": object_of(fields, required, "A condition that may apply."),
        "x-kubernetes-list-map-keys": ["type"],
        "x-kubernetes-list-type": "map",
    }
