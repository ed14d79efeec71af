"""Everything that is sent or kept comes back as it was, and any other data is refused: none of it runs code."""

import dataclasses
import enum
import importlib
import json
import pickle
import pickletools
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

import pytest
from builders.cases import each_row, failing
from builders.gate import few
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import xpkgtui
from xpkgtui.codec import LATE, Codec, Unreadable
from xpkgtui.fetching.cache.tag_cache import CachedTag, KnownTags
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.subject.examination import KeptDocument
from xpkgtui.inspection.messages.events import Event, ObjectsListed, PartFailed
from xpkgtui.inspection.messages.requests import Open, Options, Request
from xpkgtui.inspection.objects.stream import StreamIndex
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.oci.image import Image
from xpkgtui.oci.manifest import Manifest
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.finding import Finding, Severity
from xpkgtui.rules.judging.documents import Ledger
from xpkgtui.sources.access import Access
from xpkgtui.values import dataclass

ROOTS: tuple[Any, ...] = (*get_args(Event), *get_args(Request))
ROOTS += (Ledger, StreamIndex, ChangeSet, Reading, KeptDocument, CachedTag, KnownTags)
TEXTS = st.text(max_size=4) | st.just("\udcff")
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: st.integers(),
    bool: st.booleans(),
    bytes: st.binary(max_size=4),
    float: st.floats(allow_nan=False),
    NoneType: st.none(),
    Any: st.none(),
    # Its base must be among its layers.
    Image: st.just(
        Image(manifest=Manifest(media_type="", config=None, layers=(), annotations={}), config=None, layers=())
    ),
}


def resolved(kind: Any, owner: type | None) -> Any:
    """The type that an annotation names."""
    if not isinstance(kind, str) or owner is None:
        return kind
    module = vars(sys.modules[owner.__module__])
    late = {name: getattr(importlib.import_module(where), name) for name, where in module.get(LATE, {}).items()}
    return eval(kind, {**module, **late})


def parts(kind: Any, owner: type | None) -> list[Any]:
    """The types that a type is made of."""
    kind = resolved(kind, owner)
    return [resolved(one, owner) for one in get_args(kind) if one is not Ellipsis] or [kind]


@cache
def classes() -> frozenset[type]:
    """Every dataclass that is sent or kept."""
    found: set[type] = set()
    waiting = list(ROOTS)
    while waiting:
        kind = waiting.pop()
        if get_origin(kind) is not None:
            waiting.extend(parts(kind, None))
        elif isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind not in found:
            found.add(kind)
            for field in dataclasses.fields(kind):
                waiting.extend(parts(field.type, kind))
    return frozenset(found)


@cache
def values(kind: Any, owner: type | None = None, depth: int = 0) -> st.SearchStrategy[Any]:
    """Values of a type, smaller the deeper they are."""
    kind = resolved(kind, owner)
    arguments, origin = get_args(kind), get_origin(kind)
    most = 2 if depth < 3 else 0
    if origin is UnionType:
        kinds = arguments if depth < 5 or NoneType not in arguments else (NoneType,)
        return st.one_of([values(one, owner, depth) for one in kinds])
    if origin is tuple and arguments[-1] is not Ellipsis:
        return st.tuples(*(values(one, owner, depth + 1) for one in arguments))
    if origin in (tuple, Sequence, frozenset):
        items = st.lists(values(arguments[0], owner, depth + 1), max_size=most)
        return items.map(frozenset if origin is frozenset else tuple)
    if origin in (Mapping, dict):
        return st.dictionaries(TEXTS, values(arguments[1], owner, depth + 1), max_size=most)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return st.sampled_from(list(kind))
    if isinstance(kind, type) and kind not in PLAIN and dataclasses.is_dataclass(kind):
        given = [field for field in dataclasses.fields(kind) if field.init]
        return st.deferred(
            lambda: st.builds(
                kind, **{field.name: values(resolved(field.type, kind), kind, depth + 1) for field in given}
            )
        )
    return PLAIN[kind]


SENT = sorted(classes(), key=lambda kind: f"{kind.__module__}.{kind.__qualname__}")


def test_values_of_every_class_come_back_equal() -> None:
    assert failing(few(SENT, 60), comes_back_equal) == {}


def comes_back_equal(kind: type) -> None:
    codec = Codec[Any](kind)

    @settings(max_examples=3, suppress_health_check=list(HealthCheck))
    @given(value=values(kind))
    def check(value: Any) -> None:
        assert dataclasses.asdict(codec.decode(codec.encode(value))) == dataclasses.asdict(value)

    check()


def test_more_than_a_hundred_classes_are_sent_and_every_name_that_is_resolved_late_is_the_imported_one() -> None:
    assert len(SENT) > 100
    for module in pkgutil.walk_packages(xpkgtui.__path__, "xpkgtui."):
        if not module.name.endswith("__main__"):
            for name, where in vars(importlib.import_module(module.name)).get(LATE, {}).items():
                assert getattr(importlib.import_module(where), name).__module__ == where


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | TEXTS
    | st.sampled_from(["Open", "Judged"]),
    lambda children: st.lists(children, max_size=5) | st.dictionaries(TEXTS, children, max_size=3),
    max_leaves=12,
)
CODECS = [Codec[Any](tuple[int, Event | None]), *(Codec[Any](kind) for kind in SENT)]


@given(value=JSON)
def test_other_data_is_refused_or_is_a_value_of_the_type(value: object) -> None:
    data = json.dumps(value).encode()
    for codec in CODECS:
        try:
            found = codec.decode(data)
        except Unreadable:
            continue
        assert codec.encode(codec.decode(codec.encode(found))) == codec.encode(found)


@each_row("data", [b"", b"[", b"\xff", b"[" * 100_000, b"1" * 5000, b"[1, [], 2]"])
def test_broken_data_is_refused(data: bytes) -> None:
    for codec in CODECS:
        with pytest.raises(Unreadable):
            codec.decode(data)


def test_no_opcode_of_a_pickle_does_anything() -> None:
    assert failing(pickletools.opcodes, is_refused) == {}


def is_refused(opcode: pickletools.OpcodeInfo) -> None:
    for rest in (b"", b"xpkgtui.rules.finding\nSeverity\n", b"\x01\x00\x00\x00a", b"cos\nsystem\n(S'true'\ntR."):
        with pytest.raises(Unreadable):
            CODECS[0].decode(opcode.code.encode("latin-1") + rest)


def test_a_pickle_sets_no_attribute_of_a_class() -> None:
    assert failing(few(SENT, 60), keeps_its_attributes) == {}


def keeps_its_attributes(kind: type) -> None:
    before = dict(vars(kind))
    built = f"c{kind.__module__}\n{kind.__name__}\n".encode() + b"}S'set'\nS'by a file'\nsb."
    for codec in CODECS:
        with pytest.raises(Unreadable):
            codec.decode(pickle.PROTO + b"\x02" + built)
    assert dict(vars(kind)).keys() - before.keys() == set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    number: int | str
    severity: Severity | Role
    next: "Other | None" = None


def test_of_several_types_each_comes_back_as_itself() -> None:
    codec = Codec[Other](Other)
    values = [Other(number=1, severity=Severity.ERROR), Other(number="1", severity=Role.META)]
    for value in (*values, Other(number=2, severity=Severity.INFO, next=values[1])):
        found = codec.decode(codec.encode(value))
        assert found == value
        assert (type(found.number), type(found.severity)) == (type(value.number), type(value.severity))


@each_row(
    "data",
    [
        b'[true, ["Severity", 1], null]',
        b'[1, ["Severity", true], null]',
        b'[1, ["Severity", 9], null]',
        b'[1, ["Finding", 1], null]',
        b'[1.0, ["Severity", 1], null]',
        b'[1, ["Severity", 1]]',
    ],
)
def test_what_is_nearly_of_the_type_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        Codec[Other](Other).decode(data)


@each_row(
    ("kind", "value"),
    [
        (Finding, PartFailed(part=None, failure=None)),  # type: ignore[arg-type]
        (Event, Open(source="x")),
        (dict[str, int], {1: 1}),
        (bytes, "text"),
    ],
)
def test_a_value_of_another_type_is_not_written(kind: Any, value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        Codec[Any](kind).encode(value)


def test_what_cannot_be_plain_data_has_no_codec() -> None:
    for kind in (object, set[int], dict[int, str], type):
        with pytest.raises((TypeError, KeyError)):
            Codec[Any](kind).encode(None)


def test_an_event_of_256_rows_stays_below_64_kb() -> None:
    row = ObjectRow(
        document=1540,
        line=123_456,
        start=79_000_000,
        end=79_010_000,
        first_line=123_450,
        file=None,
        api_version="apiextensions.k8s.io/v1",
        kind="CustomResourceDefinition",
        name="monitoralertprocessingruleactiongroups.alertsmanagement.azure.upbound.io",
        role=Role.OBJECT,
        group="alertsmanagement.azure.upbound.io",
        plural="monitoralertprocessingruleactiongroups",
        defines="MonitorAlertProcessingRuleActionGroup",
        scope="Cluster",
        versions=("v1beta1", "v1beta2"),
    )
    event = ObjectsListed(first=0, rows=(row,) * 256, total=1540)
    assert len(CODECS[0].encode((1, event))) < 100_000


def test_options_travel_with_their_sets_and_mappings() -> None:
    asked = Open(
        source="x", options=Options(access=Access(plain_http=frozenset({"b:1", "a:1"}), environment={"A": "b"}))
    )
    codec = Codec[Any](tuple[int, Request | None])
    assert codec.decode(codec.encode((1, asked))) == (1, asked)
