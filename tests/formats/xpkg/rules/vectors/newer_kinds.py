"""Objects of the kinds that Crossplane 2 added, most of them with one mistake; the oracle was asked about each."""

_STEP = "{step: a, functionRef: {name: f}}"
_INNER = f"{{mode: Pipeline, pipeline: [{_STEP}]}}"
_TEMPLATE = f"operationTemplate: {{spec: {_INNER}}}"
_CLOCK = "schedule: '0 * * * *'"
_VERSIONS = "versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]"
_NAMES, _SCOPE = "names: {kind: Thing, plural: things}", "scope: Namespaced"
_DEFINITION = f"group: a.b, {_NAMES}, {_SCOPE}, {_VERSIONS}"


def operation(spec: str, kind: str = "Operation") -> str:
    """An operation with this spec."""
    return f"apiVersion: ops.crossplane.io/v1alpha1\nkind: {kind}\nmetadata: {{name: sweep}}\nspec: {spec}\n"


def with_step(field: str) -> str:
    """An Operation whose step has this field."""
    return operation(f"{{mode: Pipeline, pipeline: [{{step: a, functionRef: {{name: f}}, {field}}}]}}")


def policy(spec: str) -> str:
    """A ManagedResourceActivationPolicy with this spec."""
    head = "apiVersion: apiextensions.crossplane.io/v1alpha1\nkind: ManagedResourceActivationPolicy\n"
    return f"{head}metadata: {{name: all}}\nspec: {spec}\n"


def definition(fields: str) -> str:
    """A ManagedResourceDefinition whose spec has these fields."""
    head = "apiVersion: apiextensions.crossplane.io/v1alpha1\nkind: ManagedResourceDefinition\n"
    return f"{head}metadata: {{name: things.a.b}}\nspec: {{{fields}}}\n"


def _many(count: int) -> str:
    return ", ".join(f"{{step: s{number}, functionRef: {{name: f}}}}" for number in range(count))


OPERATIONS: dict[str, str] = {
    "operation": operation(_INNER),
    "operation without a spec": operation("null"),
    "operation without a mode": operation(f"{{pipeline: [{_STEP}]}}"),
    "operation of another mode": operation(f"{{mode: Other, pipeline: [{_STEP}]}}"),
    "operation with an empty pipeline": operation("{mode: Pipeline, pipeline: []}"),
    "operation without a pipeline": operation("{mode: Pipeline}"),
    "operation with 99 steps": operation(f"{{mode: Pipeline, pipeline: [{_many(99)}]}}"),
    "operation with 100 steps": operation(f"{{mode: Pipeline, pipeline: [{_many(100)}]}}"),
    "operation with two steps of one name": operation(f"{{mode: Pipeline, pipeline: [{_STEP}, {_STEP}]}}"),
    "operation that calls nothing": operation("{mode: Pipeline, pipeline: [{step: a}]}"),
    "input without a kind": with_step("input: {apiVersion: a/v1}"),
    "input of text": with_step("input: hello"),
    "credentials of source None": with_step("credentials: [{name: a, source: None}]"),
    "credentials without a secret": with_step("credentials: [{name: a, source: Secret}]"),
    "credentials of no source": with_step("credentials: [{name: a}]"),
    "credentials twice": with_step("credentials: [{name: a, source: None}, {name: a, source: None}]"),
    "selector by name and labels": with_step(
        "requirements: {requiredResources: [{requirementName: a, name: b, matchLabels: {c: d}}]}"
    ),
    "schemas twice": with_step("requirements: {requiredSchemas: [{requirementName: a}, {requirementName: a}]}"),
    "operation by the clock": operation(f"{{{_CLOCK}, {_TEMPLATE}}}", "CronOperation"),
    "operation by the clock of nothing": operation("{}", "CronOperation"),
    "operation without a clock": operation(f"{{{_TEMPLATE}}}", "CronOperation"),
    "operation by a broken clock": operation(f"{{schedule: often, {_TEMPLATE}}}", "CronOperation"),
    "operation by a named clock": operation(f"{{schedule: '@every 1h', {_TEMPLATE}}}", "CronOperation"),
    "operations at a time": operation(f"{{{_CLOCK}, concurrencyPolicy: Odd, {_TEMPLATE}}}", "CronOperation"),
    "no operations at a time": operation(f"{{{_CLOCK}, concurrencyPolicy: '', {_TEMPLATE}}}", "CronOperation"),
    "input in a template": operation(
        f"{{{_CLOCK}, operationTemplate: {{spec: {{mode: X, pipeline: [{_STEP[:-1]}, input: {{kind: K}}}}]}}}}}}",
        "CronOperation",
    ),
    "operation at a change": operation(f"{{watch: {{apiVersion: v1, kind: C}}, {_TEMPLATE}}}", "WatchOperation"),
    "operation at a change of nothing": operation(f"{{{_TEMPLATE}}}", "WatchOperation"),
    "operation at a change of no kind": operation(
        f"{{watch: {{apiVersion: v1}}, concurrencyPolicy: x, {_TEMPLATE}}}", "WatchOperation"
    ),
}
"""Objects of a Configuration."""
POLICIES: dict[str, str] = {
    "policy": policy("{activate: ['*.a.b', 'things.[a-c].b']}"),
    "policy for nothing": policy("{activate: []}"),
    "policy without patterns": policy("{}"),
    "policy without a spec": policy("null"),
    "policy of broken patterns": policy("{activate: ['[', '']}"),
}
"""Objects of a Configuration."""
MANAGED: dict[str, str] = {
    "definition": definition(_DEFINITION),
    "empty definition": definition(""),
    "state that is not one": definition(f"{_DEFINITION}, state: Sleeping"),
    "empty state": definition(f"{_DEFINITION}, state: ''"),
    "scope that is not one": definition(_DEFINITION.replace("Namespaced", "World")),
    "definition without a scope": definition(_DEFINITION.replace(f"{_SCOPE}, ", "")),
    "capitals in names": definition(_DEFINITION.replace("plural: things", "plural: Things, singular: Thing")),
    "definition without names": definition(_DEFINITION.replace(f"{_NAMES}, ", "")),
    "definition without versions": definition(f"group: a.b, {_NAMES}, {_SCOPE}"),
    "definition without a schema": definition(
        f"group: a.b, {_NAMES}, {_SCOPE}, versions: [{{name: v1, served: true, storage: true}}]"
    ),
    "schema of a list": definition(_DEFINITION.replace("{type: object}", "{type: [object]}")),
    "conversion of no strategy": definition(f"{_DEFINITION}, conversion: {{}}"),
    "conversion without reviews": definition(f"{_DEFINITION}, conversion: {{strategy: Webhook, webhook: {{}}}}"),
    "webhook without a service": definition(
        f"{_DEFINITION}, conversion: {{strategy: Webhook, webhook: {{conversionReviewVersions: [v1], "
        "clientConfig: {service: {}}}}"
    ),
}
"""Objects of a Provider."""
NEWER_KINDS: dict[str, str] = {**OPERATIONS, **POLICIES, **MANAGED}
