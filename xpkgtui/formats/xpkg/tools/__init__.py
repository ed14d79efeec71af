"""The programs that read Crossplane packages: their eras and editions, and what each makes of a stream."""
