"""The pairs of the rules about packages of Crossplane 0.12: one file differs, or is missing."""

from collections.abc import Mapping

from builders.packages.pairs.pair import Pair, of_files
from builders.packages.stacks import APP, BEHAVIOR, INSTALL, RESOURCE, SVG, Files, crd, fine, with_app

CLUSTER_SHIP = crd("Ship", "Cluster")
GIF = "GIF89a\x10\0%s\0"
"""A picture 16 points wide, of a height."""
_ITEM = "configSections: [{{items: [{{name: a, title: A, path: .spec.a, controlType: {control}}}]}}]\n"
CASES: dict[str, tuple[Files, Files]] = {
    "STK001": ({**fine(), "z/app.yaml": APP}, fine()),
    "STK002": (fine(group_yaml="- a\n"), fine(group_yaml="title: 5\n")),
    "STK003": (with_app("permissionScope: cluster"), with_app("permissionScope: Namespaced")),
    "STK004": (with_app("packageType: provider"), with_app("packageType: Addon")),
    "STK005": (
        {**with_app("permissionScope: Namespaced"), "ship.crd.yaml": CLUSTER_SHIP},
        {**fine(), "ship.crd.yaml": CLUSTER_SHIP},
    ),
    "STK006": (fine(ship_crd_yaml=crd("Ship").replace("ships.sea", "ship.sea")), fine()),
    "STK007": (
        {**fine(), "boat.crd.yaml": crd() + "---\n" + crd("Ship")},
        {**fine(), "boat.crd.yaml": crd() + "---\n"},
    ),
    "STK008": ({**fine(), "z.crd.yaml": crd()}, {**fine(), "z.crd.yaml": crd(version="v1")}),
    "STK009": (fine(install_yaml=INSTALL.replace("Deployment", "Job")), fine(install_yaml=INSTALL)),
    "STK010": (fine(behavior_yaml="source: {path: /}\n"), fine(behavior_yaml=BEHAVIOR)),
    "STK011": (with_app("dependsOn: [{crd: .a/v1}]"), with_app("dependsOn: [{crd: x.example.org/v1}]")),
    "STK012": (with_app("version: latest"), with_app("version: v1.2.3-rc.1")),
    "STK013": (with_app("description: x"), with_app("Overview: x")),
    "STK014": (fine(m__boat_icon_svg=SVG), fine(boat_icon_svg=SVG)),
    "STK015": (fine(resource_yaml="title: Boat\n"), fine(resource_yaml=RESOURCE)),
    "STK016": (fine(icon_svg=SVG, icon_gif=GIF % "\x10"), fine(icon_svg=SVG, boat_icon_gif=GIF % "\x10")),
    "STK017": (
        fine(ui9schema_yaml=_ITEM.format(control="knob")),
        fine(ui9schema_yaml=_ITEM.format(control="singleInput")),
    ),
    "STK018": (
        with_app("category: Sea\nlicense: Apache-3.0"),
        with_app("category: Sea\nlicense: MIT OR Apache-2.0"),
    ),
    "STK019": (with_app("dependsOn: [{crd: pods/v1}]"), with_app("dependsOn: [{crd: '*.example.org/v1'}]")),
    "STK020": (fine(), {"boat.crd.yaml": crd()}),
    "STK021": (fine(install_yaml="# later\n"), fine(install_yaml="")),
    "STK022": (fine(group_yaml="title: a\n--- {title: b}\n"), fine(group_yaml="title: a\n--- # b\ntitle: b\n")),
}
"""Files of `.registry`, by rule."""


def stack_pairs() -> Mapping[str, Pair]:
    """All of them, by rule."""
    return {rule: of_files(*map(_below, pair)) for rule, pair in CASES.items()}


def _below(files: Files) -> Files:
    return {f".registry/{name}": text for name, text in files.items()}
