"""ImageConfigs that lead packages to a mirror, and no others."""

from xpkgtui.formats.used_images.used import RedirectedImage
from xpkgtui.formats.xpkg.dependencies.lock import read_image_configs, redirect, rewritten

NOP = RedirectedImage(reference="xpkg.example.org/acme/nop:v1.0.0", target="m.example/air/acme/nop")
DEEP = RedirectedImage(
    reference="xpkg.example.org/acme/deep/nop@sha256:" + "0" * 64, target="m.example/air/acme/deep/nop"
)
OTHER = """\
apiVersion: pkg.crossplane.io/v1beta1
kind: ImageConfig
metadata: {name: old}
spec:
  matchImages: [{prefix: xpkg.example.org/acme/nop}]
  rewriteImage: {prefix: elsewhere.example/nop}
"""


def test_a_package_is_pulled_and_listed_from_the_mirror() -> None:
    configs = read_image_configs([redirect([NOP]).text])
    assert rewritten(NOP.reference, configs)[0] == "m.example/air/acme/nop:v1.0.0"
    assert rewritten("xpkg.example.org/acme/nop", configs)[0] == "m.example/air/acme/nop"


def test_a_folder_whose_name_begins_alike_is_left_alone() -> None:
    configs = read_image_configs([redirect([NOP]).text])
    other = "xpkg.example.org/acme-co/nop:v1.0.0"
    assert rewritten(other, configs) == (other, "")


def test_a_folder_in_a_folder_has_a_config_of_its_own() -> None:
    found = redirect([NOP, DEEP])
    configs = read_image_configs([found.text])
    assert [one.prefixes for one in configs] == [("xpkg.example.org/acme/",), ("xpkg.example.org/acme/deep/",)]
    assert (
        rewritten(DEEP.reference, configs)[0] == DEEP.target + DEEP.reference[len("xpkg.example.org/acme/deep/nop") :]
    )
    assert found.problems == ()


def test_names_are_those_of_objects_and_differ() -> None:
    images = [
        RedirectedImage(reference=f"{host}/acme/nop:v1", target="m.example/x/nop") for host in ("a.b", "a-b", "a:5")
    ]
    names = [one.name for one in read_image_configs([redirect(images).text])]
    assert names == ["mirror-a-b-acme", "mirror-a-b-acme-2", "mirror-a-5-acme"]


def test_a_config_of_the_cluster_that_wins_is_told() -> None:
    (problem,) = redirect([NOP], [OTHER]).problems
    assert problem == (
        "xpkg.example.org/acme/nop:v1.0.0 is pulled from elsewhere.example/nop:v1.0.0: the ImageConfig old wins over "
        "those of the mirror"
    )


def test_a_name_without_a_folder_is_told() -> None:
    (problem,) = redirect([RedirectedImage(reference="nop:v1", target="m.example/library/nop")]).problems
    assert problem.startswith("nop:v1 has no registry and no folder")


def test_nothing_to_redirect_is_an_empty_text() -> None:
    assert redirect([]).text == ""


def test_the_text_is_an_object_that_kubectl_takes() -> None:
    assert (
        redirect([NOP]).text
        == """\
apiVersion: pkg.crossplane.io/v1beta1
kind: ImageConfig
metadata:
  name: mirror-xpkg-example-org-acme
spec:
  matchImages:
  - type: Prefix
    prefix: "xpkg.example.org/acme/"
  rewriteImage:
    prefix: "m.example/air/acme/"
"""
    )
