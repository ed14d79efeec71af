"""Rules about the config and what an image starts."""

from builders.oci.images import image, package
from builders.oci.layers import file, layer
from builders.packages.judgements import DOCKER_ARCHIVE, PROVIDER, judge_image
from formats.xpkg.rules.vectors.streams import CONFIGURATION

from xpkgtui.rules.finding import Severity


def test_archive_with_a_broken_config_cannot_be_pushed() -> None:
    judged = judge_image(package(PROVIDER), **DOCKER_ARCHIVE, image=None, config_error="it is no JSON")
    assert "XPKG211" in judged.errors


def test_registry_image_with_a_broken_config_is_installed() -> None:
    judged = judge_image(package(PROVIDER), image=None, config_error="it is no JSON")
    assert [one.severity for one in judged.of("XPKG211")] == [Severity.WARNING]


def test_configuration_needs_no_command() -> None:
    assert judge_image(package(CONFIGURATION)).of("XPKG213") == []


def test_provider_may_have_a_runtime() -> None:
    assert judge_image(package(PROVIDER, layer(file("bin/sh")))).of("XPKG214") == []


def test_layers_of_a_configuration_are_weighed() -> None:
    runtime = layer(file("bin/sh"))
    judged = judge_image(package(CONFIGURATION, runtime))
    assert f"{len(runtime.blob)} B" in judged.said("XPKG214")


def test_plain_configuration_has_its_package_only() -> None:
    judged = judge_image(image(layer(file("package.yaml", CONFIGURATION))))
    assert judged.of("XPKG214") == []
