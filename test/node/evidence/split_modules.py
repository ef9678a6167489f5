"""Splits modules of the standard library into the statements at their tops; answers a JSON object of lists."""

import ast
import importlib.util
import json
import sys


def statements(name):
    with open(importlib.util.find_spec(name).origin, encoding="utf-8") as file:
        source = file.read()
    lines = source.splitlines()
    found = []
    for node in ast.parse(source).body:
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
        text = "\n".join(lines[first - 1 : node.end_lineno])
        if "__main__" not in text:
            found.append(text)
    return found


json.dump({name: statements(name) for name in sys.argv[1:]}, sys.stdout)
