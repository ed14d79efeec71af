"""The cases of Crossplane 0.12's own tests of unpacking, with made-up content."""

from builders.packages.stacks import APP, BEHAVIOR, GROUP, INSTALL, RESOURCE, SVG, UI, Files, crd

NAMESPACED = APP.replace("Cluster", "Namespaced")
ONE = "resources/sea.example.org/boat/v1alpha1"
SIMPLE: Files = {"app.yaml": NAMESPACED, "icon.jpg": "jpg", f"{ONE}/boat.v1alpha1.crd.yaml": crd()}
COMPLEX: Files = {
    **SIMPLE,
    "install.yaml": INSTALL,
    "resources/sea.example.org/group.yaml": GROUP,
    "resources/sea.example.org/ui-schema.yaml": UI,
    f"{ONE}/icon.png": "png",
    f"{ONE}/icon.svg": SVG,
    f"{ONE}/resource.yaml": RESOURCE,
    f"{ONE}/ui-schema.yaml": UI,
    f"{ONE}/boat.ui-schema.yaml": UI,
    f"{ONE}/unmatched.ui-schema.yaml": UI,
    f"{ONE}/ship.v1alpha1.crd.yaml": crd("Ship"),
    "resources/sea.example.org/cousin/v1alpha1/cousin.v1alpha1.crd.yaml": crd("Cousin"),
    "resources/other.example.org/second/v1alpha1/second.v1alpha1.crd.yaml": crd("Second", group="other.example.org")
    + "  subresources: {status: {}, scale: {}}\n",
}
IMAGE = "    spec: {containers: [{name: harbour, image: registry.example.com/harbour:latest}]}\n"
_NO_IMAGE = "    spec: {containers: [{name: harbour}]}\n"
_VERSION = "version: 1.2.3\n"
PACKAGES: dict[str, Files] = {
    "EmptyPackageDir": {},
    "SimpleDeploymentPackage": {**SIMPLE, "install.yaml": INSTALL.replace(_NO_IMAGE, IMAGE)},
    "SimpleDeploymentPackageWithNoVersionShouldHaveNoVersion": {**SIMPLE, "install.yaml": INSTALL},
    "ReadVersionFromPackageImage": {
        **SIMPLE,
        "app.yaml": NAMESPACED.replace(_VERSION, ""),
        "install.yaml": INSTALL.replace(_NO_IMAGE, IMAGE),
    },
    "SimpleBehaviorPackage": {
        **SIMPLE,
        "behavior.yaml": BEHAVIOR.replace("{path:", "{image: registry.example.com/harbour:helm2, path:"),
    },
    "SimpleBehaviorPackageWithNoVersionShouldHaveNoVersion": {**SIMPLE, "behavior.yaml": BEHAVIOR},
    "ComplexDeploymentPackage": COMPLEX,
    "ComplexInfraPackage": {**COMPLEX, "app.yaml": APP, f"{ONE}/boat.icon.svg": SVG},
}
"""By upstream's names."""
