"""The inside of a paragraph: runs of text with their styles."""

from collections import Counter
from collections.abc import Iterable

from markdown_it.token import Token

from xpkgtui.formats.prose.blocks import Run, Runs

_STYLES = {"strong": "strong", "em": "emphasis", "s": "struck"}
_LEAVES = {"code_inline": "code", "html_inline": "faint", "image": "faint"}
_BREAKS = {"softbreak": " ", "hardbreak": "\n"}


def runs_of(tokens: Iterable[Token]) -> Runs:
    """The runs of a paragraph; a link is followed by its address, an image is replaced by its description."""
    found: list[Run] = []
    opened = Counter[str]()
    links: list[tuple[str, int]] = []
    for token in tokens:
        styles = [style for style, count in opened.items() if count]
        name, _, end = token.type.rpartition("_")
        if name in _STYLES and end in {"open", "close"}:
            opened[_STYLES[name]] += 1 if end == "open" else -1
        elif token.type == "link_open":
            links.append((str(token.attrs.get("href", "")), len(found)))
            found.append(("", ""))
        elif token.type == "link_close" and links:
            address, first = links.pop()
            said = "".join(text for text, _ in found[first:])
            if address and address not in {said, f"mailto:{said}"}:
                _add(found, f" ({address})", [*styles, "faint"])
        else:
            leaf = [_LEAVES[token.type]] if token.type in _LEAVES else []
            _add(found, _text(token), [*styles, *leaf])
    return tuple(run for run in found if run[0])


def _text(token: Token) -> str:
    if token.type == "image":
        alt = "".join(text for text, _ in runs_of(token.children or []))
        return f"[image: {alt}]" if alt else "[image]"
    return _BREAKS.get(token.type, token.content)


def _add(found: list[Run], text: str, styles: list[str]) -> None:
    style = " ".join(styles)
    if found and found[-1][0] and found[-1][1] == style:
        found[-1] = (found[-1][0] + text, style)
    else:
        found.append((text, style))
