"""The verdict and names in fewer words, for narrow columns: the cause comes before its place, hosts go first."""

import posixpath
from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.oci.reference import Reference
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Finding, Verdict
from xpkgtui.rules.wording import Wording

_SHORT_NAME = 6
"""Letters of a program's name that is never left out."""
_BRACKETS = {"(annotated base)": "(base)", "(all layers flattened)": "(flattened)"}
_API_GROUP = late(r"\bapiVersion [a-z0-9.-]+/")
_IN_BRACKETS = late(r" \([^()]*\)(?=[ ,]|$)")
_PLACE = late(r"(?P<place>document [0-9]+(?: of \S+)?|line [0-9]+|\S+:[0-9]+): ")


def reasons(verdict: Verdict) -> tuple[str, ...]:
    """The reason in fewer words; then `cause · document 1`, the cause alone, and that in fewer words."""
    brief = _brief(verdict.reason)
    cause, place = _cause(brief, verdict.culprit)
    placed = (f"{cause} · {place}",) if place else ()
    short = _API_GROUP.sub("apiVersion ", cause).replace(": invalid value: ", ": ")
    bare = (_IN_BRACKETS.sub("", short),) if verdict.culprit else ()
    return tuple(dict.fromkeys((brief, *placed, cause, short, *bare)))


def without_places(text: str) -> str:
    """Causes that stand in a row, each without the file, line or document before it."""
    return "; ".join(_PLACE.sub("", one, count=1) for one in text.split("; "))


def subject(wording: Wording, profile: str, target: str, other: str = "") -> str:
    """The consumer, without the name of its program if long: `2.4`; of another image `2.4, linux/arm64`."""
    who = wording.judge(profile, target)
    if len(wording.program) > _SHORT_NAME:
        who = who.removeprefix(f"{wording.program} ")
    return f"{who}, {other}" if other else who


def without_host(text: str, source: str) -> str:
    """`text` without the registry that the reference `source` names; as it is where the source is not a reference."""
    try:
        host = Reference.parse(source.partition("#")[0]).registry
    except Malformed:
        return text
    return text.replace(f"{host}/", "")


def without_folder(text: str, source: str) -> tuple[str, ...]:
    """`text` without the registry, or the folder, of the source; nothing where that changes nothing."""
    path = source.partition("#")[0]
    short = without_host(text, source).replace(path, posixpath.basename(path) or path)
    return (short,) if short != text else ()


def _brief(text: str) -> str:
    for words, fewer in _BRACKETS.items():
        text = text.replace(words, fewer)
    return text


def _cause(reason: str, culprit: Finding | None) -> tuple[str, str]:
    """(cause, place) of a reason; the object, which its place names too, is left out."""
    match = _PLACE.match(reason)
    cause, place = (reason[match.end() :], match["place"]) if match else (reason, "")
    for name in _names(culprit):
        cause = cause.removeprefix(name)
    return cause, place


def _names(culprit: Finding | None) -> Iterator[str]:
    if culprit is not None and culprit.object is not None:
        yield f"{culprit.object}: "
        yield f"{culprit.object.kind} in document {culprit.place.document}: "
