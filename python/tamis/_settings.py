"""How pages are read: what every function takes beside the page and its method."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypedDict, cast

from tamis._calls import checked
from tamis._tamis import Settings
from tamis.errors import ArgumentError

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Reading(TypedDict, total=False):
    """How pages are read: keywords of every function that reads some. Each can be left out.

    render: who lays a page out. "auto", which is the default: the renderer of the package, where a method looks at boxes
        or is unsure without them. "none": nobody. "embedded": the renderer of the package, every page.
    timeout: seconds that a page may take; as many as it wants if it is None. Reading an open file has as many for itself,
        and one read() of it is not ended.
    charset: the charset of the page, whatever it says itself.
    max_bytes, max_nodes, max_rows: how much of a page is read, and how many records; see `docs/limits.md`.
    max_growth: how many times as large as the page what is written of it may be; the rest is left out, with a warning.
    max_steps: how much work a page may cost; a step is about a nanosecond.
    viewport: the window that pages are laid out for, as (width, height) in pixels.

    Where nothing is laid out or no record looked for, what is said about that means nothing.

    >>> import tamis
    >>> patient: tamis.Reading = {"timeout": 20, "max_nodes": 1_000_000}
    >>> tamis.extract("<p>A lamp turns power into light.", **patient)
    'A lamp turns power into light.'
    """

    render: str
    timeout: float | None
    charset: str | None
    max_bytes: int | None
    max_nodes: int | None
    max_rows: int | None
    max_growth: int | None
    max_steps: int | None
    viewport: tuple[int, int] | None


_NAMES = tuple(Reading.__annotations__)

# What is asked for most is ready: a call for a small page takes a few microseconds in all.
_DEFAULT = Settings()


def settings(**reading: Unpack[Reading]) -> Settings:
    """The settings of these values; the same values give the same object, whose readers are kept.

    >>> settings(timeout=2) is settings(timeout=2)
    True
    """
    return settings_of(reading, settings)


def settings_of(reading: Reading, function: Callable[..., Any]) -> Settings:
    """The settings that a function was called with.

    >>> settings_of({"timout": 2}, settings)
    Traceback (most recent call last):
    tamis.errors.ArgumentError: settings() has no argument 'timout'
    hint: it may be timeout; there are render, timeout, charset, max_bytes, max_nodes, max_rows, max_growth, max_steps, viewport
    """
    if not reading:
        return _DEFAULT
    try:
        return _settings(**reading)
    except TypeError as refused:
        viewport = reading.get("viewport")
        if isinstance(viewport, list):
            # A list is taken all the same: it cannot be remembered, a tuple can.
            return settings_of({**reading, "viewport": cast("tuple[int, int]", tuple(viewport))}, function)
        for name in reading:
            if name not in _NAMES:
                raise _unknown(name, function) from None
        if isinstance(refused, ArgumentError):
            raise
        raise ArgumentError(f"a setting is of a wrong type: {refused}") from None


def settings_without_layout(reading: Reading, function: Callable[..., Any]) -> Settings:
    """The same for a function that lays nothing out."""
    settings_of(reading, function)
    return settings_of({**reading, "render": "none"}, function)


@lru_cache(maxsize=128, typed=True)
def _settings(**reading: Unpack[Reading]) -> Settings:
    return checked(Settings, **reading)


def _unknown(name: str, function: Callable[..., Any]) -> ArgumentError:
    own = [one.name for one in inspect.signature(function).parameters.values() if one.kind is not one.VAR_KEYWORD]
    known = [*(one for one in own if one != "self"), *_NAMES]
    near = get_close_matches(name, known, 1)
    hint = f"it may be {near[0]}; there are " if near else "there are "
    called = function.__qualname__.removesuffix(".__init__")
    return ArgumentError(f"{called}() has no argument {name!r}", hint + ", ".join(known))
