"""Objects that are too large."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.vectors.streams import changed, stream

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.golang.printing import as_json
from xpkgtui.rules.finding import Severity

_NAME = "  name: things.nop.example.org\n"
_OF_ALL_TYPES = "type: object\n          required: []\n          default: {}\n          minProperties: 1\n"


@pytest.mark.parametrize(("size", "said"), [(1_000_000, []), (1_100_000, ["1.05 MiB"]), (1_700_000, ["1.62 MiB"])])
def test_an_object_of_more_than_a_mebibyte_is_large(size: int, said: list[str]) -> None:
    found = _described("d" * size).of("XPKG723")
    assert [one.message.split(" has ")[1].split(" as JSON")[0] for one in found] == said


def test_what_etcd_refuses_is_said() -> None:
    (found,) = _described("d" * 1_700_000).of("XPKG723")
    assert found.message.endswith("as JSON, and etcd refuses more than 1.5 MiB by default")
    assert (found.severity, found.says) == (Severity.ERROR, "etcdserver: request is too large")


def test_what_fits_into_etcd_is_warned_of() -> None:
    (found,) = _described("d" * 1_500_000).of("XPKG723")
    assert (found.severity, found.says) == (Severity.WARNING, None)


def test_what_aliases_repeat_counts_each_time() -> None:
    repeated = ", ".join(["*a"] * 200)
    text = f"  annotations: {{}}\n  labels: {{}}\n  managedFields: [{{manager: &a {'d' * 6_000}}}]\n"
    other = changed(CRD, _NAME, f"{_NAME}{text}  finalizers: [{repeated}]\n")
    (found,) = judge_stream(stream(PROVIDER, other)).of("XPKG723")
    assert "has 1.15 MiB as JSON" in found.message


def _described(text: str) -> Judgement:
    changes = f"{_OF_ALL_TYPES}          description: {text}\n"
    return judge_stream(stream(PROVIDER, changed(CRD, "type: object\n", changes)))


def _as_applied(text: str) -> int:
    """Bytes of the annotations of the definition after `kubectl apply`."""
    data = changed(CRD, "type: object\n", f"{_OF_ALL_TYPES}          description: '{text}'\n").encode()
    document = parse(data, split(data).chunks[0])
    assert isinstance(document, PackageDocument)
    value = document.value
    value["metadata"]["annotations"] = {}
    return len("kubectl.kubernetes.io/last-applied-configuration") + len(as_json(value).encode()) + 1


@each_row("sign", ["d", "<", "é"])
@each_row("more", [0, 1])
def test_a_definition_that_fits_into_an_annotation_can_be_applied(sign: str, more: int) -> None:
    signs = sign * 20_000
    missing = (1 << 18) - _as_applied(signs)
    text = signs + "d" * (missing + more)
    assert _as_applied(text) == (1 << 18) + more
    assert len(_described(f"'{text}'").of("XPKG729")) == more


def test_other_annotations_take_room() -> None:
    text = "d" * ((1 << 18) - _as_applied("") - 10)
    noted = changed(CRD, _NAME, f"{_NAME}  annotations: {{example.org/note: n}}\n")
    described = changed(noted, "type: object\n", f"{_OF_ALL_TYPES}          description: {text}\n")
    assert len(judge_stream(stream(PROVIDER, described)).of("XPKG729")) == 1


def test_one_definition_speaks_for_all() -> None:
    large = changed(CRD, "type: object\n", f"type: object\n          description: {'d' * (1 << 18)}\n")
    judged = judge_stream(stream(PROVIDER, large, large.replace("things", "others")))
    assert len(judged.of("XPKG729")) == 1
