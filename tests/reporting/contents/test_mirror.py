"""Where images are in a mirror, and what is written of it."""

import random

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Usage
from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.formats.xpkg.dependencies.lock import read_image_configs, redirect, rewritten
from xpkgtui.oci.asked import AskedRegistries
from xpkgtui.oci.reference import Reference
from xpkgtui.reporting.contents.mirror import Mirror, commands, mapping, mirror_sets

ZEROS, ONES = "sha256:" + "0" * 64, "sha256:" + "1" * 64


def image(reference: str, role: ImageRole = ImageRole.RUNTIME, **more: object) -> NeededImage:
    return NeededImage(reference=reference, spelled=reference, role=role, **more)  # type: ignore[arg-type]


def targets(to: str, *images: NeededImage) -> list[str]:
    return [str(one.target) for one in Mirror(to, images).images]


def test_an_image_keeps_host_path_and_tag_below_the_prefix() -> None:
    assert targets("m.example/air", image("a.example/x/y:v1")) == ["m.example/air/a.example/x/y:v1"]


def test_what_has_a_digest_alone_gets_a_tag_that_is_no_version() -> None:
    assert targets("m.example", image(f"a.example/x/y@{ZEROS}")) == [f"m.example/a.example/x/y:digest-{'0' * 64}"]


def test_what_belongs_to_an_image_keeps_the_name_by_which_it_is_found() -> None:
    signature, referrer = (
        image("a.example/x:sha256-1.sig", ImageRole.SIGNATURE),
        image(f"a.example/x@{ONES}", ImageRole.SIGNATURE),
    )
    assert targets("m.example", signature, referrer) == [
        "m.example/a.example/x:sha256-1.sig",
        f"m.example/a.example/x@{ONES}",
    ]


@each_row(
    ("host", "folder"),
    [
        ("127.0.0.1:5000", "127.0.0.1_5000"),
        ("a--b.example", "a--b.example"),
        ("[::1]:5000", f"host__{b'[::1]:5000'.hex()}"),
    ],
)
def test_each_host_has_a_folder(host: str, folder: str) -> None:
    assert targets("m.example", image(f"{host}/x:v1")) == [f"m.example/{folder}/x:v1"]


def test_the_place_of_an_image_does_not_hang_on_the_others() -> None:
    clashing = ("ghcr.io/acme/x:v1", "evil.test/acme/y:v1", "evil.test/ghcr.io/acme/x:v1", "evil.test:5000/z:v1")
    alone = [targets("m.example/air", image(one))[0] for one in clashing]
    assert targets("m.example/air", *map(image, clashing)) == alone
    assert len(set(alone)) == len(clashing)


def test_a_tag_that_imitates_a_digest_keeps_its_place_and_the_digest_gets_another() -> None:
    tagged, pinned = image(f"x.io/a:digest-{'1' * 64}"), image(f"x.io/a@{ONES}")
    assert targets("m.example", pinned, tagged) == [
        f"m.example/x.io/a:digest-{'1' * 64}-{'1' * 56}",
        f"m.example/x.io/a:digest-{'1' * 64}",
    ]


def test_one_tag_with_two_digests_has_two_places() -> None:
    images = [image("x.io/a:v1"), image(f"x.io/a:v1@{ZEROS}"), image(f"x.io/a:v1@{ONES}")]
    assert targets("m.example", *images) == [
        "m.example/x.io/a:v1",
        f"m.example/x.io/a:v1-{'0' * 64}",
        f"m.example/x.io/a:v1-{'1' * 64}",
    ]


def test_an_image_that_lies_at_the_place_of_another_is_not_replaced() -> None:
    with pytest.raises(Usage, match=r"^m.example/x.io/a:v1 and x.io/a:v1 would both be m.example/x.io/a:v1"):
        Mirror("m.example", [image("m.example/x.io/a:v1"), image("x.io/a:v1")])


def test_a_tag_without_room_for_more_is_refused() -> None:
    images = [image(f"x.io/a:{'t' * 128}"), image(f"x.io/a:{'t' * 128}@{ZEROS}")]
    with pytest.raises(Usage, match="one would replace the other"):
        Mirror("m.example", images)


HOSTS = st.sampled_from(["a.io", "A.io", "a.io:5000", "a.io-5000", "b.a.io", "[::1]", "[::1]:5000", "localhost:1"])
PARTS = st.sampled_from(["x", "a.io", "a.io_5000", "host__5b3a3a315d", "a.io-5000", "y"])
TAGS = st.sampled_from(["", ":v1", f":digest-{'0' * 64}", ":digest-000000000000", f":v1-{'0' * 64}"])
DIGESTS = st.sampled_from(["", f"@{ZEROS}", f"@{ONES}"])
SPELLED = st.builds(
    lambda host, parts, tag, digest: f"{host}/{'/'.join(parts)}{tag or ('' if digest else ':v1')}{digest}",
    HOSTS,
    st.lists(PARTS, min_size=1, max_size=3),
    TAGS,
    DIGESTS,
)


@given(st.lists(SPELLED, unique_by=str.lower, max_size=12))
def test_two_images_never_share_a_place(spelled: list[str]) -> None:
    found = targets("m.example/air", *map(image, spelled))
    assert len(set(found)) == len(spelled)
    sets = mirror_sets(Mirror("m.example/air", [image(one) for one in spelled]).images)
    places = {line for line in sets.splitlines() if line.startswith('    - "')}
    assert len(places) == len({Reference.parse(one).name.lower() for one in spelled})


@each_row("to", ["", "mirror", "m.example/UPPER", "https://m.example", "m.example/x@y", "/x"])
def test_what_is_not_a_place_in_a_registry_is_refused(to: str) -> None:
    with pytest.raises(Usage, match="is not a place in a registry"):
        Mirror(to, ())


def test_what_is_in_the_mirror_already_is_left_out() -> None:
    assert targets("m.example/air", image("m.example/air/x:v1"), image("m.example/airy/x:v1")) == [
        "m.example/air/m.example/airy/x:v1"
    ]


def test_what_cannot_be_pulled_is_left_out_and_kept_apart() -> None:
    unknown = (image("a.example/x", is_open=True), image("not a reference"))
    mirror = Mirror("m.example", unknown)
    assert (mirror.images, mirror.left_out) == ((), unknown)


def test_a_mapping_names_sources_by_digest_where_it_is_known() -> None:
    images = Mirror("m.example", (image("a.example/x:v1", digest=ZEROS), image("a.example/y:v1"))).images
    assert mapping(images) == (
        f"a.example/x@{ZEROS}=m.example/a.example/x:v1\na.example/y:v1=m.example/a.example/y:v1\n"
    )


def test_an_image_that_a_policy_rewrites_is_copied_from_there() -> None:
    images = Mirror("m.example", (image("a.example/acme/x:v1", pulled="b.example/c/x:v1"),)).images
    assert mapping(images) == "b.example/c/x:v1=m.example/a.example/acme/x:v1\n"


def test_commands_speak_plain_http_to_this_machine_alone() -> None:
    images = Mirror("127.0.0.1:5000", (image("a.example/x:v1"),)).images
    first, _, loop = commands(images).splitlines()
    assert first == (
        "skopeo copy --all --preserve-digests --dest-tls-verify=false docker://a.example/x:v1 "
        "docker://127.0.0.1:5000/a.example/x:v1"
    )
    assert loop == (
        "# while IFS== read -r from to; do skopeo copy --all --preserve-digests --dest-tls-verify=false "
        '"docker://$from" "docker://$to" </dev/null; done < mapping.txt'
    )


def test_a_list_of_referrers_is_copied_last_by_a_program_that_can() -> None:
    tag = f"sha256-{'1' * 64}"
    found = (
        image(f"127.0.0.1:5000/x:{tag}", ImageRole.SIGNATURE),
        image(f"a.example/x:{tag}.sig", ImageRole.SIGNATURE),
    )
    copied, *_, loop, heading, listed = commands(Mirror("m.example", found).images).splitlines()
    assert copied.startswith("skopeo copy")
    assert loop.startswith("# grep -Ev ':sha256-[0-9a-f]{64}=' mapping.txt | while ")
    assert heading == "# Lists of referrers, as cosign 3 writes them, which skopeo 1.9 cannot copy:"
    place = f"m.example/127.0.0.1_5000/x:{tag}"
    host = "--host reg=127.0.0.1:5000,tls=disabled"
    assert listed == f"regctl image copy --referrers --digest-tags 127.0.0.1:5000/x:{tag} {host} {place}"
    in_file = AskedRegistries(auth_file="auth.json")
    last = commands(Mirror("m.example", found, in_file).images).splitlines()[-1]
    assert last.startswith("oras copy -r --from-plain-http --from-registry-config auth.json ")


def test_an_address_in_brackets_is_quoted() -> None:
    assert "'docker://[::1]:5000/a.example/x:v1'" in commands(Mirror("[::1]:5000", (image("a.example/x:v1"),)).images)


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
    - "m.example/a.example/x"
---
apiVersion: config.openshift.io/v1
kind: ImageTagMirrorSet
metadata:
  name: xpkgtui-mirror
spec:
  imageTagMirrors:
  - source: "a.example/y"
    mirrors:
    - "m.example/a.example/y"
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
    assert (found.reference, found.target) == ("acme/x:v1", "m.example/docker.io/acme/x")
