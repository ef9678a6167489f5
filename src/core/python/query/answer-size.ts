/** Bytes of one answer, as JSON in UTF-8, so that none fills a model’s context; longer answers are cut and say so. */
export const MAX_ANSWER_BYTES = 32 * 1024;

/** Size of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value) ?? '');
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    // Each half of a surrogate pair stands for two of the pair's four bytes.
    bytes += c < 0x80 ? 1 : c < 0x800 || (c >= 0xd800 && c <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/** The first items that fit into the budget together, in their order. */
export function takeFitting<T>(items: readonly T[], budget: number): readonly T[] {
  let left = budget;
  const taken: T[] = [];
  for (const item of items) {
    left -= jsonBytes(item) + 1;
    if (left < 0) break;
    taken.push(item);
  }
  return taken;
}
