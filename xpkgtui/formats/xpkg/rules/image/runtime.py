"""Rules about the image that a provider or a function runs (308 to 310), also where the package is accepted."""

from collections.abc import Iterator, Sequence

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.xpkg.images import POD_USER
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import PackageSubject
from xpkgtui.formats.xpkg.tools.facts import RUNS_ITSELF
from xpkgtui.rules.case import PlatformFacts, ProgramFacts, StartFault, layer_name
from xpkgtui.rules.finding import Finding

_SYSTEMS = frozenset({"linux", "windows", "darwin", "freebsd"})
_PROCESSORS = frozenset({"386", "amd64", "arm", "arm64", "ppc64", "ppc64le", "s390x", "riscv64", "loong64"})
_COMPATIBLE = {"amd64": ("386",), "arm64": ("arm",)}
"""Processors whose programs another one may execute."""
_SAYS = "it ends with `exec format error`"


@rule("XPKG308", "the image of the runtime cannot be pulled", "E", spec="", stage=Stage.RUN)
def runtime_can_be_pulled(subject: PackageSubject) -> Iterator[Problem]:
    """Every layer of a provider or a function is intact, also those that Crossplane does not read for the package.

    Why: Crossplane reads as much as it needs to find package.yaml, and accepts the package. The node then pulls all
    layers of the same image to run it, and refuses the image for a damaged one.
    When it bites: After installation: the package is not healthy, because its pod never starts (`ErrImagePull`).
    Fix: Build and push the package again.
    Source: OCI image specification, Descriptors and Layer DiffID; containerd, image unpacking.
    """
    image = subject.case.image
    if image is None or subject.type not in {"Provider", "Function"}:
        return
    for facts in subject.case.contents.layers:
        diff_id = image.layers[facts.index].diff_id if facts.index < len(image.layers) else None
        if damage := _damage(facts, None if subject.case.source.is_archive else diff_id):
            name = layer_name(subject.case, facts.index)
            message = f"The {subject.type} installs, but its image cannot be pulled to run: {name} {damage}"
            yield Problem(message=message, where=Where(layer=facts.index))


@rule("XPKG309", "the image starts a program for another platform", "WI", spec="", stage=Stage.RUN)
def program_is_for_its_platform(subject: PackageSubject) -> Iterator[Problem]:
    """The file that the image of a platform starts is a program for that system and processor.

    xpkgtui looks at the first bytes of the file (ELF, Mach-O, PE), and of a script at those of its interpreter. It
    reads layers only where that is cheap or asked for; a program that it has not seen is not judged.

    Why: The kernel executes no program for another processor. A build for several platforms that copies the same
    binary into each image makes a valid package.
    When it bites: After installation, on nodes of that platform only: the container ends at once, with
    `exec format error`.
    Fix: Build the program for each platform, with `GOARCH` or `--platform`, and put it into the image of that
    platform.
    Source: Linux, execve(2) (ENOEXEC); function-shell issue 54, provider-minio issue 56.
    """
    if subject.type not in {"Provider", "Function"}:
        return
    platforms = subject.case.platforms
    for one in platforms.programs:
        if _is_foreign(one):
            processor = one.kind.rpartition("/")[2]
            kind = one.kind if processor else one.kind.rstrip("/")
            message = f"The image for {one.os}/{one.architecture} starts {one.path}, a program for {kind}"
            other = one.number if one.number not in {None, platforms.shown} else None
            where = Where(layer=one.layer, entry=one.path.lstrip("/"), platform=_stated(platforms, other, one))
            yield Problem(
                level=int(subject.target.lacks(RUNS_ITSELF)), message=f"{message}", more=f"{_SAYS}", where=where
            )


@rule("XPKG310", "the program of the image cannot start", "WI", spec="", stage=Stage.RUN)
def program_can_start(subject: PackageSubject) -> Iterator[Problem]:
    """The file that the image starts is in it, and the user of the pod can execute it.

    xpkgtui looks for the command in the flattened image, for a command without a slash in the folders of PATH; for
    the loader of a dynamically linked program, the interpreter of a script and what `env` looks for; and whether
    user 2000 may execute the file and enter the folders on the way to it, the working folder too. A file that is
    neither a program nor a script starts nowhere. It reads layers only where that is cheap or asked for; an image
    whose layers were not all read is not judged.

    Why: Crossplane reads package.yaml alone, and accepts the package. The runtime of the node then starts the
    command of the same image as user and group 2000.
    When it bites: After installation: the container ends at once, and the package never becomes healthy.
    Fix: Put the program where Entrypoint says, with all that it loads, readable and executable for all users; or
    link it statically (`CGO_ENABLED=0`).
    Source: runc, libcontainer (exec.LookPath, Chdir); Linux, execve(2); provider-azure issue 355, provider-aws
    issue 1531, provider-kubernetes issue 87.
    """
    if subject.type not in {"Provider", "Function"}:
        return
    platforms = subject.case.platforms
    for one in platforms.programs:
        if one.fault is not None:
            what, says = _FAULTS[one.fault]
            is_folder = one.fault in (StartFault.CLOSED, StartFault.NO_FOLDER)
            other = one.number if one.number not in {None, platforms.shown} else None
            place = (one.cause if is_folder else one.path).lstrip("/")
            where = Where(layer=one.layer, entry=place, platform=_stated(platforms, other, one))
            message = f"The image for {one.os}/{one.architecture} starts {one.path}, {what.format(cause=one.cause)}"
            yield Problem(
                level=int(subject.target.lacks(RUNS_ITSELF)), message=f"{message}", more=f"{says}", where=where
            )


_FAULTS = {
    StartFault.ABSENT: ("which no layer has", "it ends with `no such file or directory`"),
    StartFault.NOT_IN_PATH: ("which is in no folder of PATH", "it ends with `executable file not found in $PATH`"),
    StartFault.NOT_EXECUTABLE: (
        f"which user {POD_USER} of the pod may not execute",
        "it ends with `permission denied`",
    ),
    StartFault.NO_LOADER: ("which needs {cause}, which no layer has", "it ends with `no such file or directory`"),
    StartFault.CLOSED: (
        f"but user {POD_USER} of the pod may not enter {{cause}}",
        "it ends with `permission denied`",
    ),
    StartFault.NO_FOLDER: ("in {cause}, which is a file", "it ends with `not a directory`"),
    StartFault.NO_ABSOLUTE_FOLDER: ("in {cause}", "it ends with `Cwd must be an absolute path`"),
    StartFault.CIRCLE: ("which leads in a circle", "it ends with `too many levels of symbolic links`"),
    StartFault.NO_PROGRAM: ("which is neither a program nor a script that begins with `#!`", _SAYS),
}
"""What is wrong with the program, and what the runtime prints."""


def _stated(platforms: PlatformFacts, number: int | None, program: ProgramFacts) -> str:
    """The platform of an entry: that of the index, else that of its config; empty without an entry."""
    if number is None or platforms.index is None:
        return ""
    platform = platforms.index.manifests[number].platform
    is_stated = platform is not None and not platform.is_empty
    return str(platform) if is_stated else f"{program.os}/{program.architecture}"


def _is_foreign(program: ProgramFacts) -> bool:
    """Whether its kind is known, and a node of the image's platform cannot execute it."""
    system, _, processor = program.kind.partition("/")
    if system not in _SYSTEMS or program.os not in _SYSTEMS or program.architecture not in _PROCESSORS:
        return False
    wanted = program.architecture
    return system != program.os or (
        bool(processor) and processor != wanted and processor not in _COMPATIBLE.get(wanted, ())
    )


def reservation(_profile: str, findings: Sequence[Finding]) -> str:
    """What an accepted package cannot do, where its image is damaged."""
    found = next((one for one in findings if one.rule == runtime_can_be_pulled.id), None)
    return f"cannot run it: {found.message.partition(' to run: ')[2]}" if found else ""


def _damage(facts: LayerFacts, diff_id: str | None) -> str:
    """What is wrong with a layer, as words that follow its name; empty where nothing is."""
    if facts.mismatch is not None:
        return f"is damaged: {facts.mismatch}"
    if facts.inflate_error is not None:
        return f"does not decompress: {facts.inflate_error}"
    if facts.is_no_tar:
        return "is not a tar archive"
    if facts.tar_error is not None:
        return f"is damaged: {facts.tar_error}"
    is_other = None not in {diff_id, facts.actual_diff_id} and diff_id != facts.actual_diff_id
    return "has another diff_id than the config says" if is_other else ""
