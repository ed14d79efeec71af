"""Made-up Bundles and BundleDeployments of RukPak, by a sentence about each."""

CLASS = "provisionerClassName: core-rukpak-io-plain"
PINNED = f"quay.io/sea/boat@sha256:{'0' * 64}"
COMMIT = "0123456789012345678901234567890123456789"


def rukpak(spec: str, name: str = "boat", kind: str = "Bundle", version: str = "v1alpha1") -> str:
    """An object of RukPak."""
    return f"apiVersion: core.rukpak.io/{version}\nkind: {kind}\nmetadata: {{name: {name}}}\nspec: {spec}\n"


def bundle(source: str, name: str = "boat") -> str:
    """A Bundle with this source."""
    return rukpak(f"{{{CLASS}, source: {{{source}}}}}", name)


def deployment(template: str, name: str = "boat") -> str:
    """A BundleDeployment with this template."""
    return rukpak(f"{{{CLASS}, template: {template}}}", name, "BundleDeployment")


def of_template(source: str) -> str:
    """A BundleDeployment with a template of this source."""
    return deployment(f"{{spec: {{{CLASS}, source: {{{source}}}}}}}")


def config_map(more: str = "") -> str:
    """A ConfigMap."""
    return f"---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: x}}\n{more}"


IMAGE = f"type: image, image: {{ref: '{PINNED}'}}"
GIT = "type: git, git: {{repository: https://example.org/x, ref: {{{ref}}}{more}}}"
MAPS = "type: configMaps, configMaps: [{maps}]"
CASES: dict[str, str] = {
    "an image": bundle(IMAGE),
    "no class": rukpak(f"{{source: {{{IMAGE}}}}}"),
    "a class in other letters": rukpak(f"{{provisionerClassName: Foo_, source: {{{IMAGE}}}}}"),
    "a class that is a number": rukpak(f"{{provisionerClassName: 5, source: {{{IMAGE}}}}}"),
    "another class": rukpak(f"{{provisionerClassName: mine, source: {{{IMAGE}}}}}"),
    "two sources": bundle(f"{IMAGE}, upload: {{}}"),
    "no source block": bundle("type: image"),
    "no source": rukpak(f"{{{CLASS}}}"),
    "a source that is a text": rukpak(f"{{{CLASS}, source: x}}"),
    "no type": bundle(f"image: {{ref: '{PINNED}'}}"),
    "a type that is a number": bundle(f"type: 5, image: {{ref: '{PINNED}'}}"),
    "a type of another block": bundle(f"type: git, image: {{ref: '{PINNED}'}}"),
    "an unknown type": bundle(f"type: foo, image: {{ref: '{PINNED}'}}"),
    "an image without a reference": bundle("type: image, image: {}"),
    "an image with an empty reference": bundle("type: image, image: {ref: ''}"),
    "an image with a reference that is a number": bundle("type: image, image: {ref: 5}"),
    "an image that is a text": bundle("type: image, image: x"),
    "two refs": bundle(GIT.format(ref="branch: a, tag: b", more="")),
    "no refs": bundle(GIT.format(ref="", more="")),
    "a commit": bundle(GIT.format(ref=f"commit: '{COMMIT}'", more="")),
    "no ref": bundle("type: git, git: {repository: x}"),
    "no repository": bundle("type: git, git: {ref: {commit: a}}"),
    "a directory above": bundle(GIT.format(ref="commit: a", more=", directory: ../x")),
    "a directory that is above": bundle(GIT.format(ref="commit: a", more=", directory: ..")),
    "a directory of the root": bundle(GIT.format(ref="commit: a", more=", directory: /etc")),
    "an archive without an address": bundle("type: http, http: {}"),
    "an archive": bundle("type: http, http: {url: https://example.org/x.tgz}"),
    "an upload": bundle("type: upload, upload: {}"),
    "no ConfigMaps": bundle(MAPS.format(maps="")),
    "a ConfigMap that can change": bundle(MAPS.format(maps="{path: a, configMap: {name: x}}")) + config_map(),
    "a ConfigMap that cannot change": bundle(MAPS.format(maps="{configMap: {name: x}}"))
    + config_map("immutable: true\n"),
    "a ConfigMap above that can change": bundle(MAPS.format(maps="{path: ../a, configMap: {name: x}}"))
    + config_map(),
    "a ConfigMap that is not there": bundle(MAPS.format(maps="{path: a, configMap: {name: yy}}")),
    "a ConfigMap with a name that is a boolean": bundle(MAPS.format(maps="{configMap: {name: y}}")),
    "a ConfigMap without one": bundle(MAPS.format(maps="{path: a}")),
    "a ConfigMap at one path twice": bundle(
        MAPS.format(maps="{path: a, configMap: {name: yy}}, {path: a, configMap: {name: zz}}")
    ),
    "a long name": bundle(IMAGE, "a" * 53),
    "a name as long as it may be": bundle(IMAGE, "a" * 52),
    "no spec": "apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nmetadata: {name: a}\n",
    "a spec that is a list": rukpak("[]"),
    "a deployment": of_template(IMAGE),
    "a deployment with a long name": deployment(f"{{spec: {{{CLASS}, source: {{{IMAGE}}}}}}}", "a" * 46),
    "a deployment without a template": rukpak(f"{{{CLASS}}}", "a", "BundleDeployment"),
    "a deployment with an empty template": deployment("{}"),
    "a deployment with two sources": of_template(f"{IMAGE}, upload: {{}}"),
    "a deployment without a source": deployment(f"{{spec: {{{CLASS}}}}}"),
    "a deployment without classes": rukpak(
        f"{{template: {{spec: {{source: {{{IMAGE}}}}}}}}}", "a", "BundleDeployment"
    ),
    "a deployment with a type of another block": of_template(f"type: git, image: {{ref: '{PINNED}'}}"),
    "a later version": rukpak(f"{{{CLASS}}}", "a", "BundleDeployment", "v1alpha2"),
    "another kind of the group": rukpak("{}", "a", "Ship"),
    "no name": f"apiVersion: core.rukpak.io/v1alpha1\nkind: Bundle\nspec: {{{CLASS}, source: {{{IMAGE}}}}}\n",
}
"""Each is asked of the oracle."""
