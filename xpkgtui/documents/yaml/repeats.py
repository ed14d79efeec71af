"""Repeated blocks: generated definitions say the same again and again, and each of their blocks is parsed once.

A block is a plain key with all deeper lines under it, at an indentation where definitions repeat themselves. It is
parsed alone, and a placeholder stands for it in the text around it. The result is that of parsing the whole, or none:
where a block is not the same alone as in its place, the document is to be parsed whole.
"""

import re
from collections.abc import Mapping
from hashlib import blake2b

from xpkgtui.documents.shared import Shared
from xpkgtui.documents.yaml.builder import PLACEHOLDER, Builder, BuiltBlock, OutOfPlaceError
from xpkgtui.documents.yaml.effort import EVENT, Effort
from xpkgtui.documents.yaml.masked_text import MaskedText
from xpkgtui.documents.yaml.refusals import Misread, Refused
from xpkgtui.patterns import late

_LEVELS = (14, 18, 22, 26)
"""Indentations in definitions as Go writes them: `forProvider` and `conditions`, their fields, the fields of these.

Of a provider of 80 MB with 1,540 documents, 16 MB are left to parse.
"""
_BLOCKS = tuple(
    late(rf"^ {{{level}}}[A-Za-z_$][\w.$/-]*+:\n((?: {{{level + 1}}}[^\n]*+\n|\n|(?!))++)", re.MULTILINE)
    for level in _LEVELS
)
_SMALLEST_TEXT = 4_000
"""Characters of a document from which on a stream of ten is parsed sooner so, and one of two hardly later."""
_SMALLEST_BLOCK = 150
"""Characters below which a block costs more than it saves."""
_TRIAL = 4_000_000
"""Characters after which a stream must have shown that it repeats itself: a quarter of them, at least."""
_MOST_KEPT = 64_000_000
"""Characters of the texts whose values are kept."""
_DEEPEST = 200
"""Collections inside each other, blocks apart; what is deeper is parsed whole, where it is counted."""
_DIGEST = 20
_UNREADABLE = "\ufeff", "\\/"
"""What must be masked for the parser."""


class Repeats:
    """The blocks of one stream that were parsed. Values share their common parts, so they are never changed."""

    def __init__(self) -> None:
        self.shared = Shared()
        self._blocks: dict[bytes, BuiltBlock | None] = {}
        self._kept = 0
        self._tried = 0
        self._saved = 0

    def build(self, text: str, effort: Effort) -> Builder | None:
        """The document, built with what is known of its blocks; None where it is to be parsed whole."""
        if len(text) < _SMALLEST_TEXT or (self._tried > _TRIAL and self._saved * 4 < self._tried):
            return None
        if PLACEHOLDER in text or any(one in text for one in _UNREADABLE):
            return None
        self._tried += len(text)
        folded, blocks = self._folded(text, 0)
        if not blocks:
            return None
        own = Effort(effort.left)
        builder = _built(folded, blocks, own)
        # Parsing whole takes the same steps; where they would not suffice, it says so.
        if builder is None or own.left < EVENT:
            return None
        effort.left = own.left
        builder.end = len(text)
        return builder

    def _folded(self, text: str, level: int) -> tuple[str, dict[str, BuiltBlock]]:
        """The text with placeholders for the blocks of a level, and what they stand for."""
        blocks: dict[str, BuiltBlock] = {}

        def replaced(match: re.Match[str]) -> str:
            start, end = match.span(1)
            block = self._block(match[1], level) if end - start >= _SMALLEST_BLOCK else None
            if block is None:
                return match[0]
            name = f"{PLACEHOLDER}{len(blocks)}"
            blocks[name] = block
            return f"{text[match.start() : start - 1]} {name}\n"

        return _BLOCKS[level].sub(replaced, text), blocks

    def _block(self, text: str, level: int) -> BuiltBlock | None:
        """The block of a text, which is parsed unless it is known; None where it is to be parsed in its place."""
        digest = blake2b(text.encode(), digest_size=_DIGEST).digest()
        if digest in self._blocks:
            self._saved += len(text)
            return self._blocks[digest]
        folded, blocks = (text, {}) if level + 1 == len(_LEVELS) else self._folded(text, level + 1)
        effort = Effort()
        granted = effort.left
        builder, block = _built(folded, blocks, effort), None
        if builder is not None and isinstance(builder.tree.value, dict | list):
            # Alone, the block has two events before it, and no scalar in its place.
            steps = granted - effort.left - 3 * EVENT
            block = BuiltBlock(value=builder.tree.value, steps=steps, operations=builder.operations - 2)
        if self._kept < _MOST_KEPT:
            self._kept += len(folded)
            self._blocks[digest] = block
            if block is not None:
                self.shared.add(block.value)
        return block


def _built(text: str, blocks: Mapping[str, BuiltBlock], effort: Effort) -> Builder | None:
    """The document of a text; None unless it ends with the text, and says nothing that depends on its place."""
    builder = Builder(MaskedText(text=text), effort=effort, blocks=blocks)
    try:
        builder.build()
    except (Refused, Misread, OutOfPlaceError):
        return None
    is_simple = builder.is_simple and not text[builder.end :].strip()
    return builder if is_simple and builder.deepest <= _DEEPEST else None
