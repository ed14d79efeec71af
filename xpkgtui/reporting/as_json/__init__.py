"""An inspection as JSON, each command's document in a module of its own."""
