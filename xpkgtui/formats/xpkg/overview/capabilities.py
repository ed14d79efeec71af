"""What the capabilities of a package mean; they are matched as loosely as Crossplane does."""

import re
from collections.abc import Iterator

from xpkgtui.formats.fact import spec, text
from xpkgtui.untyped import listing, mapping

_MEANINGS = {
    "safe-start": "its managed resources are inactive until they are activated",
    "composition": "its function can be a step of a Composition",
    "operation": "its function can be a step of an Operation",
}
_SIGNS = re.compile(r"[^a-z0-9]")
_PLAIN = {_SIGNS.sub("", name): name for name in _MEANINGS}
_LONGEST = 100


def capabilities_of(value: object) -> Iterator[tuple[str, str]]:
    """Each capability as it is spelled, and what it means."""
    given = spec(value).get("capabilities")
    if given is not None and not isinstance(given, list):
        yield text(given), "is no list"
    elif not given:
        is_function = mapping(value).get("kind") == "Function"
        yield "none given", "a function can be a step of a Composition" if is_function else ""
    for one in listing(given):
        spelled = text(one)
        name = _PLAIN.get(_SIGNS.sub("", spelled[:_LONGEST].lower()))
        if name is None:
            yield spelled, "not known to Crossplane"
        else:
            yield spelled, _MEANINGS[name] if name == spelled else f"counts as {name}: {_MEANINGS[name]}"
