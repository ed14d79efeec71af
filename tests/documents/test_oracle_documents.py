"""Streams and documents against the stored answers of the libraries that Crossplane is built from."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from documents.yaml_vectors import SCALARS, STREAMS

from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.resolver import as_json, resolve

STORED = {
    one["id"]: one["answer"]
    for one in json.loads((Path(__file__).parent.parent / "oracle" / "documents.json").read_text())
}
OTHER_WORDS = {
    "two that JSON has not": "",
    "mapping as a key": "Go prints keys in random order",
}
KNOWN = {name for name in STREAMS if name in STORED}


def parsed(name: str) -> list[PackageDocument | BrokenDocument]:
    data = STREAMS[name].encode()
    return [parse(data, chunk) for chunk in split(data).chunks]


def alike(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(alike(ours[key], theirs[key]) for key in ours)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(alike, ours, theirs))
    return ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool)


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_stream_is_cut_as_go_cuts_it(name: str) -> None:
    stream = split(STREAMS[name].encode())
    problem = stream.problem.message if stream.problem else None
    assert (len(stream.chunks), problem) == (len(STORED[name]["documents"]), STORED[name].get("error"))


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_documents_are_accepted_and_refused_as_go_does(name: str) -> None:
    refused = [isinstance(document, BrokenDocument) for document in parsed(name)]
    assert refused == ["error" in answer for answer in STORED[name]["documents"]]


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_values_are_those_of_gos_json(name: str) -> None:
    for document, answer in zip(parsed(name), STORED[name]["documents"], strict=True):
        if isinstance(document, PackageDocument):
            assert alike(document.value, answer.get("json"))


@pytest.mark.parametrize("name", sorted(KNOWN - OTHER_WORDS.keys()))
def test_refusals_are_in_gos_words(name: str) -> None:
    for document, answer in zip(parsed(name), STORED[name]["documents"], strict=True):
        if isinstance(document, BrokenDocument):
            assert document.message == answer["error"]


@pytest.mark.parametrize("text", SCALARS)
def test_plain_scalars_are_read_as_go_yaml_reads_them(text: str) -> None:
    answer = STORED[f"scalar {text}"]["documents"][0]
    value = parse(f"- {text}\n".encode(), split(f"- {text}\n".encode()).chunks[0])
    if "error" in answer:
        assert isinstance(value, BrokenDocument)
    else:
        assert isinstance(value, PackageDocument)
        assert alike(value.value, answer["json"])


@pytest.mark.parametrize("text", [".nan", ".inf", "-.Inf", "+.INF"])
def test_what_json_cannot_hold_is_still_resolved(text: str) -> None:
    value = as_json(resolve(text))
    assert isinstance(value, float)
    assert not math.isfinite(value)
