"""The API server's refusals of objects: which objects it judges, its message, and the limit of findings."""

from collections.abc import Iterable, Iterator
from itertools import islice

from xpkgtui.formats.xpkg.rules.rule import Problem
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject

_MOST = 50
"""Problems of one document that a rule reports one by one."""
_MOST_COUNTED = 1_000
"""Problems beyond these that are counted."""


def is_judged(subject: DocumentSubject) -> bool:
    """Whether the API server judges the document: the parser accepts it, and Crossplane installs it."""
    return subject.is_installed and is_typed(subject)


def is_typed(subject: DocumentSubject) -> bool:
    """Whether every known field has the type of its kind, or is null."""
    return all(mismatch.unknown for mismatch in subject.mismatches)


def says(subject: DocumentSubject, complaint: str) -> str:
    """The API server's message, without the value that it repeats."""
    named = subject.named
    kind = f"{named.kind}.{named.group}" if named else ""
    return f'{kind} "{subject.name}" is invalid: {complaint}'


def at_most(subject: DocumentSubject, problems: Iterable[Problem]) -> Iterator[Problem]:
    """The first problems of a document one by one, and the count of the rest, up to `_MOST_COUNTED`."""
    waiting = iter(problems)
    yield from islice(waiting, _MOST)
    rest = list(islice(waiting, _MOST_COUNTED))
    if rest:
        least = "at least " if len(rest) == _MOST_COUNTED else ""
        message = f"{subject.title}: {least}{len(rest):,} more fields are not valid"
        yield Problem(level=min(one.level for one in rest), message=message, path=rest[0].path)
