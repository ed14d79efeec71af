"""An overlay: a screen over another one, which is closed once."""

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import ScreenResultType
from textual.widgets import Input

from xpkgtui.app.textual_private import OncePainted, forward_key


class Overlay(OncePainted[ScreenResultType]):
    """A screen whose closing takes no other screen away, however often it is asked for.

    Name it last among the bases: Textual looks for bindings and styles in the first.

    Textual's own `dismiss` takes away whatever is on top: with two keys in one moment, the screen beneath too.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Closes it, if it is open still."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def action_close(self) -> None:
        """Closes it without a result."""
        self.dismiss()

    def on_key(self, event: events.Key) -> None:
        """A key that came before the line had the keys is typed into it."""
        field = next(iter(self.query(Input)), None)
        if field is not None and self.focused is None:
            event.stop()
            event.prevent_default()
            self.set_focus(field, scroll_visible=False)
            forward_key(field, event.copy())
