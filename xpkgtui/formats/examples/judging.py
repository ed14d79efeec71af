"""Examples as the API server takes them when they are created, by the definitions of their package."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from xpkgtui.formats.definitions.custom_resources import versions_of
from xpkgtui.formats.definitions.definition import refusal_of
from xpkgtui.formats.definitions.field_errors import MISTYPED, Node
from xpkgtui.formats.definitions.objects.faults import NOWHERE
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectJudgement, ObjectNames, ObjectOutcome
from xpkgtui.formats.examples.documents import ExampleDocument, defining, documents_of
from xpkgtui.formats.examples.example import Example, ExampleText, ExampleVerdict, FieldProblem, always
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.untyped import field, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import LONGEST_NAME, clip

CustomResources = Callable[[object], tuple[Node, ...]]
OwnerOf = Callable[[str, str], tuple[ExampleVerdict, str]]
_KEPT = 8
"""Kinds whose definitions are kept: those of one may take a hundred MB, and examples come by their kinds."""
_DEFINITION = "CustomResourceDefinition"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoJudge:
    """Why an example has no judge, and what that makes of it."""

    verdict: ExampleVerdict
    reason: str


class Definitions:
    """Finds the judge of an example."""

    def __init__(
        self,
        package: PackageObjects,
        custom_resources: CustomResources,
        owner_of: OwnerOf,
        is_written: Callable[[PackageObjects], Callable[[ObjectHead], bool]] = always,
    ) -> None:
        """Definitions of what is not written are not counted, and need no example."""
        self._beside: dict[tuple[str, str], list[Node]] = defaultdict(list)
        self._is_written = is_written(package)
        self._package = package
        self._custom_resources = custom_resources
        self._owner_of = owner_of
        self._heads: dict[str, list[ObjectHead]] = defaultdict(list)
        for head in package.heads:
            if head.defines is not None and head.group is not None:
                self._heads[head.group].append(head)
        self._of_kind = lru_cache(maxsize=_KEPT)(self._kind)

    def judge_of(self, api_version: str, kind: str) -> ObjectJudge | NoJudge:
        """The judge of objects of a kind, or why there is none."""
        group, _, version = api_version.rpartition("/")
        found = self._of_kind(group, kind)
        if isinstance(found, NoJudge):
            return found
        if (judge := found.get(version)) is not None:
            return judge
        message = f'no matches for kind "{kind}" in version "{api_version}"'
        return NoJudge(verdict=ExampleVerdict.REFUSED, reason=message)

    def add(self, value: object) -> None:
        """Takes a document beside the package, which may define kinds that the package does not."""
        for one in self._custom_resources(value):
            names = text(field(one, "spec", "group")), text(field(one, "spec", "names", "kind"))
            self._beside[names].append(one)

    @property
    def kinds(self) -> int:
        """The number of kinds that the package defines; a composite resource and its claim are one."""
        return len({(group, head.defines) for group, head in self._written()})

    def _written(self) -> Iterator[tuple[str, ObjectHead]]:
        """The definitions of kinds that people write, with their groups."""
        for group, heads in self._heads.items():
            yield from ((group, head) for head in heads if self._is_written(head))

    def without(self, shown: set[tuple[str, str]]) -> Iterator[str]:
        """The kinds that are not among `shown`: groups and kinds of which there are examples."""
        met: set[tuple[str, str]] = set()
        for group, head in self._written():
            named = group, head.defines or ""
            if named not in shown and named not in met and not self._has_other(head, group, shown):
                met.add(named)
                yield f"{named[1]} {group}"

    def _has_other(self, head: ObjectHead, group: str, shown: set[tuple[str, str]]) -> bool:
        """Whether there is an example of another kind that the same document makes: the claim."""
        if head.kind == _DEFINITION or not any(one[0] == group for one in shown):
            return False
        made = self._custom_resources(self._package.read(head))
        return any((group, text(field(one, "spec", "names", "kind"))) in shown for one in made)

    def _kind(self, group: str, kind: str) -> dict[str, ObjectJudge] | NoJudge:
        heads = [one for one in self._heads.get(group, ()) if one.kind != _DEFINITION or one.defines == kind]
        found: list[tuple[ObjectHead, Node]] = []
        is_broken = False
        for head in heads:
            value = self._package.read(head)
            is_broken |= value is None
            found += [
                (head, one)
                for one in self._custom_resources(value)
                if text(field(one, "spec", "names", "kind")) == kind
            ]
        if not found and is_broken:
            return _undecided("a definition of its group cannot be read")
        if not found and any(one.defines == kind for one in heads):
            return _undecided("nothing can be made of its definition")
        if len(found) > 1:
            return _undecided("the package defines its kind more than once")
        if found:
            return judges_of(found[0][1], found[0][0].api_version)
        if len(beside := self._beside[group, kind]) == 1:
            return judges_of(beside[0])
        unread = (head.unread for head in self._package.heads if head.unread)
        if "." in group and (limit := next(unread, None)):  # Kubernetes' own groups are defined by no package
            return _undecided(f"a document that may define its kind was not read: {limit.sentence}")
        verdict, reason = self._owner_of(group, kind)
        return NoJudge(verdict=verdict, reason=reason)


def judge_among(definitions: Iterable[Node], kind: str, version: str) -> ObjectJudge | None:
    """The judge of a version of a kind; None where no definition is of that kind, or is not judged."""
    for one in definitions:
        if text(field(one, "spec", "names", "kind")) == kind:
            found = judges_of(one)
            return None if isinstance(found, NoJudge) else found.get(version)
    return None


def judges_of(definition: Node, api_version: str | None = None) -> dict[str, ObjectJudge] | NoJudge:
    """The judges of the versions that are served."""
    spec = mapping(definition.get("spec"))
    if refusal := refusal_of(definition, api_version):
        return _undecided(refusal)
    names = ObjectNames(
        group=text(spec.get("group")),
        kind=text(field(spec, "names", "kind")),
        is_namespaced=spec.get("scope") == "Namespaced",
    )
    served = [one for one in versions_of(definition) if one.get("served") is True]
    return {text(one.get("name")): ObjectJudge(names, one) for one in served}


def _undecided(reason: str) -> NoJudge:
    return NoJudge(verdict=ExampleVerdict.UNDECIDED, reason=reason)


_MOST = 50
"""Fields of one example that are named."""
_LOCATED = 20
"""Fields whose lines are looked for."""
_LONGEST = 2_000
"""Characters of a message; the API server repeats whole values."""
_DEFINING = frozenset({"CustomResourceDefinition", "CompositeResourceDefinition"})
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
        for value in defining(one, _DEFINING, limits):
            definitions.add(value)
    for one in every:
        for document in documents_of(one, limits):
            check()
            yield _judged(document, definitions)


def _judged(document: ExampleDocument, definitions: Definitions) -> Example:
    value, where = document.value, document.text
    name = text(field(value, "metadata", "name"))
    generated = text(field(value, "metadata", "generateName"))
    example = Example(
        file=where.file,
        layer=where.layer,
        document=document.number,
        field=document.place,
        line=document.line,
        api_version=clip(text(field(value, "apiVersion")), LONGEST_NAME),
        kind=clip(text(field(value, "kind")), LONGEST_NAME),
        name=clip(name or (f"{generated}*" if generated else ""), LONGEST_NAME),
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


def _fault_of(value: object) -> str:
    """Why a document is not an object; empty where it is one."""
    if not isinstance(value, dict):
        return "it is not an object"
    missing = [name for name in ("apiVersion", "kind") if not isinstance(value.get(name), str) or not value[name]]
    return f"{' and '.join(missing)} not set" if missing else ""


def _with_judgement(example: Example, document: ExampleDocument, judge: ObjectJudge) -> Example:
    judgement = judge.judge(document.value)
    found = replace(
        example,
        verdict=_OUTCOMES[judgement.outcome],
        reason=clip(judgement.undecided, _LONGEST),
        message=clip(judgement.message, _LONGEST),
        errors=tuple(_errors(judgement, document)),
        unknown=tuple(_unknown(judgement, document)),
    )
    if judgement.is_unread:
        return found
    stored = judge.stored(document.value)
    twice = tuple(f"{path} (the key stands twice)" for path in document.twice)
    return replace(found, defaulted=_named(stored.defaulted), dropped=_named((*stored.dropped, *twice)))


def _errors(judgement: ObjectJudgement, document: ExampleDocument) -> Iterator[FieldProblem]:
    for number, one in enumerate(judgement.errors[:_MOST]):
        is_located = number < _LOCATED and one.field != NOWHERE
        line = document.line_of(one.field) if is_located else None
        yield FieldProblem(field=clip(one.field, _LONGEST), message=clip(one.message, _LONGEST), line=line)


def _unknown(judgement: ObjectJudgement, document: ExampleDocument) -> Iterator[FieldProblem]:
    for number, one in enumerate(judgement.unknown[:_MOST]):
        yield FieldProblem(field=clip(one, _LONGEST), line=document.line_of(one) if number < _LOCATED else None)


def _named(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(clip(one, _LONGEST) for one in paths[:_MOST])
