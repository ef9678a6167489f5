"""What jedi says each call of a package calls: one JSON object a line.

Usage: python3 jedi_calls.py FOLDER   (every *.py file below it; jedi must be installed)
"""

import ast
import json
import sys
from pathlib import Path

import jedi


class Calls(ast.NodeVisitor):
    """The calls of each function, class body and module, without those of functions and classes inside of it."""

    def __init__(self):
        self.around = [("", 0)]
        self.found = []

    def visit_scope(self, node):
        for part in node.decorator_list:
            self.visit(part)
        for part in getattr(node, "bases", []) + getattr(node, "keywords", []):
            self.visit(part)
        arguments = getattr(node, "args", None)
        for part in (arguments.defaults + [d for d in arguments.kw_defaults if d]) if arguments else []:
            self.visit(part)
        self.around.append((node.name, node.lineno))
        for part in node.body:
            self.visit(part)
        self.around.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_scope

    def visit_Call(self, node):
        callee = node.func
        if isinstance(callee, ast.Name):
            self.found.append((self.around[-1], node.lineno, callee.lineno, callee.col_offset, callee.id))
        elif isinstance(callee, ast.Attribute):
            column = callee.end_col_offset - len(callee.attr.encode())
            self.found.append((self.around[-1], node.lineno, callee.end_lineno, column, callee.attr))
        self.generic_visit(node)


def targets(script, line, column):
    names = script.goto(line, column, follow_imports=True)
    if not names or any(name.type not in ("function", "class") for name in names):
        names = script.infer(line, column) or names
    return [n for n in names if n.type in ("function", "class") and n.module_path and n.line]


def main():
    root = Path(sys.argv[1]).resolve()
    project = jedi.Project(root, added_sys_path=[str(root)])
    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        calls = Calls()
        calls.visit(ast.parse(source))
        script = jedi.Script(source, path=path, project=project)
        for (scope, scope_line), called_at, line, column, name in calls.found:
            # ast counts bytes, jedi characters.
            column = len(lines[line - 1].encode()[:column].decode())
            try:
                found = targets(script, line, column)
            except Exception as error:  # jedi's own faults are no answer
                print(json.dumps({"fault": f"{path.name}:{line} {type(error).__name__}"}))
                continue
            inside = [
                {"file": n.module_path.relative_to(root).as_posix(), "line": n.line, "name": n.name}
                for n in found
                if n.module_path.is_relative_to(root)
            ]
            print(
                json.dumps(
                    {
                        "file": path.relative_to(root).as_posix(),
                        "scope": scope_line,
                        "scope_name": scope,
                        "line": called_at,
                        "name_line": line,
                        "name": name,
                        "targets": inside,
                        "outside": len(found) - len(inside),
                    }
                )
            )


main()
