"""The settings of every kind of the built-in package, in the notation that `schema` reads."""

CONFIG = """
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

USAGE = """
providerConfigRef! object - The configuration that is used.
  name! string - Name of the configuration.
resourceRef! object - The resource that uses it.
  apiVersion! string - APIVersion of the resource.
  kind! string - Kind of the resource.
  name! string - Name of the resource.
  uid string - UID of the resource.
"""

BERTH = """
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

MOORING = """
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

BUOY = """
position! object - Where it lies.
  latitude! number - Degrees north.
  longitude! number - Degrees east.
chainMetres number - Length of its chain.
colour enum red|green|yellow|white - What it shows by day.
capacityTonnes integer - The largest displacement that may lie to it.
inspectionIntervalDays integer - Days between two dives.
"""

VESSEL = """
imo! string - Number that she keeps for life.
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

CREW = """
vesselName! string - The vessel that is manned.
members! list - Everyone on board.
  name! string - Full name.
  rank! enum master|mate|engineer|deckhand|cook|pilot - Position on board.
  documentSecretRef object - Where the number of the seaman's book is kept.
    name! string - Name of the secret.
    key! string - The key to select.
minimumSafeManning integer - How many must be on board.
"""

CARGO = """
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

CHANNEL = """
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

LOCK = """
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

PILOTAGE = """
channelName! string - The channel that is piloted.
compulsoryAboveMetres number - Length from which a pilot must be taken.
shifts! list - Who is on watch.
  pilot! string - Licence of the pilot.
  begin! time - Beginning of the watch.
  hours! integer - How long it lasts.
standby@1 string[] - Licences of those who can be called.
"""

LIGHTHOUSE = """
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

BEACON = """
lighthouseName string - The light that it leads to.
kind! enum lateral|cardinal|isolated|safewater|special - What it marks.
topmark boolean - Whether it wears its topmark.
transponder object - Its answer to radar.
  morse! string - The letter that it sends.
  band enum X|S|XS - Where it listens.
"""

REPORTED = """
id string - Identity in the cloud.
state string - What the cloud says of it.
"""
