"""What the layers hold: change sets, entries and flattened trees."""
