import type { DiscoverApiResult } from '../../../generated/contracts.ts';
import { jsonBytes, MAX_ANSWER_BYTES } from './answer-size.ts';

const PARTS = ['functions', 'classes', 'constants', 'reexports'] as const;

/** Leaves out the last entries of an answer that is too long, and says how many there are in total. */
export function cutApi(api: DiscoverApiResult): DiscoverApiResult {
  if (jsonBytes(api) <= MAX_ANSWER_BYTES) return api;
  const exports = cutList(api.exports, MAX_ANSWER_BYTES / 8);
  const empty = { ...api, functions: {}, classes: {}, constants: {}, exports: [...exports] };
  delete empty.reexports;
  let left = MAX_ANSWER_BYTES - jsonBytes(empty) - 300;
  const notes =
    exports.length < api.exports.length ? [`${exports.length} of ${api.exports.length} exports`] : [];
  const cut: DiscoverApiResult = empty;
  for (const [i, part] of PARTS.entries()) {
    const entries = Object.entries(api[part] ?? {});
    if (entries.length === 0) continue;
    // Each part may use what the ones before it left, but leaves something to those behind it.
    const share = Math.floor(left / (PARTS.length - i));
    const kept: [string, unknown][] = [];
    let used = 0;
    for (const [name, value] of entries) {
      const size = jsonBytes(name) + jsonBytes(value) + 2;
      if (used + size > share) break;
      used += size;
      kept.push([name, value]);
    }
    left -= used;
    Object.assign(cut, { [part]: Object.fromEntries(kept) });
    if (kept.length < entries.length) notes.push(`${kept.length} of ${entries.length} ${part}`);
  }
  return { ...cut, truncated: `shown: ${notes.join(', ')}; get_source and locate_symbol find the others` };
}

function cutList(names: readonly string[], budget: number): readonly string[] {
  let left = budget;
  return names.filter(name => {
    left -= jsonBytes(name) + 1;
    return left >= 0;
  });
}
