import type { ReviewComment } from '../../core/ports/reviewer.ts';

/** `shop/money.py:12: keep the name` is about a line of that file, when it is one of `paths`. */
export function readComment(text: string, paths: readonly string[]): ReviewComment {
  const path = paths.find(file => text.startsWith(`${file}:`));
  if (path === undefined) return { text };
  const rest = text.slice(path.length + 1);
  const [lead = '', line] = /^(\d{1,9}):/.exec(rest) ?? [];
  return { text: rest.slice(lead.length).trim(), path, ...(line !== undefined && { line: Number(line) }) };
}
