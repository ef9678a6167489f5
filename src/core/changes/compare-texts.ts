import { createTwoFilesPatch } from 'diff';
import { decodeUtf8 } from '../kernel/utf8.ts';

/** Beyond this many changed lines the search is given up: the work stays bounded for any two files. */
const MAX_EDITS = 800;

/**
 * A unified diff of two states of a file whose spans are not known, for example what a run wrote and what
 * someone made of it since. What a run itself changes is shown by `unifiedDiff`, from its spans.
 */
export function compareTexts(path: string, before: Uint8Array, after: Uint8Array): string {
  const [one, other] = [decodeUtf8(before), decodeUtf8(after)];
  if (one === undefined || other === undefined) return `${path}: the bytes differ (not UTF-8 text)\n`;
  const names = [`a/${path}`, `b/${path}`] as const;
  const patch = createTwoFilesPatch(...names, one, other, '', '', { context: 3, maxEditLength: MAX_EDITS });
  return patch?.replace(/^=+\n/, '') ?? `${path}: the whole file was replaced\n`;
}
