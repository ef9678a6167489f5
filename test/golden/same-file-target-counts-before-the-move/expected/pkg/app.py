

def main() -> None:
    print(greet("Ada"))
from pkg.greet import greet
