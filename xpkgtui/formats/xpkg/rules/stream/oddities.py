"""Rules about oddities of the stream that Crossplane accepts (504, 505, 507, 510, 512, 513)."""

from collections.abc import Iterator

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject, PackageSubject

_VALIDATE = ("validate",)


@rule(
    "XPKG504",
    "nothing follows the end of a document",
    "W",
    spec="W",
    format_v2="W",
    build="W",
    stage=Stage.LINT,
)
def nothing_is_hidden(subject: DocumentSubject) -> Iterator[Problem]:
    """Nothing stands between the end of a document (`...`, or a closing bracket) and the next `---`.

    Why: Crossplane reads only the first document between two separators. What follows it is not in the package, but
    other YAML readers see it.
    When it bites: At installation, silently: the objects after the end are missing.
    Fix: Write `---` on a line of its own before the text that Crossplane should read, or remove the text.
    Source: go-yaml v2 (yaml.go, unmarshal); settled by running it.
    """
    for note in subject.document.oddities if isinstance(subject.document, PackageDocument) else ():
        if note.kind is OddityKind.HIDDEN:
            message = f"{subject.title}: Crossplane ignores the text after the end of the document"
            yield Problem(message=message, line=note.line)


@rule("XPKG505", "no empty documents", "EI", spec="I", format_v2="I", build="I", stage=Stage.LINT)
def no_empty_documents(subject: PackageSubject) -> Iterator[Problem]:
    """No document is empty or holds only comments.

    Why: Crossplane skips such documents since 1.14. From 1.3 on it skips those that hold nothing at all. Older
    versions refuse the package.
    When it bites: At parsing, with Crossplane 1.13 and older.
    Fix: Remove separators with nothing between them.
    Source: crossplane-runtime pkg/xpkg/parser (isEmptyYAML); crossplane issue 5504.
    """
    met = next((one for one in subject.empty if one.refused is not None), None)
    if met is not None:
        message = f"Document {met.chunk.number} is empty, and Crossplane {subject.target.version} does not skip it"
        number, line = met.chunk.number, met.chunk.line
        yield Problem(message=message, says=met.refused, stage=Stage.PARSE, document=number, line=line)
    elif subject.empty:
        first, count = subject.empty[0].chunk, len(subject.empty)
        what = "1 document is empty or holds" if count == 1 else f"{count:,} documents are empty or hold"
        message = f"{what} only comments; the first is document {first.number}"
        yield Problem(level=1, message=message, document=first.number, line=first.line)


@rule("XPKG507", "every key appears once", "W", spec="E", format_v2="W", build="W", stage=Stage.LINT)
def keys_are_unique(subject: DocumentSubject) -> Iterator[Problem]:
    """No mapping has the same key twice.

    Why: YAML forbids it. Crossplane silently takes the last one. Other readers take the first, or refuse the
    document.
    When it bites: If Crossplane drops the value that you want.
    Fix: Remove one of the two keys.
    Source: YAML 1.2, section 3.2.1.3; sigs.k8s.io/yaml (not strict); settled by running it.
    """
    if isinstance(subject.document, PackageDocument):
        for note in subject.document.oddities:
            if note.kind is OddityKind.DUPLICATE_KEY:
                where = f" ({note.path})" if note.path else ""
                yield Problem(message=f"{subject.title}: {note.text}{where}", path=note.path, line=note.line)


@rule("XPKG510", "no aliases or merge keys", "I", spec="I", format_v2="I", build="I", stage=Stage.LINT)
def values_are_written_out(subject: DocumentSubject) -> Iterator[Problem]:
    """No document uses aliases (`*name`) or merges mappings (`<<`).

    Why: Crossplane reads both, unless they repeat too much. Tools that read YAML line by line do not.
    When it bites: When another tool reads package.yaml or writes it again.
    Fix: No action needed for Crossplane. For other tools, write the values out.
    Source: go-yaml v2 (decode.go, allowedAliasRatio).
    """
    notes = subject.document.oddities if isinstance(subject.document, PackageDocument) else ()
    found = [note for note in notes if note.kind in {OddityKind.ALIAS, OddityKind.MERGE} and note.line is not None]
    if found:
        merges = sum(note.kind is OddityKind.MERGE for note in found)
        counts = ((len(found) - merges, "alias", "aliases"), (merges, "merge key", "merge keys"))
        said = " and ".join(f"{count} {one if count == 1 else more}" for count, one, more in counts if count)
        least = "at least " if any(note.line is None for note in notes) else ""
        yield Problem(message=f"{subject.title} uses {least}{said}", line=found[0].line)


@rule(
    "XPKG512",
    "the stream begins and ends with ---",
    "I",
    spec="",
    format_v2="",
    build="I",
    readers=_VALIDATE,
    stage=Stage.LINT,
)
def stream_is_framed(subject: PackageSubject) -> Iterator[Problem]:
    """The stream begins and ends with `---`, and its first document is the meta object.

    Why: `crossplane resource validate` and `crossplane xpkg get-crds` do not unpack the layer. They split the tar
    archive at the separators. They drop the first line of the first part and all of the last part, and take the
    first part for the meta object.
    When it bites: With these two commands only: they lose the meta object or the last definition.
    Fix: Build the package with `crossplane xpkg build`, which writes both separators.
    Source: crossplane CLI cmd/crossplane/validate/image.go; crossplane issue 5804.
    """
    if not subject.seen or subject.problem is not None:
        return
    first = subject.seen[0]
    faults = []
    if not subject.is_opened:
        faults.append("does not begin with ---")
    if not subject.is_closed:
        faults.append("does not end with ---")
    if subject.metas and first not in subject.metas:
        faults.append(f"has its meta object in document {subject.metas[0].number}, not first")
    if faults:
        yield Problem(
            message=f"The stream {' and '.join(faults)}; `crossplane resource validate` misreads it",
            document=first.number,
            line=first.line,
        )


@rule("XPKG513", "no byte order mark, no CR LF", "EI", spec="I", format_v2="I", build="EI", stage=Stage.LINT)
def lines_are_plain(subject: PackageSubject) -> Iterator[Problem]:
    """The stream has no byte order mark, and its lines end in LF alone.

    Why: Crossplane reads both, with one exception: a document that holds only a byte order mark and comments is not
    empty for Crossplane, and it has no kind.
    When it bites: At parsing, in that one case.
    Fix: Save the files as UTF-8 without a byte order mark, with Unix line endings.
    Source: crossplane-runtime pkg/xpkg/parser (isEmptyYAML); go-yaml v2; settled by running it.
    """
    for one in subject.seen:
        if OddityKind.BOM in one.oddities:
            said = ", so Crossplane does not skip it although it is empty" if one.is_blank else ""
            message = f"Document {one.number} starts with a byte order mark{said}"
            yield Problem(level=0 if one.is_blank else 1, message=message, document=one.number, line=one.line)
    found = [one for one in subject.seen if OddityKind.CRLF in one.oddities]
    if found:
        count = "1 document" if len(found) == 1 else f"{len(found):,} documents"
        message = f"Lines end in CR LF in {count}"
        yield Problem(level=1, message=message, document=found[0].number, line=found[0].line)
