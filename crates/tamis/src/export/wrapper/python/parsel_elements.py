def elements(found):
    """The elements of what was found: texts and comments are no records."""
    return [node for node in found if isinstance(getattr(node.root, "tag", None), str)]
