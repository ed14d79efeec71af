"""Rules applied to a subject; one that is broken says so, and does not take the others with it."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from xpkgtui.rules.rule import CRASHED, Problem, Rule

Subject = TypeVar("Subject")


def problems_of(rules: Iterable[Rule[Subject]], subject: Subject) -> Iterator[tuple[Rule[Subject], Problem]]:
    """The problems that the rules find; a rule that raises an exception yields a problem about itself."""
    for rule in rules:
        try:
            for problem in rule.check(subject):
                yield rule, problem
        except MemoryError:
            raise  # not the fault of a rule
        except Exception as error:  # noqa: BLE001 - one broken rule must not take the others with it
            yield rule, _crash(rule.id, error)


def _crash(rule: str, error: Exception) -> Problem:
    where = error.__traceback__
    while where and where.tb_next:
        where = where.tb_next
    place = f" in {where.tb_frame.f_globals.get('__name__')}, line {where.tb_lineno}" if where else ""
    return Problem(
        level=CRASHED,
        message=f"Rule {rule} failed: {type(error).__name__}{place}: {str(error)[:200]}",
        fix="This is a bug in xpkgtui. Report it, with the package if you may share it.",
    )
