"""All subjects, by name."""

from differential.constraints import CONSTRAINTS

SUBJECTS = {subject.name: subject for subject in (CONSTRAINTS,)}
