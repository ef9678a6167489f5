"""The stubs of the standard library, for the scripts that print tables of it."""

import functools
import os
import sys


@functools.cache
def folder():
    """The one that is given on the command line, or that of an installed mypy."""
    if len(sys.argv) > 1:
        return sys.argv[1]
    import mypy

    return os.path.join(os.path.dirname(mypy.__file__), "typeshed", "stdlib")


def path_of(module):
    base = os.path.join(folder(), *module.split("."))
    return os.path.join(base, "__init__.pyi") if os.path.isdir(base) else base + ".pyi"
