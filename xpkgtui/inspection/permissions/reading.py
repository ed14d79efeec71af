"""What the package that is shown may do once it is installed, what runs, and what that costs."""

from dataclasses import replace

from xpkgtui.errors import NotAPackage
from xpkgtui.formats.permissions.granted import PackageInstallation, PackagePermissions, RunningContainer
from xpkgtui.inspection.dependencies.reading import format_shown
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.permissions import PermissionsRead, ReadPermissions
from xpkgtui.inspection.objects.describe import mapped_objects
from xpkgtui.inspection.opened_image import OpenedImage, Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.sources.source import ImageRoot

_MOST = 100
"""Words of an entrypoint, and ports, that are passed on."""
_LONGEST = 500


async def read_permissions(source: OpenedSource, shown: Shown, request: ReadPermissions, emit: Emit) -> None:
    """Emits the reply; raises `NotAPackage` where the package cannot be read."""
    format = format_shown(shown)
    stream = shown.stream
    if stream is None:
        raise NotAPackage("What it may do is not known: the package cannot be read.")
    await stream.complete()
    installation = replace(_installation(source, shown), namespace=request.namespace, members=request.members)

    def read() -> PackagePermissions:
        with mapped_objects(stream) as objects:
            return format.permissions().of_package(objects, installation)

    await emit(PermissionsRead(whole=await source.pool.run(read, on=stream.file.size)))


def _installation(source: OpenedSource, shown: Shown) -> PackageInstallation:
    """How it is installed, as far as source and image say; a digest counts only where clusters pull the package."""
    found = PackageInstallation(target=source.options.crossplane, image=_container(shown))
    if not source.is_remote:
        return found
    digest = source.root.digest if isinstance(source.root, ImageRoot) else None
    return replace(found, reference=source.root.reference, digest=str(digest) if digest else "")


def _container(shown: Shown) -> RunningContainer | None:
    config = shown.image.config if isinstance(shown, OpenedImage) else None
    if config is None:
        return None
    return RunningContainer(
        command=tuple(word[:_LONGEST] for word in config.command[:_MOST]),
        user=config.user[:_LONGEST],
        ports=tuple(port[:_LONGEST] for port in config.ports[:_MOST]),
    )
