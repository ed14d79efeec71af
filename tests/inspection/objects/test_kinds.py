"""Kinds and fields of what is open: what is listed, what is found, and what hostile definitions do."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.inspection.inspections import answers, opened

from xpkgtui.formats.definitions.witness import as_yaml
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.replies import FieldsFound, KindsListed, TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.inspection.messages.schemas import ListKinds, SearchFields
from xpkgtui.service.local import LocalPort

_META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: acme\n"
_BROKEN = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: x\na: [\n"
_ALIASES = (
    "x: &a0 [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]\n"
    + "".join(f"x{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 9)}]\n" for number in range(1, 9))
)


def _definition(kind: str, **fields: Any) -> str:
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    names = {"kind": kind, "plural": f"{kind.lower()}s"}
    return as_yaml(
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": f"{kind.lower()}s.example.org"},
            "spec": {"group": "example.org", "scope": "Cluster", "names": names, "versions": [version]},
        }
    )


async def _asked(port: LocalPort, folder: Path, request: Any, *documents: str) -> list[Event]:
    path = folder / "package.yaml"
    path.write_text("---\n".join((_META, *documents)))
    await opened(port, path)
    return list(await answers(port, request))


_BUCKET = _definition("Bucket", region={"type": "string"})
_QUEUE = _definition("Queue", size={"type": "integer"})


async def test_kinds_are_listed_with_their_documents(port: LocalPort, tmp_path: Path) -> None:
    events = await _asked(port, tmp_path, ListKinds(), _BUCKET, _BROKEN, _QUEUE)
    listed: KindsListed | None = None
    for event in events:
        assert isinstance(event, KindsListed)
        listed = event.after(listed)
    assert listed is not None
    assert [(one.document, one.kind.kind) for one in listed.kinds] == [(2, "Bucket"), (4, "Queue")]
    assert (listed.is_whole, listed.unread) == (True, (3,))


async def test_a_package_without_definitions_has_no_kinds(port: LocalPort, tmp_path: Path) -> None:
    (event,) = await _asked(port, tmp_path, ListKinds())
    assert isinstance(event, KindsListed)
    assert (event.kinds, event.is_whole) == ((), True)


async def test_fields_are_found_in_all_definitions(port: LocalPort, tmp_path: Path) -> None:
    events = await _asked(port, tmp_path, SearchFields(words="size"), _BUCKET, _QUEUE)
    last = events[-1]
    assert isinstance(last, FieldsFound)
    assert [(one.document, one.match.path) for one in last.found] == [(3, "spec.size")]
    assert (last.is_whole, last.count) == (True, 1)


async def test_a_second_search_reads_nothing_again(port: LocalPort, tmp_path: Path) -> None:
    await _asked(port, tmp_path, SearchFields(words="size"), _BUCKET, _QUEUE)
    assert len(list(await answers(port, SearchFields(words="region")))) == 1


async def test_the_definitions_of_a_document_are_a_text(port: LocalPort, tmp_path: Path) -> None:
    (event,) = await _asked(port, tmp_path, ReadText(text=Text.DEFINITIONS, document=2), _BUCKET)
    assert isinstance(event, TextReady)
    (made,) = json.loads(Path(event.path).read_bytes())
    assert made["spec"]["names"]["kind"] == "Bucket"


@pytest.mark.parametrize("document", [1, 2, 3, 4, 5])
async def test_what_defines_nothing_has_no_such_text(port: LocalPort, tmp_path: Path, document: int) -> None:
    vast = _BUCKET + "".join(f"{line}\n" for line in _ALIASES.splitlines())
    request = ReadText(text=Text.DEFINITIONS, document=document)
    deep = _BUCKET + "x: " + "[" * 400 + "]" * 400 + "\n"
    (event,) = await _asked(port, tmp_path, request, _BROKEN, vast, deep)
    assert isinstance(event, PartFailed)
