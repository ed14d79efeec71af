"""Channels read by lines: what a parser reads, or nothing."""

import json

from builders.cases import each_row
from builders.goldens import Golden, by_outcome
from builders.packages.edited import edited_lines
from hypothesis import example, given
from hypothesis import strategies as st

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry, blob_of
from xpkgtui.formats.catalog.written.upgrades import channel_of

WRITTEN = """\
entries:
- name: tide.v1.0.0
- name: tide.v1.1.0
  replaces: tide.v1.0.0
  skipRange: '>=1.0.0 <1.1.0'
  skips:
  - tide.v1.0.1
  - "tide.v1.0.2"
name: stable-1.1
package: tide
schema: olm.channel
"""
INDENTED = """\
schema: olm.channel
package: "tide"
name: stable-1.1
entries:
  - name: tide.v1.0.0
  - skips:
      - tide.v1.0.1
      - tide.v1.0.2
    replaces: tide.v1.0.0
    name: tide.v1.1.0
    skipRange: ">=1.0.0 <1.1.0"
"""
CHANNEL = Channel(
    document=7,
    name="stable-1.1",
    package="tide",
    entries=(
        ChannelEntry(name="tide.v1.0.0"),
        ChannelEntry(
            name="tide.v1.1.0",
            replaces="tide.v1.0.0",
            skips=("tide.v1.0.1", "tide.v1.0.2"),
            skip_range=">=1.0.0 <1.1.0",
        ),
    ),
)
SCALARS = [
    "tide.v1",
    "1.0",
    "yes",
    "2020-01-01",
    "'a'",
    "'it''s'",
    '"b c"',
    '"\\n"',
    "",
    "[]",
    "~",
    "é",
    "&a b",
    "x # y",
    "<1.0.0",
    "<",
    "<<",
]
LINES = [
    "schema: olm.channel",
    "package: tide",
    "name: stable",
    "entries:",
    "- name: a.v1",
    "  - name: a.v2",
    "    - name: a.v3",
    "  replaces: b",
    "    replaces: c",
    "  skips:",
    "    skips:",
    "  - d",
    "    - e",
    "      - f",
    "properties: []",
    "---",
    "# text",
    "",
    *(f"{key}{scalar}" for key in ("name: ", "- name: ", "  skipRange: ", "  - ") for scalar in SCALARS),
]


def parsed(text: str) -> Channel | None:
    """What a parser makes of a channel."""
    data = text.encode()
    document = parse(data, Chunk(number=7, start=0, end=len(data), first_line=1, line=1))
    value = document.value if isinstance(document, PackageDocument) else None
    found = blob_of(7, value) if isinstance(value, dict) else None
    return found if isinstance(found, Channel) else None


@each_row("text", [WRITTEN, INDENTED, WRITTEN.replace("\n", "\r\n")])
def test_a_channel_as_tools_write_it_is_read_by_lines(text: str) -> None:
    assert channel_of(7, text.encode()) == CHANNEL == parsed(text)


@each_row(
    "change",
    [
        ("tide.v1.0.0\n", "1.0\n"),
        ("- name: tide.v1.1.0", "- &a\n  name: tide.v1.1.0"),
        ("schema: olm.channel", "schema: olm.channel\nproperties: []"),
        ("name: stable-1.1", "name: 1.1"),
        ("package: tide\n", ""),
        ("schema: olm.channel\n", "schema: olm.channel\n...\n"),
    ],
)
def test_anything_else_is_left_to_a_parser(change: tuple[str, str]) -> None:
    assert channel_of(7, WRITTEN.replace(*change).encode()) is None


@given(st.lists(st.sampled_from(LINES), max_size=12), st.booleans())
@example(["schema: olm.channel", "package: tide", "name: a", "entries:", "- name: b", "  skips:", "- name: c"], False)
def test_whatever_the_lines_say_no_channel_differs_from_that_of_a_parser(lines: list[str], headed: bool) -> None:
    head = ["schema: olm.channel", "package: tide", "name: stable", "entries:"] if headed else []
    text = "\n".join([*head, *lines]) + "\n"
    found = channel_of(7, text.encode())
    assert found is None or found == parsed(text)


@given(st.binary(max_size=200))
def test_any_bytes_are_no_trouble(data: bytes) -> None:
    assert channel_of(1, data) is None


def test_json_is_left_to_its_own_parser() -> None:
    assert channel_of(1, json.dumps({"schema": "olm.channel"}).encode()) is None


def test_what_is_read_of_channels_with_one_edited_line(golden: Golden) -> None:
    texts = {"both": f"{WRITTEN}\n{INDENTED}", "written": WRITTEN, "indented": INDENTED}
    edits = [(f"{name} {edit}", text) for name, each in texts.items() for edit, text in edited_lines(each)]
    golden(
        "written_channels", "\n".join(by_outcome((edit, str(channel_of(1, text.encode()))) for edit, text in edits))
    )
