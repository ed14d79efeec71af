"""Rules about oddities of the stream that Crossplane accepts (504, 505, 507, 510, 512, 513)."""

from collections.abc import Iterator

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject, PackageSubject

_VALIDATE = ("validate",)


@rule(
    "XPKG504",
    "nothing stands behind the end of a document",
    "W",
    spec="W",
    format_v2="W",
    build="W",
    stage=Stage.LINT,
)
def nothing_is_hidden(subject: DocumentSubject) -> Iterator[Problem]:
    """Nothing stands between the end of a document (`...`, or a closing bracket) and the next `---`.

    Why: Crossplane reads the first document between two separators and never looks further, so that what follows is
    not in the package; other readers of YAML see it.
    When it bites: At installation, without a word: the objects behind the mark are missing.
    Fix: Put `---` on a line of its own before what is to be read, or remove it.
    Source: go-yaml v2 (yaml.go, unmarshal); settled by running it.
    """
    for note in subject.document.oddities if isinstance(subject.document, PackageDocument) else ():
        if note.kind is OddityKind.HIDDEN:
            message = f"{subject.title} has ended, and nobody reads what follows it"
            yield Problem(message=message, line=note.line)


@rule("XPKG505", "no empty documents", "I", spec="I", format_v2="I", build="I", stage=Stage.LINT)
def no_empty_documents(subject: PackageSubject) -> Iterator[Problem]:
    """No document is empty, or holds nothing but comments.

    Why: Crossplane skips such documents since 1.14; older versions refused the package.
    When it bites: With readers older than Crossplane 1.14.
    Fix: Remove the separators that have nothing between them.
    Source: crossplane-runtime pkg/xpkg/parser (isEmptyYAML); crossplane issue 5504.
    """
    if subject.empty:
        first, count = subject.empty[0], len(subject.empty)
        what = "1 document is" if count == 1 else f"{count:,} documents are"
        message = f"{what} empty or a comment; the first is document {first.number}"
        yield Problem(message=message, document=first.number, line=first.line)


@rule("XPKG507", "every key is there once", "W", spec="E", format_v2="W", build="W", stage=Stage.LINT)
def keys_are_unique(subject: DocumentSubject) -> Iterator[Problem]:
    """No mapping has the same key twice.

    Why: YAML forbids it. Go takes the last one without a word, other readers take the first, or refuse.
    When it bites: When the value that was meant is the one that is dropped.
    Fix: Remove one of the two.
    Source: YAML 1.2, section 3.2.1.3; sigs.k8s.io/yaml (not strict); settled by running it.
    """
    if isinstance(subject.document, PackageDocument):
        for note in subject.document.oddities:
            if note.kind is OddityKind.DUPLICATE_KEY:
                where = f" ({note.path})" if note.path else ""
                yield Problem(message=f"{subject.title}: {note.text}{where}", path=note.path, line=note.line)


@rule("XPKG510", "no aliases and merge keys", "I", spec="I", format_v2="I", build="I", stage=Stage.LINT)
def values_are_written_out(subject: DocumentSubject) -> Iterator[Problem]:
    """No document uses aliases (`*name`) or merges mappings (`<<`).

    Why: Crossplane reads both, as long as they do not repeat too much. Tools that handle YAML line by line do not.
    When it bites: When another tool reads package.yaml, or writes it anew.
    Fix: Nothing needs to be done; write the values out where another tool is to read them.
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


@rule("XPKG512", "the stream is framed", "I", spec="", format_v2="", build="I", readers=_VALIDATE, stage=Stage.LINT)
def stream_is_framed(subject: PackageSubject) -> Iterator[Problem]:
    """The stream begins and ends with `---`, and its first document is the meta object.

    Why: `crossplane resource validate` and `xpkg get-crds` do not unpack the layer: they cut the tar archive at the
    separators, drop the first line of what comes first and all of what comes last, and take the first for the meta
    object.
    When it bites: With these two commands only; they lose the meta object or the last definition.
    Fix: Build the package with `crossplane xpkg build`, which writes the stream so.
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
            message=f"The stream {' and '.join(faults)}; `crossplane resource validate` then misreads it",
            document=first.number,
            line=first.line,
        )


@rule("XPKG513", "no byte order mark, no CR LF", "EI", spec="I", format_v2="I", build="EI", stage=Stage.LINT)
def lines_are_plain(subject: PackageSubject) -> Iterator[Problem]:
    """The stream has no byte order mark, and its lines end in LF alone.

    Why: Crossplane reads both, with one exception: where a byte order mark is all that a document holds beside
    comments, the document does not count as empty, and has no kind.
    When it bites: At parsing, in that one case.
    Fix: Save the files as UTF-8 without a byte order mark, with Unix line ends.
    Source: crossplane-runtime pkg/xpkg/parser (isEmptyYAML); go-yaml v2; settled by running it.
    """
    for one in subject.seen:
        if OddityKind.BOM in one.oddities:
            said = ", so that it is not skipped although it holds nothing" if one.is_blank else ""
            message = f"Document {one.number} starts with a byte order mark{said}"
            yield Problem(level=0 if one.is_blank else 1, message=message, document=one.number, line=one.line)
    found = [one for one in subject.seen if OddityKind.CRLF in one.oddities]
    if found:
        count = "1 document" if len(found) == 1 else f"{len(found):,} documents"
        message = f"Lines end in CR LF in {count}"
        yield Problem(level=1, message=message, document=found[0].number, line=found[0].line)
