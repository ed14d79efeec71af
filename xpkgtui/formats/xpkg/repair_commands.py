"""The commands that repair an image, each tried against a registry with crane 0.22.1 and the crossplane CLI 2.5.0."""

from xpkgtui.formats.images.repair import Origin, ShellCommand
from xpkgtui.formats.xpkg.annotations.layers import BASE, LABEL_PREFIX, labels_of
from xpkgtui.oci.image import Image

_MOST_LABELS = 20
"""Labels that one command sets; an image with more was not made by a tool for packages."""
_RUNNING = frozenset({"Provider", "Function"})
"""The kinds whose image Crossplane also runs."""


def pull_and_push(origin: Origin, digest: str) -> tuple[ShellCommand, ...]:
    """A push of the pulled archive, which makes annotations of the labels."""
    if not origin.repository:
        return _pushed(origin)
    name = f"{origin.repository}@{digest}" if digest else origin.image
    return (
        ShellCommand(words=("crane", "pull", name, "package.tar")),
        ShellCommand(words=("crossplane", "xpkg", "push", "-f", "package.tar", origin.target)),
    )


def _pushed(origin: Origin) -> tuple[ShellCommand, ...]:
    words = ("crossplane", "xpkg", "push", "-f", origin.path, "REGISTRY/REPOSITORY:TAG")
    return (ShellCommand(words=words),) if origin.path else ()


def relabel(origin: Origin, image: Image, layer: int) -> tuple[ShellCommand, ...]:
    """The labels set right in an archive, which a push then makes annotations of; only of a registry's images."""
    changed = {f"{LABEL_PREFIX}{digest}": "" for digest, value in labels_of(image.config).items() if value == BASE}
    changed |= {f"{LABEL_PREFIX}{each.descriptor.digest}": "" for each in image.layers if each.is_base}
    changed[f"{LABEL_PREFIX}{image.layers[layer].descriptor.digest}"] = BASE
    # The annotations of other layers are lost with the archive, unless labels say the same.
    for each in image.layers:
        if each.annotation and not each.is_base and each.index != layer:
            changed[f"{LABEL_PREFIX}{each.descriptor.digest}"] = each.annotation
    if not origin.repository or len(changed) > _MOST_LABELS:
        return ()
    options = tuple(word for key, value in changed.items() for word in ("--label", f"{key}={value}"))
    return (
        ShellCommand(words=("crane", "mutate", origin.image, *options, "-o", "package.tar")),
        ShellCommand(words=("crossplane", "xpkg", "push", "-f", "package.tar", origin.target)),
    )


def rebuild(origin: Origin, image: Image, kind: str | None) -> tuple[ShellCommand, ...]:
    """The package built anew from the stream that Crossplane reads, with what it runs where it runs anything."""
    source = origin.image if origin.repository else origin.path
    if not source:
        return ()
    target = origin.target if origin.repository else "REGISTRY/REPOSITORY:TAG"
    build = ["crossplane", "xpkg", "build", "--package-root=package", "--package-file=package.xpkg"]
    before: tuple[ShellCommand, ...] = ()
    if kind in _RUNNING and len(image.layers) > 1:
        if not origin.repository:
            return ()
        options = [f"{LABEL_PREFIX}{digest}=" for digest, value in labels_of(image.config).items() if value == BASE]
        if len(options) > _MOST_LABELS:
            return ()
        words = tuple(word for option in options for word in ("--label", option))
        # Without its old labels, or the push would annotate the old layer too.
        pull = (
            ("crane", "mutate", source, *words, "-o", "runtime.tar")
            if words
            else ("crane", "pull", source, "runtime.tar")
        )
        before = (ShellCommand(words=pull),)
        build.append("--embed-runtime-image-tarball=runtime.tar")
    return (
        ShellCommand(words=("mkdir", "-p", "package")),
        ShellCommand(words=("xpkgtui", "cat", source), into="package/crossplane.yaml"),
        *before,
        ShellCommand(words=tuple(build)),
        ShellCommand(words=("crossplane", "xpkg", "push", "-f", "package.xpkg", target)),
    )
