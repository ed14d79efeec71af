"""The only module that uses private names of Textual; another version of Textual is checked against it.

It renders only what will be seen, draws before the next frame so that a key is seen at once, hands keys on, and stops
the thread that reads them.
"""

from asyncio import AbstractEventLoop
from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.containers import Container
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region, Size
from textual.screen import Screen, ScreenResultType
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.worker import WorkerFailed

if TYPE_CHECKING:  # a screen without a terminal has no such driver
    from textual.drivers.linux_driver import LinuxDriver


class QuietApp(App[int]):
    """An application that prints nothing when it ends, and says what ended it."""

    @property
    def is_left(self) -> bool:
        """Whether its end has begun."""
        return self._exit

    @property
    def ended_by(self) -> BaseException | None:
        """The error that ended it."""
        return self._exception.error if isinstance(self._exception, WorkerFailed) else self._exception

    def panic(self, *_: object) -> None:
        """Ends the screen; prints nothing."""
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        """Ends the screen after an error; Textual's own prints the values of all variables."""
        self._close_messages_no_wait()


class KeyParser(XTermParser):
    """A parser for which escape and a key that come in one moment are two keys, not one with alt."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        if alt:
            yield events.Key("escape", "\x1b")
        yield from super()._sequence_to_key_events(sequence)


class Ground(Widget):
    """A widget that draws nothing but its color, and no frame: one line of it is drawn, and stands for all."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Renders one line and repeats it."""
        return super().render_lines(crop.crop_size((crop.width, min(1, crop.height)))) * crop.height


class Room(Ground, Container):
    """A container whose widgets cover it."""


class Beneath(Screen[ScreenResultType]):
    """A screen that is drawn once where it changes beneath another one: Textual draws it then for as long as it lies
    there, which takes a processor's third.
    """

    def _compositor_refresh(self) -> None:
        super()._compositor_refresh()
        if self is not self.app.screen:
            self._repaint_required = False

    def _on_timer_update(self) -> None:
        """Draws its widgets too where a screen beneath has changed: Textual takes that region for all there is."""
        if self._repaint_required:
            self._compositor.update_widgets(self._dirty_widgets)
        super()._on_timer_update()


class PaintedScreen(Ground, Beneath[None]):
    """A screen that renders what will be seen.

    While Textual starts it renders a whole frame and throws it away: that took as long as a tenth of a start. And it
    renders a screen before its widgets have taken notice of their size.
    """

    _is_put_off = False
    _is_begun = False
    """Whether the screen was drawn."""

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Widgets have their styles since they were mounted: the first time they need no others."""
        event.refresh_styles = self.stack_updates > 0

    def _compositor_refresh(self) -> None:
        if self._is_begun and not self.app._batch_count:
            super()._compositor_refresh()
        elif not self._is_put_off:
            self._is_put_off = True
            # The message of its size comes before this one, and the application takes none before its start is over.
            self.call_later(self.app.call_later, self._refresh_put_off)

    def _refresh_put_off(self) -> None:
        self._is_put_off, self._is_begun = False, True
        self._compositor.update_widgets(self._dirty_widgets)
        super()._compositor_refresh()


class OncePainted(Beneath[ScreenResultType]):
    """A screen that draws once for messages that come together: Textual lays an overlay out twice when it opens."""

    _is_due = False

    def _compositor_refresh(self) -> None:
        if not self._is_due:
            self._is_due = True
            self.call_later(self._refresh_once)

    def _refresh_once(self) -> None:
        self._is_due = False
        # What has changed since is not in the compositor yet, and Textual forgets it when it has drawn.
        self._compositor.update_widgets(self._dirty_widgets)
        super()._compositor_refresh()


class BorderedView(ScrollView):
    """A view whose border can be written without drawing all that is in it, as Textual does for each of its words."""

    _writes_border = False

    def write_border(self, title: Content, subtitle: Content) -> None:
        """Writes its border, and draws these lines."""
        self._writes_border = True
        self.border_title, self.border_subtitle = title, subtitle
        self._writes_border = False

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Draws the regions, or all of it."""
        if self._writes_border:
            width, height = self.outer_size
            lines = (Region(0, 0, width, 1), Region(0, height - 1, width, 1))
            regions = tuple(line.translate(-self.content_offset) for line in lines)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


def paint_now(widget: Widget) -> None:
    """Draws what a widget has to draw.

    The next frame of Textual is up to 17 ms away, and by then it has Detail to draw as well, which takes as long.
    """
    screen, app = widget.screen, widget.app
    if screen.is_current and not app._batch_count and not screen._layout_required:
        screen._compositor.update_widgets({widget})
        app._display(screen, screen._compositor.render_update(screen_stack=app._background_screens))
        screen._dirty_widgets.discard(widget)


def extend(view: ScrollView, size: Size) -> None:
    """Another extent of what a view scrolls.

    Textual would lay out the screen and draw all of it, for which a key waits; that is needed only where the view is
    as high as its extent.
    """
    height = view.styles.height
    if height is not None and height.is_auto:
        view.virtual_size = size
        return
    view.set_reactive(ScrollView.virtual_size, size)
    view._scroll_update(size)
    view.refresh()


def forget_parsed(sheets: Stylesheet) -> None:
    """Has stylesheets be parsed again although none of them changed."""
    sheets._parse_cache.clear()


def forward_key(target: Widget, key: events.Key) -> None:
    """Gives a key to a widget, or to a screen for the widget that will have the keys."""
    target._forward_event(key)


def is_resting(loop: AbstractEventLoop) -> bool:
    """Whether nothing is ready to run: all that is left waits for a key, a thread, a reply or a timer."""
    return not getattr(loop, "_ready", ())


def replace_in(module: ModuleType, name: str, value: object) -> None:
    """Gives a module of Textual something else than it imported."""
    setattr(module, name, value)


def application_of(driver: "LinuxDriver") -> App[Any]:
    """The application that a driver serves."""
    return driver._app


def loop_of(driver: "LinuxDriver") -> AbstractEventLoop:
    """The event loop of the application that a driver serves."""
    return driver._loop


def is_reading_keys(driver: "LinuxDriver") -> bool:
    """Whether a driver still has a thread that reads keys."""
    return driver._key_thread is not None and driver._key_thread.is_alive()


def end_reading_keys(driver: "LinuxDriver") -> None:
    """Ends the thread that reads keys, and throws away nothing that was typed."""
    if driver._key_thread is not None:
        driver.exit_event.set()
        driver._key_thread.join()
        driver.exit_event.clear()
