"""The stylesheets: inside the package of a wheel or an archive, or at the top of a checkout."""

import atexit
import zipfile
from pathlib import Path, PurePath

from textual.css.stylesheet import Stylesheet

from xpkgtui.private_files import new_folder, remove_folder

_FIRST = "application.tcss"


def folder() -> Path:
    """The folder that holds the stylesheets."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "tcss", package.parent / "tcss"):
        if (place / _FIRST).is_file():
            return place
    if archive := next((one for one in package.parents if one.is_file()), None):
        return _unpacked(archive)
    raise FileNotFoundError(f"{_FIRST} is neither in {package / 'tcss'} nor in {package.parent / 'tcss'}")


def _unpacked(archive: Path) -> Path:
    """The folder out of an archive that the program runs from; it goes with the process."""
    place = new_folder("xpkgtui-")
    atexit.register(remove_folder, place)
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(place, (name for name in packed.namelist() if name.startswith("xpkgtui/tcss/")))
    return place / "xpkgtui" / "tcss"


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
