"""All targets by name, in the order in which they are worth their time."""

from collections.abc import Mapping

from fuzz.clusters import CLUSTERS
from fuzz.commands import COMMANDS
from fuzz.documents import DOCUMENTS
from fuzz.images import IMAGES
from fuzz.kept import KEPT
from fuzz.schema_screens import SCHEMA_SCREENS
from fuzz.schemas import SCHEMAS
from fuzz.sets import SETS
from fuzz.signatures import SIGNATURES
from fuzz.target import Target
from fuzz.texts import TEXTS

TARGETS: Mapping[str, Target] = {
    one.name: one
    for one in (
        *DOCUMENTS,
        *SCHEMAS,
        *SCHEMA_SCREENS,
        *IMAGES,
        *KEPT,
        *CLUSTERS,
        *SIGNATURES,
        *TEXTS,
        *SETS,
        *COMMANDS,
    )
}
