"""A rule about Crossplane packages: its severities under the five profiles, in a line."""

from collections.abc import Callable
from typing import TypeVar

from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.rules import rule as rules
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Check, Problem, Rule, Silence, Where, Within, silenced

__all__ = ["MANAGER", "Problem", "Stage", "Where", "Within", "rule", "silenced"]

Subject = TypeVar("Subject")

MANAGER = ("manager-2.2", "manager-2.4")
"""The readers that most rules of the profile `crossplane` are about."""
_OLDER = ("manager-1.13",)
"""The reader that replaces them in the profile `crossplane-1`."""


def rule(
    id: str,  # noqa: A002
    title: str,
    crossplane: str,
    *,
    stage: Stage,
    spec: str | None = None,
    format_v2: str | None = None,
    build: str = "",
    silenced_by: Silence | None = None,
    is_decoding: bool = False,
    met: tuple[int, int] = (0, 0),
    leaves_open: bool = False,
    readers: tuple[str, ...] = MANAGER,
    once_from: int | None = None,
) -> Callable[[Check[Subject]], Rule[Subject]]:
    """A decorator that makes a rule of a generator of problems; severities are `E`, `EW`, `I`, or empty for none.

    Those of `crossplane` hold for every version, and a problem says its level by the version. Unless others are
    given, they hold for `spec` too, and those of `spec` for `format_v2`; `build` applies to few.
    """
    spec = crossplane if spec is None else spec
    letters = {
        str(Profile.CROSSPLANE): crossplane,
        str(Profile.CROSSPLANE_1): crossplane,
        str(Profile.BUILD): build,
        str(Profile.SPEC): spec,
        str(Profile.FORMAT_V2): spec if format_v2 is None else format_v2,
    }
    return rules.rule(
        id,
        title,
        letters,
        stage=stage,
        silenced_by=silenced_by,
        is_decoding=is_decoding,
        met=met,
        readers=readers,
        leaves_open=leaves_open,
        readers_under={str(Profile.CROSSPLANE_1): _OLDER} if readers == MANAGER else None,
        once_from=once_from,
    )
