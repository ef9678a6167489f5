"""Writes a package anew with the best compression that unpacks everywhere: about one part in forty less than vsce's.

python3 scripts/recompress.py PACKAGE   (needs zopfli)
"""

import os
import struct
import sys
import zipfile

import zopfli.zlib

ITERATIONS = 5
VERSION, DEFLATED, UTF8 = 20, 8, 0x800


def deflated(data):
    """Without the two bytes in front and the checksum behind, which zip has elsewhere."""
    return zopfli.zlib.compress(data, numiterations=ITERATIONS)[2:-4]


def moment(entry):
    year, month, day, hour, minute, second = entry.date_time
    return hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day


path = sys.argv[1]
with zipfile.ZipFile(path) as package, open(path + ".new", "wb") as best:
    listed = []
    for entry in package.infolist():
        data, name = package.read(entry), entry.filename.encode()
        small = deflated(data)
        flags = 0 if name.isascii() else UTF8
        said = struct.pack("<4HIIIHH", flags, DEFLATED, *moment(entry), entry.CRC, len(small), len(data), len(name), 0)
        listed.append((said, entry.external_attr, best.tell(), name))
        best.write(struct.pack("<IH", 0x04034B50, VERSION) + said + name + small)
    start = best.tell()
    for said, attributes, offset, name in listed:
        best.write(struct.pack("<IHH", 0x02014B50, 3 << 8 | VERSION, VERSION) + said)
        best.write(struct.pack("<HHHII", 0, 0, 0, attributes, offset) + name)
    size = best.tell() - start
    best.write(struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(listed), len(listed), size, start, 0))
with zipfile.ZipFile(path) as old, zipfile.ZipFile(path + ".new") as new:
    if any(old.read(name) != new.read(name) for name in old.namelist()):
        sys.exit("The package would hold something else: it is left as it was.")
os.replace(path + ".new", path)
