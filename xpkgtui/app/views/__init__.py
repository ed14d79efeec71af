"""The widgets of a whole screen, put together and bound to what they show."""
