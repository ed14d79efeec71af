"""The verdicts of programs on a stream."""
