"""Two definitions compared: names, scope, versions and their schemas, and what OLM v1 makes of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.changes import definition_rules as rules
from xpkgtui.formats.definitions.changes import schema_rules
from xpkgtui.formats.definitions.changes.comparing.pairs import Roots
from xpkgtui.formats.definitions.changes.comparing.schemas import compare_schemas
from xpkgtui.formats.definitions.changes.crdify import CrdifyError, refusals
from xpkgtui.formats.definitions.changes.keeping import policy_of
from xpkgtui.formats.definitions.changes.proofs import Proofs
from xpkgtui.formats.definitions.changes.sentences import is_grown, settings
from xpkgtui.formats.definitions.definition import check_approval
from xpkgtui.formats.definitions.field_errors import FieldErrors, Node
from xpkgtui.formats.definitions.objects.judging import ObjectNames
from xpkgtui.rules.changes.change import Weight
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, mapping, same, text, texts
from xpkgtui.values import dataclass

_SCHEMA = ("schema", "openAPIV3Schema")
_PLACE = ("spec", "versions")
_OF_KIND: dict[str, Callable[[str], str]] = {"singular": str.lower, "listKind": "{}List".format}
"""Names that are made of the kind."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Version:
    """One version, and its place in the list."""

    base: tuple[str | int, ...]
    """Where it stands; the spec itself where a definition of v1beta1 lists no versions."""
    value: Node
    """Its fields; those that a definition of v1beta1 has for all versions stand here too."""
    schema_path: tuple[str | int, ...]
    is_open: bool = False
    """Whether unknown fields are kept everywhere, as before v1."""

    @property
    def schema(self) -> Node:
        schema = mapping(field(self.value, *_SCHEMA))
        return {**schema, "x-kubernetes-preserve-unknown-fields": True} if self.is_open else schema

    @property
    def judged(self) -> Node:
        """Its fields with the schema as objects are judged by it."""
        return {**self.value, "schema": {"openAPIV3Schema": self.schema}} if self.is_open else self.value

    @property
    def has_status(self) -> bool:
        return field(self.value, "subresources", "status") is not None

    def path(self, *more: str | int) -> FieldPath:
        return FieldPath((*self.base, *more))


def compare_definitions(
    old: Node, new: Node, proofs: Proofs | None = None, stored: Sequence[str] | None = None, *, maker: str = ""
) -> Iterator[Difference]:
    """The differences of two CustomResourceDefinitions of one name; breaks have proofs if these are wanted.

    `stored` is what the cluster has in `status.storedVersions`; None where that is not known.
    """
    if stored is not None:
        old = {**old, "status": {**mapping(old.get("status")), "storedVersions": list(stored)}}
    refused: dict[tuple[str, str], set[str]] = {}
    every = refusals(old, new)
    for one in every:
        refused.setdefault((one.version, one.property), set()).add(one.name)
    met: set[tuple[str, str]] = set()
    cut: set[str | None] = set()
    for difference in differences_of(old, new, proofs, stored, maker=maker):
        at = difference.at
        if difference.rule is schema_rules.not_compared and not at.field:
            cut.add(at.version)
        key = at.version or "", at.where
        if refused.get(key, set()).isdisjoint(at.refused_as):
            yield difference
        else:
            met.add(key)
            yield replace(difference, is_refused=True)
    for difference in _unmet(every, met):
        if difference.at.version not in cut:
            yield difference


def differences_of(
    old: Node,
    new: Node,
    proofs: Proofs | None = None,
    stored: Sequence[str] | None = None,
    *,
    maker: str = "",
) -> Iterator[Difference]:
    """The differences as any API server meets them, without what OLM v1 refuses.

    `maker` is the kind of which Crossplane makes the definition, which users cannot change by hand then.
    """
    name = text(field(new, "metadata", "name")) or text(field(old, "metadata", "name"))
    yield from _of_whole(old, new, name, maker)
    before, after, names = _versions(old), _versions(new), _names_of(new)
    storage = replace(_storage(name, before, after, stored), policy=policy_of(old), maker=maker)
    yield from _of_versions(new, storage, before, after)
    for version, one in after.items():
        if version in before:
            yield from (proofs or Proofs(0)).of(
                _of_version(version, before[version], one), before[version].judged, one.judged, names
            )
    yield from _of_storage(new, before, after)


def _versions(definition: Node) -> dict[str, _Version]:
    """The versions by name; of two with one name the first."""
    spec = mapping(definition.get("spec"))
    is_old = text(definition.get("apiVersion")).endswith("/v1beta1")
    shared = _shared(spec) if is_old else {}
    listed: list[tuple[tuple[str | int, ...], Node]] = [
        ((*_PLACE, number), mapping(one)) for number, one in enumerate(listing(spec.get("versions")))
    ]
    if is_old and not listed and spec.get("version"):
        listed = [(("spec",), {"name": spec["version"], "served": True, "storage": True})]
    found: dict[str, _Version] = {}
    for base, value in listed:
        has_own = field(value, *_SCHEMA) is not None or "schema" not in shared
        path = (*base, *_SCHEMA) if has_own else ("spec", "validation", "openAPIV3Schema")
        is_open = is_old and spec.get("preserveUnknownFields") is not False
        version = _Version(base=base, value={**shared, **value}, schema_path=path, is_open=is_open)
        found.setdefault(text(value.get("name")), version)
    return found


def _shared(spec: Node) -> Node:
    """What a definition of v1beta1 says of all its versions."""
    words = ("subresources", "additionalPrinterColumns")
    found = {word: spec[word] for word in words if spec.get(word) is not None}
    return found | ({"schema": spec["validation"]} if spec.get("validation") is not None else {})


def _names_of(definition: Node) -> ObjectNames:
    spec = mapping(definition.get("spec"))
    kind = text(field(spec, "names", "kind"))
    return ObjectNames(group=text(spec.get("group")), kind=kind, is_namespaced=spec.get("scope") == "Namespaced")


def _of_whole(old: Node, new: Node, name: str, maker: str) -> Iterator[Difference]:
    one, other = text(field(old, "spec", "scope")), text(field(new, "spec", "scope"))
    if one != other:
        at = _field_place("spec", "scope", before=one, after=other, where="", refused=("scope",))
        yield rules.scope_changed(at, name, policy_of(old), maker)
    for path in (("spec", "names", "kind"), ("spec", "names", "plural"), ("spec", "group")):
        one, other = text(field(old, *path)), text(field(new, *path))
        if one and one != other:
            yield rules.kind_changed(
                _field_place(*path, before=one, after=other or None), name, path[-1], policy_of(old), maker
            )
    yield from _names(old, new)
    yield from _conversion(old, new)
    for word in ("labels", "annotations"):
        left, right = field(old, "metadata", word), field(new, "metadata", word)
        if not same(left or {}, right or {}):
            refused = _disapproved(old, new) if word == "annotations" else ""
            yield rules.metadata_changed(_field_place("metadata", word, before=left, after=right), word, refused)


def _disapproved(old: Node, new: Node) -> str:
    """What the API server says of a definition of a group of Kubernetes that is not approved any more."""
    faults = []
    for one in (old, new):
        check_approval(one, errors := FieldErrors())
        faults.append(errors.found[0].message if errors.found else "")
    return faults[1] if faults[0] != faults[1] else ""


def _names(old: Node, new: Node) -> Iterator[Difference]:
    before, after = (mapping(field(one, "spec", "names")) for one in (old, new))
    kinds = text(before.get("kind")), text(after.get("kind"))
    for word in ("singular", "listKind", "shortNames", "categories"):
        left, right = ({one for one in _listed(each.get(word)) if isinstance(one, str)} for each in (before, after))
        gone = sorted(left - right)
        # An absent singular or list kind is made of the kind.
        of_kinds = [_OF_KIND[word](kind) for kind in kinds] if word in _OF_KIND else []
        if kinds[0] != kinds[1] and of_kinds == [before.get(word), after.get(word)]:
            continue  # it follows the kind, which is another change
        if left != right and (word in ("shortNames", "categories") or (left and right)):
            at = _field_place(
                "spec", "names", word, before=before.get(word), after=", ".join(sorted(right - left)) or None
            )
            yield rules.name_changed(at, word, gone)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []


def _conversion(old: Node, new: Node) -> Iterator[Difference]:
    before, after = (mapping(field(one, "spec", "conversion")) for one in (old, new))
    one, other = (text(each.get("strategy")) or "None" for each in (before, after))
    at = _field_place("spec", "conversion", before=before or None, after=after or None)
    if one != other:
        yield rules.conversion_changed(at, f"is {other}, was {one}", is_words=False)
    elif one == "Webhook" and not same(before.get("webhook"), after.get("webhook")):
        was, now = (_called(each.get("webhook")) for each in (before, after))
        said = settings(mapping(before.get("webhook")), mapping(after.get("webhook")))
        yield rules.conversion_changed(at, f"by the webhook: {said}", is_words=same(was, now))


def _called(webhook: Any) -> Any:
    """What the API server calls, and in which version: the first of the list that it knows."""
    config = {key: one for key, one in mapping(field(webhook, "clientConfig")).items() if key != "caBundle"}
    asked = texts(mapping(webhook).get("conversionReviewVersions"))
    return config, next((one for one in asked if one in ("v1", "v1beta1")), None)


def _of_versions(
    new: Node, storage: rules.Storage, before: Mapping[str, _Version], after: Mapping[str, _Version]
) -> Iterator[Difference]:
    now = _stored(after)
    for version, one in before.items():
        if version not in after:
            at = At(version=version, old=one.path(), new=FieldPath(_PLACE), before=_summary(one))
            yield rules.version_removed(at, storage)
        elif _is_served(one) and not _is_served(after[version]):
            at = _version_place(version, one, after[version], "served", before=True, after=False)
            yield rules.version_not_served(at, storage.name)
    for version, one in after.items():
        earlier = before.get(version)
        if earlier is None or (_is_served(one) and not _is_served(earlier)):
            at = At(version=version, old=FieldPath(_PLACE), new=one.path(), after=_summary(one))
            less = _narrowed(new, after, version)
            said = f", and takes less than {now}, which is stored: {less}" if less else ""
            yield rules.version_added(at, ", and stored" if version == now else said, takes_less=bool(less))
        warned = [_warning(one) for one in (earlier, one)]
        if warned[0] != warned[1]:
            warned_once, warns = (each is not None for each in warned)
            path = one.path(*(("deprecated",) if warns else ()))
            at = At(version=version, new=path, before=warned_once, after=warns)
            yield rules.version_deprecated(at, warned[1] or "")
    was = storage.stored[0]
    if was and now and was != now:
        at = At(
            version=now, field="spec.versions", old=before[was].path(), new=after[now].path(), before=was, after=now
        )
        yield rules.storage_moved(
            at, storage.name, converts=field(new, "spec", "conversion", "strategy") == "Webhook"
        )


def _narrowed(new: Node, after: Mapping[str, _Version], version: str) -> str:
    """What an added version refuses or drops of what is stored as another one; empty where that is nothing."""
    now = _stored(after)
    is_read = now not in ("", version) and _is_served(after[version])
    if not is_read or field(new, "spec", "conversion", "strategy") == "Webhook":
        return ""
    stored, one = after[now], after[version]
    roots = Roots(version=version, old=stored.schema_path, new=one.schema_path, has_status=True)
    found = compare_schemas(stored.schema, one.schema, roots)
    refused = (each for each in found if each.words.narrows and each.weights.clients is Weight.BREAKS)
    return next((each.words.message for each in refused), "")


def _of_version(version: str, old: _Version, new: _Version) -> Iterator[Difference]:
    for word in ("status", "scale"):
        one, other = field(old.value, "subresources", word), field(new.value, "subresources", word)
        if (one is None) is (other is None) and (word == "status" or same(one, other)):
            continue
        at = _version_place(version, old, new, "subresources", before=one, after=other)
        said = " is added" if one is None else " is removed"
        if one is not None and other is not None:
            said = f": {settings(mapping(one), mapping(other))}"
        is_harmless = word == "scale" and other is not None and is_grown(mapping(one), mapping(other))
        yield rules.subresource_changed(at, word, said, is_harmless=is_harmless)
    word = "additionalPrinterColumns"
    if not same(old.value.get(word) or [], new.value.get(word) or []):
        yield rules.columns_changed(_version_place(version, old, new, word))
    word = "selectableFields"
    left, right = (
        {text(mapping(one).get("jsonPath")) for one in listing(each.value.get(word))} for each in (old, new)
    )
    if left != right:
        at = _version_place(version, old, new, word, before=sorted(left) or None, after=sorted(right) or None)
        yield rules.selectable_changed(at, sorted(left - right))
    roots = Roots(version=version, old=old.schema_path, new=new.schema_path, has_status=new.has_status)
    yield from compare_schemas(old.schema, new.schema, roots)


def _of_storage(new: Node, before: Mapping[str, _Version], after: Mapping[str, _Version]) -> Iterator[Difference]:
    """What becomes of stored objects where the storage moves without a webhook."""
    was, now = _stored(before), _stored(after)
    if not was or not now or was == now or field(new, "spec", "conversion", "strategy") == "Webhook":
        return
    old, one = before[was], after[now]
    roots = Roots(version=now, old=old.schema_path, new=one.schema_path, has_status=True)
    is_known = now in before and _is_served(before[now])
    for difference in compare_schemas(old.schema, one.schema, roots):
        at = difference.at
        if difference.rule is schema_rules.field_removed and difference.words.level == 0:
            at = At(version=now, field=at.field, old=at.old, new=one.path(), before=at.before)
            yield rules.field_lost(at, was, now)
        elif difference.weights.clients is Weight.BREAKS:
            at = At(version=now, field=at.field, old=at.old, new=at.new, before=at.before, after=at.after)
            is_certain = not is_known and difference.words.unproven is None
            yield rules.stored_otherwise(at, difference.words.message, was, now, is_certain=is_certain)


def _unmet(refused: tuple[CrdifyError, ...], met: set[tuple[str, str]]) -> Iterator[Difference]:
    """What OLM v1 refuses and no difference stands for, such as two served versions that differ.

    A field that is gone is refused at every schema below it as well, and a schema that holds the one that differs is
    refused for that; these are left out where a difference stands above or below them.
    """
    holders = {(version, above) for version, where in met for above in _above(where)}
    for one in refused:
        where, version = one.property, one.version
        is_known = (version, where) in met
        if not is_known and one.where != "served":
            is_known = (version, where) in holders or any((version, above) in met for above in _above(where))
        if not is_known:
            at = At(version=version or None, field=where or None, new=FieldPath(_PLACE))
            yield rules.refused_by_olm(at, one.name, one.message)


def _above(where: str) -> Iterator[str]:
    """The paths of the schemas that hold one, from the nearest to the root."""
    while where:
        where = where.rpartition(".")[0]
        if where:
            yield where


def _storage(
    name: str,
    before: Mapping[str, _Version],
    after: Mapping[str, _Version],
    listed: Sequence[str] | None,
) -> rules.Storage:
    was, now = _stored(before), _stored(after)
    places = {version: number for number, version in enumerate(before)}
    kept = [one for one in (was, now, *before) if one in before and one in after]
    return rules.Storage(
        name=name,
        stored=(was, places.get(was, 0)),
        stays=(kept[0], places[kept[0]]) if kept else None,
        listed=listed,
    )


def _stored(versions: Mapping[str, _Version]) -> str:
    return next((name for name, one in versions.items() if one.value.get("storage") is True), "")


def _warning(version: _Version | None) -> str | None:
    """What the API server warns of a version with; None where it is not deprecated."""
    if version is None or version.value.get("deprecated") is not True:
        return None
    return text(version.value.get("deprecationWarning"))


def _is_served(version: _Version) -> bool:
    return version.value.get("served") is True


def _summary(version: _Version) -> dict[str, Any]:
    return {word: version.value.get(word) is True for word in ("served", "storage")}


def _version_place(
    version: str, old: _Version, new: _Version, word: str, *, before: Any = None, after: Any = None
) -> At:
    return At(version=version, old=old.path(word), new=new.path(word), before=before, after=after)


def _field_place(
    *parts: str, before: Any = None, after: Any = None, where: str = "", refused: tuple[str, ...] = ()
) -> At:
    path = FieldPath(parts)
    return At(field=str(path), old=path, new=path, before=before, after=after, where=where, refused_as=refused)
