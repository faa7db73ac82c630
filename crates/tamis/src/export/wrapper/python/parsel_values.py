def text(found):
    """All text of the first thing found, white space collapsed; None if there is none."""
    if not found:
        return None
    first = found[0].root if isinstance(found[0].root, str) else found[0].xpath("string()").get("")
    return " ".join(first.split()) or None


def attribute(found, name=None):
    """The first attribute found, or that of the first element; None if there is none."""
    value = found.get("") if name is None else found.attrib.get(name, "")
    return value.strip() or None
