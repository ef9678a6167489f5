from pkg.hello import greet as greet


