import assert from 'node:assert/strict';
import { move } from '../../../src/core/text/move.ts';
import { replace } from '../../../src/core/text/replace.ts';
import type { Span } from '../../../src/core/text/spans.ts';
import { modelMoveAcross, modelMoveWithin, modelReplace } from './naive-model.ts';
import { Random } from './random.ts';

/** Edits to try; the long run sets WORKORDER_PROPERTY_EDITS=1000000. */
const EDITS = Number(process.env['WORKORDER_PROPERTY_EDITS'] ?? 24_000);
const SEED = Number(process.env['WORKORDER_PROPERTY_SEED'] ?? 20_250_101);

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Small alphabets make texts that repeat and overlap; the wide one has every length of UTF-8 sequence. */
const ALPHABETS: readonly (readonly string[])[] = [
  ['a', 'b'],
  ['a', 'a', 'a', 'b', '\n'],
  ['a', 'b', '\r\n'],
  ['a', '\r\n', '\n', '\r'],
  ['x', 'é', '€', '😀', '\n', '\t', '\0', 'x y'],
  ['def f(', '):\n', '    return ', 'self', '.', 'x', ' = ', '\n', '0', '1', '2', '3'],
];

/** Everything outside of the spans is byte-identical, and the spans are sorted and do not overlap (T5). */
function checkSpans(before: Uint8Array, after: Uint8Array, spans: readonly Span[]): void {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, afterStart, afterEnd } of spans) {
    assert.ok(from <= start && start <= end && afterStart <= afterEnd, 'sorted, without overlap');
    parts.push(before.subarray(from, start), after.subarray(afterStart, afterEnd));
    from = end;
  }
  parts.push(before.subarray(from));
  assert.deepEqual(Buffer.concat(parts), Buffer.from(after));
}

function pieceOf(random: Random, text: string, alphabet: readonly string[]): string {
  if (text === '' || random.below(10) === 0) return random.text(alphabet, 1 + random.below(4));
  const points = Array.from(text);
  const start = random.below(points.length);
  return points.slice(start, start + 1 + random.below(random.below(4) === 0 ? 40 : 6)).join('');
}

function tryReplace(random: Random): number {
  const alphabet = random.pick(ALPHABETS);
  const text = random.text(alphabet, random.below(random.below(5) === 0 ? 400 : 40));
  const count = 1 + random.below(5);
  const replacements = Array.from({ length: count }, () => ({
    old_string: pieceOf(random, text, alphabet),
    new_string: random.below(6) === 0 ? '' : random.text(alphabet, random.below(6)),
  }));
  const before = encode(text);
  const expected = modelReplace(text, replacements);
  const outcome = replace('f', before, replacements);
  const shown = JSON.stringify({ text, replacements });
  assert.equal(outcome.ok, expected.ok, shown);
  if (outcome.ok && expected.ok) {
    assert.equal(decode(outcome.bytes), expected.text, shown);
    assert.equal(outcome.response.changed, expected.text !== text, shown);
    checkSpans(before, outcome.bytes, outcome.spans);
  }
  if (!outcome.ok && !expected.ok) {
    const failing = (outcome.response.validation_errors ?? []).map(s =>
      Number(/^Replacement (\d+)/.exec(s)?.[1]),
    );
    assert.deepEqual(failing, expected.failing, shown);
  }
  return count;
}

function tryMove(random: Random): number {
  const eol = random.pick(['\n', '\r\n', '\r']);
  const makeFile = (ownEol: string) => {
    const lines = Array.from({ length: random.below(8) }, () =>
      random.text(['a', 'b', 'é'], random.below(3)),
    );
    const text = lines.map(line => line + ownEol).join('');
    return random.below(3) === 0 && text !== '' ? `${text}z` : text;
  };
  const text = makeFile(eol) || `a${eol}`;
  const count = lineCount(text);
  const start = 1 + random.below(count);
  const end = start + random.below(count - start + 1);
  const range = { source_start: start, source_end: end };
  const source = { path: 'a', bytes: encode(text) };
  if (random.below(2) === 0) {
    const target = 1 + random.below(count + 1);
    const outcome = move(source, undefined, { ...range, target_line: target });
    assert.ok(outcome.ok);
    const [file] = outcome.files;
    const expected = modelMoveWithin(text, start, end, target >= start && target <= end + 1 ? start : target);
    assert.equal(decode(file?.bytes ?? source.bytes), expected, JSON.stringify({ text, start, end, target }));
    if (file !== undefined) checkSpans(source.bytes, file.bytes, file.spans);
    return 1;
  }
  const into = makeFile(random.pick(['\n', '\r\n', '\r']));
  const target = 1 + random.below(lineCount(into) + 1);
  const targetFile = { path: 'b', bytes: encode(into) };
  const outcome = move(source, targetFile, { ...range, target_line: target });
  assert.ok(outcome.ok);
  const [from, to] = outcome.files;
  assert.ok(from !== undefined && to !== undefined);
  const expected = modelMoveAcross(text, into, start, end, target);
  const shown = JSON.stringify({ text, into, start, end, target });
  assert.equal(decode(from.bytes), expected.source, shown);
  assert.equal(decode(to.bytes), expected.target, shown);
  checkSpans(source.bytes, from.bytes, from.spans);
  checkSpans(targetFile.bytes, to.bytes, to.spans);
  return 1;
}

const lineCount = (text: string): number => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g)?.length ?? 0;

describe('edits against a naive model', () => {
  it(`do the same in ${EDITS} random edits [001-003] [001-005] [001-006] [001-012]`, () => {
    const random = new Random(SEED);
    for (let edits = 0; edits < EDITS; )
      edits += random.below(4) === 0 ? tryMove(random) : tryReplace(random);
  }).timeout(Math.max(60_000, EDITS));
});
