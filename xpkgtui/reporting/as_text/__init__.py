"""An inspection as text for people, each command's in a module of its own."""
