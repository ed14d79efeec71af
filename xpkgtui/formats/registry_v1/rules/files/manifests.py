"""Rules about the files of manifests/."""

from collections.abc import Iterator

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.registry_v1.layout import MANIFESTS, is_hidden
from xpkgtui.formats.registry_v1.rules.by_tool import by, said_by
from xpkgtui.formats.registry_v1.subject import BundleFiles, BundleSubject
from xpkgtui.formats.registry_v1.tools import HUB, OLMV1, OPM, RUKPAK, SDK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import FileStep, OlmV0Turn, OlmV1Turn, OpmTurn, RukPakTurn, SdkTurn, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule

_UNFOLLOWED, _FOLLOW = (OPM, SDK, HUB), (OPM, SDK, HUB, OLMV1, SPEC)


@rule(
    "OLM012",
    "manifests/ holds a folder",
    by(opm="E", v0="E", sdk="E", olmv1="E", rukpak="E", spec="W"),
    stage=Stage.FILE,
    met=met(
        v0=OlmV0Turn.UNPACKED,
        opm=FileStep.FOLDER,
        sdk=SdkTurn.LOADED,
        olmv1=OlmV1Turn.MANIFESTS,
        rukpak=RukPakTurn.MANIFESTS,
    ),
)
def manifests_are_flat(bundle: BundleSubject) -> Iterator[Problem]:
    """The folder manifests/ holds files only.

    Why: No tool looks into folders there; opm, operator-sdk and OLM v1 refuse them.
    When it bites: When a bundle is validated or installed.
    Fix: Move the files up, or out of the bundle.
    Source: opm; operator-framework/api, bundleloader.go; operator-controller, bundle/source.
    """
    for entry in bundle.files.inside(MANIFESTS):
        if entry.type is not EntryType.DIRECTORY:
            continue
        name, more = entry.name, "objects lie in manifests/ itself"
        where = f'within the "{MANIFESTS}" directory of the bundle image filesystem'
        olmv1 = f'subdirectories are not allowed {where}: found "{name}"'
        words = said_by(
            opm=f"Unable to read file {name} in supported types",
            sdk=f"error loading objs in directory: bundle manifests dir contains directory: {name}",
            olmv1=olmv1,
            rukpak=olmv1,
        )
        yield Problem(message=f"{name} is a folder", more=more, says=words, where=Where(entry=name))


@rule(
    "OLM013",
    "manifests/ holds a hidden file",
    by(opm="W", sdk="E", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.FILE,
    met=met(sdk=SdkTurn.LOADED),
)
def no_hidden_files(files: BundleFiles) -> Iterator[Problem]:
    """No file of manifests/ has a name that begins with a dot.

    Why: operator-sdk refuses such a file, opm validates it but does not render it, OLM v1 installs it.
    When it bites: When operator-sdk validates the bundle.
    Fix: Delete or rename the file.
    Source: operator-framework/api, bundleloader.go; operator-registry, parse.go.
    """
    for entry in files.inside(MANIFESTS):
        if is_hidden(entry.name) and entry.type is not EntryType.DIRECTORY:
            says = f"error loading objs in directory: bundle manifests dir has hidden file: {entry.name}"
            yield Problem(message=f"{entry.name} is a hidden file", says=says, where=Where(entry=entry.name))


@rule(
    "OLM026",
    "a link in manifests/ leads nowhere",
    by(opm="EW", v0="EW", sdk="EW", olmv1="EW", rukpak="W", spec="EW"),
    stage=Stage.FILE,
    met=met(v0=OlmV0Turn.UNPACKED, opm=OpmTurn.FOLDERS, sdk=SdkTurn.FILES, olmv1=OlmV1Turn.MANIFESTS),
)
def links_lead_to_files(files: BundleFiles) -> Iterator[Problem]:
    """Links in manifests/ lead to files of the bundle.

    Why: opm, operator-sdk and OLM v1 follow links, and stop at one that leads nowhere or to a folder. RukPak drops
    links when it unpacks an image. A link that leads out of the bundle is not followed here.
    When it bites: When a bundle is validated or installed.
    Fix: Copy the file itself.
    Source: operator-registry, generate.go; operator-framework/api; operator-controller, bundle/source; rukpak.
    """
    for entry in files.inside(MANIFESTS):
        if entry.type is not EntryType.SYMLINK:
            continue
        name, message = entry.name, f"{entry.name} is a link to {entry.linkname}"
        if not entry.lacks:
            if entry.unread == "leads out of the folder":
                yield Problem(
                    message=f"{message}, which is not followed",
                    where=Where(entry=name),
                    level=1,
                    undecided=True,
                    profiles=_FOLLOW,
                )
            yield Problem(
                message=f"{message}, which RukPak drops", where=Where(entry=name), level=1, profiles=(RUKPAK,)
            )
            continue
        is_folder = entry.unread == "is a directory"
        message += ", a folder" if is_folder else ", which leads nowhere"
        yield Problem(
            message=message,
            says=f"Unable to read file {name} in bundle",
            where=Where(entry=name),
            profiles=_UNFOLLOWED,
        )
        says = f"open {name}: {entry.unread}"
        if is_folder:
            says = f'error parsing objects in "{name}": error parsing {name}: read {name}: {entry.unread}'
        yield Problem(message=message, says=says, where=Where(entry=name), profiles=(OLMV1,))
        yield Problem(message=message, where=Where(entry=name), level=1, profiles=(RUKPAK, SPEC))
