"""Examples as the API server takes them when they are created, by the definitions of their package."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from xpkgtui.formats.definitions.field_errors import MISTYPED
from xpkgtui.formats.definitions.objects.errors import NOWHERE
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectJudgement, ObjectOutcome
from xpkgtui.formats.examples.definitions import Definitions, NoJudge
from xpkgtui.formats.examples.documents import ExampleDocument, defining, documents_of
from xpkgtui.formats.examples.example import Example, ExampleText, ExampleVerdict, FieldProblem
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.untyped import field, text
from xpkgtui.visible import clip

_MOST = 50
"""Fields of one example that are named."""
_LOCATED = 20
"""Fields whose lines are looked for."""
_LONGEST = 2_000
"""Characters of a message; the API server repeats whole values."""
_LONGEST_NAME = 320
_DEFINING = frozenset({"CustomResourceDefinition", "CompositeResourceDefinition"})
_MOST_DEFINING = 100
"""Definitions among the examples of one file that are taken."""
_OUTCOMES = {
    ObjectOutcome.ACCEPTED: ExampleVerdict.ACCEPTED,
    ObjectOutcome.REFUSED: ExampleVerdict.REFUSED,
    ObjectOutcome.UNDECIDED: ExampleVerdict.UNDECIDED,
}


def judged(
    texts: Iterable[ExampleText],
    definitions: Definitions,
    *,
    check: Callable[[], None] = lambda: None,
    limits: Limits = LIMITS,
) -> Iterator[Example]:
    """Each example of the texts, in order; `check` is called before each and may raise.

    Definitions among the examples count where the package has none of a kind.
    """
    every = tuple(texts)
    for one in every:
        for value in islice(defining(one, _DEFINING, limits), _MOST_DEFINING):
            definitions.add(value)
    for one in every:
        for document in documents_of(one, limits):
            check()
            yield _judged(document, definitions)


def _judged(document: ExampleDocument, definitions: Definitions) -> Example:
    value, where = document.value, document.text
    example = Example(
        file=where.file,
        layer=where.layer,
        document=document.number,
        field=document.place,
        line=document.line,
        api_version=clip(text(field(value, "apiVersion")), _LONGEST_NAME),
        kind=clip(text(field(value, "kind")), _LONGEST_NAME),
        name=clip(_name_of(value), _LONGEST_NAME),
        verdict=ExampleVerdict.REFUSED,
    )
    if fault := document.fault or _fault_of(value):
        verdict = ExampleVerdict.UNDECIDED if document.is_own_limit else ExampleVerdict.REFUSED
        return replace(example, verdict=verdict, reason=clip(fault, _LONGEST), is_broken=True)
    judge = definitions.judge_of(value["apiVersion"], value["kind"])
    if isinstance(judge, NoJudge):
        is_refused = judge.verdict is ExampleVerdict.REFUSED
        return replace(
            example,
            verdict=judge.verdict,
            reason=clip(judge.reason, _LONGEST),
            message=clip(judge.reason, _LONGEST) if is_refused else "",
        )
    try:
        return _with_judgement(example, document, judge)
    except MISTYPED:
        return replace(example, verdict=ExampleVerdict.UNDECIDED, reason="its schema is not one that is understood")


def _name_of(value: object) -> str:
    name = text(field(value, "metadata", "name"))
    generated = text(field(value, "metadata", "generateName"))
    return name or (f"{generated}*" if generated else "")


def _fault_of(value: object) -> str:
    """Why a document is not an object; empty where it is one."""
    if not isinstance(value, dict):
        return "it is not an object"
    missing = [name for name in ("apiVersion", "kind") if not isinstance(value.get(name), str) or not value[name]]
    return f"{' and '.join(missing)} not set" if missing else ""


def _with_judgement(example: Example, document: ExampleDocument, judge: ObjectJudge) -> Example:
    said = judge.judge(document.value)
    found = replace(
        example,
        verdict=_OUTCOMES[said.outcome],
        reason=clip(said.undecided, _LONGEST),
        message=clip(said.message, _LONGEST),
        errors=tuple(_errors(said, document)),
        unknown=tuple(_unknown(said, document)),
    )
    if said.is_unread:
        return found
    stored = judge.stored(document.value)
    twice = tuple(f"{path} (the key stands twice)" for path in document.twice)
    return replace(found, defaulted=_named(stored.defaulted), dropped=_named((*stored.dropped, *twice)))


def _errors(said: ObjectJudgement, document: ExampleDocument) -> Iterator[FieldProblem]:
    for number, one in enumerate(said.errors[:_MOST]):
        is_located = number < _LOCATED and one.field != NOWHERE
        line = document.line_of(one.field) if is_located else None
        yield FieldProblem(field=clip(one.field, _LONGEST), message=clip(one.message, _LONGEST), line=line)


def _unknown(said: ObjectJudgement, document: ExampleDocument) -> Iterator[FieldProblem]:
    for number, one in enumerate(said.unknown[:_MOST]):
        yield FieldProblem(field=clip(one, _LONGEST), line=document.line_of(one) if number < _LOCATED else None)


def _named(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(clip(one, _LONGEST) for one in paths[:_MOST])
