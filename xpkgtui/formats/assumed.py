"""The format that is assumed until one is recognized, and where none is."""

from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.rules.wording import is_older

ASSUMED = SUMMARY


def default_profile(crossplane: str) -> str:
    """The profile for a version of Crossplane where none is asked for."""
    newest, older = ASSUMED.profiles[:2]
    return newest if is_older(ASSUMED.wording.newest[older], crossplane) else older


def newest_before(crossplane: str) -> str:
    """The newest version of Crossplane that is known, where the asked one is newer; else empty."""
    newest = ASSUMED.wording.eras[-1].last
    return newest if is_older(newest, crossplane) else ""
