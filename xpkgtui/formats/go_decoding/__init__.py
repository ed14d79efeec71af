"""Values as Go decodes them into its types: the fields and types of structs, and where a value does not fit."""
