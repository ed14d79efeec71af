"""Rules about the documents of the stream that a parser refuses or misreads (501 to 511)."""

from collections.abc import Iterator
from itertools import islice

from xpkgtui.documents.document import BrokenDocument, PackageDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.refusals import OddityKind, RefusalReason
from xpkgtui.formats.definitions.choices import odd_choices
from xpkgtui.formats.go_decoding.mismatches import Mismatch
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.linter import NOT_ONE_META
from xpkgtui.patterns import late
from xpkgtui.visible import are

_MOST = 50
"""Problems of one kind that are reported for one document."""
_LEAD = late(r"^(error converting YAML to JSON: )?yaml: (line [0-9]+: )?")
"""The words before the cause in a parser's message: its line counts from the document, not from the file."""
_TEXTS = Profile.SPEC, Profile.FORMAT_V2
"""The profiles of texts, which say UTF-8; programs read more."""
_PROGRAMS = tuple(one for one in Profile if one not in _TEXTS)
_WORDS = {True: "true", False: "false"}
_KEY_FIX = "Write the key as text. If it is a template such as `{{ .Values.name }}`, render it first or quote it."


@rule("XPKG501", "a document cannot be parsed as YAML", "EW", build="EW", stage=Stage.PARSE)
def is_yaml(subject: DocumentSubject) -> Iterator[Problem]:
    """Every document is UTF-8 and can be parsed as YAML.

    Why: Crossplane stops at the first document that it cannot parse, and refuses the package. Its message does not
    name the document. All are listed here. A document in UTF-16 that begins with a byte order mark is read, unless a
    byte too many ends it, as the line end of a file in little-endian UTF-16 does. Other tools show such a document as
    garbage.
    When it bites: At installation, and at `crossplane xpkg build`.
    Fix: Fix the YAML at this line. An editor with YAML support shows more.
    Source: crossplane-runtime pkg/xpkg/parser; go-yaml v2.
    """
    document, number = subject.document, subject.chunk.number
    if isinstance(document, PackageDocument):
        if any(note.kind is OddityKind.UTF_16 for note in document.oddities):
            message = f"Document {number} is UTF-16, packages are UTF-8"
            yield Problem(message=message, profiles=_TEXTS)
            yield Problem(level=1, message=message, profiles=_PROGRAMS)
        return
    if document.reason in {RefusalReason.VALUE, RefusalReason.DIRECTIVE}:
        return
    if document.reason is RefusalReason.SPENT:
        yield Problem(
            level=1,
            message=f"{_from(number, subject.stream)} were not read: {document.message}",
            fix=document.limit.advice if document.limit else "",
            undecided=True,
        )
    elif document.reason is RefusalReason.SIZE:
        yield Problem(
            level=1,
            message=f"Document {number} was not read: {document.message}",
            fix=document.limit.advice if document.limit else "",
            undecided=True,
        )
    else:
        message = f"Document {number} is not YAML: {_LEAD.sub('', document.message)}"
        yield Problem(message=message, says=document.message)


@rule("XPKG502", "a separator shares its line with other text", "EW", spec="I", build="EW", stage=Stage.PARSE)
def separators_stand_alone(subject: PackageSubject) -> Iterator[Problem]:
    """A line that starts with `---` holds nothing else except blanks and a comment.

    Why: Kubernetes' reader looks at lines, not at YAML. It refuses `--- {a: b}`, `----` and `---text`, also inside
    a quoted or block scalar at column 0, and reads no further.
    When it bites: At installation, and at `crossplane xpkg build`. A common case is a certificate (`-----BEGIN`) at
    column 0.
    Fix: Move the content to its own line, or indent the scalar that holds it.
    Source: k8s.io/apimachinery pkg/util/yaml/decoder.go.
    """
    problem = subject.problem
    if problem is not None and problem.limit is None:
        message, more = "The separator --- does not stand alone on its line", "Crossplane reads no further"
        yield Problem(message=message, more=more, says=problem.message, where=Where(line=problem.line))


@rule("XPKG503", "a document has a YAML directive", "EW", spec="I", build="EW", stage=Stage.PARSE)
def has_no_directives(subject: DocumentSubject) -> Iterator[Problem]:
    """The stream has no `%YAML` and no `%TAG` directive.

    Why: Crossplane splits the stream before it parses it, so the directive becomes a document of its own, without
    content.
    When it bites: At parsing. After a line `...`, Crossplane ignores the directive and the document that follows
    it.
    Fix: Remove the directive. Crossplane reads YAML 1.1, whatever the directive says.
    Source: k8s.io/apimachinery pkg/util/yaml; go-yaml v2.
    """
    document, number = subject.document, subject.chunk.number
    if isinstance(document, BrokenDocument):
        if document.reason is RefusalReason.DIRECTIVE:
            yield Problem(message=f"Document {number} has a directive: {document.message}", says=document.message)
        return
    note = next((one for one in document.oddities if one.kind is OddityKind.DIRECTIVE), None)
    if note is not None:
        message = f"Document {number} has a directive, which Crossplane ignores"
        yield Problem(level=1, message=message, where=Where(line=note.line))


@rule("XPKG506", "a document has no apiVersion or kind", "E", build="E", stage=Stage.PARSE)
def is_an_object(subject: DocumentSubject) -> Iterator[Problem]:
    """Every document is a mapping with apiVersion and kind as text.

    Why: Crossplane needs both to decode the document.
    When it bites: At parsing. Crossplane then prints the whole document.
    Fix: Add apiVersion and kind, or remove the document if it is not a Kubernetes object (a kustomization, a values
    file, a list).
    Source: k8s.io/apimachinery pkg/runtime/serializer/json (SimpleMetaFactory).
    """
    if isinstance(subject.document, PackageDocument) and subject.identity.fault:
        message = f"Document {subject.chunk.number} {subject.identity.fault}"
        yield Problem(message=message, says=subject.identity.says, path=subject.identity.path)


@rule(
    "XPKG508",
    "an unquoted text is read as another type",
    "EW",
    spec="W",
    build="EW",
    stage=Stage.PARSE,
    is_decoding=True,
)
def text_stays_text(subject: DocumentSubject) -> Iterator[Problem]:
    """Where text is required, no unquoted value is one that YAML 1.1 reads as true, false or a number.

    Why: YAML 1.1 reads `yes`, `no`, `on`, `off`, `y`, `n`, `1.20` and `0777` as another type. Go's decoder requires
    text for labels, annotations, versions and names. The API server takes an `enum` of a field of text with such
    values, which no text ever equals.
    When it bites: At parsing. Of an `enum`, when the field is set: the intended value is refused.
    Fix: Put the value in quotes.
    Source: go-yaml v2 (resolve.go); settled by running it.
    """
    found = [(one, text) for one in subject.mismatches if (text := _plain_text(subject, one)) is not None]
    for mismatch, text in found[:_MOST]:
        yield Problem(
            message=_misread(subject, text, mismatch.path),
            says=mismatch.message,
            at_once=mismatch.at_once,
            path=mismatch.path,
            fix=f'Put the value in quotes: "{text}"',
        )
    if len(found) > _MOST:
        message = f"{subject.title}: at least {are(len(found) - _MOST, 'more text')} read as something else"
        yield Problem(message=message, path=found[_MOST][0].path)
    for path in islice(_odd_choices(subject), _MOST):
        text = subject.plain(path) or ""
        message, more = f"{_misread(subject, text, path)}", "the field is a text, which never equals it"
        yield Problem(level=1, message=message, more=more, path=path, fix=f'Put the value in quotes: "{text}"')


@rule("XPKG509", "a value cannot become JSON", "EW", spec="W", build="EW", stage=Stage.PARSE)
def has_json(subject: DocumentSubject) -> Iterator[Problem]:
    """No value is NaN, infinity or `!!binary`, and no key is null, a list or a mapping.

    Why: Kubernetes objects are JSON, which has none of these. `!!binary` is decoded to text and accepted.
    When it bites: At parsing.
    Fix: Write the value as quoted text. Write binary content in base64, without the tag.
    Source: sigs.k8s.io/yaml; settled by running it.
    """
    document, number = subject.document, subject.chunk.number
    if isinstance(document, BrokenDocument):
        if document.reason is RefusalReason.VALUE:
            fix = _KEY_FIX if "map key" in document.message else ""
            yield Problem(
                message=f"Document {number} cannot become JSON: {document.message}", says=document.message, fix=fix
            )
        return
    for note in document.oddities:
        if note.kind is OddityKind.BINARY:
            where = f" at {note.path}" if note.path else ""
            words = note.text if note.line is None else f"!!binary{where} is decoded to text"
            yield Problem(level=1, message=f"{subject.title}: {words}", where=Where(line=note.line))


@rule(
    "XPKG511",
    "package.yaml is empty",
    "E",
    build="E",
    stage=Stage.LINT,
    silenced_by=silenced(Within.PACKAGE, "XPKG405"),
)
def holds_something(subject: PackageSubject) -> Iterator[Problem]:
    """package.yaml holds at least one document that is not empty.

    Why: An empty stream has no meta object.
    When it bites: At linting.
    Fix: Check how package.yaml was made. `crossplane xpkg build` writes the meta object first.
    Source: crossplane-runtime pkg/xpkg/lint.go (OneMeta).
    """
    if not subject.seen and subject.problem is None:
        reading = subject.case.reading
        name = reading.stream_name("package.yaml") if reading else "package.yaml"
        yield Problem(message=f"{name} holds no document", says=NOT_ONE_META)


def _from(number: int, stream: Stream) -> str:
    """This document and all after it: `Documents 3 to 5`."""
    more = " and all after them" if stream.problem is not None and stream.problem.limit else ""
    return f"Documents {number:,} to {len(stream.chunks):,}{more}"


def _plain_text(subject: DocumentSubject, mismatch: Mismatch) -> str | None:
    """The plain text of a scalar where text was expected and YAML 1.1 made another type of it."""
    if mismatch.unknown or mismatch.wanted != "text" or mismatch.found not in {"a bool", "a number"}:
        return None
    return subject.plain(mismatch.path)


def _odd_choices(subject: DocumentSubject) -> Iterator[FieldPath]:
    """The choices of fields of text that are none; without positions there are none, nor was one suspected."""
    named = subject.named
    if named is None or not named.kind.endswith("Definition") or not isinstance(subject.document, PackageDocument):
        return
    if subject.document.marks is not None:
        yield from (path for path in odd_choices(subject.value) if subject.plain(path) is not None)


def _misread(subject: DocumentSubject, text: str, path: FieldPath) -> str:
    value: object = subject.value
    for part in path.parts:
        value = value[part]  # type: ignore[index]
    read = _WORDS[value] if isinstance(value, bool) else f"the number {value}"
    return f"{subject.title}: the value {text} is read as {read}, not as text, at {path}"


@rule("XPKG507", "a key appears twice", "W", spec="E", format_v2="W", build="W", stage=Stage.LINT)
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
                message, where = f"{subject.title}: {note.text}", Where(line=note.line)
                more = f"the last one counts ({note.path})" if note.path else "the last one counts"
                yield Problem(message=message, more=more, path=note.path, where=where)


@rule("XPKG510", "a document uses aliases or merge keys", "I", build="I", stage=Stage.LINT)
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
        words = " and ".join(f"{count} {one if count == 1 else more}" for count, one, more in counts if count)
        least = "at least " if any(note.line is None for note in notes) else ""
        yield Problem(message=f"{subject.title} uses {least}{words}", where=Where(line=found[0].line))


@rule("XPKG513", "the stream has a byte order mark or CR LF", "EI", spec="I", build="EI", stage=Stage.LINT)
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
            words = ", so Crossplane does not skip it although it is empty" if one.is_blank else ""
            message = f"Document {one.number} starts with a byte order mark{words}"
            yield Problem(
                level=0 if one.is_blank else 1, message=message, where=Where(document=one.number, line=one.line)
            )
    if found := [one for one in subject.seen if OddityKind.CRLF in one.oddities]:
        count = "1 document" if len(found) == 1 else f"{len(found):,} documents"
        message = f"Lines end in CR LF in {count}"
        yield Problem(level=1, message=message, where=Where(document=found[0].number, line=found[0].line))


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
        message, more = f"{what} only comments", f"the first is document {first.number}"
        yield Problem(level=1, message=message, more=more, where=Where(document=first.number, line=first.line))


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
            message=f"The stream {' and '.join(faults)}",
            more="`crossplane resource validate` misreads it",
            where=Where(document=first.number, line=first.line),
        )
