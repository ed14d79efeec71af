"""The order in which opm, operator-sdk, OLM v1 and RukPak meet what is wrong with a bundle; each names the first."""

from xpkgtui.formats.registry_v1.tools.turns import AT_ONCE, BY_FILE
from xpkgtui.rules.finding import Finding


def met(profile: str, one: Finding) -> tuple[object, ...] | None:
    """Returns what sorts the findings of a profile as its tool meets them; None if the profile has no tool.

    Rules say the turn and the step; in some turns a tool takes all steps for one file, then for the next.
    """
    by_file = BY_FILE.get(profile)
    if by_file is None:
        return None
    place, (turn, step) = one.place, one.met
    is_by_file = turn in by_file and step != AT_ONCE
    where = (place.file or place.path or "", place.document or 0) if is_by_file else ("", 0)
    return turn, *where, step, one.walked, place.document or 0, place.line or 0, one.rule
