"""The real API server decides: rules give its stored answers."""

import pytest
from builders.oracle import answers
from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.streams import DEFINITIONS, VECTORS, stream

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.definitions.definition import check_definition
from xpkgtui.rules.finding import Acceptance

_STORE = answers("streams")
_ERROR_TYPES = {
    "FieldValueRequired": "Required value",
    "FieldValueInvalid": "Invalid value",
    "FieldValueForbidden": "Forbidden",
    "FieldValueNotSupported": "Unsupported value",
    "FieldValueTypeInvalid": "Invalid value",
}
_ELSEWHERE = ("metadata.name", "status.", "spec.conversion.webhookClientConfig")
"""Names are another rule's, the status follows from the versions, and Crossplane fills in the webhook's service."""


@pytest.mark.parametrize("name", DEFINITIONS)
def test_api_server_says_what_we_say_of_definitions(name: str) -> None:
    text = DEFINITIONS[name].encode()
    document = parse(text, split(text).chunks[0])
    assert isinstance(document, PackageDocument)
    stored = {
        (_ERROR_TYPES[one["type"]], one["field"], one["detail"].removeprefix(" in body "))
        for one in _STORE["definitions"][name]
        if not one["field"].startswith(_ELSEWHERE) and one["field"] != "spec.version"
    }
    ours = {(str(one.type), one.field, one.detail) for one in check_definition(document.value)}
    assert ours == stored


@pytest.mark.parametrize("name", [name for name, stored in _STORE["definitions"].items() if stored])
def test_definition_that_the_api_server_refuses_refuses_the_package(name: str) -> None:
    judged = judge_stream(stream(VECTORS["no crossplane constraint"], DEFINITIONS[name]))
    assert judged.verdict.acceptance is Acceptance.REFUSED
