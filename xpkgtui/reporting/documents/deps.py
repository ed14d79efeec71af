"""The document of `deps`: the packages that one needs, who asks for them, and what becomes of each."""

from typing import Annotated, Literal

from xpkgtui.formats.dependencies.needed import DependencyStop, NeededPackage, PackageState
from xpkgtui.reporting.contents.needed_packages import NeededPackages
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, ErrorObject, SourceDocument, StepObject
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asker(JsonObject):
    package: Annotated[str, "The package that asks."]
    constraint: Annotated[str, "The constraint, or a digest; may be empty."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Package(JsonObject):
    package: Annotated[
        str,
        "Its repository as it is spelled, by which packages are distinguished; of operators the name of the package "
        "or of the API; the source, for the one that was asked about.",
    ]
    kind: Annotated[
        str | None,
        "Provider, Configuration, Function; Bundle, Catalog, Package, API, Constraint or Label of operators; "
        "CRD of stacks; null where it is not known.",
    ]
    version: Annotated[str | None, "The tag or digest that is installed; null if none is."]
    reference: Annotated[str | None, "What is pulled, after rewriting; null if nothing is."]
    digest: Annotated[str | None, "The digest that the reference names; null where it was not asked for."]
    size: Annotated[int | None, "Bytes of the image that is pulled; null where it is not known."]
    platforms: Annotated[tuple[str, ...] | None, "The platforms of its index; null where it was not opened."]
    definitions: Annotated[int | None, "How many definitions it has; null where it was not opened."]
    state: Annotated[
        PackageState,
        "What becomes of it: met, installed before, missing, in conflict, on a cycle, or not asked about; of SOURCE "
        "also that it stays unhealthy.",
    ]
    asked_by: Annotated[tuple[_Asker, ...], "Who asks for it."]
    says: Annotated[str | None, "The message of the program that resolves; null where all is well."]
    revision: Annotated[
        str | None,
        "What its own revision says of its dependencies in the end; null where it is healthy, or not installed.",
    ]
    outcome: Annotated[str | None, "What happens then, and what helps; null where all is well."]
    serves: Annotated[
        tuple[str, ...],
        "Versions that would satisfy all that ask for it, the highest first; of an API the packages that provide it, "
        "the preferred one first; 20 at most.",
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edge(JsonObject):
    from_: Annotated[str, "The package that asks."]
    to: Annotated[str, "The package that is asked for."]
    constraint: Annotated[str, "The constraint, or a digest."]
    met: Annotated[bool | None, "Whether the installed version satisfies it; null where that is not known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clash(JsonObject):
    definition: Annotated[str, "Its name, `plural.group`."]
    packages: Annotated[tuple[str, ...], "The packages; the first one gets it."]
    says: Annotated[str | None, "What the program says; null where it is not known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stop(JsonObject):
    package: Annotated[str | None, "The package; null where it cannot read what is installed."]
    asked_by: Annotated[tuple[_Asker, ...], "Who asks for it."]
    says: Annotated[str, "The message of the program that resolves."]
    before: Annotated[tuple[str, ...], "The packages that it never comes to."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Remark(JsonObject):
    message: Annotated[str, "A sentence."]
    fix: Annotated[str | None, "What to do; null where nothing helps."]
    packages: Annotated[tuple[str, ...], "The packages that it is about."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Deps(SourceDocument):
    schema: Annotated[Literal["xpkgtui.deps/v1"], NAMED] = "xpkgtui.deps/v1"
    error: Annotated[ErrorObject | None, "Why there is no tree; null where nothing failed."]
    resolver: Annotated[str | None, "Who resolves: `Crossplane 2.4`; null where nothing was resolved."]
    resolved: Annotated[bool, "Whether versions were resolved; else the package's own words are all there is."]
    met: Annotated[bool | None, "Whether everything can be installed; null where that is not known."]
    sentence: Annotated[str, "The most important in a sentence."]
    packages: Annotated[tuple[_Package, ...], "The package that was asked about, and those that it needs."]
    edges: Annotated[tuple[_Edge, ...], "Who asks for whom, in the order in which they ask."]
    steps: Annotated[tuple[StepObject, ...], "What the program that resolves does, in order."]
    stops: Annotated[
        _Stop | None,
        "Where the program stops for good at what SOURCE does not need itself; null where it does not.",
    ]
    clashes: Annotated[tuple[_Clash, ...], "Definitions that several packages want to own."]
    remarks: Annotated[tuple[_Remark, ...], "What is odd about the set as a whole."]


DOCUMENT = _Deps


def deps(found: NeededPackages) -> str:
    """The text of the document."""
    tree = found.tree
    return write(
        _Deps(
            source=found.inspection.source,
            digest=found.inspection.digest,
            excluded=found.inspection.excluded,
            error=elements.error(found.answer.failure),
            resolver=tree.resolver or None,
            resolved=tree.is_resolved,
            met=found.is_met,
            sentence=found.sentence,
            unread=elements.unread(found.answer.unread),
            packages=tuple(map(_package, tree.packages)),
            edges=tuple(
                _Edge(from_=one.source, to=one.target, constraint=one.constraint, met=one.is_met)
                for one in tree.edges
            ),
            steps=tuple(StepObject(title=one.title, evidence=one.evidence) for one in tree.steps),
            stops=_stop(tree.stop),
            clashes=tuple(
                _Clash(definition=one.definition, packages=one.packages, says=one.says or None)
                for one in tree.clashes
            ),
            remarks=tuple(
                _Remark(message=one.message, fix=one.fix or None, packages=one.packages) for one in tree.remarks
            ),
        )
    )


def _stop(one: DependencyStop | None) -> _Stop | None:
    if one is None:
        return None
    asked = tuple(_Asker(package=by.package, constraint=by.constraint) for by in one.asked_by)
    return _Stop(package=one.package or None, asked_by=asked, says=one.says, before=one.before)


def _package(one: NeededPackage) -> _Package:
    image = one.image
    return _Package(
        package=one.package,
        kind=one.kind or None,
        version=one.version or None,
        reference=one.reference or None,
        digest=image.digest or None if image else None,
        size=image.size if image else None,
        platforms=image.platforms if image else None,
        definitions=image.definitions if image else None,
        state=one.state,
        asked_by=tuple(_Asker(package=by.package, constraint=by.constraint) for by in one.asked_by),
        says=one.says or None,
        revision=one.revision or None,
        outcome=one.outcome or None,
        serves=one.serves,
    )
