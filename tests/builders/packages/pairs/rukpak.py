"""The pairs of the rules about what RukPak reads: plain bundles, Bundles and BundleDeployments."""

from collections.abc import Mapping

from builders.packages.pairs.pair import Packed, Pair, of_files, of_text
from builders.packages.plain_bundles import BOAT, CRD, LIST, thing
from builders.packages.rukpak_objects import (
    CASES,
    CLASS,
    COMMIT,
    GIT,
    IMAGE,
    MAPS,
    bundle,
    config_map,
    of_template,
    rukpak,
)

_CSV = "- {kind: ClusterServiceVersion, apiVersion: operators.coreos.com/v1alpha1, metadata: {name: x}}\n"


def plain_pairs() -> Mapping[str, Pair]:
    """Those of plain bundles, by rule."""

    def of(trips: str, spares: str) -> Pair:
        return of_files({"manifests/a.yaml": trips}, {"manifests/a.yaml": spares})

    def more(trips: dict[str, str], spares: dict[str, str], first: str = "") -> Pair:
        one = {"manifests/a.yaml": first or thing()}
        return of_files({**one, **trips}, {**one, **spares})

    one = {"manifests/a.yaml": thing()}
    return {
        "PLN002": more({"manifests/x/": ""}, {"x/": ""}),
        "PLN003": of("- a\n", LIST),
        "PLN004": of("# none\n", f"# none\n{thing()}"),
        "PLN005": more({"manifests/b.yaml": thing()}, {"manifests/b.yaml": thing(kind="Secret")}),
        "PLN006": more({}, {"manifests/b.yaml": CRD}, BOAT),
        "PLN007": Pair(Packed(files=one, links={"manifests/b.yaml": "a.yaml"}), Packed(files=one)),
        "PLN008": of(LIST + _CSV, LIST + _CSV.replace("Version,", "Versions,")),
        "PLN010": more({"manifests/b.yaml": CRD}, {"manifests/b.yaml": CRD.replace("Boat", "Ship")}, BOAT),
        "PLN009": of(f"{thing()}--- {{a: b}}\n{thing('b')}", f"{thing()}--- # b\n{thing('b')}"),
    }


def rukpak_pairs() -> Mapping[str, Pair]:
    """Those of objects of RukPak, by rule."""
    git = GIT.format(ref=f"commit: '{COMMIT}'", more=", directory: {}")
    maps = bundle(MAPS.format(maps="{configMap: {name: x}}"))
    pinned = CASES["an image"]
    other = pinned.replace("@sha256:0", "@sha256:1")
    return {
        "RPK001": of_text(pinned.replace("-io-plain", "-io-Plain"), pinned),
        "RPK002": of_text(bundle(IMAGE, "a" * 53), bundle(IMAGE, "a" * 52)),
        "RPK003": of_text(bundle(f"{IMAGE}, upload: {{}}"), bundle(f"{IMAGE}, uploads: {{}}")),
        "RPK004": of_text(bundle(git.replace("{}", "../x")), bundle(git.replace("{}", "x/.."))),
        "RPK005": of_text(bundle("type: image, image: {ref: ''}"), bundle("type: image, image: {ref: ' '}")),
        "RPK006": of_text(maps + config_map("immutable: false\n"), maps + config_map("immutable: true\n")),
        "RPK007": of_text(rukpak(f"{{{CLASS}, template: {{}}}}", "a", "BundleDeployment"), of_template(IMAGE)),
        "RPK008": of_text(
            bundle(GIT.format(ref="tag: v1", more="")), bundle(GIT.format(ref=f"commit: '{COMMIT}'", more=""))
        ),
        "RPK009": of_text(f"{pinned}---\n{other}", f"{pinned}---\n{other.replace('name: boat', 'name: boats')}"),
        "RPK010": of_text(f"{pinned}---\na: [\n", f"{pinned}---\na: []\n"),
    }
