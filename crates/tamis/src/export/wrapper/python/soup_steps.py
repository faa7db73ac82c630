AXES = {
    "child": lambda node: node.children,
    "descendant": lambda node: node.descendants,
    "descendant-or-self": lambda node: [node, *node.descendants],
    "following-sibling": lambda node: node.next_siblings,
    "preceding-sibling": lambda node: node.previous_siblings,
    "parent": lambda node: [node.parent],
    "ancestor": lambda node: node.parents,
    "self": lambda node: [node],
}


def steps(start, path):
    """The elements that a path leads to. A step is an axis, a name, and conditions on a node, its place and the last place."""
    nodes = [start]
    for axis, name, *conditions in path:
        found = {}
        for node in nodes:
            level = [other for other in AXES[axis](node) if isinstance(other, Tag) and is_called(other, name)]
            for condition in conditions:
                level = [other for place, other in enumerate(level, 1) if condition(other, place, len(level))]
            found.update((id(other), other) for other in level)
        nodes = list(found.values())
    return nodes


def is_called(node, name):
    return name == "node()" or node.name == name or name == "*" and not isinstance(node, BeautifulSoup)


def joined(node):
    """All text of an element as it stands in the page."""
    return "".join(text for text in node.descendants if isinstance(text, NavigableString) and is_text(text))


def words(text):
    """The text with its white space collapsed as XPath does it."""
    return " ".join(re.findall("[^ \t\r\n]+", text))


def after(found, part):
    """What of the text of something found comes after a part of it."""
    return whole(found).partition(part)[2]


def before(found, part):
    """What of the text of something found comes before a part of it."""
    start, is_there, _ = whole(found).partition(part)
    return start if is_there else ""


def whole(found):
    return joined(found) if isinstance(found, Tag) else found or ""
