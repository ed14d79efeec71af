"""Text made safe for people: control, C1, bidi and invisible characters are seen; counts and lists in words."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from xpkgtui.patterns import late

Named = TypeVar("Named")
_LINE_SAFE = late(r"[^\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0377\u0384-\u038a\u038e-\u03a1\u03a3-\u052f]")
"""Characters that may need escaping: all but plain Latin, Greek and Cyrillic text."""

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_UNDRAWN_CATEGORIES = frozenset({"Lo", "Mn", "So"})
_UNDRAWN = late(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
"""Letters and marks that draw nothing and so can hide in a name: fillers, grapheme joiners, variation selectors."""

_LONG_WORD = 24
"""Characters that a word of a sentence keeps: longer ones are paths, references and digests."""
_MOST_BLANK = 14
"""Characters that a cut at a word may leave unused; of more, up to a half, the word is cut."""

_SCREEN = 4_000
"""Characters of a sentence of a tool that text shows: 50 rows of 80."""

LONGEST_NAME = 320
"""Characters of a name that is kept; Kubernetes allows 253, and a list of 3,000 longer ones holds up a screen."""

_CONTROL = late(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""Control characters, but for LF."""

_EMOJI_FORM = late("(?<=[#*0-9\u203c-\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]")
"""Selectors of the color or plain form of a symbol; common in prose, not in names."""


def _shown(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    category = unicodedata.category(character)
    if category in _HIDDEN_CATEGORIES or (category in _UNDRAWN_CATEGORIES and _UNDRAWN.match(character)):
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return character


def line(text: str) -> str:
    """`text` as one line that is safe to print, with every control and invisible character made visible.

    This includes tabs and line ends (U+2409, U+240A).
    """
    if text.isascii() and text.isprintable():
        return text
    return _LINE_SAFE.sub(_shown, text)


def block(text: str) -> str:
    """`text` as lines that are safe to print; LF and CRLF end a line, a tab becomes blanks to the next multiple of 8.

    The variation selector of a symbol is dropped: the terminal chooses the form.
    """
    if not text.isascii():
        text = _EMOJI_FORM.sub("", text)
    return "\n".join(
        line(row.removesuffix("\r").expandtabs(8) if "\t" in row else row.removesuffix("\r"))
        for row in text.split("\n")
    )


def name(text: str) -> str:
    r"""The text of a file name as one safe line; bytes of it that are not UTF-8 become `\xNN`."""
    try:
        return line(text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace"))
    except UnicodeEncodeError:
        return line(text)


def pasted(text: str) -> str:
    """`text` as lines that do nothing but appear where they are pasted: without control characters but LF.

    CRLF ends a line, a tab becomes blanks; other control characters are made visible. All else stays as it is.
    """
    if not _CONTROL.search(text):
        return text
    rows = (row.removesuffix("\r").expandtabs(8) for row in text.split("\n"))
    return "\n".join(_CONTROL.sub(_shown, row) for row in rows)


def controls(text: str) -> int:
    """How many control characters `text` has, line ends (LF) not counted."""
    return len(_CONTROL.findall(text))


def clip(text: str, width: int) -> str:
    """`text` cut to `width` characters, the last an ellipsis where it is cut."""
    if len(text) <= width:
        return text
    return text[: width - 1] + "…" if width > 0 else ""


def screenful(text: str) -> str:
    """`text` cut to what a screen shows, with how much is left out: a tool may print megabytes for one package."""
    if len(text) <= _SCREEN:
        return text
    return f"{text[:_SCREEN].rstrip()} … ({len(text) - _SCREEN:,} more characters; JSON has them)"


def middle(text: str, width: int) -> str:
    """`text` cut in its middle, because names that are alike differ at both ends."""
    if len(text) <= width:
        return text
    if width < 5:
        return clip(text, width)
    head = (width - 1) // 2
    return f"{text[:head]}…{text[len(text) - (width - 1 - head) :]}"


def capitalized(text: str) -> str:
    """A text whose first letter is a capital."""
    return text[:1].upper() + text[1:]


def sentence(text: str, width: int) -> str:
    """A sentence cut to `width` characters: its longest words in their middle, then its end, at a word."""
    words = text.split(" ")
    for word in sorted({word for word in words if len(word) > _LONG_WORD}, key=len, reverse=True):
        if (over := len(" ".join(words)) - width) > 0:
            shorter = middle(word, max(_LONG_WORD, len(word) - over))
            words = [shorter if one == word else one for one in words]
    text = " ".join(words)
    if len(text) <= width:
        return text
    whole_words = text[: max(0, width - 1)].rpartition(" ")[0].rstrip(" ,;:·")
    is_cut_short = _MOST_BLANK < width - len(whole_words) <= width // 2
    return clip(text, width) if not whole_words or is_cut_short else f"{whole_words} …"


def ending(text: str, width: int) -> str:
    """The end of `text` in `width` characters, the first an ellipsis where it is cut: a path says most there."""
    return text if len(text) <= width else f"…{text[len(text) - width + 1 :]}"


def plural(count: int, noun: str, nouns: str = "") -> str:
    """`1 error`, `1,204 errors`."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def are(count: int, noun: str, nouns: str = "") -> str:
    """`1 more field is`, `1,204 more fields are`."""
    return f"{plural(count, noun, nouns)} {'is' if count == 1 else 'are'}"


def more(count: int) -> str:
    """` and 12 more`; empty for 0."""
    return f" and {count:,} more" if count > 0 else ""


def few(
    names: Sequence[Named], most: int, called: Callable[[Named], str] = str, *, total: int = 0, between: str = ", "
) -> str:
    """The first of several names: `a, b and 12 more`; `total` are all where not all names are given."""
    first = names[:most]
    return between.join(map(called, first)) + more(max(total, len(names)) - len(first))


def all_of(names: Iterable[object]) -> str:
    """`a, b and c`"""
    *first, last = list(map(str, names)) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def duration(seconds: float) -> str:
    """A time as a person reads it: `4 s`, `3 min`, `2 h`, `5 days`; never less than a second."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{round(seconds / 60)} min"
    return f"{round(seconds / 3600)} h" if seconds < 172_800 else f"{round(seconds / 86_400):,} days"


def size(count: int) -> str:
    """Bytes as a person reads them: `999 B`, `14 kB`, `3.1 MB`."""
    if count < 1000:
        return f"{count} B"
    value = float(count)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 999.5 or unit == "TB":
            return f"{value:.1f} {unit}" if value < 100 and unit != "kB" else f"{value:.0f} {unit}"
    raise AssertionError  # the loop ends at TB


def exact_size(count: int) -> str:
    """Bytes as a person reads them, with the exact count: `3.1 MB (3,104,220 bytes)`."""
    return size(count) if count < 1000 else f"{size(count)} ({count:,} bytes)"


def part_of(done: int, total: int) -> str:
    """`158 of 318 kB`; the unit once where both have it."""
    first, last = size(done), size(total)
    unit = last.rpartition(" ")[2]
    return f"{first.removesuffix(' ' + unit)} of {last}"


_PASSWORD = late(r"((?:[^/@]*//|[a-z-]+:(?=[^/@:]*:))?[^/@:]*):(?!//|[0-9]{1,5}/).+@(?!sha[0-9]+:)([^@].*)")
"""`user:password@host`, with or without a scheme; not a tag before a digest, not a port."""


def without_password(source: str) -> str:
    """The name of a source as it may be shown and kept: `user:…@host`. No source has a password."""
    found = _PASSWORD.fullmatch(source) if "@" in source else None
    return f"{found[1]}:…@{found[2]}" if found is not None else source
