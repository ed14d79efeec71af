"""Elements of HTML; every text in them is made visible and escaped."""

import html
from collections.abc import Iterable, Iterator
from itertools import chain

from xpkgtui.visible import block, line

_VOID = frozenset({"meta", "br"})
_KEPT = frozenset({"pre"})
"""Elements whose text keeps its lines."""
_INLINE = frozenset({"code"})
"""Elements within a sentence, where no blank may follow."""


class Element:
    """One element, with elements and texts in it."""

    __slots__ = ("_attributes", "_children", "_name")

    def __init__(self, name: str, /, *children: "Element | str", **attributes: str) -> None:
        """Attributes are named as in HTML, `class` as `class_`; an empty one is left out."""
        self._name = name
        self._children = children
        self._attributes = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value}

    def pieces(self) -> Iterator[str]:
        """The text of the element, piece by piece."""
        given = "".join(f' {key}="{html.escape(line(value))}"' for key, value in self._attributes.items())
        yield f"<{self._name}{given}>"
        if self._name in _VOID:
            return
        shown = block if self._name in _KEPT else line
        for child in self._children:
            if isinstance(child, Element):
                yield from child.pieces()
            else:
                yield html.escape(shown(child), quote=False)
        yield f"</{self._name}>" if self._name in _KEPT or self._name in _INLINE else f"</{self._name}>\n"


def prose(text: str) -> Element:
    """A sentence whose parts in backticks are code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return Element("span", text)
    return Element("span", *(Element("code", one) if number % 2 else one for number, one in enumerate(parts) if one))


def table(
    caption: str, heads: Iterable[str], rows: Iterable[Iterable[Element | str]], *, of: str = "", numbers: int = -1
) -> Element:
    """A table about a source, whose first column heads its rows; the column `numbers` is flush right."""
    names = enumerate(heads)
    head = Element("tr", *(Element("th", one, scope="col", class_=_class(at, numbers)) for at, one in names))
    body = []
    for row in rows:
        first, *rest = row
        cells = (Element("td", one, class_=_class(at, numbers)) for at, one in enumerate(rest, 1))
        body.append(Element("tr", Element("th", first, scope="row"), *cells))
    parts = (Element("caption", caption), Element("thead", head), Element("tbody", *body))
    # A region that scrolls has to take the focus, so that it can be scrolled with keys.
    return Element(
        "div",
        Element("table", *parts),
        class_="wide",
        tabindex="0",
        role="region",
        aria_label=f"{caption} {of}".strip(),
    )


def _class(column: int, numbers: int) -> str:
    return "number" if column == numbers else ""


def facts(rows: Iterable[tuple[str, Element | str]]) -> Element:
    """A list of names with their values."""
    pairs = ((Element("dt", name), Element("dd", value)) for name, value in rows)
    return Element("dl", *chain.from_iterable(pairs))


def closed(summary: str, *children: Element) -> Element:
    """A part that is opened by its summary."""
    return Element("details", Element("summary", summary), *children)
