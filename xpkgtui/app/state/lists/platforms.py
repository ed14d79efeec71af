"""Entries of an index as sides of a comparison: what each is called, and whether it is the one that is shown."""

from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.selection import ListId, Selection
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.platforms import PlatformRow


def under_cursor(state: Inspection, selection: Selection) -> PlatformRow | None:
    """The entry under the cursor of the platforms; None while another list is looked at."""
    if not state.is_index or selection.verdict or selection.list_id is not ListId.PLATFORMS:
        return None
    return chosen.platform_row(state, selection)


def entry_of(state: Inspection, source: str) -> PlatformRow | None:
    """The entry of a source that is shown; None where another source is, or one without an index."""
    return state.shown_entry if state.source == source and state.is_index else None


def identity(entry: PlatformRow | None) -> tuple[str, str]:
    """What tells an entry from the others; that which is opened by itself has none."""
    return ("", "") if entry is None or entry.chosen else (entry.place, entry.digest or "")


def shows(state: Inspection, entry: PlatformRow | None) -> bool:
    """Whether the entry is the one that is shown; any is where none was asked for."""
    return entry is None or identity(state.shown_entry) == identity(entry)


def name_of(entry: PlatformRow | None) -> str:
    """The platform to open; empty for an entry without one."""
    return entry.name if entry is not None and "/" in entry.name else ""


def called(source: str, entry: PlatformRow | None) -> str:
    """A source with the platform that is not opened by itself."""
    return f"{source} {entry.name}" if entry is not None and not entry.chosen else source


def refusal(entry: PlatformRow | None) -> str:
    """Why an entry cannot be compared; empty where it can."""
    return (
        ""
        if entry is None or entry.is_package
        else f"What is marked or compared has to be a package: this is {entry.name}."
    )


def nameless(state: Inspection, entry: PlatformRow | None) -> str:
    """Why an entry has to be shown before it is marked; empty where its platform is enough to find it again."""
    if entry is None or shows(state, entry):
        return ""
    namesakes = [row for row in state.entries if row.name == entry.name]
    return "" if name_of(entry) and len(namesakes) == 1 else "enter opens this entry; then m marks it."
