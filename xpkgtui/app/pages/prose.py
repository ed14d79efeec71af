"""Facts as lines of a page."""

from collections.abc import Iterable, Iterator

from textual.content import Content

from xpkgtui.app.lettering import join, safe, sign, words
from xpkgtui.app.pages.findings import block
from xpkgtui.app.pages.page import Fact, Line

_SPACED = {
    "annotation",
    "comes from",
    "conversion",
    "installs",
    "label",
    "part",
    "size",
    "step 1",
    "uses",
    "version",
    "webhook",
}
"""Facts before which a blank line stands, where the one before is of another name."""


def facts(pairs: Iterable[tuple[str, str]]) -> Iterator[Line]:
    """Labels and texts; an object's own line is its heading."""
    before = ""
    for label, text in pairs:
        if label == "object":
            yield _identity(text)
            yield Content("")
        else:
            if label in _SPACED and before not in (label, "", "object", "installs", "size"):
                yield Content("")
            yield Fact(label if label != before else "", block(text, "$foreground"))
        before = label


def _identity(text: str) -> Content:
    kind, _, rest = text.partition(" ")
    name, _, version = rest.partition("  ")
    return join(safe(f"{kind} ", "$muted"), safe(name, "bold $foreground"), safe(f"   {version}", "$muted"))


def asking(what: str) -> tuple[Line, ...]:
    """What stands until the answer is there."""
    return (words(f"◌ {what}", "$muted"),)


def refused(title: str, hint: str = "") -> tuple[Line, ...]:
    """A part of the page that cannot be had."""
    lines: list[Line] = [join(sign("✗"), " ", safe(title, "$foreground"))]
    if hint:
        lines.append(safe(hint, "$muted"))
    return tuple(lines)
