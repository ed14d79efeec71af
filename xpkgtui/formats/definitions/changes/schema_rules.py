"""Rules about changes inside a schema: which fields objects may have, must have, and how they are merged."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.formats.definitions.changes.sentences import MANIFESTS, field_of, last_name, search, unshown, value_of
from xpkgtui.rules.changes.rule import At, Words, change
from xpkgtui.visible import are, clip


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
    message = f"{field_of(at)} is removed{moved}{kept}"
    if is_status or is_kept:
        of_kept = "Programs that rely on its type: any value is taken there."
        return Words(message=message, who="Programs that read it from the status." if is_status else of_kept, level=1)
    who = MANIFESTS.format(what=f"have {field_of(at)}")
    return Words(
        message=message,
        who=who + " Stored objects lose this field at their next write.",
        first=(f"Search manifests for {last_name(at.field or '')}, and remove or move it:", search(at)),
        narrows="removed",
    )


@change("CHG133", "A field became required", clients="BCA", stored="CCA")
def required(
    at: At,
    below: tuple[str, ...] = (),
    *,
    is_again: bool = False,
    is_demanded: bool = False,
    is_defaulted: bool,
    is_status: bool,
) -> Words:
    """Objects must have a field that they could leave out.

    Why: The API server refuses an object without it, unless the schema has a default. A field that rules of the old
    schema demanded was required already.
    When it bites: When a manifest without the field is applied, and when a stored object without it is changed in
    that part.
    Fix: Set the field in every manifest before the upgrade.
    Source: API conventions of Kubernetes, changing the API; upjet writes required fields as rules of CEL.
    """
    default = ", and has a default" if is_defaulted else ", as a rule required it" if is_demanded else ""
    rule = " where the resource is created or updated" if below else ""
    again = " in more cases: what stood in for it does no longer" if is_again else ""
    is_harmless = is_defaulted or is_demanded
    return Words(
        message=f"{field_of(at)} is required now{again or rule}{default}",
        who="" if is_harmless else f"Manifests and stored objects without {field_of(at)}.",
        first=() if is_harmless else (f"Set {field_of(at)} in every manifest.",),
        level=2 if is_harmless or is_status else 0,
        narrows="" if is_demanded else "required",
        below=below,
    )


@change("CHG135", "A field is no longer required", clients="A", stored="A")
def optional(at: At) -> Words:
    """Objects may leave out a field that they had to have.

    Why: Programs that read the field meet objects without it.
    When it bites: When it is left out.
    Fix: Nothing, unless a program of yours reads the field.
    Source: API conventions of Kubernetes, changing the API.
    """
    return Words(message=f"{field_of(at)} is required no more")


@change("CHG146", "The merging of a list or a map changed", clients="BCA", stored="CCA")
def merging_changed(at: At, word: str, *, is_narrower: bool, is_same: bool, is_status: bool) -> Words:
    """The type of a list or a map, or the keys of a list, are others.

    Why: They decide how server-side apply merges what several owners wrote, and whether entries may repeat.
    When it bites: When two owners write to the list; when entries that repeat are applied, which a set or a map
    refuses.
    Fix: Look for entries that repeat. Owners that apply only a part must apply the whole of an atomic list.
    Source: Server-side apply, merge strategy; JSONSchemaProps: a list is atomic and a map granular where nothing is
    said, so that saying it changes nothing.
    """
    was, now = (value_of(one) if one is not None else "not set" for one in (at.before, at.after))
    repeated = "Lists with entries that repeat, which the API server refuses. "
    return Words(
        message=f"{field_of(at)}: {word} is {now}, was {was}" + (", which is the same" if is_same else ""),
        who="" if is_same else (repeated if is_narrower else "") + "Owners that apply a part of it.",
        level=2 if is_status or is_same else int(not is_narrower),
        narrows=word if is_narrower else "",
    )


@change("CHG148", "Unknown fields are dropped", clients="BC", stored="BC")
def closed(at: At, *, is_inside: bool = False, is_status: bool) -> Words:
    """A part of the schema took any field, and takes only those that it lists now.

    Why: The API server drops all others, so what is stored in them is lost; kubectl refuses manifests that have them.
    When it bites: When a manifest with other fields is applied, and when a stored object is read or written.
    Fix: Compare what your manifests have there with the fields of the new schema.
    Source: CustomResourceDefinitions, pruning.
    """
    where = "fields inside those of" if is_inside else "other fields in"
    what = "keeps nothing inside its fields now" if is_inside else "accepts only the fields of its schema now"
    return Words(
        message=f"{field_of(at)} {what}",
        who=f"Manifests and objects with {where} {field_of(at)}.",
        level=int(is_status),
        narrows="closed",
    )


@change("CHG149", "Unknown fields are kept", clients="A", stored="A")
def opened(at: At) -> Words:
    """A part of the schema accepts any field now.

    Why: The API server keeps fields there that it would have dropped, misspelt ones as well.
    When it bites: When a misspelt field is applied.
    Fix: Nothing.
    Source: CustomResourceDefinitions, pruning.
    """
    return Words(message=f"{field_of(at)} accepts any field now")


@change("CHG150", "A field is added", clients="BCA", stored="CCA")
def field_added(at: At, *, was_open: bool, default: Any = None, is_watched: bool = False) -> Words:
    """The schema has a field that it did not have.

    Why: Where fields that a schema does not list were kept, a field of this name may be there already, with another
    type. Where it has a default, every object has it, which rules, combinations or bounds above it may refuse.
    When it bites: When such a field is there.
    Fix: Nothing, unless you have used a field of this name.
    Source: API conventions of Kubernetes, changing the API.
    """
    clash = "; any value was accepted there" if was_open else ""
    words = Words(
        message=f"{field_of(at)} is new{clash}", level=0 if was_open else 2, narrows="added" if was_open else ""
    )
    if was_open or default is None or not is_watched:
        return words
    return Words(
        message=f"{words.message}, and set to {value_of(default)} where it is left out",
        who=f"Manifests that do not set {field_of(at)}: the API server refuses them.",
        narrows="default",
        unproven=words,
    )


@change("CHG151", "Values of a map or a list got a schema", clients="BCA", stored="CCA")
def values_typed(at: At, *, is_status: bool) -> Words:
    """Values that were not described must match a schema now.

    Why: The API server refuses values that do not match.
    When it bites: When a manifest with such a value is applied, or a stored object is changed in that part.
    Fix: Compare your manifests with the new schema.
    Source: API conventions of Kubernetes, changing the API.
    """
    return Words(
        message=f"{field_of(at)} accepts values of one schema now, was any value",
        who=f"Manifests and objects with other values in {field_of(at)}.",
        level=2 if is_status else 0,
        narrows="values",
    )


@change("CHG153", "A rule is added, or changed", clients="BCA", stored="CCA")
def rule_added(
    at: At, rule: str, message: str, *, on_update: bool, is_implied: bool = False, is_status: bool
) -> Words:
    """Objects must pass a rule of CEL that they did not have to.

    Why: The API server refuses objects that do not pass. Manifests that the old version accepts are tried: one that
    the rule refuses is shown, and without one the rule is to check. A rule that follows from what the old version
    demanded, such as one about a field or a value that is new as well, refuses no object that was accepted.
    When it bites: When an object that does not pass is applied or changed; a rule about `oldSelf` only when an object
    is changed, unless it has `optionalOldSelf`.
    Fix: Compare your manifests with the rule.
    Source: CustomResourceDefinitions, validation rules.
    """
    says = f" ({clip(message, 120)})" if message else ""
    if on_update:
        return Words(
            message=f"{field_of(at)} can no longer be changed freely: {clip(rule, 160)}{says}",
            who="Users who change it in an object that exists.",
            level=2 if is_status else 1,
        )
    if is_implied:
        shown = f"{field_of(at)} has another rule, which all that was accepted passes: {clip(rule, 160)}{says}"
        return Words(message=shown, level=2)
    words = Words(
        message=f"{field_of(at)} must pass a rule: {clip(rule, 160)}{says}",
        who="Manifests and objects that do not pass it.",
        first=("Compare manifests with the rule.",),
        level=2,
    )
    if is_status:
        return words
    return replace(words, level=0, narrows="rule", unproven=unshown(words))


@change("CHG154", "A rule is removed", clients="A", stored="A")
def rule_removed(at: At, rule: str, *, is_implied: bool = False) -> Words:
    """Objects need not pass a rule of CEL any more, unless the rest of the schema demands as much.

    Why: Programs meet objects that were not possible.
    When it bites: When such an object is made.
    Fix: Nothing.
    Source: CustomResourceDefinitions, validation rules.
    """
    what = "no longer has a rule, which the rest demands as well" if is_implied else "no longer has to pass a rule"
    return Words(message=f"{field_of(at)} {what}: {clip(rule, 160)}")


@change("CHG156", "A combination of schemas changed", clients="BCA", stored="CCA")
def combination_changed(at: At, word: str, *, is_wider: bool = False, is_status: bool) -> Words:
    """`allOf`, `anyOf`, `oneOf` or `not` are new or changed.

    Why: They decide which objects are accepted. Manifests that the old version accepts are tried: one that the
    combination refuses is shown, and without one it is to check. One that follows from what the old version demanded,
    by its rules as well, refuses no object that was accepted.
    When it bites: When an object that does not match is applied or changed.
    Fix: Compare your manifests with the new schema.
    Source: API conventions of Kubernetes, changing the API.
    """
    is_gone = at.after is None
    what = "is removed" if is_gone else "is added" if at.before is None else "changed"
    wider = ": accepts all that it accepted" if is_wider and not is_gone else ""
    is_harmless = is_gone or is_wider
    who = "" if is_harmless else "Manifests and objects that do not match."
    words = Words(
        message=f"{field_of(at)}: {word} {what}{wider}", who=who, level=2, narrows="" if is_harmless else word
    )
    return words if is_harmless or is_status else replace(words, level=0, unproven=unshown(words))


@change("CHG157", "A field became an embedded object, or stopped being one", clients="BCA", stored="CCA")
def embedding_changed(at: At, lost: Sequence[str], *, is_status: bool) -> Words:
    """A field is marked as an embedded resource, or is not any more.

    Why: In an embedded resource the API server wants apiVersion, kind and valid metadata, and accepts them although
    the schema does not name them. In any other object it drops what the schema does not name.
    When it bites: When a manifest with another value is applied, or a stored object is written.
    Fix: Give the embedded object an apiVersion and a kind; where it is none any more, take them out.
    Source: CustomResourceDefinitions, embedded resources.
    """
    if at.after is True:
        return Words(
            message=f"{field_of(at)} must be a whole object",
            who=f"Manifests in which {field_of(at)} lacks apiVersion or kind.",
            level=2 if is_status else 0,
            narrows="embedded",
        )
    dropped = f", and no longer accepts {', '.join(lost)}" if lost else ""
    return Words(
        message=f"{field_of(at)} no longer has to be a whole object{dropped}",
        who=f"Manifests and objects with {', '.join(lost)} in {field_of(at)}." if lost else "",
        level=2 if not lost or is_status else 0,
        narrows="embedded" if lost else "",
    )


@change("CHG160", "The description of a field changed", clients="W", stored="W")
def described(at: At, word: str, said: str = "", *, more: int = 0) -> Words:
    """A description, a title, an example or the message of a rule is another text.

    Why: No program reads it; people may.
    When it bites: Never.
    Fix: Nothing.
    Source: OpenAPI, schema object.
    """
    if more:
        return Words(message=f"{are(more, 'more description')} not listed: other texts, too")
    return Words(message=f"{field_of(at)}: {word}{f': {said}' if said else ' is another text'}")


@change("CHG161", "A part of a schema was not compared", clients="C", stored="C")
def not_compared(at: At, why: str) -> Words:
    """A part of a schema is too deep or too large to compare.

    Why: What is in it may break its users, and nothing is said about it.
    When it bites: Where the part is used.
    Fix: Compare the text of both sides.
    Source: the limits of this program.
    """
    return Words(message=f"{field_of(at)} was not compared: {why}")
