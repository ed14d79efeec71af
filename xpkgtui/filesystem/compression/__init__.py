"""Compressed layers as the bytes of their tar."""
