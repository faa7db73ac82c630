"""Says what in programs comes from a hostile wrapper and is no text. The wrapper's texts all have the word `pwned` in them."""

import ast
import sys

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        named = [getattr(node, field, None) for field in ("id", "attr", "name", "arg", "asname", "module")]
        if any(isinstance(name, str) and "pwned" in name for name in named):
            print(f"{path}:{node.lineno}: {ast.dump(node)[:200]}")
