GREETING = "Hello"


