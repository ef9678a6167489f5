GREETING = "Hello"


