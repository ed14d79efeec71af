"""An inspection as JSON: one module for the document of each command."""
