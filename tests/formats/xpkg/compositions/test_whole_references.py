"""The fields that a composition names, and the faults of field paths: `goldens/references.txt`, `field_paths.txt`."""

from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden, lines_of
from builders.packages.edited import differences
from formats.xpkg.rules.vectors.compositions import NETWORK

from xpkgtui.documents.document import build
from xpkgtui.formats.xpkg.compositions import schemas
from xpkgtui.formats.xpkg.compositions.patches import references_of

TYPES = ("FromCompositeFieldPath", "ToCompositeFieldPath", "FromEnvironmentFieldPath", "ToEnvironmentFieldPath")
COMBINES = ("CombineFromComposite", "CombineToComposite", "CombineFromEnvironment", "CombineToEnvironment")
PATCHES = [
    *(
        {"type": name, "fromFieldPath": f"a{number}", "toFieldPath": f"b{number}"}
        for number, name in enumerate(TYPES)
    ),
    *(
        {"type": name, "combine": {"variables": [{"fromFieldPath": f"c{number}"}]}, "toFieldPath": f"d{number}"}
        for number, name in enumerate(COMBINES)
    ),
]
BASE = {"apiVersion": "a.io/v1", "kind": "Boat"}
HOLDER: dict[str, Any] = {
    "patchSets": [{"name": "set", "patches": PATCHES}],
    "environment": {"patches": PATCHES},
    "resources": [
        {
            "name": "boat",
            "base": BASE,
            "patches": [*PATCHES, {"type": "PatchSet", "patchSetName": "set"}, {"fromFieldPath": "e"}],
            "connectionDetails": [{"fromFieldPath": "f"}],
            "readinessChecks": [{"fieldPath": "g"}],
        }
    ],
}
INPUT = {"apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources", "resources": HOLDER["resources"][-1:]}
SPEC: dict[str, Any] = {
    "compositeTypeRef": {"apiVersion": "example.org/v1", "kind": "XBoat"},
    **HOLDER,
    "pipeline": [{"step": "one", "input": INPUT}],
}
PATHS = (
    *("", "a", "a.b", "a[0].b", "a[*]", "a['b.c']", 'a["b"].c', "a[b.c/d]", "[0]", "a[4294967295]", "a[4294967296]"),
    *("a..b", ".a", "a.", "a.[0]", "a]", "a[", "a[]", "a[[0]]", "a[0]b", "ä.b]", "a[٣]", "'a'.b", "a[0", "a[x[0]]"),
)
NAMED = (
    *("spec.region", "spec.regoin", "spec.Region", "spec.size.x", "spec.tags.x", "spec.tags[x]", "spec.tags.x.y"),
    *("spec.free.x", "spec.nodes[0].name", "spec.nodes[*].nam", "spec.nodes.name", "spec.nodes[0].cidr"),
    *("spec.network.cidr", "spec.cidr", "spec.network[0]", "spec.region[0]", "spec.size[0]", "status.id", "status.x"),
    *("metadata.x", "kind.x", "data", "spec.claimRef.name", "spec.crossplane.compositionRef.name", "spec.netwrok"),
    *("spec.publishConnectionDetailsTo.x", "spec.environmentConfigRefs", "spec.regionn", "spec.compositionRef.nam"),
)
XRD = build(NETWORK).tree.value
OLDER = {**XRD, "apiVersion": "apiextensions.crossplane.io/v1"}
CLAIMED = {**OLDER, "spec": {**OLDER["spec"], "claimNames": {"kind": "Thing", "plural": "theirs"}}}
CRD_SPEC = {
    "versions": [
        {
            "name": "v1",
            "schema": {
                "openAPIV3Schema": {
                    "type": "object",
                    "properties": {
                        "spec": {
                            "type": "object",
                            "properties": {
                                "flag": {"type": "boolean"},
                                "ratio": {"type": "number"},
                                "ref": {"$ref": "#/a"},
                                "open": {"additionalProperties": True},
                                "also": {"additionalProperties": {}},
                                "embedded": {"type": "object", "x-kubernetes-embedded-resource": True},
                                "choice": {"oneOf": [{"properties": {"a": {}}}], "type": "object"},
                                "either": {"anyOf": [{"properties": {"b": {}}}], "type": "object"},
                                "all": {"allOf": [{"properties": {"c": {}}}], "type": "object"},
                                "lists": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
                                "a.b": {"type": "object", "properties": {"deep": {"type": "string"}}},
                                "untyped": {"properties": {"x": {}}},
                                "nothing": {},
                            },
                        }
                    },
                }
            },
        }
    ]
}
OF_CRD = (
    *("spec.flag.x", "spec.ratio.x", "spec.ref.x", "spec.open.x", "spec.also.x", "spec.embedded.x", "spec.choice.a"),
    *("spec.choice.b", "spec.either.b", "spec.all.c", "spec.all.d", "spec.lists[0][0]", "spec.lists[0][0].x"),
    *(
        "spec.lists[0].x",
        "spec.deep",
        "spec[a.b].dep",
        "spec.untyped.y",
        "spec.untyped[0]",
        "spec.nothing.x",
        "spec[*]",
    ),
    *("spec.flag[0]", "spec.nothing[0]", "spec.lists[*][*].x", "spec.flags", "spec.ratioo.x"),
)


def test_the_fields_that_a_composition_names(golden: Golden) -> None:
    golden("references", differences({"spec": SPEC}, of_each))


def of_each(spec: dict[str, Any]) -> Iterator[str]:
    for one in references_of(spec):
        words = ["writes" if one.is_written else "reads", one.text, "of", one.target.api_version, one.target.kind]
        more = ["composite" if one.is_composite else "composed", one.resource, one.patch_set]
        yield f"{one.path}: {' '.join(words)}, {' '.join(word for word in more if word)}"


def test_field_paths_and_their_faults(golden: Golden) -> None:
    golden("field_paths", "\n".join(of_paths()) + "\n")


def of_paths() -> Iterator[str]:
    for path in PATHS:
        try:
            segments = schemas.parse_field_path(path)
            yield f"{path}: {segments}, {schemas.written(segments)}"
        except schemas.BadFieldPath as problem:
            yield f"{path}: {problem.message}"
    kinds = {
        "composite": (schemas.of_xrd(XRD, "v1", is_claim=False), NAMED),
        "older composite": (schemas.of_xrd(OLDER, "v1", is_claim=False), NAMED),
        "claim": (schemas.of_xrd(CLAIMED, "v1", is_claim=True), NAMED),
        "no claim": (schemas.of_xrd(XRD, "v1", is_claim=True), NAMED[:2]),
        "another version": (schemas.of_xrd(XRD, "v2", is_claim=False), NAMED[:2]),
        "definition": (schemas.of_crd(CRD_SPEC, "v1"), OF_CRD),
        "definition that keeps unknown fields": (
            schemas.of_crd({**CRD_SPEC, "preserveUnknownFields": True}, "v1"),
            OF_CRD[:1],
        ),
    }
    for name, (schema, paths) in kinds.items():
        yield f"# {name}{'' if schema else ': none'}"
        for path in paths:
            yield from lines_of(schema and schema.missing(schemas.parse_field_path(path)), path)
