"""The path of a line."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.drawing.lines.indentation import Indentation
from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.lines.path import PathSearch, fitted, path
from xpkgtui.app.drawing.lines.searching import LineSearch
from xpkgtui.documents.outline import written

Write = Callable[[str], LineTable]
CRD = """\
---
kind: CRD
spec:
  versions:
  - name: v1
    schema:
      "open API": &x
        description: |-
          note: no key
            deeper: neither
        'it''s':
        - - 1
  - name: v2

    # what follows
    served: true
list:
- http://a
"""


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (1, "kind"),
        (2, "spec"),
        (4, "spec › versions[0] › name"),
        (6, "spec › versions[0] › schema › open API"),
        (9, "spec › versions[0] › schema › open API › description"),
        (12, "spec › versions[1] › name"),
        (13, "spec › versions[1] › name"),
        (15, "spec › versions[1] › served"),
        (17, "list[0]"),
    ],
)
def test_a_line_has_the_keys_and_items_that_hold_it(line: int, wanted: str, table: Write) -> None:
    lines = table(CRD)
    assert " › ".join(path(lines, Indentation(lines, "yaml"), line, "yaml")) == wanted


@pytest.mark.parametrize(("line", "wanted"), [(1, "a"), (3, "a[0] › b"), (5, "a[1]"), (7, "c")])
def test_json_has_paths_too(line: int, wanted: str, table: Write) -> None:
    lines = table('{\n  "a": [\n    {\n      "b": 1\n    },\n    2\n  ],\n  "c": {}\n}\n')
    assert " › ".join(path(lines, Indentation(lines, "json"), line, "json")) == wanted


def test_names_are_safe_to_draw(table: Write) -> None:
    lines = table('"a\x1b[31m":\n  b: 1\n')
    assert path(lines, Indentation(lines, "yaml"), 1, "yaml") == ("a␛[31m", "b")


def test_the_middle_gives_way_first() -> None:
    names = ("spec", "versions[0]", "schema", "properties", "name")
    assert fitted(names, 80) == "spec › versions[0] › schema › properties › name"
    assert fitted(names, 40) == "spec › … › schema › properties › name"
    assert fitted(names, 20) == "spec › … › name"
    assert fitted(names, 10) == "… › name"
    assert fitted(("a_long_name_alone",), 8) == "…e_alone"


@given(st.lists(st.text(max_size=9), max_size=6), st.integers(1, 40))
def test_a_path_fits(names: list[str], width: int) -> None:
    from rich.cells import cell_len

    assert cell_len(fitted(tuple(names), width)) <= width


SCHEMA = """\
spec:
  properties:
    forProvider:
      properties:
        region:
          type: string
        note: region
  required: [region]
status:
  region: forProvider.region
"""


@pytest.mark.parametrize(
    ("word", "hits"),
    [
        ("forProvider.region", [(4, 8), (9, 10)]),
        ("spec.forprovider", [(2, 4)]),
        ("status.region", [(9, 2)]),
        ("spec.region", []),
    ],
)
def test_a_path_of_keys_is_found_at_its_last_key_or_as_it_is_written(
    table: Write, word: str, hits: list[tuple[int, int]]
) -> None:
    lines = table(SCHEMA)
    keys = written(word)
    search = LineSearch(PathSearch(lines, Indentation(lines, "yaml"), "yaml", keys), word, 0)
    while search.step():
        pass
    assert search.count == len(hits)
    found = [search.after((0, -1))]
    for _ in hits[1:]:
        assert found[-1] is not None
        found.append(search.after(found[-1]))
    assert [hit for hit in found if hit] == hits
