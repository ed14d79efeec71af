"""What kept a source from being read whole, by which every command ends."""

from dataclasses import replace

from builders.cases import each_row

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.parts import Failed, PartName, Ready
from xpkgtui.inspection.rows.layers import Damage, DamageKind, LayerRow, LayerUse
from xpkgtui.limits import ReachedLimit
from xpkgtui.readers.reader import Reading
from xpkgtui.reporting.contents.differences import Differences
from xpkgtui.reporting.sentence import trouble, unopened, unread
from xpkgtui.rules.finding import Acceptance, Verdict

OPENED = Inspection(source="acme")
GONE = Failure(kind=FailureKind.NETWORK, title="the registry is gone")
READ = Reading(reader="manager-2.4")


def damaged(kind: DamageKind, media_type: str = "application/vnd.oci.image.layer.v1.tar+gzip") -> Inspection:
    row = LayerRow(
        index=1,
        digest="sha256:0",
        diff_id=None,
        media_type=media_type,
        size=9,
        damage=Damage(kind=kind, reason="its bytes are missing", advice="--max-layer"),
    )
    manifest = ManifestRead(
        digest=None,
        media_type="",
        annotations=(),
        config_digest=None,
        config_size=None,
        labels=(),
        layers=(row,),
        total=9,
    )
    return replace(OPENED, manifest=Ready(manifest))


@each_row(
    ("state", "kind", "title"),
    [
        (replace(OPENED, failure=GONE), FailureKind.NETWORK, "the registry is gone"),
        (replace(OPENED, manifest=Failed(GONE)), FailureKind.NETWORK, "the registry is gone"),
        (replace(OPENED, failures=((PartName.OBJECTS, GONE),)), FailureKind.NETWORK, "the registry is gone"),
        (damaged(DamageKind.UNAVAILABLE), FailureKind.CORRUPT, "layer 1 is not shown: its bytes are missing"),
        (damaged(DamageKind.UNDECODABLE), FailureKind.CORRUPT, "layer 1"),
        (damaged(DamageKind.BROKEN), FailureKind.CORRUPT, "layer 1"),
        (damaged(DamageKind.LIMIT), FailureKind.UNDECIDED, "layer 1"),
        (
            replace(OPENED, reading=replace(READ, limit=ReachedLimit(name="", most=1, fixed="it is too long"))),
            FailureKind.UNDECIDED,
            "it is too long",
        ),
    ],
)
def test_what_was_not_read_is_the_trouble_and_leaves_a_comparison_undecided(
    state: Inspection, kind: FailureKind, title: str
) -> None:
    found = unread(state)
    assert found is not None
    assert (found.kind, title in found.title) == (kind, True)
    assert trouble(state) == found
    assert Differences(old=OPENED, new=state).unread == found.title


def test_what_could_not_be_opened_has_nothing_to_look_at() -> None:
    assert unopened(replace(OPENED, manifest=Failed(GONE))) is GONE
    assert unopened(replace(OPENED, failures=((PartName.OBJECTS, GONE),))) is None


def test_a_layer_that_is_no_tar_is_trouble_where_it_was_read_and_nothing_refuses_the_image_for_it() -> None:
    state = damaged(DamageKind.NO_TAR, "application/yaml")
    assert isinstance(state.manifest, Ready)
    (row,) = state.manifest.value.layers
    read = replace(state, manifest=Ready(replace(state.manifest.value, layers=(replace(row, use=LayerUse.PASSED),))))
    refused = replace(read, reading=READ, verdict=Ready(Verdict(acceptance=Acceptance.REFUSED, reason="a layer")))
    found = trouble(read)
    assert found is not None
    assert (found.kind, found.title) == (
        FailureKind.CORRUPT,
        "layer 1 holds no files: it is application/yaml, not a tar archive",
    )
    assert [trouble(state), trouble(refused)] == [None, None]


def test_what_was_read_whole_is_no_trouble_unless_it_has_no_verdict() -> None:
    undecided = replace(OPENED, reading=READ, verdict=Ready(Verdict(acceptance=None, reason="a rule failed")))
    found = trouble(undecided)
    assert found is not None
    assert found.kind is FailureKind.UNDECIDED
    accepted = replace(OPENED, reading=READ, verdict=Ready(Verdict(acceptance=Acceptance.ACCEPTED, reason="")))
    whole = (OPENED, accepted, damaged(DamageKind.BROKEN, "application/vnd.in-toto+json"))
    assert [unread(undecided), *map(trouble, whole)] == [None] * 4
    assert Differences(old=OPENED, new=undecided).verdict is not None
