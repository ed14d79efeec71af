"""A chunk's text with those characters masked that libyaml refuses and go-yaml reads."""

import re
from dataclasses import dataclass

_PRIVATE = tuple(map(chr, range(0xE000, 0xF8FF)))
_COLONS = re.compile(r"[!&*][^\s,\[\]{}]*|(?<=[^\s\"'\[\]{},]):(?=\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Text for the parser; a mask is as wide as what it hides, so that no column moves."""

    text: str
    """Line ends normalised as Go's reader does, without byte order mark."""
    masks: str = ""
    """Three characters that do not occur in the text: for a colon, a quote's two halves, a byte order mark."""

    @classmethod
    def of(cls, text: str) -> "Source":
        """Hides byte order marks in the text: libyaml skips them where a line starts, to go-yaml they are letters."""
        if "\ufeff" not in text[1:]:
            return cls(text=text)
        masks = _unused(text)
        return cls(text=text[:1] + text[1:].replace("\ufeff", masks[2:]), masks=masks)

    def masking(self, index: int) -> "Source | None":
        """With the character at `index` hidden; None where go-yaml does not take it either."""
        masks = self.masks or _unused(self.text)
        before, after = self.text[:index], self.text[index:]
        if after.startswith("\\'") and masks:
            return Source(text=before + masks[1] * 2 + after[2:], masks=masks)
        if not after.startswith(":") or not masks:
            return None
        rest = after[1:]
        if masks[0] not in before:
            # What looks alike further on is hidden at once: one attempt for each colon would take for ever.
            rest = _COLONS.sub(lambda match: masks[0] if match[0] == ":" else match[0], rest)
        return Source(text=before + masks[0] + rest, masks=masks)

    def unmasked(self, value: str) -> str:
        """A scalar as it was written."""
        if not self.masks:
            return value
        value = value.replace(self.masks[0], ":").replace(self.masks[1] * 2, "'")
        return value.replace(self.masks[2], "\ufeff")


def _unused(text: str) -> str:
    used = set(text)
    free = (char for char in _PRIVATE if char not in used)
    found = "".join(char for char, _ in zip(free, range(3), strict=False))
    return found if len(found) == 3 else ""
