"""The stylesheets: inside the package of a wheel, or at the top of a checkout."""

from pathlib import Path, PurePath

from textual.css.stylesheet import Stylesheet

_FIRST = "application.tcss"


def folder() -> Path:
    """The folder that holds the stylesheets."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "tcss", package.parent / "tcss"):
        if (place / _FIRST).is_file():
            return place
    raise FileNotFoundError(f"{_FIRST} is neither in {package / 'tcss'} nor in {package.parent / 'tcss'}")


def sheets() -> list[str | PurePath]:
    """Every stylesheet, the application's own first, those of screens last because they set sizes."""
    place = folder()
    kinds = ("widgets", "views", "screens")
    return [place / _FIRST, *(sheet for kind in kinds for sheet in sorted(place.glob(f"{kind}/*.tcss")))]


class Sheets(Stylesheet):
    """Stylesheets that are parsed once for each theme: Textual parses them in a copy, and then all of them again."""

    def reparse(self) -> None:
        """Parses them with the variables of now."""
        self._parse_cache.clear()
        self.parse()
