"""Calls of the compiled module whose arguments may be of any type: what it does not take is our exception."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from tamis.errors import ArgumentError, OptionError, TamisError

#: What to do about text that no encoding has.
WITHOUT_SURROGATES = "text.encode('utf-8', 'replace').decode() has none"

P = ParamSpec("P")
R = TypeVar("R")


def checked(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Calls a compiled function; an argument of a wrong type is an `ArgumentError`, text with lone surrogates an
    `OptionError`.

    >>> from tamis import _tamis
    >>> checked(_tamis.Settings, timeout="soon")
    Traceback (most recent call last):
    tamis.errors.ArgumentError: ...
    """
    try:
        return function(*args, **kwargs)
    except UnicodeEncodeError as refused:
        what = ": ".join([*getattr(refused, "__notes__", ()), "the text"])
        raise OptionError(f"{what} has lone surrogates, which no encoding has", WITHOUT_SURROGATES) from None
    except (TypeError, OverflowError, ValueError) as refused:
        if isinstance(refused, TamisError):
            raise
        notes = getattr(refused, "__notes__", ())
        raise ArgumentError(": ".join([*notes, str(refused)])) from None
