"""Why answers about a bundle may differ: each excuse is a sentence, and holds for as little as it can."""

import re
from typing import Any

from builders.packages.bundles import ANNOTATIONS_FILE, CRD_FILE, CSV_FILE
from differential.bundle_messages import END, LOADING

_TYPES = re.compile(
    r"^(?:cannot (?:restore|convert)|unrecognized type|json: cannot|error unmarshaling JSON|runtime error)|error get"
    r"|^(?:Invalid character|quantities must|strconv\.)"
)
_FOLLOWING = re.compile(r"error getting (?:bundle|CSV)|error decoding v1 CRD")
"""What opm says of a file once more, when it looks at the bundle as a whole."""
_NAMELESS = re.compile(r'(?<=not found in bundle )".*"')
_AT_ONCE = ("unable to parse C", "unsupported CRD version", "invalid bundle: contains multiple CSVs")
"""What ends the loading of operator-sdk before it has seen every file."""
_CUT = "Object 'Kind' is missing in"
_LOST = "Could not find annotations file"
_KEEPS = "opm keeps what it has read of annotations that do not decode, where another file of metadata/ follows"
STOPS = "the tool stops at the first thing that it cannot read: the cause in the verdict; xpkgtui tells the rest, too"
COLLECTS = "operator-sdk names the files that it cannot read, and stops; xpkgtui names the same, and tells the rest"
SKIPS = "opm looks no further into an object with a value of another type"
READ_AS_TEXT = "operator-sdk, and opm in definitions, read a number as text where text belongs, and go on with it"


def excuse(tool: str, ours: Any, theirs: Any) -> str | None:
    """Why what a tool says may differ."""
    said, told = ours[tool], theirs[tool]
    if tool == "sdk warns":
        return STOPS if any(one.startswith(END) for one in theirs["sdk"]) else None
    if len(told) == 1 and told[0].startswith(END):
        return _ended(tool, said, told[0].removeprefix(END))
    if tool == "opm" and _LOST in said and _LOST not in told:
        return _KEEPS
    if tool == "opm" and any(map(_TYPES.search, told)):
        rest = {_NAMELESS.sub("", one) for one in told if not _FOLLOWING.search(one)}
        return SKIPS if rest <= {_NAMELESS.sub("", one) for one in said} else None
    return None


def _ended(tool: str, said: list[str], end: str) -> str | None:
    """The end of a tool: what it names is among what xpkgtui says; where it names several files, all are the same."""
    files = {one.removeprefix(LOADING) for one in said if one.startswith(LOADING)}
    collected = {one for one in files if not one.startswith(_AT_ONCE)}
    loading = end.removeprefix(LOADING).removeprefix("[")
    if tool == "sdk" and end.startswith(LOADING) and not loading.startswith(_AT_ONCE):
        rest = loading.removesuffix("]")
        for one in sorted(collected, key=len, reverse=True):
            rest = rest.replace(one, "") if one in rest else f"{rest}?"
        if _CUT in loading:  # what follows is not told
            return COLLECTS if any(loading.startswith(one) for one in collected) else None
        return COLLECTS if not re.sub(r"[, \]]|\{\S*\}|'.*'", "", rest) else None
    return STOPS if any(one.removeprefix(LOADING) in end for one in said) else None


def excuse_of_refusal(ours: Any, theirs: Any, changes: list[Any]) -> str | None:
    """Why opm may accept what xpkgtui refuses for its dependencies: it takes their file for the annotations."""
    lost = any(change[0] == "set" and change[1] == ANNOTATIONS_FILE for change in changes)
    return _KEEPS if lost and ours["opm"] and not theirs["opm"] and ours["sdk"] and theirs["sdk"] else None


def sets_a_scalar(change: Any) -> bool:
    """Whether a number or boolean stands where a definition, or metadata, has text."""
    match change:
        case ["set", file, [first, *_], value]:
            return file in (CRD_FILE, CSV_FILE) and first != "apiVersion" and isinstance(value, (bool, int, float))
    return False
