"""The format that is assumed until one is recognized, and where none is."""

from xpkgtui.formats.xpkg.summary import SUMMARY

ASSUMED = SUMMARY
