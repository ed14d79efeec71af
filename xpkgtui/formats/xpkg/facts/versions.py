"""Facts of the versions of a definition."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import Fact, amount, brief, first, listed, rest
from xpkgtui.untyped import listing, mapping

_MOST = 30
"""Versions that are shown."""
_FEW = 6
"""Required fields that are listed by name."""
_DEEP = ("forProvider", "initProvider", "parameters")
"""Fields of a spec that hold what a user sets."""


def of_versions(spec: Mapping[str, object]) -> Iterator[Fact]:
    """Each version with its state, schema, columns and subresources."""
    versions = listing(spec.get("versions"))
    if not versions and isinstance(spec.get("version"), str):
        # apiextensions.k8s.io/v1beta1 had a single version, whose fields are in the spec itself.
        versions = [{**spec, "name": spec["version"], "served": True, "storage": True}]
    facts = (("version", "\n".join(_lines(mapping(version)))) for version in versions)
    yield from first(facts, len(versions), "version", "versions", _MOST)


def _lines(version: Mapping[str, object]) -> Iterator[str]:
    yield f"{brief(version.get('name')) or '(no name)'}: {', '.join(_states(version))}"
    if version.get("deprecated") is True:
        yield f"deprecated: {brief(version.get('deprecationWarning')) or 'no warning is given'}"
    schema = mapping(mapping(version.get("schema") or version.get("validation")).get("openAPIV3Schema"))
    yield from _schema(schema)
    columns = listing(version.get("additionalPrinterColumns"))
    if columns:
        yield f"columns {listed(mapping(column).get('name') for column in columns)}"
    if found := mapping(version.get("subresources")):
        yield f"subresources {listed(found)}"


def _states(version: Mapping[str, object]) -> Iterator[str]:
    yield "served" if version.get("served") is True else "not served"
    if version.get("storage") is True:
        yield "stored"
    if version.get("referenceable") is True:
        yield "referenceable"
    if version.get("deprecated") is True:
        yield "deprecated"


def _schema(schema: Mapping[str, object]) -> Iterator[str]:
    if not schema:
        yield "no schema"
        return
    fields = mapping(schema.get("properties"))
    inner = mapping(mapping(fields.get("spec")).get("properties"))
    deeper = {f"spec.{name}": inner[name] for name in _DEEP if name in inner}
    described: dict[str, object] = {name: fields[name] for name in ("spec", "status") if name in fields}
    for name, field in sorted({**described, **deeper}.items()):
        yield f"{name}: {_fields(mapping(field), free='' if name == 'status' else ', none required')}"
    other = [name for name in fields if name not in ("spec", "status", "apiVersion", "kind", "metadata")]
    if other:
        yield f"{'other fields' if described else 'fields'}: {listed(other)}"


def _fields(schema: Mapping[str, object], *, free: str) -> str:
    fields = mapping(schema.get("properties"))
    if not fields:
        return "any fields" if schema.get("x-kubernetes-preserve-unknown-fields") is True else "no fields"
    required = [name for name in listing(schema.get("required")) if isinstance(name, str)]
    names = ", ".join(brief(name, 60) for name in required[:_FEW]) + rest(len(required) - _FEW)
    return amount(len(fields), "field") + (f", {len(required):,} required ({names})" if required else free)
