"""The dependencies of the package that is shown: its own words first, then what is installed for it."""

from xpkgtui.errors import NotAPackage, Usage
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers
from xpkgtui.formats.dependencies.operators.requirements import OfferedBundle
from xpkgtui.formats.dependencies.questions import PackageOpened, RootPackage
from xpkgtui.formats.format import Format
from xpkgtui.inspection.dependencies.contents import contents
from xpkgtui.inspection.dependencies.registries import RegistryAnswers, asked
from xpkgtui.inspection.messages.dependencies import ReadDependencies, parts
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown
from xpkgtui.inspection.opened_source import OpenedSource


async def read_dependencies(source: OpenedSource, shown: Shown, request: ReadDependencies, emit: Emit) -> None:
    """Emits what the package asks for; then, where it is to be resolved, what that leads to."""
    format = _format(shown)
    dependencies = format.dependencies() if format else None
    if format is None or dependencies is None:
        name = format.summary.wording.package if format else "a package"
        raise NotAPackage(f"Nothing is known of the dependencies of {name}.")
    opened = await contents(source, shown)
    reference = source.root.reference if source.is_remote else ""
    root = RootPackage(
        source=reference or source.name,
        reference=reference,
        opened=opened,
        package=request.package,
        version=request.version,
    )
    _require_catalogs(format, opened, request)
    for part in parts(await source.pool.run(lambda: dependencies.direct(root))):
        await emit(part)
    if request.resolve is None:
        return

    async def progress(done: int, total: int) -> None:
        await emit(Progressed(part=PartName.DEPENDENCIES, what="Asking registries", done=done, total=total))

    registries = RegistryAnswers(source.options, source.pool)
    try:
        tree = await asked(dependencies.resolve(root, request.resolve), registries.answer, progress)
    finally:
        registries.close()
    for part in parts(tree):
        await emit(part)


def _require_catalogs(format: Format, opened: PackageOpened, request: ReadDependencies) -> None:
    """Raises `Usage` where what is asked for is a matter of catalogs, and none is there."""
    name = format.summary.wording.package
    is_catalog = isinstance(opened.holds, CatalogOffers)
    if request.package and not is_catalog:
        raise Usage(f"--package is for catalogs, and this is {name}", hint="Leave --package out.")
    has_catalogs = bool(request.resolve and request.resolve.catalogs)
    if has_catalogs and not (is_catalog or isinstance(opened.holds, OfferedBundle)):
        raise Usage(
            f"--catalog is for operator bundles and catalogs, and this is {name}", hint="Leave --catalog out."
        )


def _format(shown: Shown) -> Format | None:
    if isinstance(shown, NoImage):
        return None
    return shown.format if isinstance(shown, OpenedImage) else shown.stream.format
