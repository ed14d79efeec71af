"""The annotations of a bundle, and problems at their places."""

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.rules.subjects import Bundle
from xpkgtui.formats.registry_v1.rules.values import scalar
from xpkgtui.rules.rule import Problem


def values_of(bundle: Bundle) -> dict[str, str]:
    """The annotations of the bundle as text."""
    found = bundle.annotations
    raw = found.value["annotations"] if found else {}
    return {key: scalar(value) or "" for key, value in raw.items()}


def problem_at(bundle: Bundle, key: str, message: str, says: str | None = None, level: int = 0) -> Problem:
    """A problem of one annotation."""
    found = bundle.annotations
    path = FieldPath.of("annotations", key)
    return Problem(message=message, says=says, level=level, path=path, document=found.number if found else None)
