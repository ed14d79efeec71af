"""Sniffing: what counts as the beginning of a package.yaml."""

import pytest

from xpkgtui.sources.recognition.sniffing import describe, is_stream


@pytest.mark.parametrize(
    "head",
    [
        b"apiVersion: a/v1\nkind: B\n",
        b"  apiVersion: a/v1\n  kind: B\n",
        b"# a comment\n\n  kind: B\n  apiVersion: a/v1\n",
        b"{apiVersion: a/v1, kind: B}\n",
        b"{\n  apiVersion: a/v1,\n  kind: B\n}\n",
        b'{"apiVersion": "a/v1", "kind": "B"}',
    ],
)
def test_an_object_first_is_a_stream(head: bytes) -> None:
    assert is_stream(head)


@pytest.mark.parametrize("head", [b"version: 3\nservices:\n  kind: x\n", b"{a: {kind: B}}", b"hello", b"- kind: B\n"])
def test_a_kind_further_down_is_none(head: bytes) -> None:
    assert not is_stream(head)


def test_lines_of_json_are_told_as_such() -> None:
    head = b'{"apiVersion": "a/v1", "kind": "B"}\n{"apiVersion": "a/v1", "kind": "B"}\n'
    assert not is_stream(head)
    assert describe(head).startswith("JSON lines")
