"""The controller of runtimes: the Deployment of a provider or function, and what it needs.

Crossplane's internal/controller/pkg/runtime.
"""

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.sets.controllers.cluster import (
    ClusterDeployment,
    ClusterRevision,
    Condition,
    ConditionStatus,
    DesiredState,
    SetCluster,
)
from xpkgtui.formats.xpkg.sets.controllers.packages import AWAITING
from xpkgtui.formats.xpkg.sets.manifests import RuntimeConfig
from xpkgtui.formats.xpkg.tools.facts import RUNTIMES_SERVER_SIDE, SCALES_TO_ZERO
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late

RUNTIME_CONTAINER = "package-runtime"
_LABEL = late(r"[a-z]([-a-z0-9]*[a-z0-9])?")
_LONGEST = 63
_DNS = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')"
)
_SCALED = "Package runtime is scaled to zero; awaiting the first ManagedResourceDefinition to be activated"
_UNAVAILABLE = "Deployment does not have minimum availability."


def run(cluster: SetCluster, revision: ClusterRevision) -> None:
    """One look at the runtime of a revision."""
    if revision.is_deleted:
        return
    name, config = cluster.runtime_config_of(revision)
    if config is None:
        _disable(revision, no_config(name))
        return
    if revision.state is DesiredState.INACTIVE:
        deployment = cluster.deployments.get(config.deployment or revision.name)
        if deployment is not None and deployment.revision == revision.title:
            del cluster.deployments[deployment.name]
        revision.runtime = Condition(status=ConditionStatus.TRUE)
        return
    is_waiting = _awaits(cluster, revision)
    try:
        if revision.state is DesiredState.ACTIVE:
            _clear(cluster, revision, config)
            _prepare(cluster, revision, config)
        if not revision.healthy.is_true:
            _disable(revision, "Package revision is not healthy yet")
            return
        if revision.state is DesiredState.ACTIVE:
            _deploy(cluster, revision, config, is_waiting=is_waiting)
    except Malformed as error:
        _disable(revision, str(error))
        return
    revision.runtime = Condition(status=ConditionStatus.TRUE)
    revision.active = Condition(status=ConditionStatus.TRUE)
    if is_waiting:
        revision.active = Condition(status=ConditionStatus.FALSE, message=_SCALED, reason=AWAITING)


def no_config(name: str) -> str:
    """What a revision says whose runtime config is absent."""
    return (
        "cannot prepare runtime manifest builder options: cannot get referenced deployment runtime config: "
        f'DeploymentRuntimeConfig.pkg.crossplane.io "{name}" not found'
    )


def _disable(revision: ClusterRevision, message: str) -> None:
    revision.runtime = Condition(status=ConditionStatus.FALSE, message=message)


def _awaits(cluster: SetCluster, revision: ClusterRevision) -> bool:
    """Whether nothing runs until the first of the revision's managed resources is active."""
    if not revision.is_safe_start or revision.active.is_true or not SCALES_TO_ZERO.holds(cluster.crossplane.minor):
        return False
    owned = tuple(cluster.owned_by(revision))
    return bool(owned) and not any(one.is_active for one in owned)


def _clear(cluster: SetCluster, revision: ClusterRevision, config: RuntimeConfig) -> None:
    """Deletes a Deployment of another package under a provider's name: its selector counts as an old one."""
    deployment = cluster.deployments.get(config.deployment or revision.name)
    if revision.kind != "Provider" or deployment is None:
        return
    if deployment.package != revision.package or not deployment.revision.startswith("ProviderRevision "):
        del cluster.deployments[deployment.name]


def _prepare(cluster: SetCluster, revision: ClusterRevision, config: RuntimeConfig) -> None:
    """Makes the Service and the certificates; raises `Malformed`."""
    revision.secret = f"{revision.package}-tls-server"
    service = config.service or revision.package
    if len(service) > _LONGEST or not _LABEL.fullmatch(service):
        why = f"must be no more than {_LONGEST} characters" if len(service) > _LONGEST else _DNS
        raise Malformed(
            f"pre establish runtime hook failed for package: cannot apply {revision.kind.lower()} package service: "
            f'{_how(cluster)}Service "{service}" is invalid: metadata.name: Invalid value: {quoted(service)}: {why}'
        )
    cluster.secrets.add(revision.secret)


def _how(cluster: SetCluster, verb: str = "create") -> str:
    return "" if RUNTIMES_SERVER_SIDE.holds(cluster.crossplane.minor) else f"cannot {verb} object: "


def _deploy(cluster: SetCluster, revision: ClusterRevision, config: RuntimeConfig, *, is_waiting: bool) -> None:
    """Makes the service account and the Deployment; raises `Malformed` until it is available."""
    what = f"{revision.kind.lower()} package deployment"
    name = config.deployment or revision.name
    own = config.account or revision.name
    account = config.pod_account or own
    if account == own:
        cluster.accounts.setdefault(own, revision.title)
    deployment = cluster.deployments.get(name)
    if wrong := [*_faults(config), *_immutable(deployment, revision)]:
        listed = wrong[0] if len(wrong) == 1 else f"[{', '.join(wrong)}]"
        raise Malformed(
            f"post establish runtime hook failed for package: cannot apply {what}: "
            f'{_how(cluster, "patch" if deployment else "create")}Deployment.apps "{name}" is invalid: {listed}'
        )
    if deployment is None:
        deployment = ClusterDeployment(
            name=name,
            revision=revision.title,
            package=revision.package,
            account=account,
            replicas=1,
            sequence=cluster.next(),
        )
        cluster.deployments[name] = deployment
    deployment.revision, deployment.account, deployment.package = revision.title, account, revision.package
    deployment.replicas = 0 if is_waiting else 1 if config.replicas is None else config.replicas
    if deployment.available is None:
        raise Malformed(
            f'post establish runtime hook failed for package: {what} has no condition of type "Available" yet'
        )
    if not deployment.available.is_true:
        raise Malformed(
            f"post establish runtime hook failed for package: {what} is unavailable with message: "
            f"{deployment.available.message}"
        )


def _immutable(existing: ClusterDeployment | None, revision: ClusterRevision) -> list[str]:
    """What the API server says where a Deployment selects the pods of another revision."""
    if existing is None or existing.revision == revision.title:
        return []
    label = f"pkg.crossplane.io/{revision.kind.lower()}"
    labels = f'{{"{label}":"{revision.package}","pkg.crossplane.io/revision":"{revision.name}"}}'
    return [f'spec.selector: Invalid value: {{"matchLabels":{labels}}}: field is immutable']


def _faults(config: RuntimeConfig) -> list[str]:
    """What the API server says of the containers."""
    names = [name for name, _ in config.containers]
    first = [] if RUNTIME_CONTAINER in names else [(RUNTIME_CONTAINER, True)]
    listed = [*first, *config.containers]
    if RUNTIME_CONTAINER in names:
        at = names.index(RUNTIME_CONTAINER)
        listed.insert(0, listed.pop(at))
    return sorted(
        f"spec.template.spec.containers[{number}].image: Required value"
        for number, (name, has_image) in enumerate(listed)
        if not has_image and name != RUNTIME_CONTAINER
    )


def become_available(cluster: SetCluster) -> None:
    """What Kubernetes says of the Deployments: all run whose service account is there."""
    for one in cluster.deployments.values():
        is_there = one.account in ("", "default") or one.account in cluster.accounts
        if (is_there and one.package not in cluster.crossplane.unavailable) or not one.replicas:
            one.available = Condition(status=ConditionStatus.TRUE, message="Deployment has minimum availability.")
        else:
            one.available = Condition(status=ConditionStatus.FALSE, message=_UNAVAILABLE)
