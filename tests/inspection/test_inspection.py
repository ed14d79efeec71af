"""What an inspection says of itself and of the one before."""

from builders.cases import each_row
from builders.inspection.ports import row

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import ByIdentity, Inspection
from xpkgtui.inspection.messages.events import ObjectsListed, PlatformsListed, Resolved
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.sources.source import SourceForm


def resolved(digest: str | None) -> Inspection:
    """An inspection of a source whose name was found to stand for a digest, or for none."""
    found = Resolved(form=SourceForm.OCI_LAYOUT, reference="a", digest=digest)
    return Inspection(source="a", resolved=found)


@each_row(
    ("before", "after", "is_another"),
    [
        ("sha256:1", "sha256:1", False),
        ("sha256:1", "sha256:2", True),
        (None, None, True),
        (None, "sha256:1", True),
    ],
)
def test_a_source_that_is_opened_again_goes_on_where_its_digest_is_the_same(
    before: str | None, after: str | None, is_another: bool
) -> None:
    assert resolved(after).begins_anew_after(resolved(before)) is is_another


def test_the_same_answer_goes_on() -> None:
    state = resolved(None)
    assert not state.begins_anew_after(state)


def test_what_is_not_resolved_yet_begins_anew_behind_what_was() -> None:
    waiting = Inspection(source="a")
    assert waiting.begins_anew_after(resolved("sha256:1"))
    assert not waiting.begins_anew_after(Inspection(source="a"))
    assert not resolved("sha256:1").begins_anew_after(waiting)
    assert waiting.begins_anew_after(Inspection(source="b"))


def test_only_the_same_value_is_the_same() -> None:
    rows, others = [1], [1]
    assert ByIdentity(rows) == ByIdentity(rows)
    assert hash(ByIdentity(rows)) == hash(ByIdentity(rows))
    assert ByIdentity(rows) != ByIdentity(others)


@each_row(
    ("role", "chosen", "selected", "is_one"),
    [
        (PlatformRole.ATTESTATION, False, True, True),
        (PlatformRole.ATTESTATION, True, True, False),
        (PlatformRole.ATTESTATION, False, False, False),
        (PlatformRole.IMAGE, False, True, False),
    ],
)
def test_an_entry_that_is_shown_may_be_no_package(
    role: PlatformRole, chosen: bool, selected: bool, is_one: bool
) -> None:
    row = PlatformRow(digest=None, media_type="", size=0, platform=None, role=role, chosen=chosen, selected=selected)
    found = fold_all(Inspection(source="a"), (PlatformsListed(rows=(row,), is_index=True),))
    assert found.not_a_package == (row if is_one else None)
    assert (found.shown_entry, found.chosen_entry) == (row if selected else None, row if chosen else None)


@each_row(("total", "count"), [(None, 2), (3, 2), (9, 8)])
def test_empty_documents_are_not_counted_among_the_objects(total: int | None, count: int) -> None:
    rows = (row(1, kind="A", name="a"), row(2, kind="", name="", role="empty"), row(3, kind="B", name="b"))
    found = fold_all(Inspection(source="a"), (ObjectsListed(first=0, rows=rows, total=total),))
    assert found.objects_count == count
