"""Text behind the first object of a file in JSON: OLM v1 reads it as YAML, or stops there."""

import json
from collections.abc import Iterator

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.go_decoding.lists import type_of_go
from xpkgtui.formats.go_decoding.texts import fault_of_object
from xpkgtui.formats.registry_v1.rules.subjects import Item
from xpkgtui.rules.rule import Problem

_PLACE = 2
"""Parts of a message about JSON that say where it is, for the first object alone."""


def text_behind(item: Item) -> Iterator[Problem]:
    """What OLM v1 says of the text behind the first object; nothing where it takes it for one more, or a comment."""
    rest, is_one = _rest(item.json)
    if not rest or rest.startswith("#"):
        return
    data = rest.encode("utf-8", "replace")
    chunk = next((one for one in split(data).chunks if not one.empty), None)
    document = parse(data, chunk) if chunk is not None else None
    fault = item.json_fault if is_one else item.json_fault.split(": ", _PLACE)[-1]
    words = f"error parsing {item.file}: {fault}"
    if isinstance(document, PackageDocument) and len(rest) > 1:
        value = document.value
        if isinstance(value, dict):
            wrong = fault_of_object(value)
        else:
            wrong = f"json: cannot unmarshal {type_of_go(value)} into Go value of type unstructured.detector"
        if wrong is None:
            return
        words = f'unable to decode "{item.file}": {wrong}' if is_one else words
    message = f"{item.file} has text behind an object in JSON, which OLM v1 cannot read"
    says = f'error parsing objects in "{item.file}": {words}'
    yield Problem(message=message, says=says, profiles=("olmv1",))


def _rest(text: str) -> tuple[str, bool]:
    """The text behind the objects at its beginning, and whether it is one object."""
    decoder, count = json.JSONDecoder(), 0
    while text.startswith("{"):
        try:
            _, end = decoder.raw_decode(text)
        except (ValueError, RecursionError):
            break
        count, text = count + 1, text[end:].strip()
    return (text, count == 1) if count else ("", False)
