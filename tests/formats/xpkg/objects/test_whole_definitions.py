"""The definitions that Crossplane makes, and the kinds that it knows: `goldens/made_definitions.txt`, `kinds.txt`."""

from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden, lines_of
from builders.packages.edited import differences
from builders.packages.objects import COMPOSITION, CRD, XRD
from formats.xpkg.rules.vectors.newer_kinds import MANAGED

from xpkgtui.documents.document import build
from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.objects import kinds, shapes
from xpkgtui.formats.xpkg.objects.identity import as_upstream, identify, package_type, role_of
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind

SCHEMA = """
    deprecated: true
    deprecationWarning: old
    subresources: {scale: {specReplicasPath: .a}}
    additionalPrinterColumns: [{name: SIZE}]
    schema:
      openAPIV3Schema:
        description: a thing
        x-kubernetes-validations: [{rule: a}]
        properties:
          metadata: {properties: {name: {maxLength: 20}}}
          spec: {description: s, oneOf: [{}], required: [a], x-kubernetes-validations: [{rule: b}],
            x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: string}}}
          status: {description: t, oneOf: [{}], required: [b], x-kubernetes-validations: [{rule: c}],
            properties: {b: {type: string}}}
"""
COMPOSITE = (
    XRD.replace("  - {name: v1, served: true, referenceable: true}\n", "  - name: v1\n    served: true" + SCHEMA)
    .replace("{name: xdbs.example.org}", "{name: xdbs.example.org, labels: {a: b}}")
    .replace("claimNames: {", "claimNames: {singular: db, listKind: DBList, ")
    .replace("  versions:", "  metadata: {labels: {c: d}, annotations: {e: f}}\n  versions:")
    .replace("  versions:", "  defaultCompositeDeletePolicy: Foreground\n  versions:")
    .replace("  versions:", "  defaultCompositionUpdatePolicy: Manual\n  conversion: {strategy: None}\n  versions:")
)
NAMED = COMPOSITE.replace("{kind: XDB,", "{singular: xdb, listKind: XDBList, categories: [own], kind: XDB,")
TEXTS = {
    "composite": NAMED,
    "composite of v2": COMPOSITE.replace("crossplane.io/v1", "crossplane.io/v2"),
    "composite of the whole cluster": COMPOSITE.replace("/v1\n", "/v2\n", 1) + "  scope: Cluster\n",
    "composite of the fork": COMPOSITE.replace("extensions.cross", "extensions.ibm.cross"),
    "managed": MANAGED["definition"],
    "definition": CRD,
    "composition": COMPOSITION,
}
VALUES: dict[str, Any] = {name: build(text).tree.value for name, text in TEXTS.items()}


def test_identities_are_what_was_agreed(golden: Golden) -> None:
    heads = {name: {key: value[key] for key in ("apiVersion", "kind")} for name, value in VALUES.items()}
    golden("identities", differences(heads, lambda value: lines_of(as_upstream(identify(value)))))


def test_kinds_are_known_and_permitted_as_was_agreed(golden: Golden) -> None:
    golden("kinds", "\n".join(of_kinds()) + "\n")


def of_kinds() -> Iterator[str]:
    yield from lines_of(kinds.SPECIFIED, "specified")
    for package, checks in kinds.NEWEST.items():
        yield from lines_of(checks, package)
        yield f"{package}: {', '.join(kinds.permitted_kinds(package))}"
        yield f"{package}: {kinds.complaint(checks)}"
        yield f"{package}: {kinds.complaint((*checks, *checks), either=True)}"
    known = [entry.split(", ") for part in shapes.PARTS for entry in shapes.known_kinds(part)]
    odd = [("v1", "Pod"), ("meta.pkg.crossplane.io/__internal", "WatchEvent"), ("a/v1", "Status"), ("a/b", "List")]
    for api_version, kind in (*known, *odd):
        named = GroupVersionKind.of(api_version, kind)
        packages = [f"{one}{'' if kinds.is_installed(one, named) else ' (not)'}" for one in kinds.packages_of(named)]
        shape = kinds.definition_of(named)
        words = [f"{named.role}", "package" if named.is_package else "", *packages, "" if shape else "no shape"]
        yield f"{named.api_version} {named.kind}: {', '.join(word for word in words if word)}"
        if named.role is None:
            yield f"  {kinds.not_registered(named)}"


def test_roles_are_known_by_the_first_lines(golden: Golden) -> None:
    provider = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\n"
    fork = provider.replace("meta.pkg", "meta.pkg.ibm")
    streams = {
        "provider": (provider, CRD, "# nothing\n", "a: b\n", "kind: Provider\n", "apiVersion: v1\nkind: Status\n"),
        "fork": (fork, CRD),
        "two": (provider, provider.replace("Provider", "Function")),
        "fork beside": (fork, provider),
        "no package": ("apiVersion: v1\nkind: Status\n", CRD),
        "none": (CRD,),
    }
    lines = []
    for name, documents in streams.items():
        chunks = split("---\n".join(documents).encode()).chunks
        for forks in (False, True):
            roles = ", ".join(role_of(one, with_forks=forks) for one in chunks)
            lines.append(f"{name}, forks {forks}: {package_type(chunks, with_forks=forks)}: {roles}")
    golden("roles", "\n".join(lines) + "\n")
