"""Paths of keys as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.documents.key_paths import ends_with, holds, written

SCHEMA = b"""\
spec:
  versions:
  - name: v1
    schema:
      openapiv3schema:
        properties:
          spec:
            properties:
              forprovider:
                properties:
                  region:
                    type: string
          status:
            properties:
              region: {}
"""


@pytest.mark.parametrize(
    ("word", "keys"),
    [
        ("forProvider.region", ("forprovider", "region")),
        (".spec.a-b", ("spec", "a-b")),
        ("region", ()),
        ("a b.c", ()),
        ("a..b", ()),
        ("", ()),
    ],
)
def test_a_path_is_keys_with_dots_between(word: str, keys: tuple[str, ...]) -> None:
    assert written(word) == keys


@pytest.mark.parametrize(
    ("path", "is_there"),
    [
        ("forProvider.region", True),
        ("spec.forProvider.region", True),
        ("status.region", True),
        ("versions.name", True),
        ("versions.schema.openAPIV3Schema.spec", True),
        ("spec.region", False),
        ("region.type.string", False),
    ],
)
def test_what_a_schema_puts_between_keys_is_left_out(path: str, is_there: bool) -> None:
    assert holds(SCHEMA, written(path)) is is_there


def test_json_is_searched_too() -> None:
    assert holds(b'{\n "spec": {\n  "a": {\n   "b": 1\n  }\n }\n}\n', ("a", "b"))


def test_items_of_lists_count_as_their_key() -> None:
    assert ends_with(("spec", "versions[0]", "schema"), ("versions", "schema"))
    assert not ends_with(("schema",), ("versions", "schema"))


@given(st.binary(max_size=300), st.lists(st.sampled_from(["a", "b", "spec"]), min_size=2, max_size=3))
def test_any_bytes_are_searched(text: bytes, keys: list[str]) -> None:
    holds(text, keys)
