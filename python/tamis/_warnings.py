"""Warnings of the package."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path


class TamisWarning(UserWarning):
    """Something was not done as it was asked, and the answer is there all the same."""


_HERE = str(Path(__file__).parent)


def warn(message: str) -> None:
    """Warns at the line outside of the package that called it; Python shows that once a line."""
    level = 2
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
        level += 1
    warnings.warn(message, TamisWarning, stacklevel=level)
