"""Made-up packages of Crossplane 0.12: the files of `.registry`, by a sentence about each."""

from pathlib import Path

Files = dict[str, str]

APP = """apiVersion: 0.1.0
title: Harbour
version: 1.2.3
overviewShort: Boats and berths
packageType: Provider
permissionScope: Cluster
license: Apache-2.0
"""
INSTALL = """apiVersion: apps/v1
kind: Deployment
metadata: {name: harbour}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: harbour}]}
"""
GROUP = "title: Harbour types\ncategory: Sea\noverview: All of them\n"
RESOURCE = "id: Boat\ntitle: Boat\ntitlePlural: Boats\ncategory: Sea\n"
BEHAVIOR = """crd: {kind: Boat, apiVersion: sea.example.org/v1alpha1}
engine: {type: helm3}
source: {path: charts/boat}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'
UI = "version: 0.5\nconfigSections: []\n"


def crd(
    kind: str = "Boat", scope: str = "Namespaced", version: str = "v1alpha1", group: str = "sea.example.org"
) -> str:
    """A definition as Kubernetes 1.16 has it."""
    plural = f"{kind.lower()}s"
    return (
        "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n"
        f"metadata: {{name: {plural}.{group}}}\n"
        f"spec:\n  group: {group}\n  names: {{kind: {kind}, plural: {plural}}}\n"
        f"  scope: {scope}\n  version: {version}\n"
    )


def with_app(text: str, **more: str) -> Files:
    """The usual package, with lines in its app.yaml instead of those of the same keys."""
    keys = {line.partition(":")[0] for line in text.splitlines()}
    kept = "".join(f"{line}\n" for line in APP.splitlines() if line.partition(":")[0] not in keys)
    return {"app.yaml": kept + text + "\n", "boat.crd.yaml": crd(), **more}


def fine(**files: str) -> Files:
    """The usual package and more files; `__` in a name is a slash, `_` a dot, `9` a hyphen."""
    named = {name.replace("__", "/").replace("_", ".").replace("9", "-"): text for name, text in files.items()}
    return {"app.yaml": APP, "boat.crd.yaml": crd(), **named}


CASES: dict[str, Files] = {
    "fine": fine(install_yaml=INSTALL, group_yaml=GROUP, resource_yaml=RESOURCE, icon_svg=SVG, ui9schema_yaml=UI),
    "empty": {},
    "no app.yaml": {"boat.crd.yaml": crd()},
    "two app.yaml": {**fine(), "z/app.yaml": APP.replace("Harbour", "Other")},
    "app.yaml is empty": {**fine(), "app.yaml": ""},
    "app.yaml is a comment": {**fine(), "app.yaml": "# nothing\n"},
    "app.yaml is a list": {**fine(), "app.yaml": "- a\n"},
    "app.yaml is a word": {**fine(), "app.yaml": "word\n"},
    "app.yaml is not YAML": {**fine(), "app.yaml": "a: [\n"},
    "app.yaml is not YAML behind a comment": {**fine(), "app.yaml": "# a\n---\ntitle: x\nb: c: d\n"},
    "a group that is not YAML behind a comment": fine(group_yaml="# a\n\n---\ntitle: x\nb: [\n"),
    "a group with a tab": fine(group_yaml="title: x\n\tb: c\n"),
    "install.yaml is a word": fine(install_yaml="word\n"),
    "install.yaml is a number": fine(install_yaml="5\n"),
    "install.yaml has a text with signs": fine(install_yaml="a: '<&>é'\nkind: ''\n"),
    "install.yaml has a variable that is a number": fine(
        install_yaml=INSTALL.replace("{name: harbour}]", "{name: harbour, env: [{name: a, value: 5}]}]")
    ),
    "install.yaml has a port that is text": fine(
        install_yaml=INSTALL.replace("{name: harbour}]", "{name: harbour, ports: [{containerPort: http}]}]")
    ),
    "a scope that is a list": with_app("permissionScope: [Cluster]"),
    "app.yaml is null": {**fine(), "app.yaml": "null\n"},
    "a definition with a property that is text": fine(
        ship_crd_yaml=crd("Ship") + "  validation: {openAPIV3Schema: {properties: {a: {type: 5, minLength: x}}}}\n"
    ),
    "app.yaml has two documents": {**fine(), "app.yaml": APP + "---\ntitle: second\n"},
    "a title that is a number": with_app("title: 5"),
    "a title that is a list": with_app("title: [a]"),
    "keywords that are a text": with_app("keywords: a"),
    "keywords with a mapping": with_app("keywords: [{a: b}]"),
    "keywords with a number": with_app("keywords: [5]"),
    "a version that is a float": with_app("version: 0.5"),
    "a maintainer that is a text": with_app("maintainers: [me]"),
    "maintainers that are a mapping": with_app("maintainers: {name: me}"),
    "an apiVersion that is a list": with_app("apiVersion: []"),
    "no permissionScope": with_app("permissionScope: ''"),
    "another permissionScope": with_app("permissionScope: cluster"),
    "a namespaced package": with_app("permissionScope: Namespaced"),
    "a namespaced package with a definition for the cluster": {
        **with_app("permissionScope: Namespaced"),
        "ship.crd.yaml": crd("Ship", "Cluster"),
    },
    "the same, walked before app.yaml": {
        **with_app("permissionScope: Namespaced"),
        "a.crd.yaml": crd("Ship", "Cluster"),
    },
    "a namespaced package with a definition of no scope": {
        **with_app("permissionScope: Namespaced"),
        "ship.crd.yaml": crd("Ship").replace("  scope: Namespaced\n", ""),
    },
    "a package type of its own": with_app("packageType: Widget"),
    "an old package type": with_app("packageType: provider"),
    "dependsOn of a word": with_app("dependsOn: [{crd: foo}]"),
    "dependsOn of a version alone": with_app("dependsOn: [{crd: /v1}]"),
    "dependsOn of a group alone": with_app("dependsOn: [{crd: .example.org/v1}]"),
    "dependsOn of a package": with_app("dependsOn: [{package: other}]"),
    "dependsOn of a star": with_app("dependsOn: [{crd: '*.example.org/v1alpha1'}, {crd: boat.sea.example.org/v1}]"),
    "dependsOn of nothing": with_app("dependsOn: [{}]"),
    "dependsOn that is a word": with_app("dependsOn: [foo]"),
    "dependsOn with a list": with_app("dependsOn: [{crd: []}]"),
    "keys in other cases": with_app("PERMISSIONSCOPE: Cluster\nTitle: loud"),
    "group.yaml is a list": fine(group_yaml="- a\n"),
    "group.yaml has a title that is a mapping": fine(group_yaml="title: {a: b}\n"),
    "group.yaml is empty": fine(group_yaml=""),
    "resource.yaml is not YAML": fine(resource_yaml="a: b: c\n"),
    "resource.yaml has an id that is a list": fine(resource_yaml="id: [a]\n"),
    "install.yaml is empty": fine(install_yaml=""),
    "install.yaml is a newline": fine(install_yaml="\n"),
    "install.yaml is a comment": fine(install_yaml="# none\n"),
    "install.yaml has no kind": fine(install_yaml="apiVersion: apps/v1\n"),
    "install.yaml has no apiVersion": fine(install_yaml=INSTALL.replace("apiVersion: apps/v1\n", "")),
    "install.yaml is a Job": fine(install_yaml=INSTALL.replace("Deployment", "Job")),
    "install.yaml is a list": fine(install_yaml="- a\n"),
    "install.yaml has a kind that is a number": fine(install_yaml="kind: 5\n"),
    "install.yaml has replicas that are text": fine(install_yaml=INSTALL + "  replicas: many\n"),
    "install.yaml has containers that are a mapping": fine(
        install_yaml=INSTALL.replace("[{name: harbour}]", "{name: harbour}")
    ),
    "install.yaml has no containers": fine(install_yaml=INSTALL.replace("[{name: harbour}]", "[]")),
    "install.yaml has a metadata that is a list": fine(install_yaml=INSTALL.replace("{name: harbour}", "[]", 1)),
    "install.yaml is a List": fine(install_yaml="apiVersion: v1\nkind: List\nitems: []\n"),
    "install.yaml lies deeper": {**fine(), "deep/install.yaml": INSTALL},
    "a behavior": fine(behavior_yaml=BEHAVIOR),
    "a behavior without a path": fine(behavior_yaml="engine: {type: helm3}\n"),
    "a behavior with an empty path": fine(behavior_yaml="source: {path: ''}\n"),
    "a behavior of everything": fine(behavior_yaml="source: {path: //}\n"),
    "a behavior of here": fine(behavior_yaml="source: {path: ./x/..}\n"),
    "a behavior above": fine(behavior_yaml="source: {path: ..}\n"),
    "a behavior that is a list": fine(behavior_yaml="[]\n"),
    "a behavior with an engine that is a word": fine(behavior_yaml="engine: helm\nsource: {path: a}\n"),
    "an empty definition": fine(ship_crd_yaml=""),
    "a definition that is a comment": fine(ship_crd_yaml="# x\n"),
    "a definition that is a list": fine(ship_crd_yaml="- x\n"),
    "a definition of another kind": fine(ship_crd_yaml="apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n"),
    "a definition with a scope that is a number": fine(ship_crd_yaml=crd("Ship", "5")),
    "a definition with a spec that is a list": fine(ship_crd_yaml="kind: CustomResourceDefinition\nspec: []\n"),
    "a definition with names that are a text": fine(
        ship_crd_yaml=crd("Ship").replace("{kind: Ship, plural: ships}", "ships")
    ),
    "a definition with labels that are numbers": fine(
        ship_crd_yaml=crd("Ship").replace("metadata: {", "metadata: {labels: {a: 5}, ")
    ),
    "a definition of v1": fine(
        ship_crd_yaml=crd("Ship")
        .replace("v1beta1", "v1")
        .replace("  version: v1alpha1\n", "  versions: [{name: v1alpha1, served: true, storage: true}]\n")
    ),
    "two definitions in a file": {**fine(), "boat.crd.yaml": crd() + "---\n" + crd("Ship")},
    "a broken second document": {**fine(), "boat.crd.yaml": crd() + "---\na: [\n"},
    "two definitions of one kind": {**fine(), "z.crd.yaml": crd()},
    "no definition": {"app.yaml": APP},
    "a folder named app.yaml": {**fine(), "z/app.yaml/x": "x"},
    "a folder named icon.d": {**fine(), "icon.d/x": "x"},
    "a folder named crd.yaml": {**fine(), "crd.yaml/x": "x"},
    "files that nothing reads": fine(rbac_yaml="a: [\n", README_md="hello"),
    "a ui-schema that is not YAML": fine(ui9schema_yaml="a: [\n"),
    "a definition of v1 with columns that are a text": fine(
        ship_crd_yaml=crd("Ship") + "  additionalPrinterColumns: none\n"
    ),
    "a definition with a schema that is a text": fine(
        ship_crd_yaml=crd("Ship") + "  validation: {openAPIV3Schema: x}\n"
    ),
    "two broken files": fine(group_yaml="- a\n", resource_yaml="- a\n"),
}
"""Each is asked of the oracle."""

BINDINGS: dict[str, Files] = {
    "an icon of the kind and one for all": fine(boat_icon_svg=SVG, icon_svg=SVG + "\n"),
    "an icon of a kind that sorts first": {
        **fine(icon_svg=SVG),
        "aft.icon.svg": SVG + "\n",
        "aft.crd.yaml": crd("Aft"),
    },
    "an icon of a kind that sorts last": {
        **fine(icon_svg=SVG),
        "zed.icon.svg": SVG + "\n",
        "zed.crd.yaml": crd("Zed"),
    },
    "an icon beside the definition, and above": {
        "app.yaml": APP,
        "icon.svg": SVG,
        "db/icon.svg": SVG + "\n",
        "db/boat.crd.yaml": crd(),
    },
    "an icon in resources, and above": {
        "app.yaml": APP,
        "icon.svg": SVG,
        "resources/icon.svg": SVG + "\n",
        "resources/boat.crd.yaml": crd(),
    },
    "icons of two types": fine(icon_svg=SVG, icon_png="png"),
    "an icon of an unknown type": fine(icon_ico="ico"),
    "an icon for nobody": fine(tree_icon_svg=SVG),
    "an icon in a cousin": {"app.yaml": APP, "a/icon.svg": SVG, "b/boat.crd.yaml": crd()},
    "a folder whose name begins like another": {"app.yaml": APP, "a/b/icon.svg": SVG, "a/bc/boat.crd.yaml": crd()},
    "groups at two levels": {
        "app.yaml": APP,
        "group.yaml": GROUP,
        "db/group.yaml": "title: Nearer\n",
        "db/boat.crd.yaml": crd(),
    },
    "resources at two levels": {
        "app.yaml": APP,
        "resource.yaml": RESOURCE,
        "m/resource.yaml": RESOURCE.replace("Boats", "Nearer"),
        "m/boat.crd.yaml": crd(),
    },
    "a resource with an id in other letters": fine(boat_resource_yaml=RESOURCE.replace("id: Boat", "id: bOaT")),
    "a resource without an id": fine(resource_yaml="title: Boat\n"),
    "ui-schemas at two levels": {
        "app.yaml": APP,
        "ui-schema.yaml": UI,
        "m/boat.ui-schema.yaml": "\n\nb: 2\n\n",
        "m/ui-schema.yaml": "c: 3\n",
        "m/boat.crd.yaml": crd(),
    },
    "ui-schemas for nobody": fine(tree_ui9schema_yaml=UI, Boat_ui9schema_yaml=UI),
    "dependencies and subresources": {
        **with_app("dependsOn: [{crd: 'x.example.org/v1'}]"),
        "boat.crd.yaml": crd() + "  subresources: {status: {}}\n",
    },
    "two definitions of one kind, each with an icon": {
        "app.yaml": APP,
        "a/boat.crd.yaml": crd(),
        "a/icon.svg": SVG,
        "b/boat.crd.yaml": crd(),
        "b/icon.svg": SVG + "\n",
    },
}
"""What binds to which definition; each is asked of the oracle, and accepted."""


def write(folder: Path, files: Files) -> Path:
    """Writes a `.registry` into `folder`; `folder`."""
    registry = folder / ".registry"
    registry.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = registry / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
