"""The real parser, linter and API server decide: rules give their stored answers."""

import re
from typing import Any

import pytest
from builders.oracle import answers
from builders.packages.judgements import Judgement, judge_stream
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.streams import DEFINITIONS, VECTORS, stream

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.definitions.definition import check_definition
from xpkgtui.rules.finding import Acceptance

_STORE = answers("streams")
_SCHEME = re.compile(r' in scheme "[^"]*"')
_BEYOND_PARSING = (
    *("XPKG611", "XPKG707", "XPKG708", "XPKG712", "XPKG713", "XPKG714", "XPKG715", "XPKG716", "XPKG717", "XPKG720"),
    *("XPKG812", "XPKG901", "XPKG903", "XPKG904", "XPKG905", "XPKG906", "XPKG910"),
)
"""What the API server, the installation or the dependency resolution refuses; the parser and the linter do not."""
_ERROR_TYPES = {
    "FieldValueRequired": "Required value",
    "FieldValueInvalid": "Invalid value",
    "FieldValueForbidden": "Forbidden",
    "FieldValueNotSupported": "Unsupported value",
    "FieldValueTypeInvalid": "Invalid value",
}
_ELSEWHERE = ("metadata.name", "status.", "spec.conversion.webhookClientConfig")
"""Names are another rule's, the status follows from the versions, and Crossplane fills in the webhook's service."""


_STREAMS = {**VECTORS, **META}


def _is_refused(judged: Judgement) -> bool:
    return bool(judged.errors - set(_BEYOND_PARSING))


def _is_refused_by(stored: dict[str, Any], who: str) -> bool:
    return "parseError" in stored or all(stored[who].values())


@pytest.mark.parametrize("name", _STREAMS)
def test_package_manager_takes_what_we_say_it_takes(name: str) -> None:
    assert _is_refused(judge_stream(_STREAMS[name])) is _is_refused_by(_STORE["streams"][name], "validate")


@pytest.mark.parametrize("name", _STREAMS)
def test_build_takes_what_we_say_it_takes(name: str) -> None:
    assert _is_refused(judge_stream(_STREAMS[name], "build")) is _is_refused_by(_STORE["streams"][name], "lint")


@pytest.mark.parametrize("name", [name for name, stored in _STORE["streams"].items() if "parseError" in stored])
def test_parser_prints_what_we_say_it_prints(name: str) -> None:
    culprit = judge_stream(_STREAMS[name]).verdict.culprit
    stored = _SCHEME.sub("", _STORE["streams"][name]["parseError"])
    assert culprit is not None
    assert culprit.says is not None
    # The parser repeats the whole document where its kind is missing.
    assert culprit.says == re.sub(r"is missing in '.*'", "is missing in '…'", stored, flags=re.DOTALL)


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
