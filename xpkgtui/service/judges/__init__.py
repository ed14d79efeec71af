"""The judges: what they are given, what they remember, and how two of them share one stream."""
