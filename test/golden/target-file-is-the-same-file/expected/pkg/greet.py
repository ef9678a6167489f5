def greet(name: str) -> str:
    return f"{GREETING} {name}"
GREETING = "Hello"


