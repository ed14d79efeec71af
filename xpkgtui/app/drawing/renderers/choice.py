"""The renderer of a page."""

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.drawing.renderers.renderer import Renderer
from xpkgtui.app.drawing.renderers.text_file import TextFile
from xpkgtui.formats.forms import DRAWING


def renderer_of(page: Page, before: Renderer, *, width: int, wrap: bool) -> Renderer:
    """Prose, the lines of a file, a drawing, or bytes; what is known of the same text is taken from `before`."""
    if page.text is None:
        return Prose(page.body, width)
    if page.text.binary:
        from xpkgtui.app.drawing.renderers.hexadecimal import Hexadecimal

        return Hexadecimal(page.text)
    if page.text.language == DRAWING:
        from xpkgtui.app.drawing.renderers.drawing import Drawing

        return before if isinstance(before, Drawing) and before.text == page.text else Drawing(page.text)
    known = before if isinstance(before, TextFile) and before.text == page.text else None
    return TextFile(page.text, page.head, page.line_findings, width=width, wrap=wrap, before=known)
