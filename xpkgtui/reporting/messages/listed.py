"""The messages that a chapter of the manual lists: what each means, and where to look."""

from collections.abc import Iterator

from xpkgtui.patterns import late
from xpkgtui.reporting.chapters import chapter_of
from xpkgtui.values import dataclass

CHAPTER = "messages"
"""The chapter of the manual that lists them."""
_CODE = late(r"`([^`]+)`")
_RULE = late(r"\b[A-Z]{3,4}[0-9]{3}\b")
_CELLS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMessage:
    """One message, with `…` for what may differ."""

    text: str
    means: str
    rules: tuple[str, ...]
    command: str
    """The command that says more; empty where there is none."""


def listed_messages() -> Iterator[ListedMessage]:
    """The rows of the chapter's tables, a message each."""
    chapter = chapter_of(CHAPTER)
    for row in chapter.text.split("\n") if chapter else ():
        cells = [cell.strip() for cell in row.strip("|").split(" | ")]
        if len(cells) != _CELLS or not row.startswith("| `"):
            continue
        messages, means, look = cells
        command = next(iter(_CODE.findall(look)), "")
        for text in _CODE.findall(messages):
            yield ListedMessage(text=text, means=means, rules=tuple(_RULE.findall(look)), command=command)
