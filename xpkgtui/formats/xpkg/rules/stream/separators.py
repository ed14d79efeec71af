"""Rules about what separates documents: ends, empty documents, the first and the last line (504, 505, 512)."""

from collections.abc import Iterator

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject

_VALIDATE = ("validate",)


@rule("XPKG504", "text follows the end of a document", "W", build="W", stage=Stage.LINT)
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
            yield Problem(message=message, where=Where(line=note.line))


@rule("XPKG505", "a document is empty", "EI", spec="I", build="I", stage=Stage.LINT)
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
        yield Problem(message=message, says=met.refused, stage=Stage.PARSE, where=Where(document=number, line=line))
    elif subject.empty:
        first, count = subject.empty[0].chunk, len(subject.empty)
        what = "1 document is empty or holds" if count == 1 else f"{count:,} documents are empty or hold"
        message = f"{what} only comments; the first is document {first.number}"
        yield Problem(level=1, message=message, where=Where(document=first.number, line=first.line))


@rule(
    "XPKG512",
    "the stream does not begin and end with ---",
    "I",
    spec="",
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
            where=Where(document=first.number, line=first.line),
        )
