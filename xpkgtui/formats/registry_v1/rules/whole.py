"""Rules about the files of manifests/, and about objects that do not go together."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.registry_v1.layout import MANIFESTS
from xpkgtui.formats.registry_v1.rules.severities import by
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, text

_ACCOUNT = (
    "invalid service account found in bundle. This service account {} in your bundle is not valid, because a "
    "service account with the same name was already specified in your CSV. If this was unintentional, please remove "
    "the service account manifest from your bundle. If it was intentional to specify a separate service account, "
    "please rename the SA in either the bundle manifest or the CSV."
)


@rule("OLM012", "manifests/ has no folders", by(opm="E", sdk="E", olmv1="E", rukpak="E", spec="W"), stage=Stage.FILE)
def manifests_are_flat(files: Files) -> Iterator[Problem]:
    """The folder manifests/ holds files only.

    Why: No tool looks into folders there; opm, operator-sdk and OLM v1 refuse them.
    When it bites: When a bundle is validated or installed.
    Fix: Move the files up, or out of the bundle.
    Source: opm; operator-framework/api, bundleloader.go; operator-controller, bundle/source.
    """
    for entry in files.inside(MANIFESTS):
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
        if entry.name.removeprefix(f"{MANIFESTS}/").startswith(".") and entry.type is not EntryType.DIRECTORY:
            says = f"error loading objs in directory: bundle manifests dir has hidden file: {entry.name}"
            yield Problem(message=f"{entry.name} is a hidden file", says=says, entry=entry.name)


@rule(
    "OLM042",
    "a release replaces no substitution",
    by(opm="E", sdk="W", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.LINT,
)
def release_and_substitution(bundle: Bundle) -> Iterator[Problem]:
    """A ClusterServiceVersion with spec.release has no annotation olm.substitutesFor; its name holds the release.

    Why: Both say that the operator is built again; opm takes one of them only.
    When it bites: When a bundle is validated.
    Fix: Keep spec.release, and name it `<package>-v<version>-<release>`.
    Source: operator-registry, validation/bundle.go.
    """
    csv = bundle.csv
    release = text(csv.spec.get("release")) if csv else ""
    other = text(csv.annotations.get("olm.substitutesFor")) if csv else ""
    if csv and release and other:
        says = (
            f'Error: Value {{   }}: bundle "{csv.name}" cannot have both a release version ("{release}") and '
            f'olm.substitutesFor annotation ("{other}")'
        )
        message = f"The ClusterServiceVersion has the release {release}, and substitutes for {other}"
        yield Problem(message=message, says=says, document=csv.number, path=FieldPath.of("spec", "release"))


@rule(
    "OLM063",
    "OLM makes the service accounts",
    by(opm="W", sdk="E", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.LINT,
)
def accounts_are_not_doubled(bundle: Bundle) -> Iterator[Problem]:
    """No ServiceAccount of the bundle has the name of one that the ClusterServiceVersion names.

    Why: OLM makes those for the deployments of the operator; the two would fight.
    When it bites: When operator-sdk validates the bundle, or when it is installed.
    Fix: Take the ServiceAccount out of the bundle, or rename it.
    Source: operator-framework/api, bundle.go.
    """
    spec = bundle.csv.spec if bundle.csv else None
    deployments = listing(field(spec, "install", "spec", "deployments"))
    used = {text(field(one, "spec", "template", "spec", "serviceAccountName")) for one in deployments}
    for item in bundle.items:
        if item.is_manifest and item.is_first and item.kind == "ServiceAccount" and item.name in used:
            says = f"Error: Value {item.name}: {_ACCOUNT.format(item.name)}"
            message = f"OLM makes the ServiceAccount {item.name} itself, for the operator's deployment"
            yield Problem(message=message, says=says, document=item.number)


IMAGE_RULES = (manifests_are_flat, no_hidden_files)
PACKAGE_RULES = (release_and_substitution, accounts_are_not_doubled)
