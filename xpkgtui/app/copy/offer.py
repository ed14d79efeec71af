"""One thing that can be copied, with the letter that copies it."""

from xpkgtui import visible
from xpkgtui.app.drawing.page import TextRange
from xpkgtui.inspection.messages.requests import PaneRequest
from xpkgtui.values import dataclass

MOST = 1_000_000
"""Bytes of a text that go to the clipboard; terminals refuse far less than a package can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A value that is known, a part of a file that holds it, or what must be asked for it."""

    key: str
    """The letter that copies it at once."""
    label: str
    text: str = ""
    part: TextRange | None = None
    """The place of the text that is read when it is copied."""
    request: PaneRequest | None = None
    """What must be asked for first."""
    refusal: str = ""
    """Why it cannot be copied."""
    is_command: bool = False
    raw: str = ""
    """The value as the package has it, where `text` shows its control characters instead."""
    controls: int = 0
    """Control characters that are copied as they are; all others are made visible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """All that can be copied of one thing."""

    title: str
    """What they are about, raw."""
    items: tuple[Offer, ...] = ()


def value(key: str, label: str, text: str | None) -> tuple[Offer, ...]:
    """A value in one line; nothing where it is not known."""
    if not text:
        return ()
    shown = visible.name(text)
    return (Offer(key=key, label=label, text=shown, raw=text if visible.line(text) != text else ""),)


def lines(key: str, label: str, text: str) -> tuple[Offer, ...]:
    """A text of several lines, in which names are safe already; nothing where it is empty."""
    return (Offer(key=key, label=label, text=text),) if text else ()


def command(key: str, label: str, text: str | None) -> tuple[Offer, ...]:
    """A command for a shell; nothing where there is none that works."""
    return (Offer(key=key, label=label, text=text, is_command=True),) if text else ()


def part(key: str, label: str, text: TextRange, instead: str) -> Offer:
    """A part of a file; what is too large for a clipboard says so and what to do `instead`."""
    size = text.end - text.start
    refusal = f"It has {size:,} bytes, but a clipboard takes {MOST:,}: {instead}" if size > MOST else ""
    if text.binary:
        refusal = f"It is binary: {instead}"
    return Offer(key=key, label=label, part=text, refusal=refusal)
