"""A ruleset: the rules of a format, grouped by their subject, and the functions that make the subjects."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument
from xpkgtui.documents.stream import Stream, split
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Finding, ObjectName, Severity, Stage
from xpkgtui.rules.rule import AnyRule, Rule
from xpkgtui.rules.wording import Wording
from xpkgtui.untyped import field as at
from xpkgtui.untyped import text
from xpkgtui.values import dataclass


class DocumentSubject(Protocol):
    """One document that is not empty, as the engine needs it; formats add what their rules look at."""

    @property
    def chunk(self) -> Chunk:
        """Its position in the stream."""
        ...

    @property
    def document(self) -> PackageDocument | BrokenDocument:
        """The parsed content, with positions where the format needs them."""
        ...

    @property
    def object_name(self) -> ObjectName | None:
        """The object as findings name it; None where it has no kind or no name."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ParsedSubject:
    """One document, whose object is named as Kubernetes names it."""

    chunk: Chunk
    document: PackageDocument | BrokenDocument

    @property
    def value(self) -> Any:
        """Its content; None for a broken one."""
        return self.document.value if isinstance(self.document, PackageDocument) else None

    @property
    def object_name(self) -> ObjectName | None:
        """The object; None where it has no kind."""
        return object_of(self.value)


def object_of(value: object) -> ObjectName | None:
    """The name of a parsed object; None where it has no kind."""
    api_version, kind, name = (text(at(value, *path)) for path in (("apiVersion",), ("kind",), ("metadata", "name")))
    return ObjectName(api_version=api_version, kind=kind, name=name) if kind else None


Image = TypeVar("Image")
Document = TypeVar("Document", bound=DocumentSubject)
Package = TypeVar("Package")
Made_co = TypeVar("Made_co", covariant=True)
Subject = TypeVar("Subject")


class Examination(Protocol[Document, Made_co]):
    """The documents of one stream, each turned into a subject and then forgotten."""

    def document(self, chunk: Chunk) -> Document:
        """Parses and recognizes one document."""
        ...

    def remember(self, subject: Document) -> None:
        """Keeps the facts of a document that rules about the whole package need; called once for each, in order."""
        ...

    def package(self) -> Made_co:
        """The package, made of the remembered facts."""
        ...


@runtime_checkable
class Recalling(Protocol):
    """An examination whose documents can be judged from a ledger."""

    def account_of(self, subject: Any) -> str | None:
        """What is kept of the last document, as text; None where rules look at more than its text and profile."""
        ...

    def recall(self, kept: str) -> bool:
        """Takes over what was kept when the text was judged elsewhere; false where it has to be judged here."""
        ...


def rules_about(subject: type[Subject], *modules: ModuleType) -> tuple[Rule[Subject], ...]:
    """The rules in these modules whose check takes such a subject, in the order of their IDs."""
    every = (one for module in modules for one in vars(module).values() if isinstance(one, Rule))
    return tuple(sorted((one for one in every if one.subject is subject), key=lambda one: one.id))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset(Generic[Image, Document, Package]):
    """The rules of a format, its profiles and its wording."""

    image: tuple[Rule[Image], ...] = ()
    documents: tuple[Rule[Document], ...] = ()
    package: tuple[Rule[Package], ...] = ()
    examples_of: Callable[[], tuple[AnyRule, ...]] | None = None
    """Finds rules about examples, which are applied where examples were asked for, and decide nothing."""
    image_subject: Callable[[Case], Image]
    examine: Callable[[Case, StreamBytes, Stream], Examination[Document, Package]]
    profiles: tuple[str, ...]
    """The default first; every rule has severities for each."""
    bound_to_reader: frozenset[str]
    """Profiles whose consumer stops where the deciding reader stops."""
    wording: Wording
    build_of: Callable[[Case, Stage], str] | None = None
    """The profile of the program that builds a folder of sources, where it meets problems of a stage first; or ""."""
    within_limits: AnyRule
    """The rule whose finding says which documents were not judged because of the limit `rules`."""
    steps: int
    """What each document that is judged takes of that limit, whatever it holds.

    An estimate of the microseconds for a small object on one machine: 67 to 443 were measured. A large document takes
    longer and is not charged more; the limits `document` and `yaml` bound it.
    """
    splits_plainly: Callable[[Case], bool] | None = None
    """Whether a version of a program cuts streams only at lines of `---` and blanks; None where none does."""
    reservation: Callable[[str, Sequence[Finding]], str] | None = None
    """What of an accepted package the consumer of a profile refuses, by its findings; empty where that is nothing."""
    met: Callable[[str, Finding], tuple[Any, ...] | None] | None = None
    """What sorts the findings of a profile as its consumer meets them, where stages and documents do not say it."""
    about_missing: frozenset[str] = frozenset()
    """Rules about the package that say what is missing: they decide nothing where a limit kept documents unread."""
    judged_together: tuple[str, ...] = ()
    """Profiles whose verdict is shown beside that of any other one; one run judges for all of them.

    Rules then leave the profile of the case alone: severities and `Problem.profiles` say for whom something is one.
    """
    retired: Mapping[str, str] = field(default_factory=dict)
    """IDs that rules had once and no rule may get again, with a sentence about what tells the same now."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """The profile that decides too where another one is chosen: what its consumer refuses is refused."""
    archived: frozenset[str] = frozenset()
    """Those of them whose program is not developed any more: its verdict comes last and is not a warning."""

    def split(self, case: Case, data: StreamBytes, known: Stream | None = None) -> Stream:
        """The documents of a stream as the consumer of the case cuts it; `known` is how most do, if that is known."""
        bare = self.is_split_plainly(case)
        return split(data, limits=case.options.limits, bare=bare) if bare or known is None else known

    def is_split_plainly(self, case: Case) -> bool:
        """Whether the consumer of the case cuts a stream in another way than most."""
        return self.splits_plainly is not None and self.splits_plainly(case)

    @property
    def examples(self) -> tuple[AnyRule, ...]:
        """The rules about examples."""
        return self.examples_of() if self.examples_of else ()

    @property
    def rules(self) -> tuple[AnyRule, ...]:
        """All rules, in the order of their IDs; one about several subjects is there once."""
        every: tuple[AnyRule, ...] = (*self.examples, *self.package, *self.documents, *self.image)
        by_id = {one.id: one for one in every}
        return tuple(by_id[name] for name in sorted(by_id))

    @property
    def silencers(self) -> frozenset[str]:
        """The rules whose findings silence others; none is about examples."""
        every: tuple[AnyRule, ...] = (*self.package, *self.documents, *self.image)
        return frozenset(name for one in every if one.silenced_by for name in one.silenced_by.rules)

    def refusing(self, profile: str, *stages: Stage) -> "Ruleset[Image, Document, Package]":
        """Returns a ruleset of the rules that can refuse under a profile or leave it open, and of their silencers.

        `stages` limits it to the rules of these stages.
        """
        speaking = {
            one.id: one
            for one in self.rules
            if (not stages or one.stage in stages) and (Severity.ERROR in one.severities[profile] or one.leaves_open)
        }
        silencers = {name for one in speaking.values() if one.silenced_by for name in one.silenced_by.rules}
        wanted = speaking.keys() | silencers
        return replace(
            self,
            image=tuple(one for one in self.image if one.id in wanted),
            documents=tuple(rule for rule in self.documents if rule.id in wanted),
            package=tuple(one for one in self.package if one.id in wanted),
        )

    def profile_of(self, name: str) -> str:
        """The profile of that name; the default for a name that is not known."""
        return name if name in self.profiles else self.profiles[0]

    def judged_separately(self, case: Case) -> tuple[str, ...]:
        """The profiles whose verdict is shown too, and for which the rules run once more."""
        return tuple(other for other in case.profiles.others if other not in self.profiles_of(case.profile))

    def profiles_of(self, name: str) -> tuple[str, ...]:
        """The profile of that name, then the others whose verdict is shown."""
        chosen = self.profile_of(name)
        return chosen, *(one for one in self.judged_together if one != chosen)
