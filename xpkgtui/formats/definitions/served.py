"""Whether a current API server takes a definition, so that there can be objects of its kinds."""

from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.formats.definitions.field_errors import MISTYPED, Node

_OLD = "apiextensions.k8s.io/v1beta1"


def refusal_of(definition: Node, api_version: str | None) -> str:
    """Why no current API server takes a definition, in a clause; empty where one does.

    `api_version` is that of the document, which `custom_resources` turns into the newest.
    """
    if api_version == _OLD:
        return f"its definition is of {_OLD}, which Kubernetes does not serve since 1.22"
    try:
        faults = check_definition(definition)
    except MISTYPED:
        return "the API server cannot decode its definition"
    return f"the API server refuses its definition: {faults[0].path}: {faults[0].words}" if faults else ""
