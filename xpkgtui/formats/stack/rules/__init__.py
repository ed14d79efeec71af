"""The STK rules, about packages with `.registry`."""
