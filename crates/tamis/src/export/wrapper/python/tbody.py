def add_bodies(tree):
    """Puts rows that are directly in a table into a `tbody`, as browsers do and libxml2 does not."""
    for table in tree.iter("table"):
        body = None
        for child in list(table):
            if child.tag == "tr":
                if body is None:
                    body = table.makeelement("tbody")
                    child.addprevious(body)
                body.append(child)
            elif isinstance(child.tag, str):
                body = child if child.tag == "tbody" else None
