def text(found):
    """All text of the first thing found, white space collapsed; None if there is none."""
    if isinstance(found, list):
        if not found:
            return None
        found = found[0] if isinstance(found[0], str) else found[0].xpath("string()")
    return " ".join(found.split()) or None


def attribute(found, name=None):
    """The first attribute found, or that of the first element; None if there is none."""
    if not found:
        return None
    value = found[0] if isinstance(found[0], str) else found[0].get(name, "")
    return value.strip() or None
