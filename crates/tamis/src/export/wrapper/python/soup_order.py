def in_order(start, nodes):
    """Nodes in the order of the page, each once. They are looked for below a node first."""
    wanted = {id(node): node for node in nodes}
    if len(wanted) < 2:
        return list(wanted.values())
    below = [node for node in [start, *start.descendants] if id(node) in wanted]
    return below if len(below) == len(wanted) else [node for node in top(start).descendants if id(node) in wanted]


def top(node):
    return [node, *node.parents][-1]


def first_of(start, nodes):
    """The first of several nodes in the order of the page; None of none."""
    return next(iter(in_order(start, nodes)), None)
