"""The first line: what it is."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from xpkgtui.app.headline import Identity
from xpkgtui.app.lettering import join, safe, sides

_WIDE = 100


class IdentityLine(Widget):
    """Reference, kind and pinned digest."""

    identity: reactive[Identity] = reactive(Identity())

    def render(self) -> Content:
        """One line; the digest is always there, shorter where there is little room."""
        width = self.size.width
        wide = width >= _WIDE
        who = self.identity
        digest = f"{who.digest[: 19 if wide else 14]} " if who.digest else ""
        gap = "   " if wide else "  "
        left = join(" ", safe(who.reference, "bold $foreground"), gap, safe(who.kind, "$muted"))
        return sides(left, join((f"@{digest}" if digest else "", "$muted")), width)
