"""Unpacks an archive that anybody may have made: folders and ordinary files, each below the target, and nothing else.

No link is ever made, so that no name can lead out of the target, now or when the files are used.
"""

import os
import shutil
import sys
import tarfile

ARCHIVE, TARGET = sys.argv[1:]
MOST_FILES = 50_000
MOST_BYTES = 1024 * 1024 * 1024


def unpack():
    files = size = 0
    with tarfile.open(ARCHIVE, "r:gz") as archive:
        for member in archive:
            parts = [part for part in member.name.split("/") if part not in ("", ".")]
            if member.name.startswith("/") or ".." in parts or any(set(part) & set("\\:\0") for part in parts):
                sys.exit(f"{member.name} would be outside of the folder")
            path = os.path.join(TARGET, *parts)
            if member.isdir():
                os.makedirs(path, exist_ok=True)
                continue
            if not member.isreg():
                sys.exit(f"{member.name} is a link or a device, and only files and folders are unpacked")
            files, size = files + 1, size + member.size
            if files > MOST_FILES or size > MOST_BYTES:
                sys.exit(f"it holds more than {MOST_FILES} files or {MOST_BYTES} bytes")
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                target = open(path, "xb")
            except OSError as error:
                sys.exit(f"{member.name}: {error.strerror}")
            with archive.extractfile(member) as source, target:
                shutil.copyfileobj(source, target)
            os.chmod(path, 0o755 if member.mode & 0o100 else 0o644)


try:
    unpack()
except (OSError, EOFError, ValueError, tarfile.TarError) as error:
    sys.exit(f"{type(error).__name__}: {error}")
