"""How objects of RukPak are compared: where the content of Bundles and BundleDeployments comes from."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes.comparison import Changes
from xpkgtui.formats.changes.objects import compare_objects
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.rukpak.changes import source_rules
from xpkgtui.formats.rukpak.sources import in_words
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT, GROUP
from xpkgtui.rules.changes.rule import At, ChangeRule, Difference
from xpkgtui.untyped import field, mapping, same, text

_CLASS, _SOURCE = "provisionerClassName", "source"


def _compared(
    old: Thing | None, new: Thing | None, base: tuple[str, ...], rule: ChangeRule[[str, str, str]]
) -> Iterator[Difference]:
    """The changes of what has a source and a class below `base`."""
    if old is None or new is None:
        yield from compare_objects(old, new)
        return
    for word, name in ((_SOURCE, "source"), (_CLASS, "provisioner class")):
        one, other = (field(each.value, *base, word) for each in (old, new))
        if not same(one, other):
            path = FieldPath((*base, word))
            at = At(field=str(path), old=path, new=path, before=one, after=other)
            descriptions = [in_words(each) if word == _SOURCE else text(each) or "not given" for each in (one, other)]
            yield rule(at, name, *descriptions)
    yield from compare_objects(_without(old, base), _without(new, base))


def _without(thing: Thing, base: tuple[str, ...]) -> Thing:
    """The object without its source and its class."""

    def lean(value: object, path: tuple[str, ...]) -> dict[str, object]:
        found = mapping(value)
        if not path:
            return {key: one for key, one in found.items() if key not in (_SOURCE, _CLASS)}
        return {**found, path[0]: lean(found.get(path[0]), path[1:])}

    return replace(thing, value=lean(dict(thing.value), base))


CHANGES = Changes(
    pairs={
        (GROUP, BUNDLE): partial(_compared, base=("spec",), rule=source_rules.bundle_changed),
        (GROUP, DEPLOYMENT): partial(_compared, base=("spec", "template", "spec"), rule=source_rules.content_changed),
    },
    modules=(source_rules,),
)
