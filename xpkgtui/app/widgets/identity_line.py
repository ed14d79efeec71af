"""The first line: what it is."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from xpkgtui import visible
from xpkgtui.app.drawing.bands.identity import PackageIdentity
from xpkgtui.app.drawing.styled_text import join, safe, sides, sign

_WIDE = 100
_SHORTEST = 30
"""Cells of the reference below which the kind gives way."""

_SHORTEST_BESIDE_NOTE = 12
_AROUND_NOTE = 5
"""Cells for the sign of a note and the blanks around it."""


class IdentityLine(Widget):
    """Reference, kind and pinned digest."""

    identity: reactive[PackageIdentity] = reactive(PackageIdentity())

    def render(self) -> Content:
        """One line; the digest is always there. The host goes before the name is cut."""
        width = self.size.width
        wide = width >= _WIDE
        who = self.identity
        digest = f"{who.digest[: 19 if wide else 14]} " if who.digest else ""
        gap = "   " if wide else "  "
        kind = safe(f"{gap}{who.kind}" if who.kind else "", "$muted")
        right = join((f"{gap}@{digest}" if digest else " ", "$muted"))
        room = width - 1 - kind.cell_length - right.cell_length
        names = tuple(map(visible.line, filter(None, (who.reference, who.short))))
        if who.notes:
            return sides(self._outdated(names, width - right.cell_length), right, width)
        if names and room < min(_SHORTEST, len(names[-1])):
            room, kind = room + kind.cell_length, Content("")
        fitting = next((name for name in names if len(name) <= room), "")
        name = fitting or visible.middle(names[-1] if names else "", room)
        return sides(join(" ", Content.styled(name, "bold $foreground"), kind), right, width)

    def _outdated(self, names: tuple[str, ...], width: int) -> Content:
        """The name and the note: the note gets shorter first, then the name, then the note is cut at a word."""
        notes, room = self.identity.notes, width - _AROUND_NOTE
        whole = ((name, note) for name in names for note in notes if len(name) + len(note) <= room)
        name, note = next(whole, (names[-1] if names else "", notes[-1]))
        least = min(_SHORTEST_BESIDE_NOTE, len(name))
        note = visible.sentence(note, room - least)
        name = visible.middle(name, room - len(note))
        return join(" ", Content.styled(name, "bold $foreground"), "  ", sign("!"), " ", safe(note, "$warning"))
