#!/usr/bin/env bash
# Proves the change that a pipeline is about, and leaves its reports in $PROVE_OUT.
#
#   WORKORDER      the command (default: workorder)
#   PROVE_RANGE    the range; without it $PROVE_BASE...$PROVE_HEAD, or the last commit
#   PROVE_BASE     the commit that the change goes on from; empty or all zeros: there is none
#   PROVE_HEAD     the last commit of the change (default: HEAD)
#   PROVE_TEXT     the description of the change; what it claims is held against it
#   PROVE_REQUIRE  checks that block, separated by spaces
#   PROVE_OUT      the folder of the reports (default: workorder-prove)
#   PROVE_FORMAT   what is printed: terminal, github …
#
# Ends as `workorder prove` does. Nothing of these variables is ever read as a command.
set -euo pipefail

read -r -a command <<<"${WORKORDER:-workorder}"
out=${PROVE_OUT:-workorder-prove}
mkdir -p "$out"

range=${PROVE_RANGE:-}
if [ -z "$range" ]; then
  head=${PROVE_HEAD:-HEAD}
  case "${PROVE_BASE:-}" in
    '' | 0000000000000000000000000000000000000000) range=$head ;;
    *) range="$PROVE_BASE...$head" ;;
  esac
fi

options=()
if [ -n "${PROVE_TEXT:-}" ]; then
  printf '%s\n' "$PROVE_TEXT" >"$out/description.md"
  options+=(--claims "$out/description.md")
fi
read -r -a required <<<"${PROVE_REQUIRE:-}"
for check in ${required[@]+"${required[@]}"}; do options+=(--require "$check"); done

code=0
"${command[@]}" prove --format "${PROVE_FORMAT:-terminal}" \
  --report "json=$out/prove.json" --report "sarif=$out/prove.sarif" --report "junit=$out/prove.xml" \
  --report "gitlab=$out/codequality.json" --report "markdown=$out/comment.md" \
  ${options[@]+"${options[@]}"} -- "$range" || code=$?

if [ -n "${GITHUB_OUTPUT:-}" ]; then printf 'code=%s\nreports=%s\n' "$code" "$out" >>"$GITHUB_OUTPUT"; fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$out/comment.md" ]; then cat "$out/comment.md" >>"$GITHUB_STEP_SUMMARY"; fi
# The action fails in its last step, when the reports are where they belong.
if [ "${PROVE_FAIL:-now}" = later ]; then exit 0; fi
exit "$code"
