"""Kinds and fields of what is open: what is listed, what is found, and what hostile definitions do."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.definitions_text import definition_text
from builders.inspection.inspections import answers, opened
from ruamel.yaml import YAML

from xpkgtui.errors import FailureKind
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.inspection.messages.schemas import FieldsFound, KindsListed, ListKinds, SearchFields
from xpkgtui.inspection.objects.kinds import is_vast
from xpkgtui.service.local import LocalPort

_META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: acme\n"
_BROKEN = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: x\na: [\n"
_ALIASES = (
    "x: &a0 [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]\n"
    + "".join(f"x{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 9)}]\n" for number in range(1, 9))
)


async def _asked(port: LocalPort, folder: Path, request: Any, *documents: str) -> list[Event]:
    path = folder / "package.yaml"
    path.write_text("---\n".join((_META, *documents)))
    await opened(port, path)
    return list(await answers(port, request))


_BUCKET = definition_text("Bucket", region={"type": "string"})
_QUEUE = definition_text("Queue", size={"type": "integer"})


async def test_kinds_are_listed_with_their_documents(port: LocalPort, tmp_path: Path) -> None:
    events = await _asked(port, tmp_path, ListKinds(), _BUCKET, _BROKEN, _QUEUE)
    listed = events[-1]
    assert isinstance(listed, KindsListed)
    assert [(one.document, one.kind.kind) for one in listed.kinds] == [(2, "Bucket"), (4, "Queue")]
    assert (listed.is_whole, listed.unread) == (True, (3,))


async def test_what_cannot_be_read_before_the_first_kind_is_not_forgotten(port: LocalPort, tmp_path: Path) -> None:
    events = await _asked(port, tmp_path, ListKinds(), *(_BROKEN,) * 3, _BUCKET)
    assert isinstance(events[-1], KindsListed)
    assert events[-1].unread == (2, 3, 4)


async def test_a_definition_whose_first_lines_are_too_long_is_read(port: LocalPort, tmp_path: Path) -> None:
    fields = {f"field{number}": {"type": "string", "description": "x" * 2_000} for number in range(600)}
    definition = json.dumps(YAML(typ="safe").load(definition_text("Wide", **fields)))
    (event,) = await _asked(port, tmp_path, ListKinds(), f"{definition}\n")
    assert isinstance(event, KindsListed)
    assert [one.kind.kind for one in event.kinds] == ["Wide"]


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


@pytest.mark.parametrize(
    "fields", [{"x" * 600: {"properties": {"y" * 600: {}}}, "needle": {}}, {f"f{one}": {} for one in range(50_001)}]
)
async def test_a_search_that_ends_before_the_last_field_says_so(port: LocalPort, tmp_path: Path, fields: Any) -> None:
    text = f"{json.dumps(YAML(typ='safe').load(definition_text('Wide', last={})))}\n".replace(
        '"last": {}', json.dumps(fields)[1:-1]
    )
    last = (await _asked(port, tmp_path, SearchFields(words="needle"), text))[-1]
    assert isinstance(last, FieldsFound)
    assert (last.unread, last.count) == ((2,), "needle" in fields)


async def test_a_second_search_reads_nothing_again(port: LocalPort, tmp_path: Path) -> None:
    await _asked(port, tmp_path, SearchFields(words="size"), _BUCKET, _QUEUE)
    assert len(list(await answers(port, SearchFields(words="region")))) == 1


async def test_the_definitions_of_a_document_are_a_text(port: LocalPort, tmp_path: Path) -> None:
    (event,) = await _asked(port, tmp_path, ReadText(text=Text.DEFINITIONS, document=2), _BUCKET)
    assert isinstance(event, TextReady)
    (made,) = json.loads(Path(event.path).read_bytes())
    assert made["spec"]["names"]["kind"] == "Bucket"


@pytest.mark.parametrize(("depth", "is_shown"), [(300, True), (301, False)])
async def test_a_document_three_hundred_deep_is_shown(
    port: LocalPort, tmp_path: Path, depth: int, is_shown: bool
) -> None:
    deep = f"{_BUCKET}x: {'[' * (depth - 1)}{']' * (depth - 1)}\n"
    (event,) = await _asked(port, tmp_path, ReadText(text=Text.DEFINITIONS, document=2), deep)
    assert isinstance(event, TextReady if is_shown else PartFailed)
    if isinstance(event, PartFailed):  # not read is not "not there"
        assert event.failure.kind is FailureKind.UNDECIDED


@pytest.mark.parametrize("document", [1, 2, 3, 4, 5])
async def test_what_defines_nothing_has_no_such_text(port: LocalPort, tmp_path: Path, document: int) -> None:
    vast = _BUCKET + "".join(f"{line}\n" for line in _ALIASES.splitlines())
    request = ReadText(text=Text.DEFINITIONS, document=document)
    deep = _BUCKET + "x: " + "[" * 400 + "]" * 400 + "\n"
    (event,) = await _asked(port, tmp_path, request, _BROKEN, vast, deep)
    assert isinstance(event, PartFailed)


def test_texts_that_aliases_repeat_count_each_time() -> None:
    text, last = "x" * ((1 << 20) - 8), "x" * ((1 << 20) - 16)
    assert [is_vast([*[text] * 63, one]) for one in (last, last[1:])] == [True, False]
    assert [is_vast({str(number): text for number in range(count)}) for count in (64, 63)] == [True, False]
