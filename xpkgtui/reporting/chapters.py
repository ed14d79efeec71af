"""The manual: its chapters, a file of Markdown each, and the search in them."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from xpkgtui.patterns import late
from xpkgtui.values import dataclass

NAMES = (
    *("verdict", "readers", "upgrade", "dependencies", "plan", "mirror", "schemas", "examples", "permissions"),
    *("versions", "signatures", "sources", "registries", "formats", "headless", "ci", "many-packages"),
    *("configuration", "cache", "limits", "security", "keys", "messages", "questions"),
)
"""The chapters in the order of the manual; each is a file of `xpkgtui/manual`."""
OF_COMMANDS = {
    "demo": "formats",
    "check": "verdict",
    "why": "readers",
    "diff": "upgrade",
    "show": "headless",
    "ls": "headless",
    "cat": "headless",
    "save": "headless",
    "explain": "schemas",
    "upgrades": "formats",
    "deps": "dependencies",
    "outdated": "plan",
    "images": "mirror",
    "rbac": "permissions",
    "tags": "versions",
    "referrers": "signatures",
    "report": "ci",
    "rules": "verdict",
    "schema": "headless",
    "config": "configuration",
    "completion": "headless",
}
"""The chapters about commands that have another name."""
_COMMENT = late(r"(?s)<!--.*?-->\n?")
_PICTURE = late(r"(?m)^!\[[^\]]*\]\([^)]*\)\n+")
_FENCE = "```"
_LONGEST = 240
"""Characters of a line that was found; rows of messages have thousands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One page of the manual."""

    name: str
    question: str
    """The question that it answers, which is its heading."""
    text: str
    """The page in Markdown, without its pictures and without the marks of what a program writes into it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A line of a chapter that a search found."""

    chapter: Chapter
    line: str


def source_of(name: str) -> str:
    """The file of a chapter, as it is kept."""
    return (files("xpkgtui") / "manual" / f"{name}.md").read_text(encoding="utf-8")


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters, in the order of the manual."""
    return tuple(map(_chapter, NAMES))


def chapter_of(word: str) -> Chapter | None:
    """The chapter of that name, or the one about the command of that name."""
    wanted = word.strip().casefold().removesuffix(".md")
    name = OF_COMMANDS.get(wanted, wanted)
    return _chapter(name) if name in NAMES else None


def nearest(word: str) -> str:
    """The name of the chapter that may have been meant; empty where none is near."""
    import difflib

    near = difflib.get_close_matches(word.strip().casefold(), [*NAMES, *OF_COMMANDS], 1, 0.6)
    return OF_COMMANDS.get(near[0], near[0]) if near else ""


def passages(words: str) -> tuple[Passage, ...]:
    """The passages that have every word: paragraphs, rows of tables, lines of examples; each by one of its lines."""
    wanted = words.casefold().split()
    return tuple(
        Passage(chapter=chapter, line=line)
        for chapter in chapters()
        for rows in _passages(chapter.text)
        if (line := _line(rows, wanted))
    )


def _chapter(name: str) -> Chapter:
    text = _PICTURE.sub("", _COMMENT.sub("", source_of(name)))
    heading, _, _ = text.partition("\n")
    return Chapter(name=name, question=heading.removeprefix("# "), text=text)


def _passages(text: str) -> Iterator[Sequence[str]]:
    """The lines of each paragraph and item; of code and tables each line by itself."""
    is_code = False
    paragraph: list[str] = []
    for line in [*text.split("\n"), ""]:
        is_alone = is_code or line.startswith(("|", _FENCE))
        is_code = is_code is not line.startswith(_FENCE)
        if is_alone or not line:
            yield paragraph
            yield [line.strip("`| ")] if is_alone else []
            paragraph = []
        elif line.startswith("- "):
            yield paragraph
            paragraph = [line]
        else:
            paragraph.append(line)


def _line(rows: Sequence[str], wanted: Sequence[str]) -> str:
    """The line that has most of the words, cut around the first of them; empty where the passage lacks one."""
    whole = "\n".join(rows).casefold()
    if not rows or not wanted or not all(word in whole for word in wanted):
        return ""
    row = max(rows, key=lambda row: sum(word in row.casefold() for word in wanted))
    at = next(at for word in wanted if (at := row.casefold().find(word)) >= 0)
    first = max(0, min(at - _LONGEST // 2, len(row) - _LONGEST))
    return "…" * (first > 0) + row[first : first + _LONGEST] + "…" * (first + _LONGEST < len(row))
