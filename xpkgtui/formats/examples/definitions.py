"""The definitions of a package, each parsed when there is an example of its kind."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache

from xpkgtui.formats.definitions.custom_resources import versions_of
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames
from xpkgtui.formats.definitions.served import refusal_of
from xpkgtui.formats.examples.example import ExampleVerdict, always
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.untyped import field, mapping, text
from xpkgtui.values import dataclass

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
            return _judges(found[0][1], found[0][0].api_version)
        if len(beside := self._beside[group, kind]) == 1:
            return _judges(beside[0])
        verdict, reason = self._owner_of(group, kind)
        return NoJudge(verdict=verdict, reason=reason)


def _judges(definition: Node, api_version: str | None = None) -> dict[str, ObjectJudge] | NoJudge:
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
