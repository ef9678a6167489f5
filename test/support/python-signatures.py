"""Holds signatures and first docstring lines against Python's own ast; prints what differs, one sentence a line.

Reads JSON lines {"file": path, "functions": [[line, signature, doc], ...]} from standard input.
"""

import ast
import json
import sys
import warnings


def shape(node):
    returns = None if node.returns is None else ast.dump(node.returns)
    return type(node).__name__, node.name, ast.dump(node.args), returns


def first_line(node):
    doc = ast.get_docstring(node, clean=False)
    if doc is None:
        return None
    lines = doc.lstrip().splitlines()
    return (lines[0].rstrip() if lines else "") or None


def main():
    warnings.simplefilter("ignore")
    count = 0
    for text in sys.stdin:
        asked = json.loads(text)
        with open(asked["file"], "rb") as source:
            tree = ast.parse(source.read())
        by_line = {
            node.lineno: node
            for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        }
        for line, signature, doc in asked["functions"]:
            count += 1
            where = f'{asked["file"]}:{line}'
            node = by_line.get(line)
            if node is None:
                print(f"{where}: no function here, answered {signature}")
                continue
            try:
                again = ast.parse(f"{signature}: pass").body[0]
            except SyntaxError as error:
                print(f"{where}: {error}: {signature}")
                continue
            if "\n" in signature or shape(again) != shape(node):
                print(f"{where}: not the same signature: {signature}")
            if doc != first_line(node):
                print(f"{where}: docstring {doc!r}, ast {first_line(node)!r}")
    print(f"compared {count}")


main()
