"""The examples that a build puts into a layer of their own."""

from collections.abc import Callable

from xpkgtui.documents.stream import split

EXAMPLES = ".up/examples.yaml"


def problem_of(data: bytes, check: Callable[[], None]) -> str | None:
    """Why the examples cannot be read, in words; None where they can."""
    # A parser of YAML is not loaded before the list of objects is on the screen, which needs none.
    from xpkgtui.documents.document import BrokenDocument, parse
    from xpkgtui.formats.xpkg.identity import identify

    stream = split(data)
    for chunk in stream.chunks:
        check()
        if chunk.empty:
            continue
        document = parse(data, chunk)
        if isinstance(document, BrokenDocument):
            return f"document {chunk.number}: {document.message}"
        if fault := identify(document.value).fault:
            return f"document {chunk.number} {fault}"
    return stream.problem.message if stream.problem else None
