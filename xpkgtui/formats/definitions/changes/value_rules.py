"""Rules about changes inside a schema: which values a field takes, and which it gets by itself."""

from dataclasses import replace
from typing import Any

from xpkgtui.formats.definitions.changes.patterns import Coverage, Inclusion
from xpkgtui.formats.definitions.changes.sentences import MANIFESTS, field_of, last_name, search, value_of
from xpkgtui.rules.changes.rule import At, Words, change
from xpkgtui.visible import few

_LONG = 40
"""Characters of a text, beyond which a sentence says how many there are."""


@change("CHG132", "The type of a field changed", clients="BCA", stored="CCA")
def type_changed(at: At, old: str, new: str, *, is_status: bool, is_wider: bool) -> Words:
    """A field has values of another type.

    Why: The API server refuses a value of the old type, unless the new type takes it as well.
    When it bites: When a manifest with the field is applied, or an object that is stored is changed.
    Fix: Write the field in its new type; where values are stored, after the upgrade and before anything else.
    Source: API conventions of Kubernetes, changing the API.
    """
    what = "accepts more types" if is_wider else "has another type"
    who = "Programs that read the field." if is_wider or is_status else MANIFESTS.format(what=f"set {field_of(at)}")
    return Words(
        message=f"{field_of(at)} {what}: {new}, was {old}",
        who=who,
        first=() if is_wider or is_status else (f"Search manifests for {last_name(at.field or '')}:", search(at)),
        level=1 if is_wider or is_status else 0,
        narrows="" if is_wider else "type",
    )


@change("CHG136", "A field accepts fewer values", clients="BCA", stored="CCA")
def enum_narrowed(at: At, gone: list[Any], *, is_new: bool, is_status: bool) -> Words:
    """Values that a field took are not in its list any more, or it has a list for the first time.

    Why: The API server refuses the values that are gone.
    When it bites: When a manifest with such a value is applied, or a stored object is changed in that part.
    Fix: Replace the value in manifests and objects before the upgrade.
    Source: API conventions of Kubernetes, changing the API.
    """
    values = few(gone, 8, value_of)
    message = (
        f"{field_of(at)} accepts only {value_of(at.after)} now"
        if is_new
        else f"{field_of(at)} no longer accepts {values}"
    )
    return Words(
        message=message,
        who=f"Manifests and objects in which {field_of(at)} has another value."
        if is_new
        else f"Manifests and objects in which {field_of(at)} is {values}.",
        first=(f"Search manifests for {last_name(at.field or '')}:", search(at)),
        level=2 if is_status else 0,
        narrows="enum",
    )


@change("CHG137", "A field accepts more values", clients="A", stored="A")
def enum_widened(at: At, new: list[Any], *, is_same: bool = False) -> Words:
    """A field has values in its list that were not there, or any value is allowed now.

    A list that lacks only values which other keywords forbade takes all that was taken.

    Why: Programs that know all values meet new ones.
    When it bites: When a new value is used.
    Fix: Nothing, unless a program of yours knows all values.
    Source: API conventions of Kubernetes, changing the API.
    """
    if is_same:
        return Words(
            message=f"{field_of(at)} has a list of values: {value_of(at.after)}: accepts all that it accepted"
        )
    values = few(new, 8, value_of)
    return Words(message=f"{field_of(at)} accepts {values or 'any value'} as well")


@change("CHG138", "A bound is tighter", clients="BCA", stored="CCA")
def bound_tightened(at: At, word: str, *, is_status: bool) -> Words:
    """A minimum is higher, a maximum lower, or a bound is new.

    Why: The API server refuses values outside it.
    When it bites: When a manifest with such a value is applied, or a stored object is changed in that part.
    Fix: Change the values before the upgrade.
    Source: API conventions of Kubernetes, changing the API.
    """
    was = "was not there" if at.before is None else f"was {value_of(at.before)}"
    return Words(
        message=f"{field_of(at)}: {word} is {value_of(at.after)}, {was}",
        who=f"Manifests and objects in which {field_of(at)} is beyond the new bound.",
        first=(f"Search manifests for {last_name(at.field or '')}:", search(at)),
        level=2 if is_status else 0,
        narrows=word,
    )


@change("CHG139", "A bound is wider, or removed", clients="A", stored="A")
def bound_loosened(at: At, word: str, *, is_harmless: bool = False) -> Words:
    """A minimum is lower, a maximum higher, or a bound is not there any more.

    A bound that forbids nothing which the rest of the old schema allowed is no tighter one.

    Why: Programs meet values that were not possible.
    When it bites: When such a value is used.
    Fix: Nothing.
    Source: API conventions of Kubernetes, changing the API.
    """
    now = "is gone" if at.after is None else f"is {value_of(at.after)}"
    was = "was not there" if at.before is None else f"was {value_of(at.before)}"
    so = ": accepts all that it accepted" if is_harmless else ""
    return Words(message=f"{field_of(at)}: {word} {now}, {was}{so}")


@change("CHG140", "A pattern or a format is added, or changed", clients="BCA", stored="CCA")
def text_narrowed(at: At, word: str, found: Inclusion | None, *, is_status: bool) -> Words:
    """Text must match a pattern, or have a format, that it did not have to.

    Why: The API server refuses text that does not match. The sentence about a changed pattern names a shortest text
    that the old one takes and the new one does not, though other rules of the field may forbid that text. A change
    that cannot be judged counts as narrower, and so does another format.
    When it bites: When a manifest with such a text is applied, or a stored object is changed in that part.
    Fix: Compare the texts in your manifests with the new pattern before the upgrade.
    Source: API conventions of Kubernetes, changing the API.
    """
    was = f"was {value_of(at.before)}" if at.before is not None else "was not there"
    if found is None:
        lost = ""
    elif found.coverage is Coverage.NARROWER:
        size = len(found.counterexample)
        lost = f" ({size:,} characters)" if size > _LONG else ""
        lost = f": no longer accepts {value_of(found.counterexample)}{lost}"
    else:
        lost = ": whether it accepts all that it accepted cannot be judged"
    return Words(
        message=f"{field_of(at)}: {word} is {value_of(at.after)}, {was}{lost}",
        who=f"Manifests and objects in which {field_of(at)} does not match.",
        first=(f"Search manifests for {last_name(at.field or '')}:", search(at)),
        level=2 if is_status else 0,
        narrows=word,
    )


@change("CHG141", "A pattern or a format is wider, or removed", clients="BA", stored="CA")
def text_widened(at: At, word: str, *, is_checked: bool = True, lets_lists: bool = False) -> Words:
    """Text need not match a pattern, or have a format, any more, or a changed pattern takes all that it took.

    A new format that the API server does not check, as it checks none of numbers, forbids no value.

    Why: Programs meet texts that were not possible. Where a text has a format, the API server lets a list pass as
    well, and refuses it without the format.
    When it bites: When such a text is used, or a manifest has a list there.
    Fix: Nothing, unless a manifest has a list where the text belongs.
    Source: API conventions of Kubernetes, changing the API.
    """
    if at.after is None:
        words = Words(message=f"{field_of(at)}: {word} {value_of(at.before)} is gone", level=1)
        return words if not lets_lists else _lists_refused(at, words)
    was = f"was {value_of(at.before)}" if at.before is not None else "was not there"
    so = "accepts all that it accepted" if is_checked else "the API server does not check it"
    words = Words(message=f"{field_of(at)}: {word} is {value_of(at.after)}, {was}: {so}", level=1)
    return words if not lets_lists else _lists_refused(at, words)


def _lists_refused(at: At, words: Words) -> Words:
    """What is said where lists that passed for texts with a format are refused now."""
    return replace(
        words,
        message=f"{words.message}, and lists, which passed for texts with that format, no longer do",
        who=f"Manifests in which {field_of(at)} is a list.",
        level=0,
        narrows="format",
        unproven=words,
    )


@change("CHG144", "A field can no longer be null", clients="BCA", stored="CCA")
def not_nullable(
    at: At, *, is_item: bool, is_required: bool, is_watched: bool = False, default: Any = None, is_status: bool
) -> Words:
    """A field that could be null cannot be null now.

    Why: The API server sets the default in place of a null, and drops a null in a field without one; where the field
    is required, or is an item of a list, it refuses the object.
    When it bites: When a manifest with null there is applied.
    Fix: Leave the field out, or give it a value.
    Source: CustomResourceDefinitions, defaulting and nullable.
    """
    is_refused = default is None and (is_item or is_required)
    instead = f"; null becomes {value_of(default)}" if default is not None else ""
    words = Words(
        message=f"{field_of(at)} can no longer be null{instead}",
        who=f"Manifests in which {field_of(at)} is null.",
        level=2 if is_status or instead else int(not is_refused),
        narrows="nullable",
    )
    if not is_status and (instead or (words.level == 1 and is_watched)):
        # What is dropped may be demanded or counted by what is above, and the default may be refused there.
        return replace(words, level=0, unproven=words)
    return words


@change("CHG145", "A field accepts null now", clients="BA", stored="CA")
def nullable(at: At, *, is_seen: bool = False) -> Words:
    """A field may be null that could not be.

    Why: Programs that read it meet null. The API server dropped a null there, or set the default; it keeps it now, so
    that a list of values, or a combination or a number of fields above it, may refuse the object.
    When it bites: When it is set to null.
    Fix: Nothing, unless a program of yours reads the field or a manifest has null there.
    Source: CustomResourceDefinitions, defaulting and nullable.
    """
    words = Words(message=f"{field_of(at)} may be null now", level=1)
    if not is_seen:
        return words
    refused = f"{words.message}, so that a null is kept, and refused"
    who = f"Manifests in which {field_of(at)} is null."
    return Words(message=refused, who=who, narrows="nullable", unproven=words)


@change("CHG152", "A default is added, changed or removed", clients="BCA", stored="CCA")
def default_changed(at: At, *, is_required: bool = False, is_watched: bool = False, is_status: bool) -> Words:
    """What the API server sets where an object does not have the field is another value.

    Why: Objects that leave the field out behave differently, also those that are stored: defaults are applied when
    they are read. Where the field is required, or rules, combinations of schemas or bounds see whether it is there,
    the API server may refuse them.
    When it bites: With the next reading of an object that does not have the field.
    Fix: Set the field where the old value is wanted.
    Source: CustomResourceDefinitions, defaulting.
    """
    if at.before is None:
        says = f"is set to {value_of(at.after)} where it is left out"
    elif at.after is None:
        says = f"is left out where nothing sets it, was {value_of(at.before)}"
    else:
        says = f"is {value_of(at.after)} where it is left out, was {value_of(at.before)}"
    words = Words(
        message=f"{field_of(at)} {says}",
        who=f"Objects that do not set {field_of(at)}.",
        first=(f"Set {field_of(at)} where its old value is wanted.",),
        level=2 if is_status else 1,
    )
    if is_status or not (is_required or is_watched):
        return words
    who = f"Manifests that do not set {field_of(at)}: the API server refuses them."
    refused = replace(words, who=who, first=(f"Set {field_of(at)} in every manifest.",), level=0, narrows="default")
    return refused if is_required else replace(refused, unproven=words)
