"""Rules about all files of a bundle: their size, and that they are not a Helm chart."""

from collections.abc import Iterator

from xpkgtui.formats.registry_v1.layout import CHART, HELM, MANIFESTS, MEDIA_TYPE, METADATA
from xpkgtui.formats.registry_v1.rules.by_tool import by, everywhere, warned
from xpkgtui.formats.registry_v1.rules.declarations import values_of
from xpkgtui.formats.registry_v1.subject import BundleSubject
from xpkgtui.formats.registry_v1.tools import OLMV0, OPM
from xpkgtui.formats.registry_v1.tools.turns import BundleStep, OlmV0Turn, met
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule

_MOST = 1 << 20
_NEAR = 0.85
_THOUSAND = 1000
_UNALLOWED = late(r"[^-A-Za-z0-9_.]")
"""What a key of a ConfigMap cannot hold."""


@rule(
    "OLM016",
    "the bundle does not fit in a ConfigMap",
    by(opm="W", v0="EW", sdk="EW", olmv1="I", rukpak="I", spec="W"),
    stage=Stage.LINT,
    met=met(v0=OlmV0Turn.UNPACKED, sdk=BundleStep.SIZE),
)
def bundle_is_small(bundle: BundleSubject) -> Iterator[Problem]:
    """The files of manifests/, each compressed and in base64, have at most 1 MiB together, and a key each.

    Why: OLM keeps an unpacked bundle in a ConfigMap, which holds no more. A key is the name of a file, with `-` for
    what no key may hold; of two files with one key the last one stays, and those of metadata/ come last.
    When it bites: operator-sdk refuses the bundle, and warns from 85 % on; OLM v0 cannot unpack it. Compressed by
    another program a bundle may be a few percent larger or smaller. A file that is lost is not installed.
    Fix: Shorten descriptions in definitions, or take large ConfigMaps and icons out.
    Source: operator-framework/api, bundle.go; operator-registry, configmap_writer.go.
    """
    yield from _lost(bundle)
    size, compressed = bundle.sizes
    if bundle.csv is None or compressed <= _MOST * _NEAR:
        return
    is_over = compressed > _MOST
    sizes = f"size=~{_words(compressed)} , max={_words(_MOST)}. Bundle uncompressed size is {_words(size)}"
    what = "more than" if is_over else "nearly"
    message = f"The bundle has {_words(compressed)} compressed, {what} the 1 MiB that OLM can unpack"
    if is_over:
        words = f"maximum bundle compressed size with gzip size exceeded: {sizes}"
        yield Problem(message=message, says=f"Error: Value {bundle.csv.name}: {words}")
    else:
        words = f"nearing maximum bundle compressed size with gzip: {sizes}"
        yield Problem(message=message, says=warned(f"Value {bundle.csv.name}: {words}"), level=1)


def _lost(bundle: BundleSubject) -> Iterator[Problem]:
    """The files whose key another one has, which is written later."""
    kept: dict[str, str] = {}
    for folder in (MANIFESTS, METADATA):
        for name in sorted(one.name.partition("/")[2] for one in bundle.files.inside(folder)):
            if name == "annotations.yaml":
                continue
            key, entry = _UNALLOWED.sub("-", name), f"{folder}/{name}"
            if (before := kept.get(key)) is not None:
                message = f"{before} is lost where OLM v0 unpacks the bundle: {entry} has the key {key}, too"
                fix, where = "Rename one of them.", Where(entry=before)
                yield Problem(message=message, level=1, fix=fix, where=where, profiles=(OPM, OLMV0))
            kept[key] = entry


def _words(size: int) -> str:
    number = size / _THOUSAND
    return f"{number:.1f} kB" if number < _THOUSAND else f"{number / _THOUSAND:.1f} MB"


@rule("OLM019", "manifests/ is a Helm chart", everywhere("W"), stage=Stage.FILE)
def no_chart(bundle: BundleSubject) -> Iterator[Problem]:
    """The folder manifests/ has no Chart.yaml that names a chart, and no label says that it is one.

    Why: opm treats such a folder as a Helm chart and checks none of its objects. Other tools read Chart.yaml as an
    object, which it is not.
    When it bites: opm accepts a broken bundle; operator-sdk and OLM v1 refuse it.
    Fix: Take Chart.yaml out of manifests/; a chart is installed with Helm.
    Source: operator-registry, generate.go and chartutil.go.
    """
    labeled = bundle.files.labels.get(MEDIA_TYPE)
    is_declared = values_of(bundle).get(MEDIA_TYPE, labeled) == HELM
    if bundle.is_chart and is_declared:
        message = (
            "The media type is helm and manifests/ is a chart: this is a Helm chart in the form of a bundle, and no "
            "registry+v1 bundle"
        )
        yield Problem(
            message=message,
            more="opm looks at the annotations alone",
            where=Where(entry=CHART),
            fix="Install it with Helm: `helm template manifests` renders it.",
        )
    elif bundle.is_chart:
        message = "manifests/ is a Helm chart, so that opm looks at the annotations alone"
        yield Problem(message=message, where=Where(entry=CHART))
    elif labeled == HELM:
        yield Problem(message="The label of the image says that this is a Helm chart, but manifests/ is none")
