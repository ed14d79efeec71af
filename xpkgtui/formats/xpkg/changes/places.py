"""Places of changes in two objects, and how sentences name fields and values."""

from collections.abc import Sequence
from typing import Any

from xpkgtui import visible
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import Leaf, leaves
from xpkgtui.golang.printing import written
from xpkgtui.untyped import field, listing, text
from xpkgtui.visible import clip

_FIELDS, _NAMES = 5, 8
"""Fields and names that a sentence has."""
_WIDEST = 120
"""Characters of one of them."""
_PATCHES = "patches"


def value_or_none(value: Any) -> str:
    """A value in a sentence; one that is not there is `not set`."""
    return "not set" if value is None else object_rules.value_text(value)


def changed_fields(old: Any, new: Any) -> str:
    """The fields in which two values differ, named; of many the first ones and how many more."""
    return few([name for leaf in leaves(old, new) for name in _named(leaf)], _FIELDS)


def _named(leaf: Leaf) -> list[str]:
    """A field by its path; patches by what they take and where they write it."""
    path = leaf.new or leaf.old or ()
    name = str(FieldPath(path)) or "the whole"
    if path[-1:] != (_PATCHES,):
        return [name]
    left, right = (listing(each) for each in (leaf.before, leaf.after))
    known = [set(map(written, each)) for each in (left, right)]
    gone, new = (
        dict.fromkeys(_patch(one) for one in each if written(one) not in there)
        for each, there in ((left, known[1]), (right, known[0]))
    )
    said = [
        f"{one} is {'gone' if one in gone else 'new'}" for one in {**new, **gone} if (one in gone) != (one in new)
    ]
    said += [f"{one} differs" for one in new if one in gone]
    return [f"{name} ({one})" for one in said] or [f"{name} (their order)"]


def _patch(value: Any) -> str:
    """`spec.region to spec.forProvider.region`, or `PatchSet names`."""
    kind, taken, target = (text(field(value, one)) for one in ("type", "fromFieldPath", "toFieldPath"))
    parts = [text(field(one, "fromFieldPath")) for one in listing(field(value, "combine", "variables"))]
    if kind == "PatchSet":
        return f"{kind} {text(field(value, 'patchSetName'))}"
    taken = taken or " and ".join(parts)
    return f"{taken} to {target or taken}"


def few(names: Sequence[str], most: int = _NAMES) -> str:
    """Names in a sentence; of many the first ones and how many more, and of a long one its beginning."""
    return visible.few(names, most, lambda name: clip(name, _WIDEST))
