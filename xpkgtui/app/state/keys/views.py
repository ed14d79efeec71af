"""The keys that show the same in another way: each says why where there is nothing to change."""

from dataclasses import replace

from xpkgtui.app.state.outcomes import Move, Outcome, Scene, Tell
from xpkgtui.app.state.selection import ListId


def flat(scene: Scene) -> Outcome:
    """Objects in groups, or one after the other."""
    now = scene.selection
    if now.verdict or now.list_id is not ListId.OBJECTS:
        return Tell("B groups the list of objects; 4 shows it.")
    return Move(replace(now, flat=not now.flat))


def problems_only(scene: Scene) -> Outcome:
    """Rows with problems only, or all."""
    if scene.selection.verdict:
        return Tell("z narrows the lists 1 to 4; F lists the findings.")
    return Move(scene.selection.narrowed())


def wrap(scene: Scene) -> Outcome:
    """Long lines of a text in several rows, or cut."""
    if not scene.can_wrap:
        return Tell("No long lines here: w is for texts such as YAML.")
    return Move(replace(scene.selection, wrap=not scene.selection.wrap))
