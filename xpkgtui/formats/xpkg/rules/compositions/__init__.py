"""Rules about compositions: their steps, what they compose, and the fields that patches name."""
