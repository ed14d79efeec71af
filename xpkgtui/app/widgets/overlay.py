"""An overlay: a screen over another one, which is closed once."""

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType


class Overlay(Screen[ScreenResultType]):
    """A screen whose closing takes no other screen away, however often it is asked for.

    Name it last among the bases: Textual looks for bindings and styles in the first.

    Textual's own `dismiss` takes away whatever is on top: with two keys in one moment, the screen beneath too.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Closes it, if it is open still."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()
