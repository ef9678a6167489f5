GREETING = "Hello"


def welcome(name: str) -> str:
    return f"{GREETING} {name}"
