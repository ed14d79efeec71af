"""No rule of any format fails at values that are nested far deeper than Python calls functions."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from builders.gate import few
from builders.inspection.inspections import opened
from builders.packages.bundles import CRD, CRD_FILE, CSV, CSV_FILE, DEPENDENCIES_FILE, SOUND
from builders.packages.judgements import CRD as XPKG_CRD
from builders.packages.judgements import PROVIDER
from builders.packages.nested import SHAPES, nested, nested_in
from builders.packages.pairs.catalogs import catalog_pairs
from builders.packages.pairs.pair import Packed
from builders.packages.pairs.rukpak import plain_pairs, rukpak_pairs
from builders.packages.pairs.stacks import stack_pairs

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.service.local import LocalPort

DEPTH = 260
"""Deeper than Python calls functions inside each other here: what recurses fails, and the rest takes less time."""
DEEPEST = 5_000
"""Levels of a schema in flow style that the limit `yaml` allows; go-yaml takes 10,000."""


@pytest.fixture(autouse=True)
def _few_calls() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEPTH - 20)
    yield
    sys.setrecursionlimit(before)


def alone(text: str) -> Packed:
    return Packed(files={"package.yaml": text}, is_alone=True)


PACKAGES: Mapping[str, tuple[Packed, str]] = {
    "xpkg": (alone(f"{PROVIDER}---\n{XPKG_CRD}"), "package.yaml"),
    "catalog": (catalog_pairs()["FBC001"].spares, "srv/catalog.yaml"),
    "bundle": (Packed(files=SOUND), CSV_FILE),
    "definition": (Packed(files=SOUND), CRD_FILE),
    "stack": (stack_pairs()["STK001"].spares, ".registry/app.yaml"),
    "stack definition": (stack_pairs()["STK001"].spares, ".registry/boat.crd.yaml"),
    "ui-schema": (stack_pairs()["STK017"].trips, ".registry/ui-schema.yaml"),
    "plain": (plain_pairs()["PLN002"].spares, "manifests/a.yaml"),
    "rukpak": (rukpak_pairs()["RPK001"].spares, "package.yaml"),
}
"""A package, and the file of it whose values are replaced in turn."""


def failures(state: Inspection) -> Iterator[str]:
    """What failed in an inspection."""
    yield from (one.message for one in state.findings if one.is_failure)
    yield from (f"{part}: {failure.title}" for part, failure in state.failures)
    if state.failure is not None and state.failure.kind == "bug":
        yield state.failure.title


async def failed(port: LocalPort, packed: Packed, folder: Path, name: str, text: str) -> list[str]:
    source = replace(packed, files={**packed.files, name: text}).write(folder)
    state = await opened(port, source)
    # Else the document was not parsed, and no rule saw it.
    undecided = [f"{one.rule}: {one.message}" for one in state.findings if one.undecided and not one.is_failure]
    # Of OLM v0 the definition decides, and what judges objects by definitions is not asked about any depth.
    undecided = [one for one in undecided if not one.endswith("the object is too deep")]
    assert undecided == []
    return list(failures(state))


@pytest.mark.parametrize("package", PACKAGES)
async def test_any_value_may_be_deep(package: str, port: LocalPort, tmp_path: Path) -> None:
    packed, name = PACKAGES[package]
    found = set()
    # One value as mappings, the next one as lists: what recurses into one does so into the other.
    shapes = (list(nested_in(packed.files[name], shape, DEPTH)) for shape in ("mappings", "lists"))
    for number, texts in enumerate(few(zip(*shapes, strict=True), 6)):
        found.update(await failed(port, packed, tmp_path / str(number), name, texts[number % 2]))
    assert not found, found


async def failed_of_schema(port: LocalPort, folder: Path, schema: str) -> list[str]:
    text = XPKG_CRD.replace("{type: object, x-kubernetes-preserve-unknown-fields: true}", schema)
    return await failed(port, alone(""), folder, "package.yaml", f"{PROVIDER}---\n{text}")


@pytest.mark.parametrize("shape", SHAPES)
async def test_a_schema_may_be_deep(shape: str, port: LocalPort, tmp_path: Path) -> None:
    assert not await failed_of_schema(port, tmp_path, nested(shape, DEPTH))


@pytest.mark.parametrize("shape", ["properties", pytest.param("alternatives", marks=pytest.mark.whole)])
async def test_a_schema_may_be_as_deep_as_is_parsed(shape: str, port: LocalPort, tmp_path: Path) -> None:
    """The usual schema, and one of schemas that hold at the same place; the others are alike, and as deep."""
    depth = DEEPEST // (SHAPES[shape][0].count("{") + SHAPES[shape][0].count("["))
    assert not await failed_of_schema(port, tmp_path, nested(shape, depth))


@pytest.mark.parametrize("shape", few(SHAPES, 3))
async def test_a_schema_in_a_bundle_may_be_deep(shape: str, port: LocalPort, tmp_path: Path) -> None:
    text = CRD.replace("{type: object}", nested(shape, DEPTH))
    assert not await failed(port, Packed(files=SOUND), tmp_path, CRD_FILE, text)


@pytest.mark.parametrize("shape", few(SHAPES, 3))
async def test_schemas_of_two_versions_may_be_deep_and_alike(shape: str, port: LocalPort, tmp_path: Path) -> None:
    schema = f"schema: {{openAPIV3Schema: {nested(shape, DEPTH)}}}\n"
    text = CRD.replace("schema: {openAPIV3Schema: {type: object}}\n", schema)
    text += f"  - name: v2\n    served: true\n    storage: false\n    {schema}"
    assert not await failed(port, Packed(files=SOUND), tmp_path, CRD_FILE, text)


@pytest.mark.parametrize("shape", few(SHAPES, 4))
async def test_defaults_choices_and_what_they_are_compared_with_may_be_deep(
    shape: str, port: LocalPort, tmp_path: Path
) -> None:
    deep = nested(shape, DEPTH)
    field = f"{{type: object, properties: {{spec: {{default: {deep}, enum: [{deep}, {deep}], allOf: [{deep}]}}}}}}"
    text = CRD.replace("{type: object}", field)
    assert not await failed(port, Packed(files=SOUND), tmp_path, CRD_FILE, text)


async def test_a_constraint_and_an_example_may_be_deep(port: LocalPort, tmp_path: Path) -> None:
    dependencies = f"dependencies: [{{type: olm.constraint, value: {nested('mappings', DEPTH)}}}]\n"
    assert not await failed(port, Packed(files=SOUND), tmp_path / "one", DEPENDENCIES_FILE, dependencies)
    example = json.dumps("[" + '{"a": ' * DEPTH + "1" + "}" * DEPTH + "]")
    start = CSV.index("alm-examples: ") + len("alm-examples: ")
    text = CSV[:start] + example + CSV[CSV.index("\n", start) :]
    assert not await failed(port, Packed(files=SOUND), tmp_path / "two", CSV_FILE, text)
