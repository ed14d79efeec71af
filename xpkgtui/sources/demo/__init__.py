"""The built-in package of the demo."""
