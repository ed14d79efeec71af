"""Objects as Go decodes them: the fields and types of every kind, and where a document does not fit its kind."""
