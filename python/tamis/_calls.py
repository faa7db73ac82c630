"""Calls of the compiled module whose arguments may be of any type: what it does not take is our exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from tamis.errors import ArgumentError, TamisError

P = ParamSpec("P")
R = TypeVar("R")


def checked(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Calls a compiled function; an argument of a wrong type is an `ArgumentError`.

    >>> from tamis import _tamis
    >>> checked(_tamis.Settings, timeout="soon")
    Traceback (most recent call last):
    tamis.errors.ArgumentError: ...
    """
    try:
        return function(*args, **kwargs)
    except (TypeError, OverflowError, ValueError) as refused:
        if isinstance(refused, TamisError):
            raise
        notes = getattr(refused, "__notes__", ())
        raise ArgumentError(": ".join([*notes, str(refused)])) from None
