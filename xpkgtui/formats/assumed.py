"""The format that is assumed until one is recognized, and where none is."""

from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.rules.wording import is_older

ASSUMED = SUMMARY


def default_profile(crossplane: str) -> str:
    """The profile for a version of Crossplane where none is asked for."""
    newest, older = ASSUMED.profiles[:2]
    return newest if is_older(ASSUMED.wording.newest[older], crossplane) else older
