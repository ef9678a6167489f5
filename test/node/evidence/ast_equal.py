"""Reads pairs of sources as JSON lines; answers for each whether Python's own `ast` of both is the same.

With "docstrings": true, the docstrings of modules, classes and functions are left out of the comparison.
"""

import ast
import json
import sys
import warnings

warnings.simplefilter("ignore")


def tree_of(source: str, without_docstrings: bool) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        # `u"a"` is `"a"`.
        if isinstance(node, ast.Constant):
            node.kind = None
    if without_docstrings:
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                if node.body and ast.get_docstring(node, clean=False) is not None:
                    node.body = node.body[1:]
    return ast.dump(tree)


for line in sys.stdin:
    pair = json.loads(line)
    try:
        trees = [tree_of(source, pair["docstrings"]) for source in (pair["before"], pair["after"])]
        answer = {"same": trees[0] == trees[1]}
    except (SyntaxError, ValueError) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
