"""The rule about Helm charts in the form of a bundle."""

from collections.abc import Iterator

from xpkgtui.formats.registry_v1.layout import CHART, HELM, MEDIA_TYPE
from xpkgtui.formats.registry_v1.rules.by_tool import everywhere
from xpkgtui.formats.registry_v1.rules.declarations import values_of
from xpkgtui.formats.registry_v1.subject import Bundle
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule


@rule("OLM019", "manifests/ is not a Helm chart", everywhere("W"), stage=Stage.FILE)
def no_chart(bundle: Bundle) -> Iterator[Problem]:
    """The folder manifests/ has no Chart.yaml that names a chart, and no label says that it is one.

    Why: opm treats such a folder as a Helm chart and checks none of its objects. Other tools read Chart.yaml as an
    object, which it is not.
    When it bites: opm says that a broken bundle is fine; operator-sdk and OLM v1 refuse it.
    Fix: Take Chart.yaml out of manifests/; a chart is installed with Helm.
    Source: operator-registry, generate.go and chartutil.go.
    """
    labelled = bundle.files.labels.get(MEDIA_TYPE)
    is_declared = values_of(bundle).get(MEDIA_TYPE, labelled) == HELM
    if bundle.is_chart and is_declared:
        message = (
            "The media type is helm and manifests/ is a chart: this is a Helm chart in the form of a bundle, and no "
            "registry+v1 bundle; opm looks at the annotations alone"
        )
        yield Problem(
            message=message,
            where=Where(entry=CHART),
            fix="Install it with Helm: `helm template manifests` renders it.",
        )
    elif bundle.is_chart:
        message = "manifests/ is a Helm chart, so that opm looks at the annotations alone"
        yield Problem(message=message, where=Where(entry=CHART))
    elif labelled == HELM:
        yield Problem(message="The label of the image says that this is a Helm chart, but manifests/ is none")
