"""The metadata of an object, as RukPak's decoder knows them: the rest of an object is not decoded."""

from functools import cache

from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.go_decoding.mismatches import Mismatch
from xpkgtui.formats.go_decoding.shapes import Struct, structs_of

_OBJECT = "unstructured.metadataOnlyObject"
_TEXT, _TIME, _TEXTS = "string:string", "!v1.Time", ["list", "[]string", "string:string"]
_PAIRS = ["map", "map[string]string", _TEXT]
_TABLES = {
    "embedded": {},
    "definitions": {
        _OBJECT: {"apiVersion": _TEXT, "kind": _TEXT, "metadata": "=v1.ObjectMeta"},
        "v1.ObjectMeta": {
            **dict.fromkeys(("name", "generateName", "namespace", "selfLink", "resourceVersion"), _TEXT),
            **dict.fromkeys(("creationTimestamp", "deletionTimestamp"), _TIME),
            **dict.fromkeys(("generation", "deletionGracePeriodSeconds"), "integer:int64"),
            **dict.fromkeys(("labels", "annotations"), _PAIRS),
            "uid": "string:types.UID",
            "finalizers": _TEXTS,
            "ownerReferences": ["list", "[]v1.OwnerReference", "=v1.OwnerReference"],
            "managedFields": ["list", "[]v1.ManagedFieldsEntry", "=v1.ManagedFieldsEntry"],
        },
        "v1.OwnerReference": {
            **dict.fromkeys(("apiVersion", "kind", "name"), _TEXT),
            **dict.fromkeys(("blockOwnerDeletion", "controller"), "boolean:bool"),
            "uid": "string:types.UID",
        },
        "v1.ManagedFieldsEntry": {
            **dict.fromkeys(("apiVersion", "fieldsType", "manager", "subresource"), _TEXT),
            "operation": "string:v1.ManagedFieldsOperationType",
            "time": _TIME,
            "fieldsV1": "!v1.FieldsV1",
        },
    },
}


def mismatch_of(value: object) -> Mismatch | None:
    """What Go's decoder reports of an object; None where it fits."""
    return first_mismatch(value, _struct(), _OBJECT, converts=False, any_letters=False)


@cache
def _struct() -> Struct:
    return structs_of(_TABLES)[_OBJECT]
