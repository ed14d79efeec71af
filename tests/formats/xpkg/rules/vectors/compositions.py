"""Configurations whose compositions patch fields, call functions and compose kinds: most with one mistake."""

from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, XRD, changed, stream

_SCHEMA = """\
{type: object, properties: {
      spec: {type: object, properties: {
        region: {type: string}, size: {type: integer}, tags: {type: object, additionalProperties: {type: string}},
        free: {type: object, x-kubernetes-preserve-unknown-fields: true},
        nodes: {type: array, items: {type: object, properties: {name: {type: string}}}},
        network: {type: object, properties: {cidr: {type: string}}}}},
      status: {type: object, properties: {id: {type: string}}}}}"""
NETWORK = changed(XRD, "{type: object}", _SCHEMA)
"""The definition of XThing, with fields to patch."""
INNER = changed(changed(NETWORK, "things", "inners"), "XThing", "XInner")
"""The definition of another kind with the same fields, which XThing is composed of."""
_STEP = "{step: one, functionRef: {name: function-nop}}"
_INPUT = "apiVersion: pt.fn.crossplane.io/v1beta1, kind: Resources"
_BASE = "base: {apiVersion: example.org/v1, kind: XInner}"


def composing(inputs: str, definition: str = NETWORK) -> str:
    """A Configuration with a composition whose step has these fields in its input."""
    step = f"{_STEP[:-1]}, input: {{{_INPUT}, {inputs}}}}}"
    return stream(CONFIGURATION, definition, INNER, changed(COMPOSITION, _STEP, step))


def patching(patch: str, *, field: str = "patches", definition: str = NETWORK) -> str:
    """A Configuration with a composition that has this patch for its one resource."""
    return composing(f"resources: [{{name: inner, {_BASE}, {field}: [{{{patch}}}]}}]", definition)


def based(fields: str, patch: str = "fromFieldPath: spec.region") -> str:
    """A Configuration with a composition that has these fields in the base of its one resource."""
    base = f"base: {{apiVersion: example.org/v1, kind: XInner, {fields}}}"
    return composing(f"resources: [{{name: inner, {base}, patches: [{{{patch}}}]}}]")


def giving(fields: str) -> str:
    """A Configuration with a composition whose step has an input of the kind XInner with these fields."""
    step = f"{_STEP[:-1]}, input: {{apiVersion: example.org/v1, kind: XInner, {fields}}}}}"
    return stream(CONFIGURATION, NETWORK, INNER, changed(COMPOSITION, _STEP, step))


def native(patch: str) -> str:
    """A Configuration with a composition of Crossplane 1 that has this patch."""
    composition = changed(COMPOSITION, f"  mode: Pipeline\n  pipeline: [{_STEP}]", "  RESOURCES")
    resources = f"resources: [{{name: inner, {_BASE}, patches: [{{{patch}}}]}}]"
    return stream(CONFIGURATION, NETWORK, INNER, changed(composition, "RESOURCES", resources))


def composed(old: str, new: str) -> str:
    """The Configuration with one thing changed in its composition."""
    return stream(CONFIGURATION, NETWORK, changed(COMPOSITION, old, new))


TEMPLATE = """\
{step: one, functionRef: {name: function-nop}, input: {apiVersion: gotemplating.fn.crossplane.io/v1beta1,
      kind: GoTemplate, source: Inline, inline: {template: "metadata: {annotations: {
      gotemplating.fn.crossplane.io/composition-resource-name: inner}}"}}}"""
"""A step whose template composes a resource, of which it does not say whether it is ready."""
AUTO_READY = "{step: last, functionRef: {name: org-function-auto-ready}}"


def stepping(*steps: str) -> str:
    """A Configuration with a composition that has these steps."""
    return composed(_STEP, ", ".join(steps))


def scoped(scope: str, resource: str) -> str:
    """A Configuration whose composition has this resource; its composite resource has this scope."""
    definition = changed(NETWORK, "  group: example.org\n", f"  group: example.org\n  scope: {scope}\n")
    return composing(f"resources: [{{name: inner, {resource}}}]", definition)


def selecting(name: str, *, by: str = "default", kind: str = "XThing") -> str:
    """A Configuration whose definition selects a Composition; it has the Composition things, of a kind."""
    definition = changed(NETWORK, "spec:\n", f"spec:\n  {by}CompositionRef: {{name: {name}}}\n")
    return stream(CONFIGURATION, definition, INNER, changed(COMPOSITION, "kind: XThing", f"kind: {kind}"))


COMPOSITIONS: dict[str, str] = {
    "selected composition": selecting("things"),
    "selected composition that is not there": selecting("thing"),
    "namespaced and in a namespace": scoped("Namespaced", "base: {apiVersion: v1, kind: ConfigMap}"),
    "namespaced and cluster-scoped": scoped("Namespaced", "base: {apiVersion: v1, kind: Namespace}"),
    "template and a detection": stepping(TEMPLATE, AUTO_READY),
    "template without a detection": stepping(TEMPLATE),
    "patch": patching("fromFieldPath: spec.region, toFieldPath: spec.region"),
    "patch from an unknown field": patching("fromFieldPath: spec.regoin, toFieldPath: spec.region"),
    "input": giving("spec: {size: 3}"),
    "input with an unknown field": giving("spec: {siez: 3}"),
    "base": based("spec: {size: 3}"),
    "base with an unknown field": based("spec: {siez: 3}"),
    "known policy": patching("fromFieldPath: spec.region, policy: {toFieldPath: MergeObjects}"),
    "unknown policy": patching("fromFieldPath: spec.region, policy: {toFieldPath: MergeAll}"),
    "patch to an unknown field": patching("fromFieldPath: spec.region, toFieldPath: spec.regoin"),
    "kind that is not defined": composed("kind: XThing", "kind: XOther"),
    "version that is not defined": composed("example.org/v1,", "example.org/v2,"),
    "function that is not a dependency": composed("name: function-nop", "name: function-other"),
}
