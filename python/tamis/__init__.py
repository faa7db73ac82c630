"""What is worth keeping of a web page: its records as tables, its main text, its blocks."""

from tamis._tamis import Page, Settings, __version__
from tamis.errors import TamisError

__all__ = ["Page", "Settings", "TamisError", "__version__"]
