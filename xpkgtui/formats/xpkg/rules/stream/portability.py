"""Rules about YAML that Crossplane reads and other tools may not: keys, aliases, line ends (507, 510, 513)."""

from collections.abc import Iterator

from xpkgtui.documents.document import PackageDocument
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject


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
                yield Problem(
                    message=f"{subject.title}: {note.text}{where}", path=note.path, where=Where(line=note.line)
                )


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
        words = " and ".join(f"{count} {one if count == 1 else more}" for count, one, more in counts if count)
        least = "at least " if any(note.line is None for note in notes) else ""
        yield Problem(message=f"{subject.title} uses {least}{words}", where=Where(line=found[0].line))


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
            words = ", so Crossplane does not skip it although it is empty" if one.is_blank else ""
            message = f"Document {one.number} starts with a byte order mark{words}"
            yield Problem(
                level=0 if one.is_blank else 1, message=message, where=Where(document=one.number, line=one.line)
            )
    found = [one for one in subject.seen if OddityKind.CRLF in one.oddities]
    if found:
        count = "1 document" if len(found) == 1 else f"{len(found):,} documents"
        message = f"Lines end in CR LF in {count}"
        yield Problem(level=1, message=message, where=Where(document=found[0].number, line=found[0].line))
