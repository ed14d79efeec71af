"""Rules about the config and the command of an image (211, 213, 214)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject, PackageSubject
from xpkgtui.visible import size


@rule("XPKG211", "the config is readable", "EW", spec="W", format_v2="W", stage=Stage.MANIFEST)
def config_is_readable(subject: ImageSubject) -> Iterator[Problem]:
    """The config blob exists, matches its digest, and is a config.

    Why: Crossplane 2.2 and later do not read it to find the package; 1.13 to 2.1 refuse the image. An image without
    its config cannot run, and `crossplane xpkg push` refuses an archive with a broken one.
    When it bites: On older clusters at fetching; on newer ones when a provider or function starts; for an archive
    at the push.
    Fix: Push the package again.
    Source: xpkg specification, Configuration; settled with the readers' own libraries.
    """
    if subject.case.contents.config_error is not None:
        yield Problem(
            level=0 if subject.is_pushed or subject.target.way.validates else 1,
            message=f"The config cannot be read: {subject.case.contents.config_error}",
            readers=None if subject.is_pushed else ("manager-1.13", "manager-2.0"),
        )


@rule(
    "XPKG213",
    "a provider or function can start",
    "WI",
    spec="",
    format_v2="",
    stage=Stage.MANIFEST,
)
def can_be_started(subject: PackageSubject) -> Iterator[Problem]:
    """The image of a provider or a function has an entrypoint or a command.

    Why: Since Crossplane 2.0 the package's image is the runtime image. Crossplane ignores the controller image that
    a package names.
    When it bites: The package installs, but its container never starts: `no command specified`.
    Fix: Build with `crossplane xpkg build --embed-runtime-image`, or from a runtime image with an entrypoint.
    Source: crossplane internal/controller/pkg/runtime; crossplane-provider-btp issue 360.
    """
    image = subject.case.image
    config = image.config if image else None
    if subject.type in {"Provider", "Function"} and config and not config.entrypoint and not config.cmd:
        yield Problem(
            level=int(subject.target.is_before_2),
            message=f"The config has neither Entrypoint nor Cmd; the {subject.type} installs but never starts",
        )


@rule("XPKG214", "a configuration holds only its package", "I", spec="I", format_v2="W", stage=Stage.MANIFEST)
def has_no_runtime(subject: PackageSubject) -> Iterator[Problem]:
    """The image of a Configuration has no layer without the annotation `io.crossplane.xpkg`.

    Why: A Configuration runs nothing, so such layers only cost storage and transfer. If no layer is annotated base,
    Crossplane fetches them too. Package Format v2 allows one layer only.
    When it bites: Whenever the whole image is fetched, for example by a mirror or a scanner.
    Fix: Build the package with `crossplane xpkg build`, without a runtime image.
    Source: xpkg specification, Manifests; Package Format v2.
    """
    image, reading = subject.case.image, subject.case.reading
    if subject.type != "Configuration" or image is None or reading is None:
        return
    others = [one for one in image.layers if one.annotation is None and one.index != reading.layer]
    if others:
        total = size(sum(one.descriptor.size for one in others))
        word = "layer" if len(others) == 1 else "layers"
        yield Problem(
            message=f"The Configuration has {len(others):,} {word} ({total}) that are not part of the package",
        )
