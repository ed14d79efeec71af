"""Rules about values of the meta object's annotations (806, 809)."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.annotations.descriptions import PREFIX, RECOMMENDED, is_one_sentence, missing
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.patterns import late
from xpkgtui.untyped import field, mapping
from xpkgtui.visible import all_of, clip

_PREFIX = "meta.crossplane.io/"
_URL = late(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#]+\S*")
_SHOWN = 80


@rule("XPKG806", "the license is not an SPDX expression", "W", format_v2="", stage=Stage.INSTALL)
def license_is_spdx(subject: DocumentSubject) -> Iterator[Problem]:
    """The annotation `meta.crossplane.io/license` is an SPDX identifier or expression.

    Why: License checkers know only these names.
    When it bites: Where licenses are checked before a package may be used.
    Fix: Write an identifier such as `Apache-2.0`. For your own license, write `LicenseRef-` and a name.
    Source: xpkg specification, Object Annotations; SPDX License List and license expressions.
    """
    text = _annotation(subject, "license")
    if text is None:
        return
    from xpkgtui.formats.prose.license import is_license

    if not is_license(text.strip()):
        message = f"{subject.title}: the license is not an SPDX expression: {clip(text, _SHOWN)}"
        yield Problem(message=message, path=_path("license"))


@rule("XPKG809", "the icon is not a data URI or an https URL", "W", spec="", stage=Stage.INSTALL)
def icon_is_an_image(subject: DocumentSubject) -> Iterator[Problem]:
    """The annotation `meta.crossplane.io/iconURI` is a `data:image/` URI or an `https` URL.

    Why: Pages that show the icon load it from there.
    When it bites: Pages do not show an icon in any other form.
    Fix: Write `data:image/svg+xml;base64,` and the image, or a URL with `https://`.
    Source: Crossplane design, package annotations (superseded, and in use).
    """
    text = (_annotation(subject, "iconURI") or "data:image/").strip().lower()
    if not text.startswith("data:image/") and not (text.startswith("https://") and _is_url(text)):
        message = f"{subject.title}: the icon is not an image: {clip(_annotation(subject, 'iconURI') or '', _SHOWN)}"
        yield Problem(message=message, path=_path("iconURI"))


def _annotation(subject: DocumentSubject, name: str) -> str | None:
    """The text of an annotation; None where it is absent (which another rule reports) or empty."""
    value = field(subject.value, "metadata", "annotations", _PREFIX + name) if subject.is_package else None
    return value if isinstance(value, str) and value else None


def _path(name: str) -> FieldPath:
    return FieldPath.of("metadata", "annotations", _PREFIX + name)


def _is_url(text: str) -> bool:
    if not _URL.fullmatch(text):
        return False
    try:
        return bool(urlsplit(text).hostname)
    except ValueError:  # brackets without an address
        return False


@rule("XPKG817", "the package does not describe itself", "I", stage=Stage.INSTALL)
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
    remarks += [f"it has no {all_of(lacking)}"] if lacking else []
    path = FieldPath.of("metadata", "annotations") if annotations else FieldPath.of("metadata")
    path = path.child(f"{PREFIX}description") if is_long else path
    yield Problem(message=f"{subject.title} could say more of itself: {', and '.join(remarks)}", path=path)
