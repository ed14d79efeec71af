"""The images of packages of Crossplane: runtime images by version, dependencies, runtime configs."""

import pytest
from builders.cases import each_row
from builders.packages.used import rows, used

from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.needed import AskedBy, NeededPackage, PackageState
from xpkgtui.formats.used_images.used import UsedImage
from xpkgtui.formats.xpkg.format import XPKG

API = "apiVersion: meta.pkg.crossplane.io/v1\n"
PROVIDER = f"{API}kind: Provider\nmetadata: {{name: p}}\nspec: {{controller: {{image: a.example/controller:v1}}}}\n"
FUNCTION = f"{API}kind: Function\nmetadata: {{name: f}}\nspec: {{image: a.example/function:v1}}\n"
RUNTIME = """\
apiVersion: pkg.crossplane.io/v1beta1
kind: DeploymentRuntimeConfig
metadata: {name: debug}
spec:
  deploymentTemplate:
    spec: {template: {spec: {containers: [{name: package-runtime, image: a.example/debug:v1}]}}}
"""
CONTROLLER = """\
apiVersion: pkg.crossplane.io/v1alpha1
kind: ControllerConfig
metadata: {name: old}
spec: {image: a.example/old:v1}
"""
DIGEST = "sha256:" + "1" * 64


def needed(package: NeededPackage, meta: object = None, target: str = "2.4") -> list[UsedImage]:
    of_needed = XPKG.used_images().of_needed
    assert of_needed is not None
    return list(of_needed(package, meta, target))


def asked(*constraints: str, **more: object) -> NeededPackage:
    by = tuple(AskedBy(package="root", constraint=one) for one in constraints)
    return NeededPackage(package="a.example/acme/nop", kind="Provider", asked_by=by, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("document", "row"),
    [
        (PROVIDER, ("runtime", "a.example/controller:v1", "spec.controller.image")),
        (FUNCTION, ("runtime", "a.example/function:v1", "spec.image")),
    ],
)
def test_up_to_1_20_a_package_may_name_what_runs_it(document: str, row: tuple[str, str, str]) -> None:
    found = used(XPKG, document, target="1.20")
    assert (rows(found), found[0].unused) == ([row], "")


@pytest.mark.parametrize("document", [PROVIDER, FUNCTION])
def test_since_2_0_crossplane_runs_the_package_itself(document: str) -> None:
    (found,) = used(XPKG, document, target="2.0")
    assert found.unused == "since 2.0, Crossplane runs the image of the package itself"


def test_a_configuration_has_no_runtime() -> None:
    assert used(XPKG, PROVIDER.replace("kind: Provider", "kind: Configuration"), target="1.20") == []


def test_runtime_configs_among_the_objects_name_images() -> None:
    found = used(XPKG, PROVIDER, RUNTIME, CONTROLLER, target="1.20")
    assert [(one.reference, one.asked_by) for one in found[1:]] == [
        ("a.example/debug:v1", "DeploymentRuntimeConfig debug"),
        ("a.example/old:v1", "ControllerConfig old"),
    ]


def test_runtime_configs_of_the_cluster_are_read_from_a_list_too() -> None:
    of_settings = XPKG.used_images().of_settings
    assert of_settings is not None
    listed = f"apiVersion: v1\nkind: List\nitems:\n- {RUNTIME.replace(chr(10), chr(10) + '  ')}\n---\n{CONTROLLER}"
    found = list(of_settings(listed, "2.4"))
    assert [(one.reference, bool(one.unused)) for one in found] == [
        ("a.example/debug:v1", False),
        ("a.example/old:v1", True),
    ]


@each_row("text", ["", "kind: ConfigMap\n", "kind: [\n"])
def test_a_text_without_a_runtime_config_is_refused(text: str) -> None:
    of_settings = XPKG.used_images().of_settings
    assert of_settings is not None
    with pytest.raises(Usage):
        list(of_settings(text, "2.4"))


def test_a_dependency_with_a_version_is_a_reference() -> None:
    (found,) = needed(asked(">=v1", version="v1.2.0", reference="m.example/acme/nop:v1.2.0"))
    assert (found.reference, found.pulled, found.place) == (
        "a.example/acme/nop:v1.2.0",
        "m.example/acme/nop:v1.2.0",
        "spec.dependsOn: >=v1",
    )


def test_a_dependency_without_a_version_is_a_name() -> None:
    (found,) = needed(asked(">=v1"))
    assert (found.reference, found.is_open) == ("a.example/acme/nop", True)


def test_a_dependency_that_is_asked_for_by_digest_is_known_without_a_registry() -> None:
    (found,) = needed(asked(DIGEST))
    assert (found.reference, found.is_open) == (f"a.example/acme/nop@{DIGEST}", False)


def test_a_dependency_that_cannot_be_installed_says_why() -> None:
    (found,) = needed(asked(">=v9", state=PackageState.MISSING, says="no valid version"))
    assert found.fault == "no valid version"


def test_what_runs_a_dependency_is_needed_too() -> None:
    meta = {"spec": {"controller": {"image": "a.example/run:v1"}}}
    found = needed(asked(">=v1", version="v1.2.0"), meta, target="1.20")
    assert [(one.reference, one.asked_by) for one in found[1:]] == [("a.example/run:v1", "a.example/acme/nop")]
