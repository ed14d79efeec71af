"""ImageConfigs that make Crossplane install packages from a mirror."""

import json
from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.used_images.used import RedirectedImage, Redirection
from xpkgtui.formats.xpkg.dependencies.lock import read_image_configs
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, dns_label
from xpkgtui.formats.xpkg.dependencies.rewrites import ClusterImageConfig, rewritten

_API = "pkg.crossplane.io/v1beta1"


def redirect(images: Sequence[RedirectedImage], policies: Sequence[str] = ()) -> Redirection:
    """A config for each folder of packages, tried out on each package beside the configs of the cluster.

    A prefix is text, which also begins other names. It therefore ends with a slash: that of `host/acme/` is no
    beginning of `host/acme-co/nop`. A prefix that ends with the name of a package would have to match both
    `host/acme/nop:v1` and, where tags are listed, `host/acme/nop`, so it would match `host/acme/nop-sql` too.
    """
    folders: dict[str, str] = {}
    problems: list[str] = []
    for one in images:
        name = _name(one.reference)
        if "/" not in name:
            problems.append(f"{one.reference} has no registry and no folder, so no prefix leads to it alone")
        else:
            folders.setdefault(_folder(name), _folder(one.target))
    configs = tuple(_configs(folders))
    present = read_image_configs(policies)
    problems += _unmet(images, (*present, *configs))
    return Redirection(text="---\n".join(map(_written, configs)), problems=tuple(problems))


def _configs(folders: Mapping[str, str]) -> Iterator[ClusterImageConfig]:
    names: dict[str, int] = {}
    for prefix in sorted(folders):
        name = f"mirror-{dns_label(prefix.rstrip('/'))}"
        names[name] = number = names.get(name, 0) + 1
        yield ClusterImageConfig(
            name=f"{name}-{number}" if number > 1 else name, prefixes=(prefix,), rewrite=folders[prefix]
        )


def _unmet(images: Sequence[RedirectedImage], configs: Sequence[ClusterImageConfig]) -> Iterator[str]:
    """The packages that the configs lead elsewhere: a config of the cluster with a longer prefix wins."""
    for one in images:
        name = _name(one.reference)
        wanted = one.target + one.reference.removeprefix(name)
        try:
            found, config = rewritten(one.reference, configs)
        except Malformed as error:
            yield f"{one.reference} is not redirected: {error}"
            continue
        if "/" in name and found != wanted:
            winner = config or "(none)"
            yield f"{one.reference} is pulled from {found}: the ImageConfig {winner} wins over those of the mirror"


def _name(reference: str) -> str:
    """The reference without tag and digest, as it is spelled."""
    found = parsed(PackageReference.parse, reference) if ":" in reference or "@" in reference else None
    return found.source if found else reference


def _folder(name: str) -> str:
    return name[: name.rindex("/") + 1]


def _written(config: ClusterImageConfig) -> str:
    """The object in YAML; texts are quoted as in JSON."""
    prefix, rewrite = json.dumps(config.prefixes[0]), json.dumps(config.rewrite)
    return f"""\
apiVersion: {_API}
kind: ImageConfig
metadata:
  name: {config.name}
spec:
  matchImages:
  - type: Prefix
    prefix: {prefix}
  rewriteImage:
    prefix: {rewrite}
"""
