def with_following(records, n_nodes):
    """The elements of each record: the first, and those that follow it up to the next record."""
    for record, after in zip(records, [*records[1:], None]):
        nodes, around = [record], set() if after is None else set(after.root.iterancestors())
        for node in record.xpath("following-sibling::*")[: n_nodes - 1]:
            if nodes[-1].root in around or (after is not None and node.root is after.root):
                break
            nodes.append(node)
        # An element without anything stands for one that the record lacks.
        yield nodes + [Selector(root=etree.Element("none"), type="html")] * (n_nodes - len(nodes))
