a = 1
b = 3
c = 3d = 4
