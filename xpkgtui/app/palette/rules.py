"""The rules of the palette: the catalogue is large, and read when the palette is first opened."""

from functools import cache


@cache
def titles() -> tuple[tuple[str, str], ...]:
    """ID and title of every rule."""
    from xpkgtui.reporting.manual import pages

    return tuple((page.id, page.title) for page in pages())
