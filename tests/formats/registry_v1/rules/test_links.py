"""Links in a bundle: what opm, operator-sdk and OLM v1 say of a folder with them."""

from pathlib import Path

from builders.cases import each_row
from builders.packages.bundles import SOUND, write
from builders.packages.judged_folders import Judged, judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Acceptance

PARSING = 'error parsing objects in "manifests/z.yaml": error parsing manifests/z.yaml: '
UNREAD = "Unable to read file manifests/z.yaml in bundle"


def with_link(folder: Path, name: str, target: str, profile: str) -> Judged:
    """The sound bundle with a link, judged for a profile."""
    (write(folder) / name).symlink_to(target)
    return judged(REGISTRY_V1, folder, profile)


@each_row(
    ("target", "profile", "says"),
    [
        ("gone.yaml", "opm", UNREAD),
        ("gone.yaml", "sdk", UNREAD),
        ("gone.yaml", "olmv1", "open manifests/z.yaml: no such file or directory"),
        ("z.yaml", "olmv1", "open manifests/z.yaml: too many levels of symbolic links"),
        ("../metadata", "opm", UNREAD),
        (
            "../metadata",
            "olmv1",
            f"{PARSING}read manifests/z.yaml: is a directory",
        ),
    ],
)
def test_a_link_that_leads_to_no_file(target: str, profile: str, says: str, tmp_path: Path) -> None:
    found = with_link(tmp_path, "manifests/z.yaml", target, profile)
    assert found.verdict.culprit is not None
    assert found.verdict.culprit.says == says


def test_a_link_to_a_file_is_followed_by_all_but_rukpak(tmp_path: Path) -> None:
    (write(tmp_path) / "manifests/z.yaml").symlink_to("a-service.yaml")
    for profile in ("opm", "sdk", "olmv1"):
        assert judged(REGISTRY_V1, tmp_path, profile).verdict.acceptance is Acceptance.ACCEPTED
    (found,) = judged(REGISTRY_V1, tmp_path, "rukpak").of("OLM026")
    assert found.message == "manifests/z.yaml is a link to a-service.yaml, which RukPak drops"


def test_a_link_out_of_the_bundle_leaves_it_undecided(tmp_path: Path) -> None:
    found = with_link(tmp_path / "bundle", "manifests/z.yaml", "../../other.yaml", "opm")
    assert [one.message for one in found.of("OLM026")] == [
        "manifests/z.yaml is a link to ../../other.yaml, which leads nowhere"
    ]
    (tmp_path / "other.yaml").write_text("a: b\n")
    again = judged(REGISTRY_V1, tmp_path / "bundle", "opm")
    assert again.verdict.acceptance is None
    (told,) = again.of("OLM026")
    assert told.message == "manifests/z.yaml is a link to ../../other.yaml, which is not followed"


@each_row(
    ("name", "profile", "says"),
    [
        ("manifests", "opm", "Unable to locate manifests directory"),
        ("manifests", "sdk", "unable to find a csv in bundle directory manifests"),
        ("manifests", "olmv1", None),
        ("metadata", "opm", "Unable to locate metadata directory"),
        ("metadata", "sdk", "Unable to locate metadata directory"),
        ("metadata", "olmv1", None),
    ],
)
def test_a_folder_of_a_bundle_is_a_link(name: str, profile: str, says: str | None, tmp_path: Path) -> None:
    write(tmp_path, {path.replace(f"{name}/", "real/"): text for path, text in SOUND.items()})
    (tmp_path / name).symlink_to("real")
    culprit = judged(REGISTRY_V1, tmp_path, profile).verdict.culprit
    assert (culprit.says if culprit else None) == says


def test_manifests_without_a_file_have_no_media_type(tmp_path: Path) -> None:
    write(tmp_path, {"manifests/": "", "metadata/annotations.yaml": SOUND["metadata/annotations.yaml"]})
    first = {
        profile: judged(REGISTRY_V1, tmp_path, profile).verdict.culprit for profile in ("olmv1", "rukpak", "sdk")
    }
    assert {profile: one.says if one else None for profile, one in first.items()} == {
        "olmv1": 'no ClusterServiceVersion found in "manifests"',
        "rukpak": "AllNamespace install mode must be enabled",
        "sdk": "The directory manifests contains no yaml files",
    }
    assert not any(one.says and one.says.startswith("panic") for one in judged(REGISTRY_V1, tmp_path, "opm").findings)


@each_row("target", ["gone.yaml", "../manifests", "../../other.yaml"])
def test_a_link_in_metadata_that_cannot_be_followed_is_passed_over(target: str, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("a: b\n")
    for profile in ("opm", "sdk", "olmv1"):
        folder = tmp_path / profile
        found = with_link(folder, "metadata/z.yaml", target, profile)
        assert found.verdict.acceptance is Acceptance.ACCEPTED
