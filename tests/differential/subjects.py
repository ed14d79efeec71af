"""All subjects, by name."""

from differential.constraints import CONSTRAINTS
from differential.documents import DOCUMENTS
from differential.pieces import PIECES
from differential.references import REFERENCES
from differential.streams import STREAMS
from differential.versions import TAGS

SUBJECTS = {subject.name: subject for subject in (CONSTRAINTS, DOCUMENTS, PIECES, REFERENCES, STREAMS, TAGS)}
