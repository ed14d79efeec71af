"""Painting before the next frame: what a key did is seen at once, whatever else it will change."""

from textual.widget import Widget


def paint_now(widget: Widget) -> None:
    """Draws what a widget has to draw.

    The next frame of Textual is up to 17 ms away, and by then it has Detail to draw as well, which takes as long.
    """
    screen, app = widget.screen, widget.app
    if screen.is_current and not app._batch_count and not screen._layout_required:
        screen._compositor.update_widgets({widget})
        app._display(screen, screen._compositor.render_update(screen_stack=app._background_screens))
