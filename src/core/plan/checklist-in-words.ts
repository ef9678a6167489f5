const ITEM = /^\s*(?:[-*•]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(\S.*)$/;

/**
 * The checklist that somebody typed, as `importChecklist` reads it: with phases as it is; a bare list becomes one phase,
 * named by the line above it. `undefined` where nothing is listed.
 */
export function checklistInWords(words: string): string | undefined {
  const lines = words.split(/\r\n|\n|\r/).map(line => line.trimEnd());
  if (lines.some(line => /^###\s+Phase\s/i.test(line))) return words;
  const items = lines.flatMap(line => {
    const [, tick = ' ', step] = ITEM.exec(line) ?? [];
    return step === undefined ? [] : [`- [${tick}] ${step}`];
  });
  if (items.length === 0) return undefined;
  const above = lines.find(line => line.trim() !== '' && !ITEM.test(line));
  const title =
    above
      ?.trim()
      .replace(/^#+\s*/, '')
      .replace(/[:.]$/, '') ?? 'Plan';
  return [`# ${title}`, '', `### Phase 1: ${title}`, ...items, ''].join('\n');
}
