"""Rules about values of the meta object's annotations (806 to 809)."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject
from xpkgtui.patterns import late
from xpkgtui.untyped import field

_PREFIX = "meta.crossplane.io/"
_HOST = late(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?::[0-9]+)?(?:/|\Z)")
_URL = late(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#]+\S*")
_FULL_STOP = late(r"\.[ \t]")
_SHOWN = 80


@rule("XPKG806", "the license is an SPDX expression", "W", spec="W", format_v2="", stage=Stage.INSTALL)
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
        message = f"{subject.title}: the license is not an SPDX expression: {_shown(text)}"
        yield Problem(message=message, path=_path("license"))


@rule("XPKG807", "the source is a URL", "WI", spec="WI", format_v2="", stage=Stage.INSTALL)
def source_is_url(subject: DocumentSubject) -> Iterator[Problem]:
    """The annotation `meta.crossplane.io/source` is a URL.

    Why: Pages that show the package turn it into a link. Many packages omit `https://`.
    When it bites: When a user follows the link.
    Fix: Write the full URL, such as `https://github.com/org/name`.
    Source: xpkg specification, Object Annotations.
    """
    text = _annotation(subject, "source")
    if text is None or _is_url(text.strip()):
        return
    if _HOST.match(text.strip()):
        message = f"{subject.title}: the source has no scheme such as https://: {_shown(text)}"
        yield Problem(level=1, message=message, path=_path("source"))
    else:
        yield Problem(message=f"{subject.title}: the source is not a URL: {_shown(text)}", path=_path("source"))


@rule("XPKG808", "the description is one sentence", "I", spec="I", format_v2="", stage=Stage.INSTALL)
def description_is_sentence(subject: DocumentSubject) -> Iterator[Problem]:
    """The annotation `meta.crossplane.io/description` is one sentence.

    Why: Lists of packages have one line for it.
    When it bites: In lists, which cut off the rest.
    Fix: Keep one sentence, and move the rest to `meta.crossplane.io/readme`.
    Source: xpkg specification, Object Annotations.
    """
    text = (_annotation(subject, "description") or "").strip()
    if "\n" in text or "\r" in text:
        yield Problem(message=f"{subject.title}: the description has several lines", path=_path("description"))
    elif len(_FULL_STOP.findall(text)) > 1:
        message = f"{subject.title}: the description has more than one sentence"
        yield Problem(message=message, path=_path("description"))


@rule("XPKG809", "the icon is a data URI or an https URL", "W", spec="", format_v2="", stage=Stage.INSTALL)
def icon_is_an_image(subject: DocumentSubject) -> Iterator[Problem]:
    """The annotation `meta.crossplane.io/iconURI` is a `data:image/` URI or an `https` URL.

    Why: Pages that show the icon load it from there.
    When it bites: Pages do not show an icon in any other form.
    Fix: Write `data:image/svg+xml;base64,` and the image, or a URL with `https://`.
    Source: Crossplane design, package annotations (superseded, and in use).
    """
    text = (_annotation(subject, "iconURI") or "data:image/").strip().lower()
    if not text.startswith("data:image/") and not (text.startswith("https://") and _is_url(text)):
        message = f"{subject.title}: the icon is not an image: {_shown(_annotation(subject, 'iconURI') or '')}"
        yield Problem(message=message, path=_path("iconURI"))


def _annotation(subject: DocumentSubject, name: str) -> str | None:
    """The text of an annotation; None where it is absent (which another rule reports) or empty."""
    value = field(subject.value, "metadata", "annotations", _PREFIX + name) if subject.is_package else None
    return value if isinstance(value, str) and value else None


def _path(name: str) -> FieldPath:
    return FieldPath.of("metadata", "annotations", _PREFIX + name)


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _is_url(text: str) -> bool:
    if not _URL.fullmatch(text):
        return False
    try:
        return bool(urlsplit(text).hostname)
    except ValueError:  # brackets without an address
        return False
