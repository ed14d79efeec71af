"""The xpkg format: its meta kinds, permitted objects and the shapes of kinds."""
