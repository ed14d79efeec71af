"""CustomResourceDefinitions of two bundles: before OLM v0 takes a new one it judges what is stored by its schema.

The source is `validateExistingCRs` of operator-lifecycle-manager (operators/catalog), which judges objects with their
status and without new defaults, and asks for no rules of CEL, types of lists or embedded resources.
"""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.commands import spelled
from xpkgtui.formats.changes.definitions import compare_crds
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.definitions.changes import schema_rules, value_rules
from xpkgtui.rules.changes.change import Weight
from xpkgtui.rules.changes.rule import Difference, shell_word
from xpkgtui.untyped import field, listing, mapping

_JUDGED = (
    *(value_rules.type_changed, value_rules.enum_narrowed, value_rules.bound_tightened),
    *(value_rules.text_narrowed, value_rules.not_nullable),
    *(schema_rules.required, schema_rules.values_typed, schema_rules.combination_changed),
)
_STOPS = "OLM v0 does not upgrade where one is stored: it judges objects with their status, without new defaults."


def compare_definitions_of_bundle(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a definition, with what stops an upgrade by OLM v0; a conversion webhook lets it go on."""
    is_asked = old and new and field(new.value, "spec", "conversion", "strategy") != "Webhook"
    served = _served(old) & _served(new) if old and new and is_asked else set()
    for one in compare_crds(old, new):
        words = one.words
        if one.rule not in _JUDGED or not words.narrows or words.below or one.at.version not in served:
            yield one
            continue
        who = words.who or f"Stored objects without {one.at.field}."
        words = replace(words, who=f"{who} {_STOPS}")
        if one.weights.clients is Weight.ADDITION:
            name = shell_word(new.chunk.name or "") if new else ""
            look = ("Look at what is stored, before OLM v0 does:", spelled(f"kubectl get {name} -A -o yaml"))
            words = replace(words, level=1, first=look)
        yield replace(one, words=words)


def _served(thing: Thing) -> set[object]:
    """The versions that a definition serves."""
    versions = map(mapping, listing(field(thing.value, "spec", "versions")))
    return {one.get("name") for one in versions if one.get("served") is True}
