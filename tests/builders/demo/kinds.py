"""The kinds of the built-in package, of a cloud that does not exist, in a short notation."""

from builders.demo import settings

from xpkgtui.values import dataclass

DOMAIN = "tidewater.example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind, from which `definitions` makes a CustomResourceDefinition."""

    group: str
    """The part of the group before the domain."""
    kind: str
    plural: str
    versions: tuple[str, ...]
    """The oldest first; the last one is stored."""
    text: str
    """A sentence without its full stop."""
    fields: str
    """Its settings, in the notation of `schema`."""
    observed: str = ""
    """Its status in the cloud, in the same notation."""
    short: str = ""
    scope: str = "Namespaced"
    managed: bool = True
    """Whether it is a managed resource, which has `forProvider` and the fields around it."""


KINDS = (
    Kind(
        group="harbourmaster",
        kind="ProviderConfig",
        plural="providerconfigs",
        versions=("v1beta1",),
        text="A ProviderConfig says how to sign in to Tidewater Cloud",
        fields=settings.CONFIG,
        scope="Cluster",
        managed=False,
    ),
    Kind(
        group="harbourmaster",
        kind="ProviderConfigUsage",
        plural="providerconfigusages",
        versions=("v1beta1",),
        text="A ProviderConfigUsage says that a configuration is used",
        fields=settings.USAGE,
        scope="Cluster",
        managed=False,
    ),
)
"""The kinds of the provider itself; `MANAGED` are those of the cloud."""

MANAGED = (
    ("moorings", "Berth", "berths", "v1alpha1 v1beta1 v1", "bth", "A Berth is a place at a quay", settings.BERTH),
    (
        "moorings",
        "Mooring",
        "moorings",
        "v1beta1 v1",
        "",
        "A Mooring makes a vessel fast to a berth",
        settings.MOORING,
    ),
    ("moorings", "Buoy", "buoys", "v1beta1", "", "A Buoy is a place to lie without a quay", settings.BUOY),
    ("vessels", "Vessel", "vessels", "v1beta1 v1", "vsl", "A Vessel calls at the harbour", settings.VESSEL),
    ("vessels", "CrewList", "crewlists", "v1alpha1", "", "A CrewList names everyone on board", settings.CREW),
    (
        "vessels",
        "CargoManifest",
        "cargomanifests",
        "v1beta1 v1beta2",
        "",
        "A CargoManifest lists cargo",
        settings.CARGO,
    ),
    ("channels", "Channel", "channels", "v1beta1 v1", "", "A Channel is a dredged way in", settings.CHANNEL),
    ("channels", "TideLock", "tidelocks", "v1beta1", "tl", "A TideLock keeps the water in", settings.LOCK),
    (
        "channels",
        "PilotageRoster",
        "pilotagerosters",
        "v1alpha1 v1beta1",
        "",
        "A PilotageRoster is a watch",
        settings.PILOTAGE,
    ),
    ("lights", "Lighthouse", "lighthouses", "v1beta1 v1", "", "A Lighthouse is a light on land", settings.LIGHTHOUSE),
    ("lights", "Beacon", "beacons", "v1beta1", "", "A Beacon marks a danger or a way", settings.BEACON),
)


def every_kind() -> tuple[Kind, ...]:
    """All kinds of the package, as the stream lists them."""
    managed = (
        Kind(
            group=group,
            kind=kind,
            plural=plural,
            versions=tuple(versions.split()),
            short=short,
            text=text,
            fields=fields,
            observed=settings.REPORTED,
        )
        for group, kind, plural, versions, short, text, fields in MANAGED
    )
    return (*KINDS, *managed)
