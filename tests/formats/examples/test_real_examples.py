"""The examples of the corpus, as the API server takes them: `tests/oracle/make_examples.py` asked it."""

from pathlib import Path
from typing import Any

from builders.gate import few
from builders.oracle import answers
from builders.packages.exampled import RealExamples, digest_of, real_examples

from xpkgtui.formats.definitions.objects.judging import ObjectJudge
from xpkgtui.formats.examples.example import Example, ExampleVerdict

_NOT_ASKED = {*ExampleVerdict} - {ExampleVerdict.ACCEPTED, ExampleVerdict.REFUSED}


def test_every_example_is_judged_as_the_api_server_judges_it(corpus: Path) -> None:
    stored: dict[str, list[Any]] = answers("examples")
    found = {name: one for name, one in real_examples(corpus).items() if name in stored}
    assert found.keys() == stored.keys()
    found = {name: found[name] for name in few(found, 3)}
    differing = {name: rows for name, one in found.items() if (rows := _differing(one, stored[name]))}
    assert differing == {}


def _differing(real: RealExamples, told: list[Any]) -> list[tuple[Any, Any]]:
    rows = []
    for example, document, answer in zip(real.judged(), real.documents, told, strict=True):
        ours = _ours(example)
        judge = real.definitions.judge_of(example.api_version, example.kind)
        if ours is not None and isinstance(judge, ObjectJudge):
            ours["stored"] = digest_of(judge.stored(document.value).value)
        if ours is not None and "unknown" in ours:
            answer.pop("message", None)  # what is said where unknown fields are dropped
        if ours != answer:
            rows.append((ours, answer))
    return rows


def _ours(one: Example) -> dict[str, Any] | None:
    """An answer as the store keeps it; None where the oracle was not asked, because there is no definition."""
    if one.verdict in _NOT_ASKED or one.is_broken:
        return None
    if one.verdict is ExampleVerdict.REFUSED and not one.errors and not one.unknown:
        return {"refused": "no served version of a CRD matches"}
    found: dict[str, Any] = {}
    if one.unknown:
        found["unknown"] = [each.field for each in one.unknown]
    if one.errors:
        found["errors"] = [[each.field, each.message] for each in one.errors]
        found["errors"].sort()
        if not one.unknown:
            found["message"] = one.message
    return found
