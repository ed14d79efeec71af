"""The kinds of a cloud that does not exist: what the built-in package defines, in as few words as possible."""

from dataclasses import dataclass

DOMAIN = "tidewater.example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind in short; `definitions` makes a CustomResourceDefinition of it."""

    group: str
    """Its part of the group before the domain."""
    kind: str
    plural: str
    versions: tuple[str, ...]
    """The oldest first; the last one is stored."""
    text: str
    """What it is, as a sentence without its full stop."""
    fields: str
    """Its settings, in the notation that `schema` reads."""
    observed: str = ""
    """What the cloud reports of it, likewise."""
    short: str = ""
    scope: str = "Namespaced"
    managed: bool = True
    """Whether it stands for something in the cloud, and so has `forProvider` and its company."""


_CONFIG = """
harbour! string - Name of the harbour to work in.
endpoint string - Address of the API, where it is not the public one.
credentials! object - How to sign in.
  source! enum Secret|InjectedIdentity|Environment|Filesystem - Where the credentials are.
  secretRef object - A key of a secret.
    name! string - Name of the secret.
    namespace! string - Namespace of the secret.
    key! string - The key to select.
  fs object - A file.
    path! string - Path of the file.
"""

_USAGE = """
providerConfigRef! object - The configuration that is used.
  name! string - Name of the configuration.
resourceRef! object - The resource that uses it.
  apiVersion! string - APIVersion of the resource.
  kind! string - Kind of the resource.
  name! string - Name of the resource.
  uid string - UID of the resource.
"""

_BERTH = """
quay! string - The quay that the berth belongs to.
number! integer - Number of the berth, counted from the light.
lengthMetres! number - Usable length.
draftMetres number - Deepest draft at low water.
fenders string[] - Names of the fenders, the northern one first.
services@1 list - What a vessel can be connected to.
  name! enum water|shorepower|fuel|waste - The service.
  capacity integer - Units per hour.
  metered boolean - Whether it is charged by the unit.
tidalWindow@2 object - When the berth can be reached.
  beforeHighWater string - How long before high water.
  afterHighWater string - How long after high water.
tags map - Labels in the cloud.
"""

_MOORING = """
berthName string - Name of the berth in the cloud.
berthNameRef object - A Berth of this cluster.
  name! string - Name of the Berth.
berthNameSelector object - Chooses a Berth of this cluster.
  matchLabels map - Labels that it must carry.
  matchControllerRef boolean - Whether it must have the same owner.
vesselName! string - The vessel that is made fast.
lines! list - How she is made fast.
  position! enum bow|stern|spring|breast - Where the line leads from.
  material enum polyester|nylon|wire - What it is made of.
  diameterMillimetres integer - Its thickness.
from! time - Beginning of the stay.
until@1 time - End of the stay; open if it is missing.
"""

_BUOY = """
position! object - Where it lies.
  latitude! number - Degrees north.
  longitude! number - Degrees east.
chainMetres number - Length of its chain.
colour enum red|green|yellow|white - What it shows by day.
capacityTonnes integer - The largest displacement that may lie to it.
inspectionIntervalDays integer - Days between two dives.
"""

_VESSEL = """
imo! string - Number of the International Maritime Organization.
callSign string - Radio call sign.
flag! string - State of registry, two letters.
type enum cargo|tanker|ferry|tug|pilot|leisure - What she is.
dimensions object - How large she is.
  lengthMetres! number - Length over all.
  beamMetres! number - Greatest breadth.
  draughtMetres number - Deepest draught.
  airDraughtMetres@1 number - Height above the water.
owner object - Who answers for her.
  company! string - Name of the company.
  email string - Where notices are sent.
certificates@1 list - Papers that are checked on arrival.
  name! string - Name of the paper.
  validUntil! time - Its last day.
tags map - Labels in the cloud.
"""

_CREW = """
vesselName! string - The vessel that is manned.
members! list - Everyone on board.
  name! string - Full name.
  rank! enum master|mate|engineer|deckhand|cook|pilot - Position on board.
  documentSecretRef object - Where the number of the seaman's book is kept.
    name! string - Name of the secret.
    key! string - The key to select.
minimumSafeManning integer - How many must be on board.
"""

_CARGO = """
vesselName! string - The vessel that carries it.
voyage! string - Number of the voyage.
items! list - What is carried.
  container! string - Number of the container.
  goods! string - What is inside.
  weightKilograms! integer - Gross weight.
  temperature@1 object - What a reefer must keep.
    minimumCelsius number - Not colder than this.
    maximumCelsius number - Not warmer than this.
  dangerous boolean - Whether the IMDG code applies.
customs object - The declaration.
  office! string - The customs office.
  bonded boolean - Whether it stays in bond.
"""

_CHANNEL = """
fairway! string - The fairway that it is part of.
depthMetres! number - Charted depth.
widthMetres number - Width of the bottom.
direction@1 enum both|inbound|outbound|alternating - Who may use it when.
speedLimitKnots integer - Through the water.
waypoints list - Its axis, from seaward.
  latitude! number - Degrees north.
  longitude! number - Degrees east.
  name string - Name on the chart.
"""

_LOCK = """
channelName! string - The channel that it closes.
chamber! object - The chamber.
  lengthMetres! number - Usable length.
  widthMetres! number - Usable width.
  sillMetres number - Depth over the sill at low water.
gates enum mitre|sector|rolling - How it is closed.
operatingHours list - When it works.
  days! string[] - Days of the week.
  from! string - First lockage.
  until! string - Last lockage.
emergencyStop boolean - Whether the gates may stop halfway.
"""

_PILOTAGE = """
channelName! string - The channel that is piloted.
compulsoryAboveMetres number - Length from which a pilot must be taken.
shifts! list - Who is on watch.
  pilot! string - Licence of the pilot.
  begin! time - Beginning of the watch.
  hours! integer - How long it lasts.
standby@1 string[] - Licences of those who can be called.
"""

_LIGHTHOUSE = """
name! string - Name in the list of lights.
position! object - Where it stands.
  latitude! number - Degrees north.
  longitude! number - Degrees east.
character! string - Rhythm and colour, as on the chart.
rangeMiles! integer - Nominal range.
heightMetres number - Height of the focal plane.
sectors@1 list - Arcs in which it shows another colour.
  fromDegrees! integer - First bearing, from seaward.
  toDegrees! integer - Last bearing.
  colour! enum white|red|green - What is seen there.
fogSignal@1 object - What is heard.
  kind! enum horn|bell|siren - The instrument.
  periodSeconds integer - Time between two signals.
"""

_BEACON = """
lighthouseName string - The light that it leads to.
kind! enum lateral|cardinal|isolated|safewater|special - What it marks.
topmark boolean - Whether it wears its topmark.
transponder object - Its answer to radar.
  morse! string - The letter that it sends.
  band enum X|S|XS - Where it listens.
"""

_REPORTED = """
id string - Identity in the cloud.
state string - What the cloud says of it.
"""

KINDS = (
    Kind(
        group="harbourmaster",
        kind="ProviderConfig",
        plural="providerconfigs",
        versions=("v1beta1",),
        text="A ProviderConfig says how the provider signs in to Tidewater Cloud",
        fields=_CONFIG,
        scope="Cluster",
        managed=False,
    ),
    Kind(
        group="harbourmaster",
        kind="ProviderConfigUsage",
        plural="providerconfigusages",
        versions=("v1beta1",),
        text="A ProviderConfigUsage says that a resource uses a ProviderConfig",
        fields=_USAGE,
        scope="Cluster",
        managed=False,
    ),
)
"""Those of the provider itself; `MANAGED` are those of the cloud."""

MANAGED = (
    ("moorings", "Berth", "berths", "v1alpha1 v1beta1 v1", "bth", "A Berth is a place at a quay", _BERTH),
    ("moorings", "Mooring", "moorings", "v1beta1 v1", "", "A Mooring makes a vessel fast to a berth", _MOORING),
    ("moorings", "Buoy", "buoys", "v1beta1", "", "A Buoy is a place to lie without a quay", _BUOY),
    ("vessels", "Vessel", "vessels", "v1beta1 v1", "vsl", "A Vessel calls at the harbour", _VESSEL),
    ("vessels", "CrewList", "crewlists", "v1alpha1", "", "A CrewList names everyone on board", _CREW),
    ("vessels", "CargoManifest", "cargomanifests", "v1beta1 v1beta2", "", "A CargoManifest lists cargo", _CARGO),
    ("channels", "Channel", "channels", "v1beta1 v1", "", "A Channel is a dredged way in", _CHANNEL),
    ("channels", "TideLock", "tidelocks", "v1beta1", "tl", "A TideLock keeps the water in", _LOCK),
    (
        "channels",
        "PilotageRoster",
        "pilotagerosters",
        "v1alpha1 v1beta1",
        "",
        "A PilotageRoster is a watch",
        _PILOTAGE,
    ),
    ("lights", "Lighthouse", "lighthouses", "v1beta1 v1", "", "A Lighthouse is a light on land", _LIGHTHOUSE),
    ("lights", "Beacon", "beacons", "v1beta1", "", "A Beacon marks a danger or a way", _BEACON),
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
            observed=_REPORTED,
        )
        for group, kind, plural, versions, short, text, fields in MANAGED
    )
    return (*KINDS, *managed)
