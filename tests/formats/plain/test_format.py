"""A plain bundle opens from a folder, an image and a tar, and its facts say what is applied when."""

from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.packages.folders import packed
from builders.packages.plain_bundles import BOAT, CASES, CRD, LIST, write

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import Judge, ReadFacts
from xpkgtui.service.local import LocalPort

FILES = {"manifests/a.yaml": BOAT, "manifests/b.yml": CRD, "manifests/c": LIST}


@pytest.mark.parametrize("form", ["folder", "image", "tar", "tar.gz"])
async def test_it_opens(form: str, tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, packed(form, tmp_path, FILES))
    assert state.format.name == "plain+v0"
    assert [(row.kind, row.file, row.line) for row in state.rows] == [
        ("Boat", "manifests/a.yaml", 1),
        ("CustomResourceDefinition", "manifests/b.yml", 1),
        ("ConfigMap", "manifests/c", 4),
        ("Secret", "manifests/c", 5),
    ]
    assert state.case is not None
    state = fold_all(state, await answers(port, Judge(case=state.case)))
    assert state.judged is not None
    assert state.judged.verdict.acceptance == "accepted"
    assert [(one.rule, one.place.file) for one in state.findings] == [("PLN010", "manifests/a.yaml")]


async def test_an_object_tells_when_it_is_applied(tmp_path: Path, port: LocalPort) -> None:
    await opened(port, packed("folder", tmp_path, FILES))
    told: list[dict[str, str]] = []
    for document in (1, 2, 3, 4):
        (read,) = [one for one in await answers(port, ReadFacts(document=document)) if isinstance(one, FactsRead)]
        told.append(dict(read.facts))
    assert told[0]["applied"] == "after every Secret, ConfigMap, CustomResourceDefinition"
    assert told[0]["definition"] == "boats.sea.example.org, in manifests/b.yml:1"
    assert "definition" not in told[1]
    assert told[1]["applied"] == "after every Secret, ConfigMap"
    assert (told[3]["applied"], told[3]["namespace"]) == ("first", "c")


async def test_a_list_that_stays_whole_tells_what_it_holds(tmp_path: Path, port: LocalPort) -> None:
    await opened(port, write(tmp_path, {"manifests/a.yaml": CASES["a List in a List"]["manifests/a.yaml"]}))
    (read,) = [one for one in await answers(port, ReadFacts(document=1)) if isinstance(one, FactsRead)]
    facts = dict(read.facts)
    assert (facts["holds"], facts["object"]) == ("1 object; RukPak applies each by itself", "List (no name)  v1")


async def test_a_bundle_without_objects_is_refused(tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, write(tmp_path, {"manifests/": ""}))
    assert state.case is not None
    state = fold_all(state, await answers(port, Judge(case=state.case)))
    assert [one.rule for one in state.findings] == ["PLN004"]


async def test_an_object_tells_that_its_definition_is_missing(tmp_path: Path, port: LocalPort) -> None:
    await opened(port, write(tmp_path, {"manifests/a.yaml": BOAT}))
    (read,) = [one for one in await answers(port, ReadFacts(document=1)) if isinstance(one, FactsRead)]
    facts = dict(read.facts)
    assert facts["definition"] == "not in the bundle: it is applied only where the cluster has it already"
    assert facts["applied"] == "first"


async def test_a_definition_is_found_behind_thousands_of_objects(tmp_path: Path, port: LocalPort) -> None:
    others = (f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c{number}}}\n" for number in range(2_100))
    await opened(port, write(tmp_path, {"manifests/a.yaml": "---\n".join([BOAT, *others, FILES["manifests/b.yml"]])}))
    (read,) = [one for one in await answers(port, ReadFacts(document=1)) if isinstance(one, FactsRead)]
    facts = dict(read.facts)
    assert facts["definition"].startswith("boats.sea.example.org, in manifests/a.yaml:")
    assert facts["applied"] == "after every ConfigMap, CustomResourceDefinition"
