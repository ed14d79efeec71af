"""All subjects, by name."""

from differential.constraints import CONSTRAINTS
from differential.documents import DOCUMENTS
from differential.images.indexes import ENTRIES
from differential.images.subject import IMAGES
from differential.pieces import PIECES
from differential.references import REFERENCES
from differential.streams import STREAMS
from differential.versions import TAGS

_ALL = (CONSTRAINTS, DOCUMENTS, ENTRIES, IMAGES, PIECES, REFERENCES, STREAMS, TAGS)
SUBJECTS = {subject.name: subject for subject in _ALL}
