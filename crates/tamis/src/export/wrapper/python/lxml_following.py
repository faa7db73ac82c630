def with_following(records, n_nodes):
    """The elements of each record: the first, and those that follow it up to the next record."""
    for record, after in zip(records, [*records[1:], None]):
        nodes, around = [record], set() if after is None else set(after.iterancestors())
        while len(nodes) < n_nodes and nodes[-1] not in around:
            node = next(nodes[-1].itersiblings("*"), None)
            if node is None or node is after:
                break
            nodes.append(node)
        # An element without anything stands for one that the record lacks.
        yield nodes + [etree.Element("none")] * (n_nodes - len(nodes))
