"""The JSON of `examples`."""

from collections.abc import Iterable

from xpkgtui.formats.examples.example import Example, ExampleVerdict, FieldProblem
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.example_list import ListedExamples


def examples(found: ListedExamples) -> str:
    """The document."""
    return write(
        {
            "schema": "xpkgtui.examples/v1",
            "source": found.inspection.source,
            "digest": found.inspection.digest,
            "error": elements.error_of(found),
            "sentence": found.sentence,
            "unread": found.list.unread or None,
            "places": list(found.list.places),
            "summary": {str(one): found.counts[one] for one in ExampleVerdict},
            "kinds": {"defined": found.list.kinds, "without": list(found.list.without)},
            "examples": [_example(one) for one in found.list.examples],
        }
    )


def _example(one: Example) -> JSON:
    return {
        "file": one.file or None,
        "layer": one.layer,
        "document": one.document,
        "field": one.field or None,
        "line": one.line,
        "apiVersion": one.api_version or None,
        "kind": one.kind or None,
        "name": one.name or None,
        "verdict": str(one.verdict),
        "reason": one.reason or None,
        "message": one.message or None,
        "errors": _problems(one.errors),
        "unknown": _problems(one.unknown),
        "defaulted": list(one.defaulted),
        "dropped": list(one.dropped),
    }


def _problems(found: Iterable[FieldProblem]) -> JSON:
    return [{"field": one.field, "line": one.line, "message": one.message or None} for one in found]
