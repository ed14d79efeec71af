"""Painting before the next frame, so that a key is seen at once, and rendering only what will be seen."""

from typing import Self

from textual import events
from textual.containers import Container
from textual.content import Content
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget


class Ground(Widget):
    """A widget that draws nothing but its color, and no frame: one line of it is drawn, and stands for all."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Renders one line and repeats it."""
        return super().render_lines(crop.crop_size((crop.width, min(1, crop.height)))) * crop.height


class Room(Ground, Container):
    """A container whose widgets cover it."""


class PaintedScreen(Ground, Screen[None]):
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
