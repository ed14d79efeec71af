"""What was not read stands in every document, in one shape."""

import json
from collections.abc import Callable

import pytest
from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.formats.examples.example import ExampleList
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import UnreadListed
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.reporting.contents.example_list import ListedExamples
from xpkgtui.reporting.documents.check import check
from xpkgtui.reporting.documents.examples import examples
from xpkgtui.reporting.documents.schemas import DOCUMENTS, schema_of
from xpkgtui.reporting.documents.why import why

IGNORED = Unread(digest=ports.RUNTIME, size=20_900, layer=0, reason=UnreadReason.IGNORED)
FAILED = Unread(
    digest=ports.BASE, size=7, layer=2, reason=UnreadReason.FAILED, failure="it is gone", platform="linux/arm64"
)
PRICED = Unread(digest=ports.BASE, size=8, layer=3, reason=UnreadReason.PRICE)


def listed(*items: Unread) -> Inspection:
    return ports.inspection(*ports.package(), UnreadListed(items=items))


@pytest.mark.parametrize(
    "write", [lambda state: check([state], profile="crossplane", crossplane="2.4"), lambda state: why([state])]
)
def test_a_layer_that_the_reader_ignores_is_missing_from_no_answer(write: Callable[[Inspection], str]) -> None:
    (result,) = json.loads(write(listed(IGNORED, FAILED, PRICED)))["results"]
    assert [(one["where"], one["what"], one["digest"], one["size"]) for one in result["unread"]] == [
        ("layer 2 of linux/arm64", "the layer", ports.BASE, 7),
        ("layer 3", "the layer", ports.BASE, 8),
    ]
    assert "it is gone" in result["unread"][0]["why"]


def test_a_list_that_is_not_whole_says_what_it_lacks_and_why() -> None:
    found = ListedExamples(inspection=Inspection(source="a.xpkg"), list=ExampleList(unread="layer 1 was not read"))
    assert json.loads(examples(found))["unread"] == [
        {
            "where": "a.xpkg",
            "what": "some of the examples",
            "limit": None,
            "why": "layer 1 was not read",
            "digest": None,
            "size": None,
        }
    ]


@each_row("name", DOCUMENTS)
def test_every_document_has_it(name: str) -> None:
    schema = schema_of(name)
    parts = schema["properties"]["results"]["items"] if name in ("check", "why") else schema
    assert "unread" in parts["required"]
    assert parts["properties"]["unread"]["items"] == schema_of("ls")["properties"]["unread"]["items"]
