"""What Python itself knows of the files below a folder: one JSON object a line, for comparison with the index.

Usage: python3 python-truth.py FOLDER EVERY PART PARTS

Looks at every EVERY-th of its *.py and *.pyi files; of these at every PARTS-th, from PART on.
"""

import ast
import json
import re
import sys
import warnings
from pathlib import Path

CONSTANT = re.compile(r"^_*[A-Z][A-Z0-9_]*$")
PROPERTIES = {"property", "cached_property", "abstractproperty"}
ACCESSORS = {"getter", "setter", "deleter"}


def dotted(node):
    """The text of names joined by dots, None for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = dotted(node.value)
        return None if head is None else f"{head}.{node.attr}"
    return None


def role_of(node):
    for decorator in node.decorator_list:
        name = dotted(decorator) or ""
        last = name.rsplit(".", 1)[-1]
        if last == "overload":
            return "overload"
        if last in ACCESSORS and name.endswith(f"{node.name}.{last}"):
            return last
        if last in PROPERTIES:
            return "getter"
    return "plain"


def is_for_types(test):
    name = dotted(test)
    return name is not None and name.rsplit(".", 1)[-1] == "TYPE_CHECKING"


class Reader:
    def __init__(self, source):
        self.definitions = []
        self.imports = []
        self.members = {}
        # Byte offset of each line; Python counts columns in bytes of UTF-8.
        self.starts = [0]
        for match in re.finditer(rb"\r\n|\n|\r", source):
            self.starts.append(match.end())
        self.bom = 3 if source.startswith(b"\xef\xbb\xbf") else 0

    def offset(self, line, column):
        return self.starts[line - 1] + column + (self.bom if line == 1 else 0)

    def span(self, node):
        return (
            self.offset(node.lineno, node.col_offset),
            self.offset(node.end_lineno, node.end_col_offset),
        )

    def define(self, kind, name, parent, role, placement, node, first_line):
        start, end = self.span(node)
        self.definitions.append(
            [kind, name, parent, role, placement, node.lineno, first_line, node.end_lineno, start, end]
        )
        return len(self.definitions) - 1

    def body(self, statements, scope):
        for statement in statements:
            self.statement(statement, scope)

    def statement(self, node, scope):
        kind, index, placement, self_name = scope
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.function(node, scope)
        elif isinstance(node, ast.ClassDef):
            self.add_member(scope, node.name)
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            inner = self.define("class", node.name, index, "plain", placement, node, first)
            self.body(node.body, ("class", inner, "always", None))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self.target(target, node, scope)
        elif isinstance(node, ast.AnnAssign):
            self.target(node.target, node, scope)
        elif isinstance(node, ast.Import):
            names = [[alias.name, alias.asname] for alias in node.names]
            self.imports.append(["import", 0, "", names, index, placement, node.lineno, node.end_lineno])
        elif isinstance(node, ast.ImportFrom):
            names = [[alias.name, alias.asname] for alias in node.names]
            self.imports.append(
                ["from", node.level, node.module or "", names, index, placement, node.lineno, node.end_lineno]
            )
        elif type(node).__name__ == "TypeAlias":
            if kind != "function":
                self.add_member(scope, node.name.id)
                self.define("type", node.name.id, index, "plain", placement, node, node.lineno)
        else:
            self.blocks(node, scope)

    def blocks(self, node, scope):
        kind, index, placement, self_name = scope
        stronger = placement == "type_checking"
        conditional = (kind, index, "type_checking" if stronger else "conditional", self_name)
        if isinstance(node, ast.If):
            for_types = (kind, index, "type_checking", self_name)
            self.body(node.body, for_types if is_for_types(node.test) else conditional)
            # An `elif` is an `if` in the `else`, but stands beside it.
            is_elif = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
            if is_elif:
                self.blocks(node.orelse[0], scope if not stronger else conditional)
            else:
                self.body(node.orelse, conditional)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            self.body(node.body, conditional)
            self.body(node.orelse, conditional)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            self.body(node.body, conditional)
        elif type(node).__name__ in ("Try", "TryStar"):
            self.body(node.body, conditional)
            for handler in node.handlers:
                self.body(handler.body, conditional)
            self.body(node.orelse, conditional)
            self.body(node.finalbody, scope)
        elif type(node).__name__ == "Match":
            for case in node.cases:
                self.body(case.body, conditional)

    def function(self, node, scope):
        kind, index, placement, _ = scope
        role = role_of(node)
        what = "function"
        if kind == "class":
            names = [dotted(d) or "" for d in node.decorator_list]
            is_property = role in ACCESSORS or any(n.rsplit(".", 1)[-1] in PROPERTIES for n in names)
            what = "property" if is_property else "method"
        self.add_member(scope, node.name)
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
        inner = self.define(what, node.name, index, role, placement, node, first)
        self_name = None
        if kind == "class" and "staticmethod" not in [dotted(d) for d in node.decorator_list]:
            positional = [*node.args.posonlyargs, *node.args.args]
            if positional:
                self_name = (index, positional[0].arg)
        self.body(node.body, ("function", inner, "always", self_name))

    def add_member(self, scope, name):
        if scope[0] == "class":
            self.members.setdefault(scope[1], set()).add(name)

    def target(self, target, statement, scope):
        kind, index, placement, self_name = scope
        if isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self.target(element, statement, scope)
        elif isinstance(target, ast.Starred):
            self.target(target.value, statement, scope)
        elif isinstance(target, ast.Name) and kind != "function":
            self.add_member(scope, target.id)
            if kind == "class":
                what = "attribute"
            else:
                what = "constant" if CONSTANT.match(target.id) else "variable"
            self.define(what, target.id, index, "plain", placement, statement, statement.lineno)
        elif isinstance(target, ast.Attribute) and kind == "function" and self_name is not None:
            owner, name = self_name
            if isinstance(target.value, ast.Name) and target.value.id == name:
                members = self.members.setdefault(owner, set())
                if target.attr not in members:
                    members.add(target.attr)
                    self.define(
                        "attribute", target.attr, owner, "plain", placement, statement, statement.lineno
                    )


def main():
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20000)
    root = Path(sys.argv[1])
    skip = {"site-packages", "__pycache__", ".git", "node_modules"}
    every, part, parts = map(int, sys.argv[2:5])
    files = [p for p in root.rglob("*.py*") if p.suffix in (".py", ".pyi") and not skip & set(p.parts)]
    for path in sorted(files)[::every][part::parts]:
        source = path.read_bytes()
        answer = {"file": path.relative_to(root).as_posix()}
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            answer["error"] = f"{type(error).__name__}: {error}"
        else:
            reader = Reader(source)
            reader.body(tree.body, ("module", -1, "always", None))
            answer["definitions"] = reader.definitions
            answer["imports"] = reader.imports
        print(json.dumps(answer))


main()
