#!/usr/bin/env bash
# Writes the comment of a pull request, or replaces the one that an earlier run wrote. Needs gh and GH_TOKEN.
#
#   GITHUB_REPOSITORY   owner/name
#   PROVE_NUMBER        the pull request
#   PROVE_OUT           the folder with comment.md
set -euo pipefail

file=${PROVE_OUT:-workorder-prove}/comment.md
if [ ! -f "$file" ]; then
  echo "There is no $file: the change was not read."
  exit 0
fi
comments="repos/$GITHUB_REPOSITORY/issues/$PROVE_NUMBER/comments"
# Only a bot's own comment: anybody may write one that begins with the same mark.
own='.[] | select(.user.type == "Bot" and (.body | startswith("<!-- workorder prove -->"))) | .id'
id=$(gh api --paginate "$comments" --jq "$own" | head -n 1)
if [ -n "$id" ]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" -F "body=@$file"
else
  gh api --silent --method POST "$comments" -F "body=@$file"
fi
