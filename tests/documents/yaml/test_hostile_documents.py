"""Whatever the bytes are, there is an answer."""

import json
import mmap
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.packages.objects import XRD
from differential.yaml_streams import STREAMS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xpkgtui.documents import json_text
from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.head import names_of
from xpkgtui.documents.json_text import to_json
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import CHARACTER, Effort
from xpkgtui.documents.yaml.refusals import RefusalReason
from xpkgtui.formats.xpkg.objects.outline import outline
from xpkgtui.limits import LIMITS, Limits

PIECES = [
    *(
        "\n",
        "\n  ",
        "- ",
        "? ",
        ": ",
        ":",
        '"',
        "'",
        "{",
        "}",
        "[",
        "]",
        ", ",
        "#",
        "&a ",
        "*a",
        "<<: *a",
        "!!int ",
        "!",
        "|\n",
    ),
    *(
        "\t",
        "\r",
        "\x85",
        "\u2028",
        "\ufeff",
        "\x00",
        "---\n",
        "--- ",
        "...\n",
        "%YAML 1.1\n",
        "\\/",
        "\\'",
        "1_0",
        ".nan",
        "~",
    ),
    *(
        "apiVersion: v1\n",
        "kind: CustomResourceDefinition\n",
        "metadata:\n",
        "  name: x\n",
        "spec:\n",
        "  versions:\n",
        "  - name: v\n",
    ),
]
streams = st.one_of(
    st.binary(max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=25).map(lambda pieces: "".join(pieces).encode()),
    st.tuples(st.sampled_from(sorted(STREAMS)), st.integers(0, 200), st.sampled_from(PIECES)).map(
        lambda drawn: (
            STREAMS[drawn[0]][:2000][: drawn[1]] + drawn[2] + STREAMS[drawn[0]][:2000][drawn[1] :]
        ).encode()
    ),
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(streams)
def test_parse_and_outline_never_raise(data: bytes) -> None:
    for chunk in split(data).chunks:
        document = parse(data, chunk, positions=True)
        outline(data, chunk)
        assert isinstance(to_json(document.value) if isinstance(document, PackageDocument) else document.message, str)


@given(streams)
def test_chunks_and_separator_lines_cover_all_bytes(data: bytes) -> None:
    stream = split(data)
    ends = [0, *(chunk.end for chunk in stream.chunks)]
    between = [data[end : chunk.start] for end, chunk in zip(ends, stream.chunks, strict=False)]
    assert all(not gap or gap.startswith(b"---") for gap in between)
    if stream.problem is None:
        rest = data[ends[-1] :]
        assert not rest or rest.startswith(b"---")


@given(streams)
def test_names_are_those_of_a_full_parse(data: bytes) -> None:
    for chunk in split(data).chunks:
        document = parse(data, chunk)
        if isinstance(document, PackageDocument) and not chunk.empty:
            assert (chunk.api_version, chunk.kind, chunk.name) == names_of(document.value)


@given(streams)
def test_positions_do_not_change_the_value(data: bytes) -> None:
    for chunk in split(data).chunks:
        plain, marked = parse(data, chunk), parse(data, chunk, positions=True)
        assert type(plain) is type(marked)
        if isinstance(plain, PackageDocument) and isinstance(marked, PackageDocument):
            assert to_json(plain.value) == to_json(marked.value)


def only(data: bytes) -> PackageDocument | BrokenDocument:
    """The document of these bytes, which are not split: naming it would parse it as well."""
    return parse(data, Chunk(number=1, start=0, end=len(data), first_line=1, line=1))


@pytest.mark.parametrize(
    "data",
    [
        b"- " * 50_000,
        b"[" * 50_000,
        b'{"a":' * 50_000,
        b"a: " + b"[" * 9_999 + b"1," * 40_000,
        STREAMS["laughs"].encode(),
        STREAMS["laughing merges"].encode(),
        b"? " * 9_000 + b"\n? a" * 10_000,
    ],
    ids=["block", "flow", "JSON", "long and deep", "laughs", "merges", "complex keys"],
)
def test_what_would_explode_is_refused(data: bytes) -> None:
    assert isinstance(only(data), BrokenDocument)


def test_what_aliases_repeat_too_often_is_refused_in_the_words_of_go() -> None:
    document = only(STREAMS["laughing merges"].encode())
    assert isinstance(document, BrokenDocument)
    assert document.message == "yaml: document contains excessive aliasing"


def test_as_deep_as_go_reads_is_read() -> None:
    document = only(STREAMS["deepest flow"].encode())
    assert isinstance(document, PackageDocument)
    assert to_json(document.value).count("[") == 9_999


def test_a_long_number_is_read_as_text() -> None:
    document = only(b"0x" + b"f" * 100_000)
    assert isinstance(document, PackageDocument)
    assert isinstance(document.value, str)


def test_a_shared_value_is_shared() -> None:
    document = only(b"a: &x {k: 1}\nb: [*x, *x]\n")
    assert isinstance(document, PackageDocument)
    assert document.value["a"] is document.value["b"][0] is document.value["b"][1]


def test_json_that_is_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "MAX_TEXT", 50)
    assert to_json(["xxxxxxxxxxxx"] * 10).endswith("\n... cut here: longer than 50 characters\n")


def test_deep_json_is_indented_no_further_than_sixty_four_levels() -> None:
    value: Any = []
    for _ in range(70):
        value = [value]
    assert max(len(row) - len(row.lstrip()) for row in to_json(value).split("\n")) == 128


@each_row("value", [{}, [], {"a": [], "b": {"c": [1, {"d": None}], "e": "é\n"}}, "x", None, True, 1.5])
def test_json_is_json(value: object) -> None:
    assert json.loads(to_json(value)) == value


def test_json_is_indented() -> None:
    assert to_json({"a": [1, {"b": 2}]}) == json.dumps({"a": [1, {"b": 2}]}, indent=2)


@each_row(("value", "text"), [(1e22, "1e+22"), (1.5, "1.5"), (1.5e-7, "1.5e-7"), (123456789.125, "123456789.125")])
def test_floats_are_written_as_go_writes_them(value: float, text: str) -> None:
    assert to_json(value) == text


def test_random_bytes_are_refused_or_read() -> None:
    data = os.urandom(1 << 16)
    assert all(isinstance(parse(data, chunk), PackageDocument | BrokenDocument) for chunk in split(data).chunks)


def deep(levels: int) -> bytes:
    """A document of so many lists in each other."""
    return b"a: " + b"[" * levels + b"]" * levels + b"\n"


def test_documents_of_one_stream_share_their_effort() -> None:
    data = b"---\n".join([deep(600)] * 100)
    effort = Effort(1_500_000)
    found = [parse(data, chunk, effort=effort) for chunk in split(data).chunks]
    assert isinstance(found[0], PackageDocument)
    refused = [one.reason for one in found if isinstance(one, BrokenDocument)]
    assert refused == [RefusalReason.SIZE, *[RefusalReason.SPENT] * 97]
    assert all(reason.is_own_limit for reason in refused)


@pytest.mark.parametrize(
    "data",
    [
        b"".join(b"k%d: 1\n" % number for number in range(12_000)),
        b"a: [" + b"a," * 12_000 + b"]\n",
        b"a: 1\n" * 12_000,
        deep(1_100) + deep(1_100).replace(b"a", b"b"),
    ],
    ids=["keys", "items", "repeated keys", "levels"],
)
def test_document_that_takes_long_is_not_read_by_this_program_and_go_is_not_blamed(data: bytes) -> None:
    """Of the limit `yaml` a fiftieth: `long and deep` above is beyond the real one."""
    (chunk,) = split(data).chunks
    assert isinstance(parse(data, chunk), PackageDocument)
    found = parse(data, chunk, limits=Limits(yaml=LIMITS.yaml // 50))
    assert isinstance(found, BrokenDocument)
    assert found.reason is RefusalReason.SIZE
    assert "xpkgtui reads at most" in found.message


@pytest.mark.parametrize("count", [1_000, 5_000])
def test_thousands_of_small_objects_are_within_the_effort(count: int) -> None:
    size = len(XRD) + len("---\n")
    effort = Effort.of_stream(count * size)
    before, data = effort.left, XRD.encode()
    (chunk,) = split(data).chunks
    assert isinstance(parse(data, chunk, effort=effort), PackageDocument)
    assert count * (before - effort.left) < before


def test_naming_the_documents_of_a_stream_is_bounded_for_all_of_them() -> None:
    effort = Effort()
    found = split(b"---\n".join([deep(5_000)] * 20), effort)
    assert effort.left <= 0
    assert found.chunks[-1].unnamed == LIMITS.reached("yaml")


def test_rereading_what_libyaml_stops_at_is_effort() -> None:
    effort = Effort()
    data = b"a: " + b"".join(b'"\\\'", ' for _ in range(3)).join([b"[", b"]"]) + b"\n"
    (chunk,) = split(data).chunks
    parse(data, chunk, effort=effort)
    assert effort.left < LIMITS.yaml - 3 * CHARACTER * len(data)


@pytest.mark.parametrize("field", ["apiVersion: {}\nkind: b", "apiVersion: a\nkind: {}"])
def test_names_are_cut_where_they_are_far_longer_than_any_name(field: str) -> None:
    data = f"{field.format('x' * 60_000)}\nmetadata:\n  name: {'y' * 60_000}\n".encode()
    (chunk,) = split(data).chunks
    assert max(len(name or "") for name in (chunk.api_version, chunk.kind, chunk.name)) == 320


def test_a_document_beyond_the_limit_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "zeros"
    path.touch()
    os.truncate(path, 64 << 20)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        (chunk,) = split(data).chunks
        tracemalloc.start()
        found = parse(data, chunk)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert isinstance(found, BrokenDocument)
    assert found.limit is not None
    assert peak < 1 << 20
