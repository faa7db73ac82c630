"""What can go wrong. Every exception of the package is a `TamisError` and, but for `LimitError`, one of the built-in ones."""

from __future__ import annotations


class TamisError(Exception):
    """Something that tamis cannot do; `hint` says what to do about it, if that is known."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"

    def __reduce__(self) -> tuple[type[TamisError], tuple[str, str | None]]:
        return type(self), (self.message, self.hint)


class ArgumentError(TamisError, TypeError):
    """An argument has the wrong type, or there is none of this name."""


class OptionError(TamisError, ValueError):
    """A method, an option or a value that does not exist."""


class PageError(TamisError, ValueError):
    """What was given is no page, or larger than allowed."""


class SourceError(TamisError, OSError):
    """A file, an archive or a stream cannot be read."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        TamisError.__init__(self, message, hint)


class LimitError(TamisError):
    """A page took more steps than allowed."""


class PageTimeoutError(TamisError, TimeoutError):
    """A page took longer than allowed."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        TamisError.__init__(self, message, hint)


class RenderError(TamisError, RuntimeError):
    """A page could not be laid out, or had to be and was not."""


class SelectorError(TamisError, ValueError):
    """A CSS selector, an XPath or a regular expression that cannot be read; the message shows where."""


class WrapperError(TamisError, ValueError):
    """A wrapper that cannot be learned, read, exported or repaired."""


class StoreError(TamisError, OSError):
    """A store of templates that cannot be opened, read or written."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        TamisError.__init__(self, message, hint)


class InternalError(TamisError, RuntimeError):
    """A defect of tamis."""


class MissingPackageError(TamisError, ImportError):
    """Another package is needed and not installed."""

    def __init__(self, message: str, hint: str | None = None, *, name: str | None = None) -> None:
        ImportError.__init__(self, message, name=name)
        self.message = message
        self.hint = hint
