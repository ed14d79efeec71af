"""The names of the format: the consumers that packages are judged for, and the programs that read them."""

from enum import StrEnum

from xpkgtui.formats.summary import DocumentNaming, ExtractCommands, FormatReaders, FormatSummary
from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.wording import Era, Wording


class Profile(StrEnum):
    """A consumer of packages, as `--profile` names it."""

    CROSSPLANE = "crossplane"
    """The package manager of Crossplane, in the version that is asked for."""
    CROSSPLANE_1 = "crossplane-1"
    """The package manager of Crossplane 1, in its last version if no older one is asked for."""
    BUILD = "build"
    """`crossplane xpkg build`."""
    SPEC = "spec"
    """The xpkg specification v1.9, to the letter."""
    FORMAT_V2 = "format-v2"
    """The Package Format v2 design."""

    @property
    def is_document(self) -> bool:
        """Whether the consumer is a document and not a program."""
        return self in {Profile.SPEC, Profile.FORMAT_V2}


IBM_META_GROUP = "meta.pkg.ibm.crossplane.io"
PROFILES = tuple(Profile)
DEFAULT = Profile.CROSSPLANE
OWN = {IBM_META_GROUP: Profile.FORMAT_V2}
"""The default where the meta object has such a group."""
LAST_1 = "1.20"
"""The last Crossplane 1."""


def profile_of(name: str) -> Profile:
    """The profile of that name; the default for an unknown name."""
    return Profile(name) if name in PROFILES else DEFAULT


WORDING = Wording(
    program="Crossplane",
    reader="Crossplane 2.4",
    stream_file="package.yaml",
    judges={
        str(Profile.BUILD): "crossplane xpkg build",
        str(Profile.SPEC): "The xpkg specification",
        str(Profile.FORMAT_V2): "Package Format v2",
    },
    builds=True,
    constraint="crossplane",
    server="API server",
    newest={str(Profile.CROSSPLANE_1): LAST_1},
    eras=(
        Era("manager-1.0", "1.0", "1.6"),
        Era("manager-1.7", "1.7", "1.12"),
        Era("manager-1.13", "1.13", "1.20"),
        Era("manager-2.0", "2.0", "2.1"),
        Era("manager-2.2", "2.2", "2.3"),
        Era("manager-2.4", "2.4", "2.4"),
    ),
    programs={
        "spec": "xpkg specification 1.9",
        "extract": "crossplane xpkg extract",
        "validate": "crossplane resource validate",
    },
)
FORMAT_V2 = KnownReader(
    name=str(Profile.FORMAT_V2),
    title=WORDING.judges[str(Profile.FORMAT_V2)],
    layers="base, or the only",
    folder="root only",
    is_document=True,
    reads_as="spec",
    phases=(
        Phase(
            title="Asks for /package.yaml",
            passed="in the root of the single layer, or of the layer annotated base",
            rules=("XPKG0", "XPKG1", "XPKG2", "XPKG3", "XPKG4"),
        ),
        Phase(title="Asks for a YAML stream", passed="of documents with apiVersion and kind", rules=("XPKG5",)),
        Phase(
            title="Asks for one meta object",
            passed="a Provider or Configuration of meta.pkg.ibm.crossplane.io",
            rules=("XPKG6", "XPKG8", "XPKG9"),
        ),
        Phase(
            title="Asks for kinds of the package",
            passed="CustomResourceDefinitions, CompositeResourceDefinitions and Compositions",
            rules=("XPKG7",),
        ),
    ),
)
"""The row for packages of Package Format v2: the bytes that the specification takes, judged by that format."""
SUMMARY = FormatSummary(
    name="xpkg",
    wording=WORDING,
    profiles=tuple(map(str, PROFILES)),
    readers=FormatReaders(
        deciding="manager-2.4",
        of_profile={str(Profile.BUILD): "manager-2.4", str(Profile.SPEC): "spec", str(Profile.FORMAT_V2): "spec"},
        measured=frozenset({"manager-2.4", "extract", "validate", "build"}),
        own=(FORMAT_V2.name,),
        judging={FORMAT_V2.name: FORMAT_V2.name},
    ),
    documents=DocumentNaming(tells_facts=False, compares_definitions=True),
    own_profiles={group: str(profile) for group, profile in OWN.items()},
    extract=ExtractCommands(
        of_image=("crossplane", "xpkg", "extract", "{source}", "-o", "package.yaml.gz"),
        of_archive=("crossplane", "xpkg", "extract", "--from-xpkg", "{source}", "-o", "package.yaml.gz"),
    ),
    rule_prefix="XPKG",
    annotation="io.crossplane.xpkg",
)
STREAM_MARK = b"meta.pkg."
"""A text in the first bytes of most streams."""
SOURCE_MARKERS = ("crossplane.yaml", "package/crossplane.yaml")
"""Files that mark a folder as one of sources."""
