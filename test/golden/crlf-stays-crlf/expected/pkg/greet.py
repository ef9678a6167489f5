GREETING = "Hello"


def greet(name: str) -> str:
    """Say hello."""
    return f"{GREETING} {name}"
