"""What Go's structs hold of a ClusterServiceVersion, and whether those of definitions hold one."""

from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.go_decoding.shapes import Shape, Struct
from xpkgtui.formats.registry_v1.decoding.conversion import first_fault
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, type_of
from xpkgtui.formats.registry_v1.rules.subjects import Item
from xpkgtui.versions.blang import BlangVersion


def is_decoded(item: Item) -> bool:
    """Whether opm decodes a ClusterServiceVersion; where it does not, it knows no name of it."""
    struct, version = type_of(SERVICE_VERSION), item.spec.get("version")
    if struct is None or first_fault(item.value, struct) is not None:
        return False
    try:
        return version is None or bool(BlangVersion.parse_loosely(version))
    except (Malformed, TypeError, AttributeError):
        return False


def fits(definition: Item) -> bool:
    """Whether opm decodes a definition, which it does without reading numbers as text."""
    struct = type_of(f"{definition.api_version} {definition.kind}")
    return struct is not None and first_mismatch(definition.value, struct, struct.name, converts=False) is None


def is_empty(value: Any, *path: str) -> bool:
    """Whether the struct at a path of a ClusterServiceVersion has no field of its Go type, or only empty ones."""
    shape: Struct | Shape | None = type_of(SERVICE_VERSION)
    for key in path:
        struct = shape.struct if isinstance(shape, Shape) else shape
        shape = struct.fields.get(key) if struct else None
        value = value.get(key) if isinstance(value, dict) else None
    waiting: list[tuple[Any, Struct | Shape | None]] = [(value, shape)]
    while waiting:
        node, known = waiting.pop()
        struct = known if isinstance(known, Struct) else known.struct if known else None
        if struct is not None and isinstance(node, dict):
            waiting.extend((node[key], inner) for key, inner in struct.fields.items() if key in node)
        elif node:
            return False
    return True
