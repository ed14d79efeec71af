"""Who says that what templates compose is ready."""

from builders.cases import failing
from builders.packages.judgements import judge_stream
from formats.xpkg.rules.vectors.compositions import AUTO_READY, TEMPLATE, stepping
from formats.xpkg.rules.vectors.streams import changed

_ANNOTATED = changed(TEMPLATE, "inner}", "inner, gotemplating.fn.crossplane.io/ready: 'True'}")
_KCL = """\
{step: one, functionRef: {name: function-nop}, input: {apiVersion: krm.kcl.dev/v1alpha1, kind: KCLInput,
      spec: {source: "items = [{metadata.annotations: {'krm.kcl.dev/composition-resource-name' = 'inner'}}]"}}}"""
_PATCHES = """\
{step: two, functionRef: {name: function-patch-and-transform}, input: {apiVersion: pt.fn.crossplane.io/v1beta1,
      kind: Resources, resources: [{name: inner, base: {apiVersion: example.org/v1, kind: XInner}}]}}"""
_CASES = {
    "alone": ((TEMPLATE,), "0"),
    "KCL alone": ((_KCL,), "0"),
    "detected later": ((TEMPLATE, _KCL.replace("one", "two"), AUTO_READY), ""),
    "detected before": ((AUTO_READY, TEMPLATE), "1, called before"),
    "annotated": ((_ANNOTATED,), ""),
    "annotated KCL": ((changed(_KCL, "'inner'", "'inner', 'krm.kcl.dev/ready' = 'True'"),), ""),
    "a second one after the detection": ((TEMPLATE, AUTO_READY, _KCL.replace("one", "two")), "2, called before"),
    "a function that is not known": ((TEMPLATE, "{step: two, functionRef: {name: function-mine}}"), ""),
    "a function that is known to be silent": (
        (TEMPLATE, "{step: two, functionRef: {name: org-function-environment-configs}}"),
        "0",
    ),
    "resources with checks of their own": ((TEMPLATE, _PATCHES), "0"),
    "checks of what is composed before": ((TEMPLATE, _PATCHES.replace(", base", ", notes")), ""),
    "a template that only reads": ((changed(TEMPLATE, "composition-resource-name", "ttl"),), ""),
    "templates elsewhere": ((changed(TEMPLATE, "inline: {template", "fileSystem: {dirPath"),), ""),
}


def _check(name: str) -> None:
    steps, expected = _CASES[name]
    found = judge_stream(stepping(*steps)).of("XPKG738")
    at = [str(one.place.field).removeprefix("spec.pipeline[")[0] for one in found]
    early = ", called before" if any("is called before it" in one.message for one in found) else ""
    assert "".join(at) + early == expected


def test_a_template_is_reported_whose_resources_are_never_said_to_be_ready() -> None:
    assert failing(_CASES, _check) == {}
