"""The table of fields that versions of Crossplane know or no longer know, as their own definitions of kinds say it.

All other fields of these kinds are those of Crossplane 2.4 in every version; deeper fields came and went with these.
"""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS, GroupVersionKind
from xpkgtui.formats.xpkg.tools.facts import V2_DEFINITIONS
from xpkgtui.rules.fact import VersionFact
from xpkgtui.untyped import listing, mapping
from xpkgtui.values import dataclass

_COMPOSITION, _XRD = "Composition", "CompositeResourceDefinition"
_NEWER = "v2"
"""A version of composite definitions, which has had the fields of its first release ever since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFact:
    """One field of a kind that not all versions know."""

    kind: str
    path: tuple[str, ...]
    """Where `[]` is any item of a list."""
    fact: VersionFact
    instead: str = ""
    """What replaces a field that is gone, as a step to take."""


def _since(kind: str, path: str, since: str, before: str) -> FieldFact:
    source = f"cluster/crds at v{before} and v{since}.0"
    fact = VersionFact(says=f"A {kind} has the field {path}.", since=since, source=source)
    return FieldFact(kind=kind, path=tuple(path.split(".")), fact=fact)


def _until(path: str, until: str, before: str, instead: str) -> FieldFact:
    source = f"cluster/crds at v{before} and v{until}.0"
    fact = VersionFact(says=f"A {_COMPOSITION} has the field {path}.", until=until, source=source)
    return FieldFact(kind=_COMPOSITION, path=tuple(path.split(".")), fact=fact, instead=instead)


FIELDS = (
    _until(
        "spec.environment",
        "1.18",
        "1.17.6",
        "Make it a step of the pipeline that calls function-environment-configs: "
        "`crossplane composition convert composition-environment` of a CLI from 2.3 on does, or "
        "`crossplane beta convert composition-environment` of one from 1.18 to 2.2. Without a pipeline, "
        "`crossplane beta convert pipeline-composition` of one from 1.18 to 1.20 does it too.",
    ),
    _until(
        "spec.functions", "1.14", "1.13.2", "Write `mode: Pipeline`, and the functions as steps of `spec.pipeline`."
    ),
    _until(
        "spec.patchSets",
        "2.0",
        "1.20.11",
        "Move them into the input of a step that calls function-patch-and-transform: "
        "`crossplane beta convert pipeline-composition` of a CLI from 1.15 to 1.20 does.",
    ),
    _until(
        "spec.publishConnectionDetailsWithStoreConfigRef",
        "2.0",
        "1.20.11",
        "Remove it: external secret stores are gone. Compose a Secret with the connection details.",
    ),
    _since(_COMPOSITION, "spec.mode", "1.14", "1.13.2"),
    _since(_COMPOSITION, "spec.pipeline", "1.14", "1.13.2"),
    _since(_COMPOSITION, "spec.pipeline.[].credentials", "1.16", "1.15.6"),
    _since(_COMPOSITION, "spec.pipeline.[].requirements", "2.0", "1.20.11"),
    _since(_COMPOSITION, "spec.pipeline.[].requirements.requiredSchemas", "2.2", "2.1.8"),
    _since(_XRD, "spec.versions.[].deprecated", "1.7", "1.6.7"),
    _since(_XRD, "spec.conversion", "1.12", "1.11.5"),
    _since(_XRD, "spec.defaultCompositeDeletePolicy", "1.12", "1.11.5"),
    _since(_XRD, "spec.defaultCompositionUpdatePolicy", "1.12", "1.11.5"),
    _since(_XRD, "spec.metadata", "1.13", "1.12.3"),
    _since(_XRD, "spec.scope", "2.0", "1.20.11"),
    _since(_XRD, "spec.defaultCompositionRevisionSelector", "2.2", "2.1.8"),
    _since(_XRD, "spec.versions.[].subresources", "2.3", "2.2.4"),
)


def removed_field(named: GroupVersionKind | None, path: FieldPath) -> FieldFact | None:
    """The row of a field that the newest version no longer knows; None for one that no version knew."""
    if named is None or (named.group, named.version) != (EXTENSIONS, "v1"):
        return None
    return next((row for row in FIELDS if row.fact.until and (row.kind, row.path) == (named.kind, path.parts)), None)


def newer_fields(named: GroupVersionKind | None, value: Any) -> Iterator[tuple[FieldFact, FieldPath]]:
    """The fields of an object that not all older versions know, the first place of each."""
    if named is None or named.group != EXTENSIONS:
        return
    for row in FIELDS:
        is_first = named.version == _NEWER and row.fact.holds(V2_DEFINITIONS.since)
        if row.fact.since and row.kind == named.kind and not is_first:
            place = next(_places(value, row.path, FieldPath()), None)
            if place is not None:
                yield row, place


def _places(value: Any, path: tuple[str, ...], at: FieldPath) -> Iterator[FieldPath]:
    if not path:
        yield at
    elif path[0] == "[]":
        for number, one in enumerate(listing(value)):
            yield from _places(one, path[1:], at.child(number))
    elif mapping(value).get(path[0]) is not None:
        yield from _places(value[path[0]], path[1:], at.child(path[0]))
