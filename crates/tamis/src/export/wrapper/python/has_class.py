def has_class(context, *classes):
    """The function of that name, which parsel has and lxml has not."""
    return set(classes) <= set(context.context_node.get("class", "").split())


etree.FunctionNamespace(None)["has-class"] = has_class
