"""An inspection as text for people: one module for each command."""
