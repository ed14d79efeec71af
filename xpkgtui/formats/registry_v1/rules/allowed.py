"""The kinds of objects that a bundle may have."""

from xpkgtui.formats.registry_v1.layout import CRD, CSV

ALLOWED = frozenset(
    {CSV, CRD, "Secret", "ClusterRole", "ClusterRoleBinding", "ConfigMap", "ServiceAccount", "Service", "Role"}
    | {"RoleBinding", "PrometheusRule", "ServiceMonitor", "PodDisruptionBudget", "PriorityClass", "NetworkPolicy"}
    | {"VerticalPodAutoscaler", "ConsoleYAMLSample", "ConsoleQuickStart", "ConsoleCLIDownload", "ConsoleLink"}
    | {"ConsolePlugin", "PodMonitor"}
)
