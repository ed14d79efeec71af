"""The rule about what a package says of itself (817)."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.annotations.descriptions import PREFIX, RECOMMENDED, is_one_sentence, missing
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.untyped import field, mapping


@rule("XPKG817", "the package describes itself", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def describes_itself(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object says who maintains the package, where its source is, its license, what it is in one sentence,
    and has a readme.

    Why: Registries and lists of packages show these five annotations, and one line of the description. All are
    optional. Few packages have all of them: a package of Crossplane has this finding only where it has none of them,
    or where the description is several sentences; the Overview names what is missing. The profiles `spec` and
    `format-v2` report each that is missing.
    When it bites: When people look for the package, for help, or for the license.
    Fix: Add `meta.crossplane.io/maintainer`, `source`, `license` (an SPDX identifier), `description` (one sentence)
    and `readme` to metadata.annotations of the meta object (crossplane.yaml).
    Source: xpkg specification, Object Annotations.
    """
    if not subject.is_package:
        return
    annotations = mapping(field(subject.value, "metadata", "annotations"))
    is_document = subject.profile in {Profile.SPEC, Profile.FORMAT_V2}
    lacking = missing(annotations, is_v2=subject.profile is Profile.FORMAT_V2)
    description = annotations.get(f"{PREFIX}description")
    is_long = isinstance(description, str) and not is_one_sentence(description)
    if not is_long and not (lacking if is_document else len(lacking) == len(RECOMMENDED)):
        return
    remarks = ["its description is more than one sentence"] if is_long else []
    remarks += [f"it has no {_listed(lacking)}"] if lacking else []
    path = FieldPath.of("metadata", "annotations") if annotations else FieldPath.of("metadata")
    path = path.child(f"{PREFIX}description") if is_long else path
    yield Problem(message=f"{subject.title} could say more of itself: {', and '.join(remarks)}", path=path)


def _listed(names: tuple[str, ...]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
