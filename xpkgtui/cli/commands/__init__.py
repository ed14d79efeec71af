"""The commands, one module each; a module holds a click command named `command`."""
