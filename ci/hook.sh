#!/usr/bin/env bash
# The hooks of pre-commit: built once in pre-commit's own copy of this repository, then `workorder prove` on what is
# staged, or on what is pushed. Needs node and npm.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [ ! -f "$here/dist/cli.js" ]; then
  (cd "$here" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && node scripts/build.mjs) >&2
fi
if [ -n "${PRE_COMMIT_TO_REF:-}" ]; then
  exec node "$here/dist/cli.js" prove "$@" -- "${PRE_COMMIT_FROM_REF:-}...$PRE_COMMIT_TO_REF"
fi
exec node "$here/dist/cli.js" prove --staged "$@"
