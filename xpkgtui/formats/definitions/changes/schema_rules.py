"""Rules about changes inside a schema: what objects may hold, must hold, and what happens to them."""

from typing import Any

from xpkgtui.rules.changes.rule import At, Words, change
from xpkgtui.visible import clip

_MANIFESTS = "Manifests that {what}: kubectl, Crossplane and GitOps tools cannot apply them any more."
_GREP = '$ grep -rn "{name}:" .'
"""Finds a field in the manifests of a repository."""


def _named(field: str) -> str:
    """The last name of a path, which is what people search for."""
    return field.rstrip("[]*.").rpartition(".")[2].removesuffix("[]")


def _field(at: At) -> str:
    """The field in a sentence."""
    return at.field or "the object"


def _search(at: At) -> str:
    return _GREP.format(name=_named(at.field or ""))


def _value(value: Any) -> str:
    from xpkgtui.golang.json_writing import written

    return clip(written(value), 80)


@change("CHG130", "A field is removed", clients="BC", stored="BC")
def field_removed(at: At, moved_to: str = "", *, is_status: bool, is_kept: bool) -> Words:
    """A field of the schema is not there any more.

    Why: The API server drops fields that a schema does not have: what is stored in them is lost with the next write,
    and kubectl refuses manifests that have them.
    When it bites: When a manifest that has the field is applied, and when a stored object is read or written.
    Fix: Take the field out of manifests, or move it to where the new version has it, before the upgrade.
    Source: API conventions of Kubernetes, changing the API; pruning of CustomResourceDefinitions.
    """
    moved = f"; it may have moved to {moved_to}" if moved_to else ""
    kept = "; unknown fields are kept here" if is_kept else ""
    who = "Programs that read it from the status." if is_status else _MANIFESTS.format(what=f"have {_field(at)}")
    lost = "" if is_status or is_kept else " What stored objects hold in it is dropped."
    return Words(
        message=f"{_field(at)} is removed{moved}{kept}",
        who=who + lost,
        first=(f"Search manifests for {_named(at.field or '')}, and remove or move it:", _search(at)),
        level=int(is_status or is_kept),
        narrows="" if is_status or is_kept else "removed",
    )


@change("CHG132", "The type of a field is another one", clients="BCA", stored="CCA")
def type_changed(at: At, old: str, new: str, *, is_status: bool, is_wider: bool) -> Words:
    """A field has values of another type.

    Why: The API server refuses a value of the old type, unless the new type takes it as well.
    When it bites: When a manifest with the field is applied, or an object that is stored is changed.
    Fix: Write the field in its new type; where values are stored, after the upgrade and before anything else.
    Source: API conventions of Kubernetes, changing the API.
    """
    what = "takes more types" if is_wider else "has another type"
    who = "Programs that read the field." if is_wider or is_status else _MANIFESTS.format(what=f"set {_field(at)}")
    return Words(
        message=f"{_field(at)} {what}: {new}, was {old}",
        who=who,
        first=() if is_wider or is_status else (f"Search manifests for {_named(at.field or '')}:", _search(at)),
        level=1 if is_wider or is_status else 0,
        narrows="" if is_wider or is_status else "type",
    )


@change("CHG133", "A field is required now", clients="BA", stored="CA")
def required(at: At, *, is_defaulted: bool, is_status: bool, by_rule: bool = False) -> Words:
    """Objects must have a field that they could leave out.

    Why: The API server refuses an object without it, unless the schema has a default.
    When it bites: When a manifest without the field is applied, and when a stored object without it is changed in
    that part.
    Fix: Set the field in every manifest before the upgrade.
    Source: API conventions of Kubernetes, changing the API; upjet writes required fields as rules of CEL.
    """
    default = ", and has a default" if is_defaulted else ""
    rule = " where the resource is created or updated" if by_rule else ""
    return Words(
        message=f"{_field(at)} is required now{rule}{default}",
        who="" if is_defaulted else f"Manifests and stored objects without {_field(at)}.",
        first=() if is_defaulted else (f"Set {_field(at)} in every manifest.",),
        level=int(is_defaulted or is_status),
        narrows="" if is_defaulted or is_status else "required",
    )


@change("CHG135", "A field is required no more", clients="A", stored="A")
def optional(at: At) -> Words:
    """Objects may leave out a field that they had to have.

    Why: Programs that read the field meet objects without it.
    When it bites: When somebody leaves it out.
    Fix: Nothing, unless a program of yours reads the field.
    Source: API conventions of Kubernetes, changing the API.
    """
    return Words(message=f"{_field(at)} is required no more")


@change("CHG136", "A field takes fewer values", clients="BA", stored="CA")
def enum_narrowed(at: At, gone: list[Any], *, is_new: bool, is_status: bool) -> Words:
    """Values that a field took are not in its list any more, or it has a list for the first time.

    Why: The API server refuses the values that are gone.
    When it bites: When a manifest with such a value is applied, or a stored object is changed in that part.
    Fix: Replace the value in manifests and objects before the upgrade.
    Source: API conventions of Kubernetes, changing the API.
    """
    values = ", ".join(map(_value, gone[:8])) + (f" and {len(gone) - 8} more" if len(gone) > 8 else "")
    message = (
        f"{_field(at)} takes only {_value(at.after)} now"
        if is_new
        else f"{_field(at)} does not take {values} any more"
    )
    return Words(
        message=message,
        who=f"Manifests and objects in which {_field(at)} has another value."
        if is_new
        else f"Manifests and objects in which {_field(at)} is {values}.",
        first=(f"Search manifests for {_named(at.field or '')}:", _search(at)),
        level=int(is_status),
        narrows="" if is_status else "enum",
    )


@change("CHG137", "A field takes more values", clients="A", stored="A")
def enum_widened(at: At, new: list[Any]) -> Words:
    """A field has values in its list that were not there, or any value is allowed now.

    Why: Programs that know all values meet new ones.
    When it bites: When somebody uses a new value.
    Fix: Nothing, unless a program of yours knows all values.
    Source: API conventions of Kubernetes, changing the API.
    """
    values = ", ".join(map(_value, new[:8])) + (f" and {len(new) - 8} more" if len(new) > 8 else "")
    return Words(message=f"{_field(at)} takes {values or 'any value'} as well")


@change("CHG138", "A bound is tighter", clients="BA", stored="CA")
def bound_tightened(at: At, word: str, *, is_status: bool) -> Words:
    """A minimum is higher, a maximum lower, or a bound is new.

    Why: The API server refuses values outside it.
    When it bites: When a manifest with such a value is applied, or a stored object is changed in that part.
    Fix: Change the values before the upgrade.
    Source: API conventions of Kubernetes, changing the API.
    """
    was = "was not there" if at.before is None else f"was {_value(at.before)}"
    return Words(
        message=f"{_field(at)}: {word} is {_value(at.after)}, {was}",
        who=f"Manifests and objects in which {_field(at)} is beyond the new bound.",
        first=(f"Search manifests for {_named(at.field or '')}:", _search(at)),
        level=int(is_status),
        narrows="" if is_status else word,
    )


@change("CHG139", "A bound is wider, or gone", clients="A", stored="A")
def bound_loosened(at: At, word: str) -> Words:
    """A minimum is lower, a maximum higher, or a bound is not there any more.

    Why: Programs meet values that were not possible.
    When it bites: When somebody uses such a value.
    Fix: Nothing.
    Source: API conventions of Kubernetes, changing the API.
    """
    now = "is gone" if at.after is None else f"is {_value(at.after)}"
    return Words(message=f"{_field(at)}: {word} {now}, was {_value(at.before)}")


@change("CHG140", "A pattern or a format is new, or another one", clients="BA", stored="CA")
def text_narrowed(at: At, word: str, *, is_status: bool) -> Words:
    """Text must match a pattern, or have a format, that it did not have to.

    Why: The API server refuses text that does not match. Whether a changed pattern takes all that the old one took
    cannot be judged; it counts as narrower.
    When it bites: When a manifest with such a text is applied, or a stored object is changed in that part.
    Fix: Compare the texts in your manifests with the new pattern before the upgrade.
    Source: API conventions of Kubernetes, changing the API.
    """
    was = f"was {_value(at.before)}" if at.before is not None else "was not there"
    return Words(
        message=f"{_field(at)}: {word} is {_value(at.after)}, {was}",
        who=f"Manifests and objects in which {_field(at)} does not match.",
        first=(f"Search manifests for {_named(at.field or '')}:", _search(at)),
        level=int(is_status),
        narrows="" if is_status else word,
    )


@change("CHG141", "A pattern or a format is gone", clients="A", stored="A")
def text_widened(at: At, word: str) -> Words:
    """Text need not match a pattern, or have a format, any more.

    Why: Programs meet texts that were not possible.
    When it bites: When somebody uses such a text.
    Fix: Nothing.
    Source: API conventions of Kubernetes, changing the API.
    """
    return Words(message=f"{_field(at)}: {word} {_value(at.before)} is gone")


@change("CHG144", "A field cannot be null any more", clients="BCA", stored="CCA")
def not_nullable(at: At, *, is_required: bool, is_status: bool) -> Words:
    """A field that could be null cannot be null now.

    Why: The API server drops a null in such a field, or sets the default; where the field is required it refuses the
    object.
    When it bites: When a manifest with null there is applied.
    Fix: Leave the field out, or give it a value.
    Source: CustomResourceDefinitions, defaulting and nullable.
    """
    return Words(
        message=f"{_field(at)} cannot be null any more",
        who=f"Manifests in which {_field(at)} is null.",
        level=2 if is_status else int(not is_required),
        narrows="nullable" if is_required and not is_status else "",
    )


@change("CHG145", "A field may be null", clients="A", stored="A")
def nullable(at: At) -> Words:
    """A field may be null that could not be.

    Why: Programs that read it meet null.
    When it bites: When somebody sets it to null.
    Fix: Nothing, unless a program of yours reads the field.
    Source: CustomResourceDefinitions, defaulting and nullable.
    """
    return Words(message=f"{_field(at)} may be null now")


@change("CHG146", "A list or a map is merged in another way", clients="BCA", stored="CCA")
def merging_changed(at: At, word: str, *, is_narrower: bool, is_status: bool) -> Words:
    """The type of a list or a map, or the keys of a list, are others.

    Why: They decide how server-side apply merges what several owners wrote, and whether entries may repeat.
    When it bites: When two owners write to the list; when entries that repeat are applied, which a set or a map
    refuses.
    Fix: Look for entries that repeat. Owners that apply only a part must apply the whole of an atomic list.
    Source: Server-side apply, merge strategy.
    """
    was, now = (_value(one) if one is not None else "not set" for one in (at.before, at.after))
    return Words(
        message=f"{_field(at)}: {word} is {now}, was {was}",
        who="Lists with entries that repeat, and owners that apply a part of it.",
        level=2 if is_status else int(not is_narrower),
        narrows=word if is_narrower and not is_status else "",
    )


@change("CHG148", "Unknown fields are dropped", clients="BC", stored="BC")
def closed(at: At, *, is_status: bool) -> Words:
    """A part of the schema took any field, and takes only those that it lists now.

    Why: The API server drops all others, so what is stored in them is lost; kubectl refuses manifests that have them.
    When it bites: When a manifest with other fields is applied, and when a stored object is read or written.
    Fix: Compare what your manifests have there with the fields of the new schema.
    Source: CustomResourceDefinitions, pruning.
    """
    return Words(
        message=f"{_field(at)} takes only the fields of its schema now",
        who=f"Manifests and objects with other fields in {_field(at)}.",
        level=int(is_status),
        narrows="" if is_status else "closed",
    )


@change("CHG149", "Unknown fields are kept", clients="A", stored="A")
def opened(at: At) -> Words:
    """A part of the schema takes any field now.

    Why: The API server keeps fields there that it would have dropped, misspelt ones as well.
    When it bites: When somebody misspells a field.
    Fix: Nothing.
    Source: CustomResourceDefinitions, pruning.
    """
    return Words(message=f"{_field(at)} takes any field now")


@change("CHG150", "A field is new", clients="AB", stored="AC")
def field_added(at: At, *, was_open: bool) -> Words:
    """The schema has a field that it did not have.

    Why: Where fields that a schema does not list were kept, a field of this name may be there already, with another
    type.
    When it bites: When such a field is there.
    Fix: Nothing, unless you have used a field of this name.
    Source: API conventions of Kubernetes, changing the API.
    """
    clash = "; any value was taken there" if was_open else ""
    return Words(message=f"{_field(at)} is new{clash}", level=int(was_open), narrows="added" if was_open else "")


@change("CHG151", "Values of a map or a list have a schema now", clients="BA", stored="CA")
def values_typed(at: At, *, is_status: bool) -> Words:
    """Values that were not described must match a schema now.

    Why: The API server refuses values that do not match.
    When it bites: When a manifest with such a value is applied, or a stored object is changed in that part.
    Fix: Compare your manifests with the new schema.
    Source: API conventions of Kubernetes, changing the API.
    """
    return Words(
        message=f"{_field(at)} takes values of one schema now, was any value",
        who=f"Manifests and objects with other values in {_field(at)}.",
        level=int(is_status),
        narrows="" if is_status else "type",
    )


@change("CHG152", "A default is new, changed or gone", clients="CA", stored="CA")
def default_changed(at: At, *, is_status: bool) -> Words:
    """What the API server sets where an object does not have the field is another value.

    Why: Objects that leave the field out behave differently, also those that are stored: defaults are applied when
    they are read.
    When it bites: With the next reading of an object that does not have the field.
    Fix: Set the field where the old value is wanted.
    Source: CustomResourceDefinitions, defaulting.
    """
    if at.before is None:
        says = f"is set to {_value(at.after)} where it is left out"
    elif at.after is None:
        says = f"is left out where nothing sets it, was {_value(at.before)}"
    else:
        says = f"is {_value(at.after)} where it is left out, was {_value(at.before)}"
    return Words(
        message=f"{_field(at)} {says}",
        who=f"Objects that do not set {_field(at)}.",
        first=(f"Set {_field(at)} where its old value is wanted.",),
        level=int(is_status),
    )


@change("CHG153", "A rule is new, or another one", clients="BCA", stored="CCA")
def rule_added(at: At, rule: str, message: str, *, on_update: bool, is_status: bool) -> Words:
    """Objects must pass a rule of CEL that they did not have to.

    Why: The API server refuses objects that do not pass. Rules are not evaluated here, so a rule that is changed
    counts as narrower.
    When it bites: When an object that does not pass is applied or changed; a rule about `oldSelf` only when an object
    is changed.
    Fix: Compare your manifests with the rule.
    Source: CustomResourceDefinitions, validation rules.
    """
    says = f" ({clip(message, 120)})" if message else ""
    if on_update:
        return Words(
            message=f"{_field(at)} cannot be changed freely any more: {clip(rule, 160)}{says}",
            who="Whoever changes it in an object that exists.",
            level=2 if is_status else 1,
        )
    return Words(
        message=f"{_field(at)} must pass a rule: {clip(rule, 160)}{says}",
        who="Manifests and objects that do not pass it. Whether yours do is not judged here.",
        first=("Compare manifests with the rule.",),
        level=2 if is_status else 0,
    )


@change("CHG154", "A rule is gone", clients="A", stored="A")
def rule_removed(at: At, rule: str) -> Words:
    """Objects need not pass a rule of CEL any more.

    Why: Programs meet objects that were not possible.
    When it bites: When somebody makes such an object.
    Fix: Nothing.
    Source: CustomResourceDefinitions, validation rules.
    """
    return Words(message=f"{_field(at)} need not pass a rule any more: {clip(rule, 160)}")


@change("CHG156", "A combination of schemas is another one", clients="BA", stored="CA")
def combination_changed(at: At, word: str, *, is_status: bool) -> Words:
    """`allOf`, `anyOf`, `oneOf` or `not` are new or changed.

    Why: They decide which objects are accepted. Whether all that was accepted still is cannot be judged; it counts
    as narrower, unless the combination is gone.
    When it bites: When an object that does not match is applied or changed.
    Fix: Compare your manifests with the new schema.
    Source: API conventions of Kubernetes, changing the API.
    """
    is_gone = at.after is None
    what = "is gone" if is_gone else "is new" if at.before is None else "is another one"
    return Words(
        message=f"{_field(at)}: {word} {what}",
        who="" if is_gone else "Manifests and objects that do not match. Whether yours do is not judged here.",
        level=int(is_gone or is_status),
        narrows="" if is_gone or is_status else word,
    )


@change("CHG157", "A field holds a whole object, or does no more", clients="BA", stored="CA")
def embedding_changed(at: At, *, is_status: bool) -> Words:
    """A field is marked as an embedded resource, or is not any more.

    Why: In an embedded resource the API server wants apiVersion, kind and valid metadata.
    When it bites: When a manifest with another value is applied.
    Fix: Give the embedded object an apiVersion and a kind.
    Source: CustomResourceDefinitions, embedded resources.
    """
    is_on = at.after is True
    return Words(
        message=f"{_field(at)} {'must be a whole object' if is_on else 'need not be a whole object any more'}",
        who=f"Manifests in which {_field(at)} lacks apiVersion or kind." if is_on else "",
        level=int(not is_on or is_status),
        narrows="embedded" if is_on and not is_status else "",
    )


@change("CHG160", "The description of a field is another one", clients="W", stored="W")
def described(at: At, word: str) -> Words:
    """A description, a title, an example or the message of a rule is another text.

    Why: No program reads it; people may.
    When it bites: Never.
    Fix: Nothing.
    Source: OpenAPI, schema object.
    """
    return Words(message=f"{_field(at)}: {word} is another text")


@change("CHG161", "A part of a schema was not compared", clients="C", stored="C")
def not_compared(at: At, why: str) -> Words:
    """A part of a schema is too deep or too large to compare.

    Why: What is in it may break who uses it, and nothing is said about it.
    When it bites: Where the part is used.
    Fix: Compare the text of both sides.
    Source: the limits of this program.
    """
    return Words(message=f"{_field(at)} was not compared: {why}")
