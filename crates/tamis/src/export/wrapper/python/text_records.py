def as_elements(found):
    """What was found, with an element for each text that stands in no element of its own."""
    for node in found:
        if isinstance(node, str):
            holder = etree.Element("text")
            holder.text = node
            node = holder
        yield node
