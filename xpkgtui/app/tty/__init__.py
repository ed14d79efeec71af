"""The terminal under the screen: how it is driven, and how it is given back."""
