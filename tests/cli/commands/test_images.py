"""`images`: what is listed without a registry, the formats, and exit codes."""

import json
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.oci.images import package, xpkg
from builders.packages import operators
from builders.packages.bundles import CSV, CSV_FILE, DEPENDENCIES_FILE, SOUND, write
from builders.program.headless import headless, run
from builders.registry.packages import meta
from click.testing import Result

from xpkgtui.formats.used_images.used import ImageRole

ONE = "sha256:" + "1" * 64
RELATED = f"""
  relatedImages:
  - {{name: tides, image: 'registry.example.com/tides:1.2.0'}}
  - {{name: db, image: 'registry.example.com/db@{ONE}'}}
"""


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write(tmp_path / "tides", {**SOUND, CSV_FILE: CSV + RELATED})


@pytest.fixture
def platform(tmp_path: Path) -> Path:
    asked = (("Provider", "xpkg.example.org/acme/nop", ">=v1.0.0"), ("Function", "xpkg.example.org/acme/f", ONE))
    path = tmp_path / "platform.xpkg"
    path.write_bytes(xpkg(package(meta("Configuration", "platform", *asked))))
    return path


def images(source: Path, *options: str) -> Result:
    return run("images", str(source), "--no-cache", *options)


def test_a_bundle_lists_its_images(bundle: Path) -> None:
    found = headless("images", bundle)
    assert [(one["role"], one["reference"], one["pinned"]) for one in found.document["images"]] == [
        ("runtime", "registry.example.com/tides:1.2.0", False),
        ("related", f"registry.example.com/db@{ONE}", True),
    ]
    assert found.code == 0


def test_what_was_not_asked_is_null(bundle: Path) -> None:
    (first, _) = headless("images", bundle).document["images"]
    assert [first[key] for key in ("digest", "platforms", "size", "size_all", "signed", "target")] == [None] * 6


def test_dependencies_have_no_version_without_resolve(platform: Path) -> None:
    found = headless("images", platform).document
    assert [(one["reference"], one["digest"]) for one in found["images"]] == [
        ("xpkg.example.org/acme/nop", None),
        (f"xpkg.example.org/acme/f@{ONE}", ONE),
    ]
    assert (found["resolved"], found["asked"]) == (False, False)


def test_a_package_that_is_here_has_to_be_pushed(platform: Path) -> None:
    (remark,) = headless("images", platform).document["remarks"]
    assert remark.endswith("does not come from a registry: it is not in the list, and has to be pushed to the mirror")


def test_lines_are_references_that_can_be_pulled(platform: Path) -> None:
    done = images(platform, "--format", "lines")
    assert done.stdout == f"xpkg.example.org/acme/f@{ONE}\n"
    assert "left out: xpkg.example.org/acme/nop: its version is not known: --resolve finds it" in done.stderr


def test_a_mapping_says_where_each_image_goes(bundle: Path) -> None:
    assert images(bundle, "--format", "mapping", "--to", "m.example/air").stdout == (
        "registry.example.com/tides:1.2.0=m.example/air/registry.example.com/tides:1.2.0\n"
        f"registry.example.com/db@{ONE}=m.example/air/registry.example.com/db:digest-{'1' * 64}\n"
    )


def test_json_has_the_places_in_the_mirror(bundle: Path) -> None:
    found = headless("images", bundle, "--to", "m.example").document
    assert [one["target"] for one in found["images"]] == [
        "m.example/registry.example.com/tides:1.2.0",
        f"m.example/registry.example.com/db:digest-{'1' * 64}",
    ]


@pytest.mark.parametrize("format", ["mapping", "commands", "imageconfig", "idms"])
def test_formats_about_a_mirror_need_one(bundle: Path, format: str) -> None:
    done = images(bundle, "--format", format)
    assert (done.exit_code, "needs --to REGISTRY" in done.stderr) == (2, True)


def test_a_place_that_is_none_is_refused(bundle: Path) -> None:
    done = images(bundle, "--format", "mapping", "--to", "nowhere")
    assert (done.exit_code, done.stdout) == (2, "")


def test_imageconfigs_are_for_packages_of_crossplane(bundle: Path) -> None:
    done = images(bundle, "--format", "imageconfig", "--to", "m.example")
    assert (done.exit_code, "--format idms" in done.stderr) == (2, True)


def test_imageconfigs_redirect_folders(platform: Path) -> None:
    done = images(platform, "--format", "imageconfig", "--to", "m.example/air")
    assert '  - type: Prefix\n    prefix: "xpkg.example.org/acme/"\n' in done.stdout
    assert '  rewriteImage:\n    prefix: "m.example/air/xpkg.example.org/acme/"\n' in done.stdout


def test_runtime_configs_of_the_cluster_are_listed_and_said_to_be_pulled_by_nodes(
    platform: Path, tmp_path: Path
) -> None:
    config = tmp_path / "runtime.yaml"
    config.write_text(
        "apiVersion: pkg.crossplane.io/v1beta1\nkind: DeploymentRuntimeConfig\nmetadata: {name: debug}\n"
        "spec: {deploymentTemplate: {spec: {template: {spec: {containers: [{name: x, image: a.example/x:v1}]}}}}}\n"
    )
    done = images(platform, "--runtime-config", str(config), "--format", "imageconfig", "--to", "m.example")
    assert "1 image is pulled by nodes, which no ImageConfig redirects" in done.stderr


def test_a_source_that_is_not_there_ends_with_3(tmp_path: Path) -> None:
    assert headless("images", tmp_path / "nothing").code == 3


def test_a_list_that_is_not_whole_is_undecided(tmp_path: Path) -> None:
    broken = write(tmp_path / "tides", {**SOUND, "manifests/z.yaml": f"{CSV}  more: [\n"})
    found = headless("images", broken)
    (part,) = found.document["unread"]
    assert (found.code, part["why"]) == (3, "1 of its documents were not parsed")


def test_the_text_fits_a_narrow_terminal(bundle: Path) -> None:
    done = run("images", str(bundle), COLUMNS="60")
    assert done.stdout.startswith("2 images to mirror\n\n  role     image\n  runtime  registry.example.com/")


def test_control_characters_of_a_package_stay_visible(tmp_path: Path) -> None:
    hostile = CSV.replace("image: registry.example.com/tides:1.2.0", 'image: "a\\x1b[31m\\u202e.example/x"')
    source = write(tmp_path / "tides", {**SOUND, CSV_FILE: hostile})
    for format in ("text", "lines", "commands"):
        done = run("images", str(source), "--format", format, "--to", "m.example")
        assert not {"\x1b", "\u202e"} & set(done.stdout + done.stderr)


def requiring(tmp_path: Path) -> Path:
    """A bundle that requires a package, and the catalog that has it: `catalog` beside the bundle."""
    text = json.dumps(
        {"dependencies": [{"type": "olm.package", "value": {"packageName": "moon", "version": ">=1.0.0"}}]}
    )
    newer, older = operators.bundle("moon", "2.0.0"), operators.bundle("moon", "1.0.0")
    newer |= {"image": "example.com/moon:v2", "relatedImages": [{"name": "sea", "image": "example.com/sea:v1"}]}
    listed = operators.channel("moon", "moon.v1.0.0", "moon.v2.0.0")
    operators.write_catalog(tmp_path / "catalog", operators.package("moon"), listed, older, newer)
    return write(tmp_path / "tides", {**SOUND, DEPENDENCIES_FILE: text})


def test_bundles_that_are_chosen_in_a_catalog_add_their_images(tmp_path: Path) -> None:
    found = headless("images", requiring(tmp_path), "--catalog", str(tmp_path / "catalog")).document
    added = [one for one in found["images"] if one["asked_by"][0]["package"] == "moon.v2.0.0"]
    assert [(one["role"], one["reference"]) for one in added] == [
        ("package", "example.com/moon:v2"),
        ("related", "example.com/sea:v1"),
    ]
    assert (found["resolved"], found["asked"], len(found["images"])) == (True, False, 3)


def test_without_a_catalog_it_is_said_what_the_list_lacks(tmp_path: Path) -> None:
    found = headless("images", requiring(tmp_path)).document
    assert "what it requires has images too" in " ".join(found["remarks"])
    assert (found["resolved"], len(found["images"])) == (False, 1)


def test_a_catalog_that_is_not_there_leaves_the_list_open(tmp_path: Path) -> None:
    found = headless("images", requiring(tmp_path), "--catalog", str(tmp_path / "gone"))
    assert found.code == 3
    assert "incomplete: " in found.said


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("platform", ("--catalog", "."), "--catalog is for operator bundles and catalogs, and this is a Crossplane"),
        ("platform", ("--package", "moon"), "--package is for catalogs, and this is a Crossplane package"),
        ("catalog", ("--catalog", "."), "Name one with --package; or leave --catalog out."),
        ("catalog", ("--channel", "stable"), "--channel is of --package"),
        ("catalog", ("--package", "moon", "--channel", "beta"), "It has stable."),
    ],
)
def test_options_for_catalogs_say_what_they_are_for(
    platform: Path, tmp_path: Path, name: str, options: tuple[str, ...], says: str
) -> None:
    requiring(tmp_path)
    done = images(platform if name == "platform" else tmp_path / "catalog", *options)
    assert done.exit_code in (2, 3)
    assert says in done.stderr


@each_row(
    ("options", "listed"),
    [
        (("--package", "moon"), ["example.com/moon:v2", "example.com/sea:v1"]),
        (("--package", "moon", "--channel", "stable", "--version", "1.0.0"), ["example.com/a:v1"]),
        (("--package", "sun"), ["example.com/a:v1", "example.com/moon:v2", "example.com/sea:v1"]),
    ],
)
def test_a_package_of_a_catalog_lists_what_it_leads_to(
    tmp_path: Path, options: tuple[str, ...], listed: list[str]
) -> None:
    requiring(tmp_path)
    catalog = tmp_path / "catalog" / "catalog.json"
    more = operators.sole("sun", operators.wants("moon", ">=2.0.0"))
    catalog.write_text("\n".join([catalog.read_text(), *map(json.dumps, more)]))
    found = headless("images", str(tmp_path / "catalog"), *options)
    assert (found.code, found.document["met"], found.document["unread"]) == (0, True, [])
    assert sorted(one["reference"] for one in found.document["images"]) == listed


def test_the_images_of_a_role_are_lines_that_another_call_reads(bundle: Path, platform: Path) -> None:
    listed = {one["reference"]: one["role"] for one in headless("images", bundle).document["images"]}
    for role in ImageRole:
        ended = images(bundle, "--format", "lines", "--role", role.value)
        assert ended.stdout.split() == [name for name, one in listed.items() if one == role]
    assert images(platform, "--format", "lines", "--role", "package").stdout.split() == [
        f"xpkg.example.org/acme/f@{ONE}"
    ]
    assert images(bundle, "--role", "package").exit_code == 2
