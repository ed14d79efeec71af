"""What `explain` shows: the kinds of a package, fields that were searched, or one field of one kind."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.errors import Failure, NotFound, Usage
from xpkgtui.formats.definitions.custom_resources import schema_of, version_of, versions_of
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.formats.definitions.fields.tree import children, find, root_of, walk
from xpkgtui.formats.definitions.fields.versions import DefinedKind
from xpkgtui.formats.examples.values import KindExamples
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.schemas import FieldsFound, KindRow, PackagesFound
from xpkgtui.limits import NotRead
from xpkgtui.reporting.answer import CommandAnswer, answer_of
from xpkgtui.untyped import text
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, few, plural

_NEAREST = 5
_LONGEST_NAME = 300
_MOST_UNREAD = 10
_MOST_WALKED = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedField:
    """A field of a version of a kind."""

    kind: DefinedKind
    definition: dict[str, Any]
    version: dict[str, Any]
    is_chosen: bool
    """Whether the version was asked for."""
    field: SchemaField
    """The root where no field was asked for."""
    doubt: str = ""
    """Why no current API server takes the definition, in a clause; empty where one does."""
    examples: KindExamples | None = None
    """The examples of the kind; None where they were not read."""

    @property
    def version_name(self) -> str:
        """The name of the version."""
        return text(self.version.get("name"))

    @property
    def schema(self) -> dict[str, Any]:
        """The schema of the version."""
        return schema_of(self.version)

    @property
    def shown_versions(self) -> tuple[dict[str, Any], ...]:
        """The version that was asked for, or all."""
        return (self.version,) if self.is_chosen else versions_of(self.definition)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """The answer to `explain`, and how the source was opened."""

    inspection: Inspection
    kinds: tuple[KindRow, ...] | None = None
    """The kinds, where they were asked for."""
    unread: tuple[int, ...] = ()
    """Documents that may be definitions, and cannot be read."""
    found: FieldsFound | None = None
    """The fields that were searched for."""
    elsewhere: PackagesFound | None = None
    """What was searched for in the packages that were opened before."""
    explained: ExplainedField | None = None
    failure: Failure | None = None
    """Why there is no answer."""

    @property
    def answer(self) -> CommandAnswer:
        """How far it is known, and whether a search found nothing in what was read whole."""
        matches = self.found or self.elsewhere
        answer = answer_of(self.inspection, self.failure, self._lacking())
        return replace(answer, is_refused=matches is not None and not matches.found and not answer.unread)

    def _lacking(self) -> Iterator[NotRead]:
        for document in self.unread:
            name = f"document {document}"
            yield NotRead(where=name, what="the definition", why=f"{name} cannot be read")
        for one in self.elsewhere.unread if self.elsewhere else ():
            why = f"of {one} only the kinds are known: it cannot be read any more"
            yield NotRead(where=one, what="the fields", why=why)
        for one in self.elsewhere.partly if self.elsewhere else ():
            yield NotRead(where=one, what="some definitions", why=f"of {one} not all definitions could be read")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedField:
    """A kind of a list, and the names of fields behind it."""

    row: KindRow
    names: tuple[str, ...]


def full_name(kind: DefinedKind) -> str:
    """The name by which a kind is never mistaken: `buckets.s3.example.org`."""
    return f"{kind.plural or kind.kind.lower()}.{kind.group}"


def names_of(words: str) -> tuple[str, ...]:
    """The names of a path: `spec.tags[].key` is `spec`, `tags`, `[]` and `key`."""
    found = []
    for part in words.replace("[]", ".[].").split("."):
        name = part.partition("[")[0] if part != "[]" else part
        if name:
            found.append(name)
    return tuple(found)


def kinds_asked(rows: Iterable[KindRow], asked: str) -> tuple[AskedField, ...]:
    """The kinds that KIND[.FIELD...] may mean: by kind, plural, singular, short name, alone or with the group."""
    best: dict[int, list[AskedField]] = {}
    lower = asked.lower()
    for row in rows:
        kind = row.kind
        for name in {kind.kind, kind.plural, kind.singular, *kind.short_names}:
            for whole in (name, f"{name}.{kind.group}"):
                if name and (lower == whole.lower() or lower.startswith(f"{whole.lower()}.")):
                    field = AskedField(row=row, names=names_of(asked[len(whole) :]))
                    best.setdefault(len(whole), []).append(field)
    # The longest name is meant: with the group rather than a field of that name.
    longest = best[max(best)] if best else []
    unique = {(one.row.kind.group, one.row.kind.kind): one for one in reversed(longest)}
    return tuple(reversed(unique.values()))


def unread_sentence(documents: Sequence[int]) -> str:
    """`2 documents cannot be read: 3, 7`"""
    some = few(documents, _MOST_UNREAD)
    return f"{plural(len(documents), 'document')} cannot be read, and may define more: {some}"


def the_kind(rows: Sequence[KindRow], asked: str, unread: Sequence[int] = ()) -> AskedField:
    """The kind that is asked for; raises `NotFound`, and `Usage` where several groups have it.

    `unread` are documents that may define it.
    """
    found = kinds_asked(rows, asked)
    if len(found) == 1:
        return found[0]
    if found:
        names = tuple(full_name(one.row.kind) for one in found)
        raise Usage(
            f"{clip(asked, _LONGEST_NAME)} is a kind of {len(found)} groups",
            hint=f"Name one with its group, such as {names[0]}.",
            suggestions=names,
        )
    from difflib import get_close_matches

    word = clip(asked.partition(".")[0] or asked, _LONGEST_NAME)
    known = {name.lower(): row.kind.kind for row in rows for name in (row.kind.kind, row.kind.plural) if name}
    near = dict.fromkeys(known[match] for match in get_close_matches(word.lower(), known, n=_NEAREST, cutoff=0.6))
    hint = "Without a kind, all are listed." if rows else "" if unread else "The package defines none."
    if unread:
        hint = f"{unread_sentence(unread)}. {hint}".rstrip()
    raise NotFound(f"the package defines no kind {word}", hint=hint, suggestions=tuple(near))


def explained_field(
    kind: DefinedKind, definition: dict[str, Any], names: Sequence[str], version: str, doubt: str = ""
) -> ExplainedField:
    """A field of the version that is asked for, else of the stored one; raises `NotFound`, naming the nearest."""
    chosen = version_of(definition, version)
    if chosen is None:
        known = tuple(one.name for one in kind.versions)
        what = f"version {version}" if version else "version"
        raise NotFound(f"{kind.kind} has no {what}", hint=f"It has {', '.join(known)}." if known else "")
    root = root_of(schema_of(chosen))
    found, left = find(root, names)
    if left:
        raise _no_field(kind, root, found, left)
    return ExplainedField(
        kind=kind, definition=definition, version=chosen, is_chosen=bool(version), field=found, doubt=doubt
    )


def _no_field(kind: DefinedKind, root: SchemaField, field: SchemaField, left: tuple[str, ...]) -> NotFound:
    """The error about a name that leads nowhere: near names beside it, then its name elsewhere."""
    from difflib import get_close_matches

    below = {child.name: child.path for child in children(field)}
    lower = {name.lower(): path for name, path in below.items()}
    near = [lower[match] for match in get_close_matches(left[0].lower(), lower, n=_NEAREST, cutoff=0.6)]
    wanted = left[-1].lower()
    near += [one.path for one in walk(root, _MOST_WALKED) if one.name.lower() == wanted][:_NEAREST]
    where = field.path or kind.kind
    hint = "" if near else f"It has {few(list(below), 20)}." if below else f"It is of type {field.type}."
    title = f"{where} has no field {clip(left[0], _LONGEST_NAME)}"
    return NotFound(title, hint=hint, suggestions=tuple(dict.fromkeys(near))[:_NEAREST])
