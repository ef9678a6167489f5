b = "é"
a = "größe 🙂"
