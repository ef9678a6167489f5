/**
 * Defines `guard(folders)`: from then on this Python runs no module that lies in one of the folders, however it is asked
 * for, and none outside the places it looked in when it started. Such a module can still be found, because import-linter
 * asks where packages lie, but running it raises ImportError.
 *
 * The environment the Python belongs to may lie in the workspace: it is not the workspace's code. Folders that an
 * environment links (editable installs) are.
 */
export const PYTHON_GUARD = `
import sys
sys.path[:] = [p for p in sys.path if p not in ("", ".")]
import importlib.abc, importlib.machinery, os

class Refused(importlib.abc.Loader):
    def __init__(self, name, origin):
        self.name, self.origin = name, origin
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        raise ImportError(f"{self.name} is code of the workspace ({self.origin}) and was not run", name=self.name)

def lies_in(path, folders):
    return any(path == f or path.startswith(f.rstrip(os.sep) + os.sep) for f in folders)

class Guard(importlib.abc.MetaPathFinder):
    def __init__(self, folders):
        self.folders = [os.path.realpath(f) for f in folders]
        prefixes = {os.path.realpath(p) for p in (sys.prefix, sys.exec_prefix)}
        self.environments = [p for p in prefixes if not any(lies_in(f, [p]) for f in self.folders)]
        self.path = list(sys.path)
        self.known = [os.path.realpath(p) for p in self.path]
        self.finders = list(sys.meta_path)
        # Packages that are looked for in the workspace first.
        self.first = set()

    def runs(self, origin):
        real = os.path.realpath(origin)
        if lies_in(real, self.folders) and not lies_in(real, self.environments):
            return False
        return lies_in(real, self.known)

    def find_spec(self, name, path=None, target=None):
        spec = None
        if path is None and name not in self.first:
            spec = importlib.machinery.PathFinder.find_spec(name, self.path, target)
            if spec is not None and (not spec.has_location or not self.runs(spec.origin)):
                spec = None
        for finder in [] if spec else self.finders:
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                break
        if spec is not None and spec.has_location and not self.runs(spec.origin):
            spec.loader = Refused(name, spec.origin)
        return spec

def guard(folders):
    found = Guard(folders)
    sys.meta_path[:] = [found]
    return found
`;

/** Run as `python -c SCRIPT FOLDER… -- MODULE ARGUMENT…`: the module, guarded. */
export const GUARDED_MODULE_SCRIPT = `${PYTHON_GUARD}
split = sys.argv.index("--")
folders, module = sys.argv[1:split], sys.argv[split + 1]
sys.argv[1:] = sys.argv[split + 2:]
guard(folders)
import runpy
runpy.run_module(module, run_name="__main__", alter_sys=True)
`;
