"""The two versions of the workspace in one process: at any time, only the modules of one of them are there."""

import importlib
import inspect
import io
import os
import pickle
import sys


class NotRun(Exception):
    """Why a function is not tried, as the end of the sentence "not run: …"."""


# Modules that belong to neither version, by name: looked at once.
FOREIGN = {}


class World:
    """One copy of the workspace, with the modules that were loaded from it."""

    def __init__(self, side, folder, roots, renamed=()):
        self.side, self.folder = side, os.path.realpath(folder)
        self.roots = [os.path.join(self.folder, root) if root else self.folder for root in roots]
        self.modules, self.path = {}, [p for p in sys.path if p not in ("", ".")]
        # (module, name) in a pickle of the other world -> the same here.
        self.renamed = dict(renamed)

    def __enter__(self):
        sys.modules.update(self.modules)
        self.before = list(sys.path)
        sys.path[:] = [*self.roots, *self.path]
        return self

    def __exit__(self, *_):
        for name, module in list(sys.modules.items()):
            if FOREIGN.get(name) is module:
                continue
            if self.owns(module):
                self.modules[name] = sys.modules.pop(name)
            else:
                FOREIGN[name] = module
        sys.path[:] = self.before

    def owns(self, module):
        file = getattr(module, "__file__", None)
        try:
            places = [file] if file else list(getattr(module, "__path__", None) or [])
        except Exception:
            return False
        return any(isinstance(p, str) and self.has(p) for p in places)

    def has(self, path):
        return os.path.realpath(path).startswith(self.folder + os.sep)

    def find(self, module_name, qualname):
        """The function as it is called: (callable, what it is a method of, kind)."""
        module = self.load(module_name)
        holder, found = module, module
        for part in qualname.split("."):
            holder = found
            try:
                found = inspect.getattr_static(holder, part)
            except AttributeError:
                raise NotRun(f"{qualname} is not found in {module_name} once it is imported") from None
        if not inspect.isclass(holder):
            return getattr(holder, qualname.rpartition(".")[2]), None, "function"
        if isinstance(found, staticmethod):
            return found.__func__, holder, "static"
        if isinstance(found, classmethod):
            return getattr(holder, qualname.rpartition(".")[2]), holder, "class"
        if isinstance(found, property):
            return found.fget, holder, "property"
        if hasattr(found, "func") and type(found).__name__ == "cached_property":
            return found.func, holder, "property"
        return found, holder, "method"

    def load(self, name):
        module = self.import_module(name)
        file = getattr(module, "__file__", None)
        if file is None or not self.has(file):
            raise NotRun(f"Python finds another module as {name}: {file}")
        return module

    def import_module(self, name):
        importlib.invalidate_caches()
        try:
            return importlib.import_module(name)
        except SystemExit:
            raise NotRun(f"importing {name} ends the program") from None
        except BaseException as error:
            raise NotRun(f"{name} cannot be imported: {type(error).__name__}: {str(error)[:200]}") from None

    def start_at_package(self, file, name):
        """Where a folder above the package is no package itself, imports may begin in it: the name is shorter then."""
        parts = name.split(".")
        folder = os.path.dirname(os.path.join(self.folder, file))
        keep = 2 if file.endswith("/__init__.py") else 1
        folder = os.path.dirname(folder) if keep == 2 else folder
        while os.path.exists(os.path.join(folder, "__init__.py")) and keep < len(parts):
            folder, keep = os.path.dirname(folder), keep + 1
        if keep >= len(parts) or not self.has(folder):
            return None
        self.roots.insert(0, folder)
        return ".".join(parts[-keep:])

    def loads(self, data):
        return Unpickler(io.BytesIO(data), self.renamed).load()


class Unpickler(pickle.Unpickler):
    def __init__(self, file, renamed):
        super().__init__(file)
        self.renamed = renamed

    def find_class(self, module, name):
        return super().find_class(*self.renamed.get((module, name), (module, name)))
