"""An overlay: a screen over another one, which is closed once."""

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType
from textual.widgets import Input


class Overlay(Screen[ScreenResultType]):
    """A screen whose closing takes no other screen away, however often it is asked for.

    Name it last among the bases: Textual looks for bindings and styles in the first.

    Textual's own `dismiss` takes away whatever is on top: with two keys in one moment, the screen beneath too.
    """

    _is_due = False

    def _compositor_refresh(self) -> None:
        """Draws it once for messages that come together: Textual lays an overlay out twice when it opens."""
        if not self._is_due:
            self._is_due = True
            self.call_later(self._refresh_once)

    def _refresh_once(self) -> None:
        self._is_due = False
        super()._compositor_refresh()

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Closes it, if it is open still."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def on_key(self, event: events.Key) -> None:
        """A key that came before the line had the keys is typed into it."""
        field = next(iter(self.query(Input)), None)
        if field is not None and self.focused is None:
            event.stop()
            event.prevent_default()
            self.set_focus(field, scroll_visible=False)
            field._forward_event(event.copy())
