"""Prose that packages bring, read from Markdown, and the pictures beside it."""
