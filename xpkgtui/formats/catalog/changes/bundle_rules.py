"""Bundles of two catalogs compared, and the rules about their changes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from xpkgtui.commands import spelled
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.changes.sides import followers, is_alone, package_of, upgrades_of
from xpkgtui.formats.catalog.model.blobs import METADATA, OBJECT, PACKAGE, REQUIRED
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.object_rules import both_texts, property_words, value_text
from xpkgtui.formats.changes.objects import is_words, leaves
from xpkgtui.formats.changes.side import Thing
from xpkgtui.golang.printing import written
from xpkgtui.rules.changes.rule import At, Difference, Words, change, refused, shell_word
from xpkgtui.untyped import field, listing, mapping, same, text


@change("CHG412", "A bundle is removed", clients="BC", stored="CA")
def bundle_removed(at: At, name: str, package: str, following: str) -> Words:
    """The new catalog does not have a bundle that the old one had.

    Why: It cannot be installed any more. Where it is installed, OLM v1 goes on only if another bundle replaces it,
    skips it, or has its version in its skipRange; if none does, OLM v1 reports an error.
    When it bites: Where the bundle is installed, or its version is pinned.
    Fix: While the old catalog is in place, upgrade to a bundle that stays.
    Source: operator-controller, catalogmetadata/filter/successors.go.
    """
    goes = f"from it OLM v1 goes to {following}" if following else "OLM v1 has no upgrade from it"
    return Words(
        message=f"the bundle {name} of {package} is gone; {goes}",
        who=f"Clusters in which {name} is installed{'' if following else ' by OLM v1'}, or that pin its version.",
        first=()
        if following
        else (
            "See where the old catalog leads, and upgrade while it is in place:",
            spelled(f"xpkgtui upgrades OLD --package {shell_word(package)} --from {shell_word(name)}"),
        ),
        level=int(bool(following)),
    )


@change("CHG413", "A bundle is added", clients="A", stored="A")
def bundle_added(at: At, name: str, version: str) -> Words:
    """The new catalog has a bundle that the old one did not have.

    Why: It can be installed.
    When it bites: Never; where upgrades lead to is reported for its channel.
    Fix: No action.
    Source: OLM, file-based catalogs, olm.bundle.
    """
    return Words(message=f"the bundle {name} is new{f': version {version}' if version else ''}")


@change("CHG414", "The image of a bundle changed", clients="C", stored="A")
def image_changed(at: At) -> Words:
    """A bundle of one name has another image.

    Why: OLM knows bundles by their names: where it is installed, the old content stays.
    When it bites: When two clusters with the same bundle behave differently; in a mirror that lacks the new image.
    Fix: Mirror the new image. Publish new content under a new name and a higher version.
    Source: OLM, file-based catalogs, olm.bundle.
    """
    return Words(
        message=f"the image {both_texts(at.before, at.after)}",
        who="Clusters in which the bundle is installed: they keep the old content.",
    )


@change("CHG415", "The APIs that a bundle provides changed", clients="CA", stored="CA")
def provided_changed(at: At, gone: Sequence[str], new: Sequence[str]) -> Words:
    """A bundle of one name has other `olm.gvk` properties.

    Why: OLM v0 resolves requirements of other operators by them.
    When it bites: When an operator requires an API that is gone.
    Fix: Find out which bundle provides the API.
    Source: OLM, file-based catalogs, olm.gvk.
    """
    clauses = [f"it does not provide {', '.join(gone)} any more"] if gone else []
    clauses += [f"it provides {', '.join(new)} now"] if new else []
    return Words(
        message="; ".join(clauses),
        who=f"Operators that require {', '.join(gone)}." if gone else "",
        level=int(not gone),
    )


@change("CHG416", "The requirements of a bundle changed", clients="CA", stored="CA")
def required_changed(at: At, gone: Sequence[str], new: Sequence[str]) -> Words:
    """A bundle of one name has other requirements: of a package, an API or a constraint.

    Why: OLM v0 installs nothing unless the catalogs of the cluster meet all requirements. OLM v1 refuses a bundle
    with requirements.
    When it bites: When the bundle is installed.
    Fix: Check that the catalogs offer what is required.
    Source: OLM, dependency resolution; operator-controller, internal/operator-controller/resolve/validation.go.
    """
    clauses = [f"it requires {', '.join(new)} now"] if new else []
    clauses += [f"it does not require {', '.join(gone)} any more"] if gone else []
    return Words(
        message="; ".join(clauses),
        who="Clusters whose catalogs do not offer it; all clusters with OLM v1, which refuses requirements."
        if new
        else "",
        level=int(not new),
    )


@change("CHG417", "The version of a bundle changed", clients="C", stored="A")
def version_changed(at: At) -> Words:
    """A bundle of one name has another version.

    Why: OLM puts bundles in order by their versions, and ranges include or exclude them.
    When it bites: When OLM looks for an upgrade.
    Fix: Give new content a new name.
    Source: OLM, file-based catalogs, olm.package property.
    """
    return Words(
        message=f"the version is {at.after or 'not given any more'}, was {at.before or 'not given'}",
        who="Clusters in which the bundle is installed.",
    )


@change("CHG418", "A property of a bundle in the catalog changed", clients="CW", stored="AW")
def property_changed(at: At, kind: str, *, is_words: bool) -> Words:
    """A bundle of one name has another property, which OLM does not resolve itself.

    Why: Platforms act on properties: `olm.maxOpenShiftVersion`, for example, limits the upgrade of the cluster.
    When it bites: When a program acts on the property.
    Fix: Check what the property means.
    Source: OLM, bundle properties.
    """
    return Words(message=f"the property {kind} changed", level=1) if is_words else property_words(at, kind)


_PROVIDED = "olm.gvk"
_IMAGE, _PROPERTIES, _RELATED = "image", "properties", "relatedImages"
_FOLLOWING = "followers by package"
_PATH = FieldPath.of(_PROPERTIES)

Values = dict[str, list[Any]]
"""The values of properties, by their type."""


def compare_bundles(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a bundle that both catalogs have, or one of them."""
    thing = new or old
    if thing is None or ((old is None or new is None) and is_alone(thing)):
        return
    package = package_of(thing)
    name = (thing.chunk.blob.name if thing.chunk.blob else "") or ""
    if old is None:
        release = upgrades_of(thing.side, package).releases.get(name)
        yield bundle_added(At(new=FieldPath()), name, release.version if release else "")
    elif new is None:
        known: dict[str, Mapping[str, str]] = old.side.kept.setdefault(_FOLLOWING, {})
        if package not in known:
            # The highest version follows a bundle that is gone; a deprecated one comes last.
            before, after = upgrades_of(old.side, package), upgrades_of(old.side.other, package)
            gone = {name: before.versions.get(name) for name in before.releases if name not in after.releases}
            offered = [one for channel in after.channels for one in channel.entries if one.name in after.releases]
            offered.sort(key=lambda one: (one.name not in after.deprecated, after.key(one.name)), reverse=True)
            known[package] = followers(offered, gone)
        yield bundle_removed(At(old=FieldPath()), name, package, known[package].get(name, ""))
    else:
        yield from _bundle(old, new)


def _bundle(old: Thing, new: Thing) -> Iterator[Difference]:
    before, after = (text(field(one.value, _IMAGE)) for one in (old, new))
    if before != after:
        path = FieldPath.of(_IMAGE)
        at = At(field=_IMAGE, old=path, new=path, before=before or None, after=after or None)
        yield image_changed(at)
    yield from _properties(_by_type(old), _by_type(new))
    left, right = (
        {key: value for key, value in one.value.items() if key not in (_IMAGE, _PROPERTIES)} for one in (old, new)
    )
    for leaf in leaves(left, right):
        path_ = leaf.new or leaf.old or ()
        yield object_rules.field_changed(leaf.at, is_words=path_[:1] == (_RELATED,) or is_words(path_))


def _by_type(thing: Thing) -> Values:
    found: Values = {}
    for one in listing(field(thing.value, _PROPERTIES)):
        found.setdefault(text(field(one, "type")), []).append(field(one, "value"))
    return found


def _properties(old: Values, new: Values) -> Iterator[Difference]:
    version = [text(field(next(iter(one.get(PACKAGE, ())), None), "version")) for one in (old, new)]
    if version[0] != version[1]:
        at = At(field=str(_PATH), old=_PATH, new=_PATH, before=version[0] or None, after=version[1] or None)
        yield version_changed(at)
    gone, more = _differing(old, new, (_PROVIDED,))
    if gone or more:
        yield provided_changed(_place_of_properties(gone, more), gone, more)
    gone, more = _differing(old, new, REQUIRED)
    if gone or more:
        found = required_changed(_place_of_properties(gone, more), gone, more)
        yield refused(found) if not any(old.get(kind) for kind in REQUIRED) else found
    for kind in {**new, **old}:
        if kind not in (PACKAGE, _PROVIDED, *REQUIRED) and not _are_same(old.get(kind, []), new.get(kind, [])):
            one, other = (
                each[0] if len(each) == 1 else each or None for each in (old.get(kind, []), new.get(kind, []))
            )
            is_large = kind in (METADATA, OBJECT)
            at = At(
                field=str(_PATH),
                old=_PATH,
                new=_PATH,
                before=None if is_large else one,
                after=None if is_large else other,
            )
            yield property_changed(at, kind or "without a type", is_words=is_large)


def _place_of_properties(gone: list[str], more: list[str]) -> At:
    return At(field=str(_PATH), old=_PATH, new=_PATH, before=gone or None, after=more or None)


def _are_same(old: list[Any], new: list[Any]) -> bool:
    return same(old, new) or sorted(map(written, old)) == sorted(map(written, new))


def _differing(old: Values, new: Values, kinds: tuple[str, ...]) -> tuple[list[str], list[str]]:
    before, after = (
        dict.fromkeys(_words(kind, value) for kind in kinds for value in one.get(kind, ())) for one in (old, new)
    )
    return [one for one in before if one not in after], [one for one in after if one not in before]


def _words(kind: str, value: Any) -> str:
    """A property in words: `Tide v1 of sea.example.com`."""
    given = mapping(value)
    if kind == REQUIRED[0]:
        return f"package {text(given.get('packageName'))} {text(given.get('versionRange'))}".rstrip()
    if kind == REQUIRED[2]:
        return f"constraint {value_text(value)}"
    return " ".join(
        [text(given.get("kind")) or "(no kind)", text(given.get("version")), f"of {text(given.get('group'))}"]
    )
