"""Hello."""

from pkg.greet import GREETING


def greet(name: str) -> str:
    return f"{GREETING} {name}"
