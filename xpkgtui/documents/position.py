"""Places in a document: by path, and by line and column."""

from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_IDENTIFIER = late(r"[A-Za-z_][A-Za-z0-9_-]*\Z")


@dataclass(frozen=True, slots=True)
class FieldPath:
    """The keys and indices from a document's root to a value."""

    parts: tuple[str | int, ...] = ()

    @classmethod
    def of(cls, *parts: str | int) -> "FieldPath":
        """`FieldPath.of("spec", "versions", 0)`"""
        return cls(parts)

    def child(self, part: str | int) -> "FieldPath":
        """The path of a child."""
        return FieldPath((*self.parts, part))

    def __str__(self) -> str:
        text = ""
        for part in self.parts:
            if isinstance(part, int):
                text += f"[{part}]"
            elif _IDENTIFIER.match(part):
                text += f".{part}" if text else part
            else:
                quoted = part.replace("\\", "\\\\").replace('"', '\\"')
                text += f'["{quoted}"]'
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A line and column in the whole stream."""

    line: int
    """From 1."""
    column: int
    """From 1, in characters."""
