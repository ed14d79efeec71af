"""What rules about RukPak's objects look at: one document, and what is refused in it."""

from dataclasses import field, replace

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import SeparatorProblem, Stream
from xpkgtui.formats.rukpak.checks import CheckRefusal, of_bundle, of_deployment
from xpkgtui.formats.rukpak.schema import fixed
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT, GROUP
from xpkgtui.rules.case import Case, KnownPackage
from xpkgtui.rules.ruleset import ParsedSubject
from xpkgtui.untyped import field as at
from xpkgtui.untyped import text
from xpkgtui.values import dataclass

_VERSION = f"{GROUP}/v1alpha1"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RukpakDocument(ParsedSubject):
    """One document, with what the definitions and the webhook refuse in it."""

    refusals: tuple[CheckRefusal, ...] = ()
    """What definitions and webhook refuse in it."""
    later: tuple[CheckRefusal, ...] = ()
    """What is refused in the Bundle that is made of a template, once it is made."""

    @property
    def is_own(self) -> bool:
        """Whether the object belongs to RukPak's API group."""
        return text(at(self.value, "apiVersion")).partition("/")[0] == GROUP

    @property
    def kind(self) -> str:
        """Its kind, where it is of RukPak's group and a version that its definitions have."""
        return text(at(self.value, "kind")) if text(at(self.value, "apiVersion")) == _VERSION else ""

    @property
    def source(self) -> tuple[object, tuple[str, ...]]:
        """The source of a Bundle or of a template, and its path."""
        path = ("spec", "source") if self.kind == BUNDLE else ("spec", "template", "spec", "source")
        return at(self.value, *path), path


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NamedBundle:
    """A Bundle, and what must not change in it."""

    name: str
    fixed: str
    number: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bundles:
    """The Bundles of a stream that have a name and are not refused."""

    named: tuple[NamedBundle, ...] = ()
    before: tuple[KnownPackage, ...] = ()
    """The sources that the call names before this one."""
    problem: SeparatorProblem | None = None


@dataclass(slots=True)
class Examination:
    """The documents, one after the other; ConfigMaps of the stream are known from the start."""

    case: Case
    data: StreamBytes
    stream: Stream
    frozen: dict[str, bool] = field(default_factory=dict)
    named: list[NamedBundle] = field(default_factory=list)

    def __post_init__(self) -> None:
        for chunk in self.stream.chunks:
            if chunk.kind == "ConfigMap" and chunk.name:
                document = parse(self.data, chunk, limits=self.case.options.limits)
                if isinstance(document, PackageDocument):
                    self.frozen[chunk.name] = at(document.value, "immutable") is True

    def document(self, chunk: Chunk) -> RukpakDocument:
        """Parses and checks one document."""
        item = RukpakDocument(chunk=chunk, document=parse(self.data, chunk, limits=self.case.options.limits))
        if item.kind == BUNDLE:
            return replace(item, refusals=tuple(of_bundle(item.value, self.frozen)))
        if item.kind == DEPLOYMENT:
            refusals = tuple(of_deployment(item.value))
            spec = at(item.value, "spec", "template", "spec")
            made = {"metadata": {}, "spec": spec}
            return replace(item, refusals=refusals, later=() if refusals else tuple(of_bundle(made, self.frozen)))
        return item

    def remember(self, subject: RukpakDocument) -> None:
        """Keeps the Bundles that can be created."""
        name = text(at(subject.value, "metadata", "name"))
        if subject.kind == BUNDLE and name and not subject.refusals:
            spec, chunk = at(subject.value, "spec"), subject.chunk
            self.named.append(NamedBundle(name=name, fixed=fixed(spec), number=chunk.number, line=chunk.line))

    def package(self) -> Bundles:
        """The Bundles of the stream."""
        return Bundles(
            named=tuple(self.named),
            before=tuple(one for one in self.case.options.known if one.is_earlier),
            problem=self.stream.problem,
        )
