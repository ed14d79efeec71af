"""The images that documents of all kinds name, with role and place, and the list that is made of them."""

from typing import Any

from builders.cases import each_row
from builders.goldens import Golden, described

from xpkgtui.formats.used_images.needed_images import NeededImage, merged
from xpkgtui.formats.used_images.pods import POD_PATHS, of_object, of_service_version
from xpkgtui.formats.used_images.used import ImageRole, UsedImage

POD = {
    "initContainers": [{"name": "setup", "image": "a.example/setup:v1"}],
    "containers": [
        {
            "name": "main",
            "image": "a.example/main:v1",
            "env": [
                {"name": "RELATED_IMAGE_DB", "value": " oci://a.example/db:v1 "},
                {"name": "RELATED_IMAGE_" + "X" * 90, "value": "docker://a.example/x:v1"},
                {"name": "RELATED_IMAGE_HTTP", "value": "https://a.example/h:v1"},
                {"name": "RELATED_IMAGE_NONE", "value": "oci://"},
                {"name": "RELATED_IMAGES", "value": "a.example/no:v1"},
                {"name": "RELATED_IMAGE_EMPTY"},
            ],
        },
        {"image": "a.example/nameless:v1"},
        {"name": "n" * 90, "image": "a.example/long:v1"},
        {"name": "none"},
    ],
    "volumes": [{"name": "model", "image": {"reference": "a.example/model:v1"}}, {"name": "x"}],
}


def in_path(path: tuple[str, ...], value: Any) -> Any:
    """A value below these keys."""
    for key in reversed(path):
        value = {key: value}
    return value


def of_kind(kind: str, api_version: str) -> Any:
    """An object of a kind whose Pods have one container."""
    pod = {"containers": [{"name": "main", "image": f"a.example/{kind.lower()}:v1"}]}
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, **in_path(POD_PATHS[kind], pod)}


OBJECTS: tuple[Any, ...] = (
    {"apiVersion": "v1", "kind": "Pod", "spec": POD},
    *(of_kind(kind, "v1") for kind in POD_PATHS),
    *(of_kind("Deployment", group) for group in ("apps/v1", "batch/v1", "extensions/v1", "example.org/v1", "apps")),
    {
        "apiVersion": "v1",
        "kind": "List",
        "items": [of_kind("Pod", "v1"), {"kind": "List"}, of_kind("Job", "batch/v1")],
    },
    {"apiVersion": "apps/v1", "kind": "DeploymentList", "items": [of_kind("Deployment", "apps/v1")]},
    {"apiVersion": "v1", "kind": "ConfigMap", "spec": POD},
)
SERVICE = {
    "spec": {
        "relatedImages": [{"name": "a", "image": "a.example/main:v1"}, {"name": "b"}, {"image": "a.example/rel:v1"}],
        "install": {
            "spec": {
                "deployments": [
                    {"name": "tides", "spec": {"template": {"spec": POD}}},
                    {"spec": {"template": {"spec": {"containers": [{"image": "a.example/other:v1"}]}}}},
                ]
            }
        },
    }
}


def test_the_images_that_objects_name(golden: Golden) -> None:
    parts = [f"# {str(one)[:99]}\n{described(list(of_object(one)))}" for one in OBJECTS]
    known = frozenset({"a.example/other:v1"})
    services = (of_service_version(SERVICE), of_service_version(SERVICE, asked_by="tides", listed=known))
    parts += [f"# a service version\n{described(list(one))}" for one in services]
    golden("images_used", "\n".join(parts))


USED = (
    UsedImage(reference="a.example/x:v1", role=ImageRole.RELATED, place="one", listed=False, fault="gone"),
    UsedImage(reference="a.example/x:v1", role=ImageRole.RUNTIME, place="two", asked_by="dep", pulled="m.example/x"),
    UsedImage(reference="a.example/x:v1", role=ImageRole.RUNTIME, place="two", asked_by="dep"),
    UsedImage(reference="x", role=ImageRole.OPERAND, place="three"),
    UsedImage(reference="a.example/p", role=ImageRole.PACKAGE, is_open=True),
    UsedImage(reference="a.example/y@sha256:" + "a" * 64, role=ImageRole.SIGNATURE, pulled="z"),
    UsedImage(reference="A B", role=ImageRole.RUNTIME),
    UsedImage(reference="A C", role=ImageRole.RUNTIME, fault="it is odd"),
    UsedImage(reference="", role=ImageRole.RELATED, place="document 3"),
    UsedImage(reference="", role=ImageRole.RELATED, place="document 4"),
    UsedImage(reference="a.example/u:v1", role=ImageRole.RELATED, place="four", unused="nothing runs it"),
    UsedImage(reference="a.example/same:v1", role=ImageRole.RUNTIME, pulled="a.example/same:v1"),
)


def test_the_list_of_images(golden: Golden) -> None:
    whole = merged(USED, "root")
    cut = merged((*USED, UsedImage(reference="a.example/z:v1", role=ImageRole.RUNTIME)), "root", most=7)
    golden("images_needed", f"{described(whole)}\n{described(cut)}")


@each_row(("count", "kept", "more"), [(20, 20, 0), (21, 20, 1), (30, 20, 10)])
def test_twenty_places_of_an_image_are_kept(count: int, kept: int, more: int) -> None:
    named = (UsedImage(reference="a.example/x:v1", role=ImageRole.RUNTIME, place=f"{n}") for n in range(count))
    (found,) = merged(named, "root").images
    assert (len(found.uses), found.more_uses) == (kept, more)


def test_fifty_remarks_are_kept() -> None:
    named = [
        UsedImage(reference=f"a.example/x:v{n}", role=ImageRole.RELATED, place="p", unused="it is not")
        for n in range(60)
    ]
    assert len(merged(named, "root").remarks) == 50
    assert len(merged(named[:49], "root").remarks) == 49


@each_row(
    ("reference", "is_open", "pulled", "is_pinned", "source"),
    [
        ("a.example/x:v1", False, "", False, "a.example/x:v1"),
        ("a.example/x:v1", False, "m.example/x:v1", False, "m.example/x:v1"),
        ("a.example/x@sha256:1", False, "", True, "a.example/x@sha256:1"),
        ("a.example/x", True, "m", False, ""),
        ("x", False, "m", False, ""),
    ],
)
def test_what_is_pulled(reference: str, is_open: bool, pulled: str, is_pinned: bool, source: str) -> None:
    one = NeededImage(reference=reference, spelled=reference, role=ImageRole.RUNTIME, is_open=is_open, pulled=pulled)
    assert (one.is_pinned, one.source) == (is_pinned, source)
