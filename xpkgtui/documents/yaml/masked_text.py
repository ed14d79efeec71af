"""The text of a chunk with the characters masked that libyaml refuses and go-yaml reads."""

from dataclasses import replace

from xpkgtui.documents.reading import TextReading
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_PRIVATE = range(0xE000, 0xF8FF)
_COLONS = late(r"!<[^\s>]*>|[!&*][^\s,\[\]{}]*|[\"'\]}]:+|(?<=[^\s\"'\[\]{},]):(?=\S)")
_BACKSLASHES = late(r"\\[\\/]")
_MASKS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedText:
    """Text for the parser; a mask is as wide as what it replaces, so that columns stay."""

    text: str
    """The text with line ends as Go's reader has them, without a leading byte order mark."""
    masks: str = ""
    """Characters that are not in the text: for a colon, each half of a quote, a byte order mark, a slash."""
    reader: TextReading = TextReading()
    in_blocks: bool = False
    """Whether the parser is given as few bytes at once as go-yaml reads: it then stops at the same faults."""

    @classmethod
    def of(cls, text: str, reader: TextReading) -> "MaskedText":
        r"""Masks byte order marks: libyaml skips them at the start of a line, go-yaml reads them as letters.

        So it does with the slash of `\/`, which libyaml takes for an escape, and go-yaml refuses.
        """
        if "\ufeff" not in text[1:] and "\\/" not in text:
            return cls(text=text, reader=reader)
        masks = _unused(text)
        if masks:
            text = text[:1] + text[1:].replace("\ufeff", masks[2])
            text = _BACKSLASHES.sub(lambda match: f"\\{masks[3]}" if match[0] == "\\/" else match[0], text)
        return cls(text=text, masks=masks, reader=reader)

    def masking(self, index: int) -> "MaskedText | None":
        """The text with the character at `index` masked; None where go-yaml refuses it, too.

        A character that YAML forbids stays: of that, go-yaml may not have read as far.
        """
        masks = self.masks or _unused(self.text)
        before, after = self.text[:index], self.text[index:]
        if after.startswith("\\'") and masks:
            return replace(self, text=before + masks[1] * 2 + after[2:], masks=masks)
        if not self.in_blocks and not after[:1].isprintable():
            return replace(self, in_blocks=True)
        if not after.startswith(":") or not masks:
            return None
        rest = after[1:]
        if masks[0] not in before:
            # All similar colons are masked at once: one attempt for each would take for ever.
            rest = _COLONS.sub(lambda match: masks[0] if match[0] == ":" else match[0], rest)
        return replace(self, text=before + masks[0] + rest, masks=masks)

    def unmasked(self, value: str) -> str:
        """A scalar as it was written."""
        if not self.masks:
            return value
        value = value.replace(self.masks[0], ":").replace(self.masks[1] * 2, "'")
        return value.replace(self.masks[2], "\ufeff").replace(self.masks[3], "/")


def _unused(text: str) -> str:
    used = set(text)
    free = (char for char in map(chr, _PRIVATE) if char not in used)
    found = "".join(char for char, _ in zip(free, range(_MASKS), strict=False))
    return found if len(found) == _MASKS else ""
