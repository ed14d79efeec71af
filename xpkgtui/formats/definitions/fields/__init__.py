"""The fields of a definition's versions, as people read them: made of the schema when they are asked for."""
