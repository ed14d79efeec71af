"""Facts and readmes as lines of a page."""

import re
from collections.abc import Iterable, Iterator

from textual.content import Content

from xpkgtui.app.lettering import join, safe, sign, words
from xpkgtui.app.pages.findings import block
from xpkgtui.app.pages.page import Code, Fact, Line

_SPACED = {"Crossplane", "comes from", "installs", "version", "label", "annotation"}
"""Facts before which a blank line stands, where the one before is of another name."""


_LINK = re.compile(r"\[([^\]\[]{1,500})\]\(([^()\s]{1,500})\)")


def facts(pairs: Iterable[tuple[str, str]]) -> Iterator[Line]:
    """Labels and texts; an object's own line is its heading, its readme comes last."""
    before = ""
    for label, text in pairs:
        if label == "object":
            yield _identity(text)
            yield Content("")
        elif label == "readme":
            yield Content("")
            yield Content.styled("Readme", "bold $accent")
            yield Content("")
            yield from readme(text)
        else:
            if label in _SPACED and before not in (label, "", "object", "installs"):
                yield Content("")
            yield Fact(label if label != before else "", _text(label, text))
        before = label


def readme(text: str) -> Iterator[Line]:
    """Markdown, as far as headings, code and lists go."""
    fenced = False
    paragraph: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.strip()
        if bare.startswith(("```", "~~~")):
            yield from _joined(paragraph)
            fenced = not fenced
        elif fenced or line.startswith(("    ", "\t")):
            yield from _joined(paragraph)
            yield Code(safe(f"  {line.expandtabs(4)}", "$yamlkey"))
        elif bare.startswith("#"):
            yield from _joined(paragraph)
            yield safe(bare.lstrip("#").strip(), "bold $foreground")
        elif not bare:
            yield from _joined(paragraph)
            yield Content("")
        else:
            if bare.startswith(("- ", "* ", "+ ", "> ", "|", "!")) or bare[:2].rstrip(".").isdigit():
                yield from _joined(paragraph)
            paragraph.append(bare)
    yield from _joined(paragraph)


def _joined(paragraph: list[str]) -> Iterator[Line]:
    if paragraph:
        text = _LINK.sub(r"\1 (\2)", " ".join(paragraph)).replace("**", "").replace("`", "")
        paragraph.clear()
        yield safe(text, "$foreground")


def _identity(text: str) -> Content:
    kind, _, rest = text.partition(" ")
    name, _, version = rest.partition("  ")
    return join(safe(f"{kind} ", "$muted"), safe(name, "bold $foreground"), safe(f"   {version}", "$muted"))


def _text(label: str, text: str) -> Content:
    content = block(text, "$foreground")
    if label == "Crossplane" and text.endswith(" satisfies it"):
        return join(sign("✓"), " ", content)
    if label == "Crossplane" and text.endswith(("satisfy it", "no constraint", "cannot be read")):
        return join(sign("✗"), " ", content)
    return content


def asking(what: str) -> tuple[Line, ...]:
    """What stands until the answer is there."""
    return (words(f"◌ {what}", "$muted"),)


def refused(title: str, hint: str = "") -> tuple[Line, ...]:
    """A part of the page that cannot be had."""
    lines: list[Line] = [join(sign("✗"), " ", safe(title, "$foreground"))]
    if hint:
        lines.append(safe(hint, "$muted"))
    return tuple(lines)
