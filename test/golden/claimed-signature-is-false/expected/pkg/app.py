from pkg.greet import welcome


def main() -> None:
    print(welcome("Ada"))
