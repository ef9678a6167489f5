def greet(name: str) -> str:
    return f"{GREETING} {name}"
"""Greetings."""

GREETING = "Hello"


