"""Prints the text of src/core/evidence/import-runs/newer-names-table.ts: names that came to the standard library with
Python 3.11 to 3.14, by the version.

python3 scripts/newer-names.py [TYPESHED/stdlib]   (without it, the stubs of an installed mypy)

One line a module: a number is the `x` of the Python 3.x with which the names behind it came.
"""

import ast
import os

from typeshed import folder, path_of

NEWEST = 14
# Numbers of systems and terminals, and what others are made of.
LEFT_OUT = set("""
errno fcntl socket select signal mmap termios tty syslog stat time winsound token tokenize opcode dis symtable nt posix
ntpath genericpath sre_constants sre_parse encodings readline pydoc turtle multiprocessing.util sqlite3.dbapi2
typing_extensions curses ctypes.wintypes asyncio.tools asyncio.sslproto
""".split())
LEFT_OUT_PACKAGES = {"tkinter", "distutils", "lib2to3", "pydoc_data", "msilib", "pyexpat"}
# Of these modules constants are left out, too.
OF_CONSTANTS = {"os", "sqlite3", "ssl", "http.client", "asyncio", "inspect"}
ASKED_AS = {"posixpath": "os.path"}


def since(test):
    """The `x` of `sys.version_info >= (3, x)`, also with more conditions; 0 of any other condition."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return max(since(each) for each in test.values)
    is_version = isinstance(test, ast.Compare) and isinstance(test.left, ast.Attribute) and test.left.attr == "version_info"
    return ast.literal_eval(test.comparators[0])[1] if is_version and isinstance(test.ops[0], ast.GtE) else 0


def names_of(node):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.Assign):
        yield from (each.id for each in node.targets if isinstance(each, ast.Name))
    elif isinstance(node, ast.ImportFrom):
        # `from _x import name as name` of a stub gives the name to others.
        yield from (each.name for each in node.names if each.asname == each.name or (each.asname is None and (node.module or "").startswith("_")))


def versions_of(body, lowest, found):
    for node in body:
        if isinstance(node, ast.If):
            versions_of(node.body, max(lowest, since(node.test)), found)
            versions_of(node.orelse, lowest, found)
        for name in names_of(node):
            found[name] = min(found.get(name, lowest), lowest)
    return found


def modules():
    """Each module with the version with which it came."""
    with open(os.path.join(folder(), "VERSIONS"), encoding="utf8") as versions:
        for line in versions:
            module, _, span = line.split("#")[0].partition(":")
            first = span.strip().split("-")[0]
            if first.startswith("3."):
                yield module.strip(), int(first[2:])


def table():
    found = {}
    every = dict(modules())
    walked = {
        os.path.relpath(os.path.join(place, file), folder())[:-4].replace(os.sep, ".").removesuffix(".__init__")
        for place, _, files in os.walk(folder())
        for file in files
        if file.endswith(".pyi")
    }
    for module in sorted(walked):
        parts = module.split(".")
        if module in LEFT_OUT or parts[0] in LEFT_OUT_PACKAGES or any(part.startswith("_") for part in parts):
            continue
        with open(path_of(module), encoding="utf8") as stub:
            names = versions_of(ast.parse(stub.read()).body, every.get(module, 0), {})
        # What parts of these packages have is asked of the package.
        told = ASKED_AS.get(module, "asyncio" if parts[0] == "asyncio" else module)
        for name, version in names.items():
            is_constant = name.isupper() and told in OF_CONSTANTS
            # What is in a module that is new itself needs no line, but asked of its package.
            is_told = every.get(module, 0) < version or told != module
            if 11 <= version <= NEWEST and not name.startswith("_") and is_told and not is_constant:
                found.setdefault(told, {})[name] = version
    for module, version in every.items():
        around, _, last = module.rpartition(".")
        if 11 <= version <= NEWEST and not last.startswith("_") and not any(part.startswith("_") for part in module.split(".")):
            found.setdefault(around, {})[last] = version
    return found


def line(module, names):
    words = [module or "-"]
    for version in sorted(set(names.values())):
        words += [str(version), *sorted(name for name, since in names.items() if since == version)]
    return " ".join(words)


if __name__ == "__main__":
    lines = "\n".join(line(module, names) for module, names in sorted(table().items()))
    print("/**")
    print(" * Names that came to modules of the standard library with Python 3.11 to 3.14, behind the `x` of their Python 3.x; `-` has")
    print(" * modules. Made by `scripts/newer-names.py` from the stubs of typeshed.")
    print(" */")
    print(f"export const NEWER_NAMES = `{lines}`;")
