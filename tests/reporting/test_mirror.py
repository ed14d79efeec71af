"""Where images are in a mirror, and what is written of it."""

import random

import pytest
from builders.cases import each_row

from xpkgtui.errors import Usage
from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.formats.xpkg.dependencies.lock import read_image_configs
from xpkgtui.formats.xpkg.dependencies.mirrors import redirect
from xpkgtui.formats.xpkg.dependencies.rewrites import rewritten
from xpkgtui.reporting.mirror import Mirror, commands, mapping, mirror_sets

ZEROS, ONES = "sha256:" + "0" * 64, "sha256:" + "1" * 64


def image(reference: str, role: ImageRole = ImageRole.RUNTIME, **more: object) -> NeededImage:
    return NeededImage(reference=reference, spelled=reference, role=role, **more)  # type: ignore[arg-type]


def targets(to: str, *images: NeededImage) -> list[str]:
    return [str(one.target) for one in Mirror(to, images).images]


def test_an_image_keeps_path_and_tag_below_the_prefix() -> None:
    assert targets("m.example/air", image("a.example/x/y:v1")) == ["m.example/air/x/y:v1"]


def test_what_has_a_digest_alone_gets_a_tag_that_is_no_version() -> None:
    assert targets("m.example", image(f"a.example/x/y@{ZEROS}")) == ["m.example/x/y:digest-000000000000"]


def test_what_belongs_to_an_image_keeps_the_name_by_which_it_is_found() -> None:
    signature, referrer = (
        image("a.example/x:sha256-1.sig", ImageRole.SIGNATURE),
        image(f"a.example/x@{ONES}", ImageRole.SIGNATURE),
    )
    assert targets("m.example", signature, referrer) == ["m.example/x:sha256-1.sig", f"m.example/x@{ONES}"]


def test_one_folder_of_two_hosts_is_kept_apart() -> None:
    assert targets("m.example", image("a.example/x/y:v1"), image("127.0.0.1:5000/x/y:v1"), image("b.c/z:v1")) == [
        "m.example/a.example/x/y:v1",
        "m.example/127.0.0.1-5000/x/y:v1",
        "m.example/z:v1",
    ]


@each_row("to", ["", "mirror", "m.example/UPPER", "https://m.example", "m.example/x@y", "/x"])
def test_what_is_not_a_place_in_a_registry_is_refused(to: str) -> None:
    with pytest.raises(Usage, match="is not a place in a registry"):
        Mirror(to, ())


def test_what_is_in_the_mirror_already_is_left_out() -> None:
    assert targets("m.example/air", image("m.example/air/x:v1"), image("m.example/airy/x:v1")) == [
        "m.example/air/airy/x:v1"
    ]


def test_what_cannot_be_pulled_is_left_out_and_kept_apart() -> None:
    unknown = (image("a.example/x", is_open=True), image("not a reference"))
    mirror = Mirror("m.example", unknown)
    assert (mirror.images, mirror.left_out) == ((), unknown)


def test_a_mapping_names_sources_by_digest_where_it_is_known() -> None:
    images = Mirror("m.example", (image("a.example/x:v1", digest=ZEROS), image("a.example/y:v1"))).images
    assert mapping(images) == (f"a.example/x@{ZEROS}=m.example/x:v1\na.example/y:v1=m.example/y:v1\n")


def test_an_image_that_a_policy_rewrites_is_copied_from_there() -> None:
    images = Mirror("m.example", (image("a.example/acme/x:v1", pulled="b.example/c/x:v1"),)).images
    assert mapping(images) == "b.example/c/x:v1=m.example/acme/x:v1\n"


def test_commands_speak_plain_http_to_this_machine_alone() -> None:
    images = Mirror("127.0.0.1:5000", (image("a.example/x:v1"),)).images
    first, _, loop = commands(images).splitlines()
    assert first == (
        "skopeo copy --all --preserve-digests --dest-tls-verify=false docker://a.example/x:v1 "
        "docker://127.0.0.1:5000/x:v1"
    )
    assert loop == (
        "# while IFS== read -r from to; do skopeo copy --all --preserve-digests --dest-tls-verify=false "
        '"docker://$from" "docker://$to" </dev/null; done < mapping.txt'
    )


def test_an_address_in_brackets_is_quoted() -> None:
    assert "'docker://[::1]:5000/x:v1'" in commands(Mirror("[::1]:5000", (image("a.example/x:v1"),)).images)


def test_digests_and_tags_have_sets_of_their_own() -> None:
    images = (image(f"a.example/x@{ZEROS}"), image("a.example/y:v1"), image("a.example/z:s.sig", ImageRole.SIGNATURE))
    assert (
        mirror_sets(Mirror("m.example", images).images)
        == """\
apiVersion: config.openshift.io/v1
kind: ImageDigestMirrorSet
metadata:
  name: xpkgtui-mirror
spec:
  imageDigestMirrors:
  - source: "a.example/x"
    mirrors:
    - "m.example/x"
---
apiVersion: config.openshift.io/v1
kind: ImageTagMirrorSet
metadata:
  name: xpkgtui-mirror
spec:
  imageTagMirrors:
  - source: "a.example/y"
    mirrors:
    - "m.example/y"
"""
    )


def test_packages_of_any_names_are_led_to_their_places() -> None:
    chance = random.Random(7)
    hosts = ("xpkg.example.org", "ghcr.example", "127.0.0.1:5000", "docker.io")
    folders = ("acme", "acme-co", "acme/deep", "a", "acme/acme")
    names = ("nop", "nop-sql", "nop/x", "provider-aws", "provider-aws-s3")
    for _ in range(200):
        spelled = {f"{chance.choice(hosts)}/{chance.choice(folders)}/{chance.choice(names)}:v1" for _ in range(9)}
        mirror = Mirror("m.example:5000/air", [image(one, ImageRole.PACKAGE) for one in sorted(spelled)])
        redirection = redirect(mirror.packages)
        configs = read_image_configs([redirection.text])
        assert redirection.problems == ()
        found = {str(one.target): rewritten(one.image.spelled, configs)[0] for one in mirror.images}
        assert found == {target: target for target in found}
        assert len(found) == len(spelled)


def test_packages_are_redirected_by_the_names_that_others_ask_for() -> None:
    package = NeededImage(reference="docker.io/acme/x:v1", spelled="acme/x:v1", role=ImageRole.PACKAGE)
    (found,) = Mirror("m.example", (package, image("a.example/y:v1"))).packages
    assert (found.reference, found.target) == ("acme/x:v1", "m.example/acme/x")
