"""The targets of fuzzing still work: each of them on a few inputs."""

from random import Random

import pytest
from builders.gate import IS_WHOLE
from fuzz.mutating import as_bytes
from fuzz.running import failure_of, smaller
from fuzz.target import Target
from fuzz.targets import TARGETS


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_nothing_fails_on_some_inputs(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XPKGTUI_CORPUS", raising=False)
    chance = Random(24)
    seeds = [data for data in target.seeds() if len(data) <= target.largest]
    failure_of(target, seeds[0])  # loads what any input needs
    most = target.inputs if IS_WHOLE else target.inputs // 2
    inputs = [*chance.sample(seeds, min(len(seeds), most // 2))]
    while len(inputs) < most:
        inputs.append(target.mutated(chance.choice(seeds), chance)[: target.largest])
    assert [(data, failure) for data in inputs if (failure := failure_of(target, data))] == []


def _breaks(data: bytes) -> None:
    if b"b" in data:
        raise KeyError(data)
    if b"a" in data:
        raise ValueError(data)


def test_an_exception_that_is_not_documented_is_a_failure_and_its_input_is_made_small() -> None:
    target = Target(name="x", check=_breaks, seeds=tuple, expected=(ValueError,))
    assert failure_of(target, b"a") is None
    failure = failure_of(target, b"xxbxx")
    assert failure == "KeyError in its check"
    assert smaller(target, b"a" * 50 + b"b" + b"c" * 50, failure) == b"b"


def test_mutations_of_bytes_take_anything() -> None:
    chance = Random(1)
    assert all(isinstance(as_bytes(data, chance), bytes) for data in (b"", b"a", b"abc" * 50) for _ in range(20))
