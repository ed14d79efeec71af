"""The cases of RukPak 0.12's own end-to-end tests, with made-up content: bundles, objects, and updates of them."""

import json
from collections.abc import Mapping
from typing import Any

from builders.packages import plain_bundles
from builders.packages.rukpak_objects import CASES, CLASS, COMMIT, IMAGE, PINNED, bundle, deployment

_OTHER = "provisionerClassName: Not_One"
_GIT = f"git: {{repository: https://example.org/x, ref: {{commit: '{COMMIT}'}}}}"
_CLASS_FAULT = "provisionerClassName"
OBJECTS: dict[str, tuple[str, str]] = {
    "Bundle is valid": (CASES["an image"], ""),
    "the bundle name is too long": (CASES["a long name"], "metadata.name: Too long"),
    "the bundle with multiple sources": (CASES["two sources"], "Found 2 valid alternatives"),
    "the bundle with no sources": (bundle("type: image"), "Found none valid"),
    "the source type is git and more than 1 refs are set": (CASES["two refs"], "Found 2 valid alternatives"),
    "the source type is git and no refs are set": (CASES["no refs"], "Found none valid"),
    "the source type is git and git properties are not set": (
        CASES["a type of another block"],
        'bundle.spec.source.git must be set for source type "git"',
    ),
    "the source type is image and image properties are not set": (
        bundle(f"type: image, {_GIT}"),
        'bundle.spec.source.image must be set for source type "image"',
    ),
    "a Bundle references an invalid provisioner class name": (bundle(IMAGE).replace(CLASS, _OTHER), _CLASS_FAULT),
    "the bundledeployment name is too long": (CASES["a deployment with a long name"], "metadata.name: Too long"),
    "a BundleDeployment references an invalid provisioner class name": (
        CASES["a deployment"].replace(CLASS, _OTHER, 1),
        _CLASS_FAULT,
    ),
    "a BundleDeployment references an invalid provisioner class name in the bundle template": (
        deployment(f"{{spec: {{{_OTHER}, source: {{{IMAGE}}}}}}}"),
        _CLASS_FAULT,
    ),
}
"""By upstream's names: the object, and words of the message that refuses it."""
_BEFORE = {"provisionerClassName": "core-rukpak-io-plain", "source": {"type": "image", "image": {"ref": PINNED}}}


def _bundle(spec: Mapping[str, Any]) -> str:
    head = {"apiVersion": "core.rukpak.io/v1alpha1", "kind": "Bundle", "metadata": {"name": "boat"}}
    return json.dumps({**head, "spec": spec})


_CHANGES: dict[str, dict[str, Any]] = {
    "should block spec.source updates": {"source": {"type": "upload", "upload": {}}},
    "should block spec.provisionerClassName updates": {"provisionerClassName": "other"},
}
UPDATES: dict[str, dict[str, str]] = {
    name: {"old": _bundle(_BEFORE), "text": _bundle({**_BEFORE, **change})} for name, change in _CHANGES.items()
}
"""By upstream's names: a Bundle before and after."""
BUNDLES: dict[str, tuple[dict[str, str], str]] = {
    "a bundle containing no manifests": (plain_bundles.CASES["no manifests"], "open manifests: no such file"),
    "a bundle containing an empty manifests directory": (plain_bundles.CASES["empty manifests"], "zero objects"),
    "a bundle containing nested directory": (plain_bundles.CASES["a folder"], "subdirectories are not allowed"),
    "a bundle with missing CRDs": ({"manifests/a.yaml": plain_bundles.BOAT}, ""),
    "a bundle with CRDs and instances of those CRDs": (
        {"manifests/a.yaml": plain_bundles.CRD + "---\n" + plain_bundles.BOAT},
        "",
    ),
    "a valid bundle": (plain_bundles.CASES["two files"], ""),
}
"""By what upstream's cases are about: the files, and words of the message that refuses to unpack them."""
