"""What the package composes, by the definitions of the packages that a resolution opens."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.dependencies.composed import (
    ComposedFault,
    ComposedFaults,
    Compositions,
    DefinedKind,
    ForeignDefinition,
)
from xpkgtui.formats.dependencies.needed import DependencyTree, NeededPackage, PackageState
from xpkgtui.inspection.dependencies.reading import direct, format_shown, resolved
from xpkgtui.inspection.messages.dependencies import ComposedRead, ReadComposed
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.objects.describe import mapped_objects, package_objects
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.opened_image import Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.visible import few

_Found = dict[DefinedKind, object]
_CHOSEN = (PackageState.MET, PackageState.INSTALLED)
_FEW = 3


async def read_composed(source: OpenedSource, shown: Shown, request: ReadComposed, emit: Emit) -> None:
    """Emits what was found; raises `NotAPackage` where the package cannot be read."""
    format = format_shown(shown)
    compositions, dependencies = format.compositions(), format.dependencies()
    stream = shown.stream
    if compositions is None or dependencies is None or stream is None:
        await emit(ComposedRead(whole=ComposedFaults()))
        return
    await stream.complete()
    wanted = await source.pool.run(lambda: _wanted(stream, compositions), on=stream.file.size)
    kinds = {kind for kind, may_be_defined in wanted.items() if may_be_defined}
    built_in = tuple(_named(one) for one in wanted if one not in kinds)
    if not kinds:
        faults = await source.pool.run(lambda: _faults(stream, compositions, {}), on=stream.file.size)
        await emit(ComposedRead(whole=ComposedFaults(faults=faults, built_in=built_in)))
        return
    opened: dict[str, _Found] = {}

    async def read(reference: str, of: PackageStream) -> None:
        opened[reference] = await source.pool.run(lambda: _definitions(of, kinds), on=of.file.size)

    _, root = await direct(source, shown, dependencies)
    tree = await resolved(source, dependencies, root, request.resolve, emit, consent=request.consent, read=read)
    chosen = dict(_chosen(tree, opened))
    faults = await source.pool.run(lambda: _faults(stream, compositions, chosen), on=stream.file.size)
    missing = sorted(kinds - chosen.keys())
    unread = _unread(tree, opened, missing)
    whole = ComposedFaults(
        faults=faults,
        built_in=built_in,
        undefined=() if unread else tuple(map(_named, missing)),
        unread=unread,
        advice=tree.advice,
    )
    await emit(ComposedRead(whole=whole))


def _wanted(stream: PackageStream, compositions: Compositions) -> dict[DefinedKind, bool]:
    with mapped_objects(stream) as objects:
        return compositions.wanted(objects)


def _definitions(stream: PackageStream, kinds: set[DefinedKind]) -> _Found:
    """The documents of a package that define these kinds."""
    found: _Found = {}
    with mapped_objects(stream) as objects:
        for row in objects.heads:
            kind = row.group or "", row.defines or ""
            if kind in kinds and (value := objects.read(row)) is not None:
                found[kind] = value
    return found


def _chosen(tree: DependencyTree, opened: Mapping[str, _Found]) -> Iterator[tuple[DefinedKind, ForeignDefinition]]:
    """The definitions of the versions that are installed; those of a package that comes first count."""
    for package in reversed(tree.packages[1:]):
        if package.state in _CHOSEN:
            for kind, value in opened.get(package.reference, {}).items():
                yield kind, ForeignDefinition(package=package.package, value=value)


def _unread(tree: DependencyTree, opened: Mapping[str, _Found], missing: list[DefinedKind]) -> str:
    """Why some kinds may be defined by what was not read; empty where everything was."""
    if not missing:
        return ""
    unread = [one for one in tree.packages[1:] if one.state not in _CHOSEN or one.reference not in opened]
    if not unread and not tree.unread:
        return ""
    reasons = [f"{one.package} ({why})" if (why := _why(one)) else one.package for one in unread]
    kinds, verb = few(list(map(_named, missing)), _FEW), "were" if len(reasons) > 1 else "was"
    return f"{kinds}, because {few(reasons, _FEW) or tree.unread} {verb} not read"


def _why(package: NeededPackage) -> str:
    """Why a package was not read; empty where its row does not say it."""
    if package.is_priced and not package.says:
        return "not fetched because of its size"
    said = (package.says.strip() or package.outcome).rstrip(".")
    return f"it{said.removeprefix('It')}" if said.startswith("It comes after ") else said


def _named(kind: DefinedKind) -> str:
    return f"{kind[1]} of {kind[0]}" if kind[0] else kind[1]


def _faults(
    stream: PackageStream, compositions: Compositions, chosen: Mapping[DefinedKind, ForeignDefinition]
) -> tuple[ComposedFault, ...]:
    """The faults with their lines."""
    with mapped(stream.file) as data:
        effort = Effort.of_stream(len(data), stream.limits)
        objects = package_objects(stream, data, effort)
        documents: dict[int, PackageDocument] = {}
        found: list[ComposedFault] = []
        for fault in compositions.faults(objects, chosen):
            if fault.document not in documents:
                parsed = parse(
                    data, stream.chunk(fault.document), effort=effort, limits=stream.limits, positions=True
                )
                documents = {fault.document: parsed} if isinstance(parsed, PackageDocument) else {}
            document = documents.get(fault.document)
            position = document.position(FieldPath(fault.field)) if document else None
            line = position.line if position else stream.chunk(fault.document).line
            origin = stream.origins.at(line)
            found.append(replace(fault, file=origin.file if origin else None, line=origin.line if origin else line))
        return tuple(found)
