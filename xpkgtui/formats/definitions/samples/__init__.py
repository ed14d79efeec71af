"""Values that a schema accepts, and those that one schema accepts and another refuses."""
