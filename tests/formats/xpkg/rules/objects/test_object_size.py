"""Objects that are too large."""

import pytest
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.vectors.streams import changed, stream

_NAME = "  name: things.nop.example.org\n"


@pytest.mark.parametrize(("size", "said"), [(1_000_000, []), (1_100_000, ["1.05 MiB"]), (1_700_000, ["1.62 MiB"])])
def test_an_object_of_more_than_a_mebibyte_is_large(size: int, said: list[str]) -> None:
    found = _described("d" * size).of("XPKG723")
    assert [one.message.split(" has ")[1].split(" as JSON")[0] for one in found] == said


def test_what_etcd_refuses_is_said() -> None:
    (found,) = _described("d" * 1_700_000).of("XPKG723")
    assert found.message.endswith("as JSON, and etcd refuses more than 1.5 MiB by default")


def test_what_aliases_repeat_counts_each_time() -> None:
    repeated = ", ".join(["*a"] * 200)
    text = f"  annotations: {{}}\n  labels: {{}}\n  managedFields: [{{manager: &a {'d' * 6_000}}}]\n"
    other = changed(CRD, _NAME, f"{_NAME}{text}  finalizers: [{repeated}]\n")
    (found,) = judge_stream(stream(PROVIDER, other)).of("XPKG723")
    assert "has 1.15 MiB as JSON" in found.message


def _described(text: str) -> Judgement:
    return judge_stream(
        stream(PROVIDER, changed(CRD, "type: object\n", f"type: object\n          description: {text}\n"))
    )
