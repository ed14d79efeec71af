"""Who made an operator, how mature it is, and its examples."""

import json
from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, brief, heading, listed, metadata, rest, spec
from xpkgtui.untyped import field, listing, mapping, text

_EXAMPLES = "alm-examples"
_LARGEST = 1 << 20
"""Characters of the examples that are read."""
_MANY = 12


def made_by(value: object) -> Iterator[Fact]:
    """Maturity, categories, maintainers, addresses and examples; only what is given."""
    said, annotations = spec(value), mapping(metadata(value).get("annotations"))
    found = [*_about(said, annotations), *_people(said), *_examples(annotations)]
    if found:
        yield heading("About")
        yield from found


def _about(said: object, annotations: object) -> Iterator[Fact]:
    for label, text_of in (
        ("maturity", field(said, "maturity")),
        ("capabilities", field(annotations, "capabilities")),
        ("categories", field(annotations, "categories")),
        ("keywords", listed(listing(field(said, "keywords")))),
        ("created", field(annotations, "createdAt")),
        ("repository", field(annotations, "repository")),
        ("support", field(annotations, "support")),
    ):
        if words := brief(text_of):
            yield label, words


def _people(said: object) -> Iterator[Fact]:
    for label, key, detail in (("maintainers", "maintainers", "email"), ("links", "links", "url")):
        found = listing(field(said, key))
        if found:
            lines = [_person(one, detail) for one in found[:_MANY]]
            yield label, "\n".join([*lines, *filter(None, [rest(len(found) - _MANY).strip()])])


def _person(one: object, detail: str) -> str:
    name, address = brief(field(one, "name")), brief(field(one, detail))
    return f"{name} <{address}>" if address else name or "(no name)"


def _examples(annotations: object) -> Iterator[Fact]:
    """The kinds and names of the examples, which consoles fill their forms with."""
    said = text(field(annotations, _EXAMPLES))
    if not said:
        return
    if len(said) > _LARGEST:
        yield "examples", "! too large to read"
        return
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        yield "examples", f"! {_EXAMPLES} is not JSON"
        return
    if not isinstance(found, list):
        yield "examples", f"! {_EXAMPLES} is not a list"
        return
    lines = [
        f"{brief(field(one, 'kind')) or '(no kind)'} {brief(field(one, 'metadata', 'name'))}".rstrip()
        for one in found[:_MANY]
    ]
    yield "examples", "\n".join([*lines, *filter(None, [rest(len(found) - _MANY).strip()])]) or "none"
