"""The rule about the labels of the image of a bundle."""

from collections.abc import Iterator

from xpkgtui.formats.registry_v1.layout import ANNOTATIONS, LABELS
from xpkgtui.formats.registry_v1.rules.by_tool import everywhere
from xpkgtui.formats.registry_v1.rules.reading.annotated import problem_at, values_of
from xpkgtui.formats.registry_v1.rules.subjects import Bundle
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule


@rule("OLM011", "labels of the image agree", everywhere("W"), stage=Stage.FILE)
def labels_agree(bundle: Bundle) -> Iterator[Problem]:
    """The labels of the image repeat the annotations of the bundle.

    Why: opm recognises a bundle by the labels, and reads package and channels from the file.
    When it bites: Tools that read only the labels show another package or other channels.
    Fix: Build the image again, with the labels of metadata/annotations.yaml.
    Source: operator-registry, docs/design/operator-bundle.md: the file is authoritative.
    """
    labels, values = bundle.files.labels, values_of(bundle)
    if not bundle.files.is_image or bundle.annotations is None:
        return
    for key in LABELS:
        label, value = labels.get(key), values.get(key)
        if label == value:
            continue
        if label is None:
            yield problem_at(bundle, key, f"The image has no label {key}; {ANNOTATIONS} has {value or '(empty)'}")
        elif value is None:
            yield problem_at(bundle, key, f"The image has a label {key}, {label}, which {ANNOTATIONS} does not have")
        else:
            message = f"The label {key} of the image is {label}, but {ANNOTATIONS}, which opm uses, has {value}"
            yield problem_at(bundle, key, message)


PACKAGE_RULES = (labels_agree,)
