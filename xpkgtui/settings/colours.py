"""The colours that were chosen last, in a file of the user's state folder."""

from collections.abc import Mapping

from xpkgtui.settings.state_file import read_state, write_state

_FILE = "colours.json"


def read_colours(environment: Mapping[str, str]) -> str | None:
    """The name of a theme; None where none was chosen."""
    found = read_state(_FILE, environment)
    name = found.get("theme") if isinstance(found, dict) else None
    return name if isinstance(name, str) else None


def remember_colours(name: str, environment: Mapping[str, str]) -> None:
    """Keeps the choice for the next time."""
    write_state(_FILE, {"theme": name}, environment)
