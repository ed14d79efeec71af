"""The document of `diff`: every change at a level, the worst first."""

import json

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.differences import Differences
from xpkgtui.reporting.sentence import unread
from xpkgtui.rules.changes.change import Change
from xpkgtui.rules.changes.weight import Weight

_VERDICTS = {Weight.BREAKS: "breaks", Weight.CHECK: "check", Weight.WORDS: "fine", None: None}
_COUNTED = {Weight.BREAKS: "breaks", Weight.CHECK: "check", Weight.ADDITION: "additions", Weight.WORDS: "words"}


def diff(found: Differences) -> str:
    """The text of the document."""
    return write(
        {
            "schema": "xpkgtui.diff/v1",
            "format": elements.format_name(found.new) if found.failure is None else None,
            "level": str(found.level),
            "old": _side(found.old),
            "new": _side(found.new),
            "error": elements.error(found.failure or unread(found.old) or unread(found.new)),
            "verdict": _VERDICTS[found.verdict],
            "sentence": found.sentence,
            "unread": found.unread or None,
            "summary": {word: found.counts[weight] for weight, word in _COUNTED.items()},
            "equal": found.equal,
            "changes": [_change(weight, one) for weight, one in found.listed],
        }
    )


def _side(state: Inspection) -> JSON:
    return {"source": state.source, "digest": state.digest}


def _change(weight: Weight, one: Change) -> JSON:
    return {
        "id": one.id,
        "severity": weight.word,
        "object": elements.object_name(one.object),
        "version": one.version,
        "field": one.field,
        "before": json.loads(one.before) if one.before is not None else None,
        "after": json.loads(one.after) if one.after is not None else None,
        "message": one.message,
        "who": one.who,
        "first": list(one.first),
        "witness": {"manifest": one.witness.manifest, "says": one.witness.says} if one.witness else None,
        "old": elements.place(one.old) if one.old else None,
        "new": elements.place(one.new) if one.new else None,
    }
