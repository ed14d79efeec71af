"""The order of versions of a kind: v1 before v1beta2 before v1beta1 before v1alpha1."""

from xpkgtui.patterns import late

_VERSION = late(r"v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?\Z")
_STAGES = ("alpha", "beta", None)


def priority(name: str) -> tuple[int, int, int, int]:
    """The order of versions as Kubernetes has it, the newest highest; names of another form are lowest."""
    found = _VERSION.match(name)
    if found is None:
        return (0, 0, 0, 0)
    return (1, _STAGES.index(found[2]), int(found[1]), int(found[3] or 0))
