"""Rules about the files of manifests/."""

from collections.abc import Iterator

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.registry_v1.layout import MANIFESTS, is_hidden
from xpkgtui.formats.registry_v1.rules.severities import by
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule


@rule("OLM012", "manifests/ has no folders", by(opm="E", sdk="E", olmv1="E", rukpak="E", spec="W"), stage=Stage.FILE)
def manifests_are_flat(bundle: Bundle) -> Iterator[Problem]:
    """The folder manifests/ holds files only.

    Why: No tool looks into folders there; opm, operator-sdk and OLM v1 refuse them.
    When it bites: When a bundle is validated or installed.
    Fix: Move the files up, or out of the bundle.
    Source: opm; operator-framework/api, bundleloader.go; operator-controller, bundle/source.
    """
    for entry in bundle.files.inside(MANIFESTS):
        if entry.type is not EntryType.DIRECTORY:
            continue
        message, name = f"{entry.name} is a folder; objects lie in manifests/ itself", entry.name
        says = f"Unable to read file {name} in supported types"
        yield Problem(message=message, says=says, entry=name, profiles=("opm", "spec"))
        says = f"error loading objs in directory: bundle manifests dir contains directory: {name}"
        yield Problem(message=message, says=says, entry=name, profiles=("sdk", "hub"))
        where = f'within the "{MANIFESTS}" directory of the bundle image filesystem'
        says = f'subdirectories are not allowed {where}: found "{name}"'
        yield Problem(message=message, says=says, entry=name, profiles=("olmv1", "rukpak"))


@rule(
    "OLM013",
    "manifests/ has no hidden files",
    by(opm="W", sdk="E", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.FILE,
)
def no_hidden_files(files: Files) -> Iterator[Problem]:
    """No file of manifests/ has a name that begins with a dot.

    Why: operator-sdk refuses such a file, opm validates it but does not render it, OLM v1 installs it.
    When it bites: When operator-sdk validates the bundle.
    Fix: Delete or rename the file.
    Source: operator-framework/api, bundleloader.go; operator-registry, parse.go.
    """
    for entry in files.inside(MANIFESTS):
        if is_hidden(entry.name) and entry.type is not EntryType.DIRECTORY:
            says = f"error loading objs in directory: bundle manifests dir has hidden file: {entry.name}"
            yield Problem(message=f"{entry.name} is a hidden file", says=says, entry=entry.name)


IMAGE_RULES = (no_hidden_files,)
PACKAGE_RULES = (manifests_are_flat,)
