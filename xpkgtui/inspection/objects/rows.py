"""Documents of a stream as rows, named without parsing them whole."""

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.origins import Origins
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.formats.format import Format, Outline
from xpkgtui.formats.role import Role
from xpkgtui.inspection.rows.objects import ListStop, ObjectRow


def row_of(chunk: Chunk, defined: Outline | None, format: Format, origins: Origins) -> ObjectRow:
    """The row of a document whose outline is known."""
    lead = origins.lead if chunk.start == 0 else 0
    first = origins.at(chunk.first_line)
    found = origins.at(chunk.line)
    group = defined.group if defined else None
    versions = defined.versions if defined else ()
    folder, _, file = (found.file if found else "").rpartition("/")
    by_file = format.summary.documents.named_by_file and not chunk.kind and not chunk.empty and bool(file)
    role = format.role_of(chunk)
    # What has a schema and no kind is named by it, where that means something to the format.
    kind, name = defined.called if defined and defined.called else (None, None)
    blob = chunk.blob if role is Role.OBJECT and format.summary.documents.named_by_schema else None
    return ObjectRow(
        document=chunk.number,
        line=found.line if found else chunk.line,
        start=chunk.start + lead,
        end=chunk.end,
        first_line=first.line if first else chunk.first_line,
        file=found.file if found else None,
        api_version=chunk.api_version,
        kind=blob.schema if blob else chunk.kind or kind or (file if by_file else None),
        name=blob.name if blob else chunk.name or name or (folder if by_file else None),
        package=blob.package if blob else None,
        role=role,
        group=group or _own_group(chunk.api_version),
        plural=defined.plural if defined else None,
        defines=defined.kind if defined else None,
        scope=defined.scope if defined else None,
        versions=tuple(version.name for version in versions),
        stored=next((version.name for version in versions if version.stored), None),
    )


def stop_of(problem: SeparatorProblem, origins: Origins) -> ListStop:
    """Where reading stops, in the file that the line comes from."""
    found = origins.at(problem.line)
    file, line = (found.file, found.line) if found else (None, problem.line)
    return ListStop(line=line, file=file, says=problem.message)


def _own_group(api_version: str | None) -> str | None:
    if api_version is None:
        return None
    group, slash, _ = api_version.rpartition("/")
    return group if slash else ""
