from pkg.greet import greet


def main() -> None:
    print(greet("Ada"))
def greet(name: str) -> str:
    return f"{GREETING} {name}"
