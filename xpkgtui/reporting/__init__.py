"""An inspection as text."""
