"""The messages of the tools that read bundles, as far as xpkgtui tells them, and which of them comes first."""

import re
from collections.abc import Mapping
from typing import Any

TOOLS = ("opm", "sdk", "olmv1", "rukpak")
END = "ends: "
"""Before the one message of a tool that goes no further."""
LOADING = "error loading objs in directory: "
STRUCT = "(a struct of Go)"
"""Stands for messages that print one: xpkgtui repeats none of them."""
_STRUCTS = re.compile(
    r"^(?:spec\.|Error: Field spec\.)[^:]*(?:, Value [^:]*)?: .*(?:apiextensions\.|\[?\{|null|\[\]:)|<nil>", re.DOTALL
)
_POINTER = re.compile(r"^Error: Field \S+, Value POINTER: ")
_TAILS = re.compile(r"\. &\{.*|(?<=Object 'Kind' is missing in).*", re.DOTALL)
_LISTED, _KINDS = re.compile(r"Migrate the API\(s\) for "), re.compile(r"\w+: \(\[.*?\]\),?")
"""What operator-sdk lists in the order of a map of Go."""
_SIZE = re.compile(r"size=~\S+ [kM]B")
"""Go's gzip packs half a percent better or worse."""
_ALIKE = re.compile(
    r"(?P<annotation>(?:Missing|Expecting) annotation )|(?P<definition>Error: Field (?:metadata|spec)\.)"
    r"|(?P<missing>Error: Field Spec)|(?P<version>Error: Value : \()|(?P<owned>Error: Value \{)"
    r"|(?P<spelling>Error: Value \S+: provided annotation )|(?P<foreign>Error: Value [^\"]*: CRD \")"
)
"""Errors of one kind come out of a map of Go: any of them may be the first."""
_VALIDATORS = (
    "CheckDeploymentSpecUniqueness",
    "CheckDeploymentNameIsDNS1123SubDomain",
    "CheckCRDResourceUniqueness",
    "CheckOwnedCRDExistence",
    "CheckPackageNameNotEmpty",
    "CheckConversionWebhookSupport",
    "CheckWebhookDeploymentReferentialIntegrity",
    "CheckWebhookNameUniqueness",
    "CheckWebhookNameIsDNS1123SubDomain",
    "CheckConversionWebhookCRDReferenceUniqueness",
    "CheckConversionWebhooksReferenceOwnedCRDs",
    "CheckWebhookRules",
    "CheckObjectSupport",
)
"""Those of OLM v1, in the order in which it asks them."""


def head(message: str) -> str:
    """A message as far as both tell it."""
    message = message.replace("FOLDER/", "")
    if message.startswith("Invalid CEL expression"):
        return "OLM024"
    message = _TAILS.sub("", _POINTER.sub("", message)).removeprefix("panic: ")
    message = _SIZE.sub("size=", message)
    if (listed := _LISTED.search(message)) is not None:
        message = message[: listed.end()] + "".join(sorted(_KINDS.findall(message, listed.end())))
    return STRUCT if _STRUCTS.search(message) else message


def of_olm_v1(validators: Mapping[str, Any], refused: list[str]) -> list[str]:
    """What OLM v1 says: what it refuses as released, then what its validators say in their order."""
    return [*refused, *(str(text) for name in _VALIDATORS for text in validators.get(name) or ())]


def refused_as_released(answer: Mapping[str, Any]) -> list[str]:
    """What OLM v1 refuses before it makes objects of a bundle; without its feature gate it asks for no other mode."""
    return [one for one in answer.get("refused", []) if "must support at least one of" not in one]


def first_of(parts: list[list[str]]) -> list[str]:
    """The first message of a tool; where those of one kind come in any order, each of them."""
    messages = next(filter(None, parts), [])
    found = [one for number, one in enumerate(messages) if number == 0 or _is_alike(messages[: number + 1])]
    return sorted({head(one) for one in found})


def _is_alike(messages: list[str]) -> bool:
    kinds = {_kind(one) for one in messages}
    return len(kinds) == 1 and None not in kinds


def _kind(message: str) -> str | None:
    found = _ALIKE.match(message)
    return found.lastgroup if found else None


def begins_otherwise(ours: Mapping[str, str | None], theirs: Mapping[str, list[str]]) -> list[str]:
    """The tools whose first message is not the cause that the verdict names, where both refuse."""
    return [
        tool for tool in TOOLS if ours.get(tool) and theirs.get(tool) and not _is_first(str(ours[tool]), theirs[tool])
    ]


def _is_first(ours: str, theirs: list[str]) -> bool:
    if ours in theirs:
        return True
    said = ours.removeprefix(LOADING)
    ended = [one.removeprefix(END).removeprefix("panic: ") for one in theirs if one.startswith(END)]
    ends = [one.removeprefix(LOADING).removeprefix("[") for one in ended]
    return any(one.startswith(said) for one in ends)
