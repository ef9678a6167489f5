"""Facts about the files of a package, true and made false, for a change that renames, widens and edits some functions.

Called with a folder; writes one JSON object: before, after, facts, and whether each is true.
"""
import ast
import json
import random
import sys
from pathlib import Path

MOST_OF_A_KIND = 60
TYPES = ["int", "str", "bytes", "list[int]", "dict[str, str]", "None"]


def is_function(node):
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))


def header_of(node):
    result = "" if node.returns is None else f" -> {ast.unparse(node.returns)}"
    return f"({ast.unparse(node.args)}){result}"


def names_of(node):
    args = node.args
    return [each.arg for each in [*args.posonlyargs, *args.args, *args.kwonlyargs]]


def literal(text):
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return ...


def main(folder):
    rng = random.Random(1)
    before = {str(path.relative_to(folder)): path.read_text("utf-8") for path in sorted(Path(folder).rglob("*.py"))}
    after, renamed, widened, edited = {}, {}, set(), set()
    facts = []

    def add(is_true, **fact):
        facts.append((fact, is_true))

    # Every fifth function at the top of a file becomes another one.
    for file, text in before.items():
        tree = ast.parse(text)
        lines = text.split("\n")
        for at, node in enumerate([node for node in tree.body if is_function(node)]):
            if at % 5 not in (0, 1, 2) or node.lineno == node.body[0].lineno or text.count(f"def {node.name}(") > 1:
                continue
            head = lines[node.lineno - 1]
            if at % 5 == 0 and len(node.name) > 3:
                lines[node.lineno - 1] = head.replace(f"def {node.name}(", f"def {node.name}_anew(")
                renamed[file, node.name] = f"{node.name}_anew"
            elif at % 5 == 1 and not node.args.args and not node.args.vararg and not node.args.kwonlyargs and not node.args.kwarg:
                lines[node.lineno - 1] = head.replace("()", "(extra=None)")
                widened.add((file, node.name))
            elif at % 5 == 2:
                last = lines[node.body[-1].lineno - 1]
                lines[node.body[-1].lineno - 1] = f"{last[: len(last) - len(last.lstrip())]}assert True; {last.lstrip()}" if not last.lstrip().startswith(("if ", "for ", "while ", "with ", "try", "def ", "class ", '"', "@", "async ", "match ")) else last
                if lines[node.body[-1].lineno - 1] != last:
                    edited.add((file, node.name))
        now = "\n".join(lines)
        ast.parse(now)
        if now != text:
            after[file] = now

    everything = {**before, **after}
    for file, text in everything.items():
        tree = ast.parse(text)
        functions = [(node.name, node, None) for node in tree.body if is_function(node)]
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        for owner in classes:
            functions += [(f"{owner.name}.{node.name}", node, owner) for node in owner.body if is_function(node)]
        names = [name for name, _, _ in functions] + [node.name for node in classes]
        all_names = {node.name for node in ast.walk(tree) if is_function(node) or isinstance(node, ast.ClassDef)}
        for name, node, owner in functions:
            if names.count(name) > 1:
                continue
            place = {"subject": name, "in": file}
            add(True, kind="exists", **place)
            add(False, kind="exists", subject=f"{name}_other", **{"in": file})
            add(True, kind="absent", subject=f"{name}_other", **{"in": file})
            add(False, kind="absent", **place)
            add(True, kind="signature", value=header_of(node), **place)
            parameters = [each for each in names_of(node) if each not in ("self", "cls")]
            if parameters:
                chosen = rng.choice(parameters)
                add(False, kind="signature", value=header_of(node).replace(chosen, f"{chosen}_other"), **place)
                add(True, kind="parameter", name=chosen, **place)
                add(False, kind="no_parameter", name=chosen, **place)
            if node.args.kwarg is None:
                add(False, kind="parameter", name="some_other", **place)
                add(True, kind="no_parameter", name="some_other", **place)
            positional = [*node.args.posonlyargs, *node.args.args]
            for arg, default in [*zip(positional[::-1], node.args.defaults[::-1]), *zip(node.args.kwonlyargs, node.args.kw_defaults)]:
                if default is not None:
                    shown = ast.unparse(default)
                    add(True, kind="parameter", name=arg.arg, value=shown, **place)
                    if literal(shown) is not ...:
                        add(False, kind="parameter", name=arg.arg, value="12345", **place)
            if node.returns is not None:
                shown = ast.unparse(node.returns)
                add(True, kind="returns", value=shown, **place)
                if shown in TYPES:
                    add(False, kind="returns", value=next(each for each in TYPES if each != shown), **place)
            for each in node.decorator_list:
                add(True, kind="decorator", name=ast.unparse(each).split("(")[0], **place)
            add(False, kind="decorator", name="some_other", **place)
            if owner is not None:
                add(True, kind="member", subject=owner.name, name=node.name, **{"in": file})
                add(False, kind="member", subject=owner.name, name=f"{node.name}_other", **{"in": file})
            if owner is None and file in after:
                old = [key for key, value in renamed.items() if key[0] == file and value == name]
                key = (file, name)
                if old:
                    add(True, kind="renamed", subject=old[0][1], name=name, **{"in": file})
                    add(False, kind="exists", subject=old[0][1], **{"in": file}) if old[0][1] not in all_names else None
                elif key in widened:
                    add(False, kind="same_signature", **place)
                    add(False, kind="unchanged", **place)
                elif key in edited:
                    add(True, kind="same_signature", **place)
                    add(False, kind="unchanged", **place)
                else:
                    add(True, kind="unchanged", **place)
                    add(True, kind="same_signature", **place)
                    add(False, kind="renamed", subject=name, name=f"{name}_anew", **{"in": file})
        for node in classes:
            if names.count(node.name) > 1:
                continue
            for base in node.bases:
                add(True, kind="base", subject=node.name, name=ast.unparse(base).split("[")[0], **{"in": file})
            add(False, kind="base", subject=node.name, name="SomeOther", **{"in": file})
        assigned = [target.id for node in ast.walk(tree) if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) for target in (node.targets if isinstance(node, ast.Assign) else [node.target]) if isinstance(target, ast.Name)]
        for node in tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and assigned.count(node.targets[0].id) == 1:
                shown = ast.unparse(node.value)
                add(True, kind="value", subject=node.targets[0].id, value=shown, **{"in": file})
                if isinstance(node.value, ast.Constant):
                    add(False, kind="value", subject=node.targets[0].id, value="12345", **{"in": file})
        imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module and node.names[0].name != "*":
                source = "." * node.level + node.module
                for alias in node.names:
                    add(True, kind="imports", subject=file, name=alias.name, **{"from": source})
                    add(False, kind="imports", subject=file, name=f"{alias.name}_other", **{"from": source})
                    add(False, kind="no_import", subject=file, name=alias.name, **{"from": source})
            elif isinstance(node, ast.Import):
                add(True, kind="imports", subject=file, name=node.names[0].name)
        for each in ("xmlrpc", "sched"):
            if each not in imported and each not in text:
                add(False, kind="imports", subject=file, name=each)
                add(True, kind="no_import", subject=file, name=each)
        module = file[: -len(".py")].replace("/__init__", "").replace("/", ".")
        for node in classes:
            add(True, kind="importable", subject=module, name=node.name)
            add(False, kind="importable", subject=module, name=f"{node.name}Other")
        count = len(text.split("\n")) - (1 if text.endswith("\n") else 0)
        add(True, kind="lines", subject=file, count=count)
        add(False, kind="lines", subject=file, count=count + 7)
        add(file not in after, kind="unchanged", subject=file)

    kinds = {}
    rng.shuffle(facts)
    chosen = []
    for fact, is_true in facts:
        key = (fact["kind"], is_true)
        if kinds.setdefault(key, 0) < MOST_OF_A_KIND:
            kinds[key] += 1
            chosen.append((fact, is_true))
    print(json.dumps({"before": before, "after": after, "facts": [fact for fact, _ in chosen], "truths": [is_true for _, is_true in chosen]}))


main(sys.argv[1])
