"""Rules about the annotations of the meta object (8xx)."""
