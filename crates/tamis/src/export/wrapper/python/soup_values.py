def text(found):
    """All text of what was found, white space collapsed; None if there is none."""
    if found is None:
        return None
    # What is no text to read, such as a comment, is of a class of its own.
    strings = found.descendants if isinstance(found, Tag) else [found]
    joined = "".join(string for string in strings if isinstance(string, str) and is_text(string))
    return " ".join(joined.split()) or None


def is_text(string):
    """Whether a string is text of the page, and not a comment."""
    return not isinstance(string, PreformattedString)


def attribute(found, name):
    """An attribute of the element found; None if there is none."""
    value = found.get(name, "") if found is not None else ""
    return value.strip() or None
