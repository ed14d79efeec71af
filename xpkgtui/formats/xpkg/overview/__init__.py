"""The Overview of a meta object: description, requirements, icon and readme."""
