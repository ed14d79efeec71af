"""The rules' decorator: severities of the three profiles in one text."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from xpkgtui.formats.catalog.summary import SUMMARY
from xpkgtui.formats.catalog.tools import LOADED, MODEL
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Rule
from xpkgtui.rules.rule import rule as general_rule

Subject = TypeVar("Subject")


def rule(
    id: str,  # noqa: A002
    title: str,
    letters: str,
    *,
    stage: Stage = Stage.LINT,
    met: tuple[int, int] = (MODEL, 0),
) -> Callable[[Callable[[Subject], Iterator[Problem]]], Rule[Subject]]:
    """A rule; `letters` are the severities for opm, OLM v1 and the specification, `-` where it does not apply.

    `met` is the pass of opm in which it meets the problem, and the step among its checks of one document.
    """
    by_profile = {name: one.strip("-") for name, one in zip(SUMMARY.profiles, letters.split(), strict=True)}
    met = met if stage is Stage.LINT else (LOADED, 0)
    return general_rule(id, title, by_profile, stage=stage, met=met, readers=("opm",))
