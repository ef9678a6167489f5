GREETING = "Hello ‮"


def greet(name: str) -> str:
    return f"{GREETING} {name}"
