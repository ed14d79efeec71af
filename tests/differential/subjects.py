"""All subjects, by name."""

from differential.bundles import BUNDLES
from differential.catalogs.subject import CATALOGS
from differential.choices import CHOICES
from differential.compiled_rules import COMPILED_RULES, REAL_RULES
from differential.composites import COMPOSITES
from differential.constraints import CONSTRAINTS
from differential.definitions import DEFINITIONS, REAL_DEFINITIONS
from differential.documents import DOCUMENTS
from differential.expressions import EXPRESSIONS
from differential.folders.plain import PLAIN_BUNDLES
from differential.folders.rukpak import RUKPAK
from differential.folders.rukpak_updates import RUKPAK_UPDATES
from differential.folders.stacks import STACKS
from differential.image_configs import IMAGE_CONFIGS
from differential.images.indexes import ENTRIES
from differential.images.subject import IMAGES
from differential.locks import LOCKS
from differential.objects import OBJECTS
from differential.operators import OPERATORS
from differential.permissions.subject import PERMISSIONS, REAL_PERMISSIONS
from differential.pieces import PIECES
from differential.ranges import RANGES
from differential.references import REFERENCES
from differential.rules import RULES
from differential.schemas import SAMPLES, SCHEMAS
from differential.signatures import SIGNATURES
from differential.streams import STREAMS
from differential.successors import SUCCESSORS
from differential.upgrades.soundness import SOUNDNESS
from differential.upgrades.subject import CRDIFY, REAL_CRDIFY
from differential.versions import TAGS
from differential.witnesses import WITNESSES

_ALL = (
    CATALOGS,
    BUNDLES,
    CHOICES,
    COMPILED_RULES,
    COMPOSITES,
    CONSTRAINTS,
    CRDIFY,
    DEFINITIONS,
    DOCUMENTS,
    ENTRIES,
    EXPRESSIONS,
    IMAGES,
    IMAGE_CONFIGS,
    LOCKS,
    OBJECTS,
    OPERATORS,
    PERMISSIONS,
    PIECES,
    PLAIN_BUNDLES,
    REAL_CRDIFY,
    REAL_DEFINITIONS,
    REAL_PERMISSIONS,
    REAL_RULES,
    RANGES,
    REFERENCES,
    RUKPAK,
    RUKPAK_UPDATES,
    RULES,
    SAMPLES,
    SCHEMAS,
    SIGNATURES,
    SOUNDNESS,
    STACKS,
    STREAMS,
    SUCCESSORS,
    TAGS,
    WITNESSES,
)
SUBJECTS = {subject.name: subject for subject in _ALL}
