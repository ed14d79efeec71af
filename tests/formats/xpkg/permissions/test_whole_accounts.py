"""What packages of each type get under each version of Crossplane, whole: `goldens/permissions.txt`."""

from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden, headed, lines_of
from builders.packages.used import objects_in
from formats.xpkg.permissions.test_account import CRD, DIGEST, META, REQUESTS, XRD, member, meta

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import PackageInstallation, RunningContainer
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.permissions.account import once_installed

FAMILY = "pkg.crossplane.io/provider-family: seas"
MRD = CRD.replace("apiextensions.k8s.io/v1", "apiextensions.crossplane.io/v1alpha1").replace("Custom", "Managed")
CONFIG = CRD.replace("boats", "providerconfigs").replace("Boat", "ProviderConfig")
BOTH = f"{REQUESTS.removesuffix('}')}, capabilities: [safe-start]}}"
IMAGE = "spec: {image: a.example/function:v1}"
PACKAGES = {
    "provider": (meta(spec="spec: {controller: {image: a.example/c:v1}}"), CRD, CONFIG, XRD),
    "provider of a family that asks and waits": (meta(spec=BOTH, labels=FAMILY), CRD, MRD),
    "provider that waits": (meta(spec="spec: {capabilities: [SafeStart]}"), CRD, CRD.replace("boats", "ships")),
    "provider of managed definitions": (meta(), MRD),
    "provider without definitions": (meta(labels=FAMILY),),
    "function": (meta("Function", spec=IMAGE), CRD),
    "configuration": (meta("Configuration"), XRD, XRD.replace("  claimNames: {plural: boats, kind: Boat}\n", "")),
    "configuration without definitions": (meta("Configuration"), CRD),
    "another kind": (meta("AddOn"), CRD),
    "no kind": (META.format("").replace("spec", "spac"), CRD),
    "no meta object": (CRD,),
}
INSTALLATIONS: dict[str, dict[str, Any]] = {
    "nothing known": {},
    "an image": {
        "reference": "xpkg.example.org/acme/provider-sea:v1",
        "digest": DIGEST,
        "namespace": "own",
        "image": RunningContainer(command=("/provider",), user="65532", ports=("9000/tcp",)),
        "members": (
            member("seas", "xpkg.example.org/acme/b:v1", "nets.fish.example.org", "nets"),
            member("seas", "xpkg.example.org/other/c:v1", "lines.fish.example.org"),
            member("seas", "not a reference", "hooks.fish.example.org"),
            member("lakes"),
            member(""),
        ),
    },
}
TARGETS = ("1.20", "2.0", "2.3", "2.4")


def all_lines() -> Iterator[str]:
    written: set[str] = set()
    for name, documents in PACKAGES.items():
        package = objects_in(XPKG, *documents)
        for target in TARGETS:
            for known, more in INSTALLATIONS.items():
                yield f"# {name}, Crossplane {target}, {known}"
                found = XPKG.permissions().of_package(package, PackageInstallation(target=target, **more))
                lines = [*lines_of(found)]
                lines += [f"in short, {label}: {said}" for label, said in in_short(package, target)]
                yield from (line for line in lines if line not in written)
                written.update(lines)


def in_short(package: PackageObjects, target: str) -> Iterator[tuple[str, str]]:
    for label, said in once_installed(package, package.meta_value(), target):
        yield from ((label, line) for line in said.split("\n"))


def test_what_packages_get_is_what_was_agreed(golden: Golden) -> None:
    golden("permissions", headed("\n".join(all_lines())))
