// The targets of the edit engine as ratios, measured in one run: node bench/edit-engine.ts [--quick]
// Exits with 1 when a target is missed. Times are process CPU time; only their ratios mean anything.
import { Buffer, isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { applyPatch, createTwoFilesPatch } from 'diff';
import { simulate } from '../src/core/changes/simulate.ts';
import { unifiedDiff } from '../src/core/changes/unified-diff.ts';
import { findOccurrences } from '../src/core/text/find-occurrences.ts';
import { unifiedDiffOf } from '../src/core/text/hunks.ts';
import { move } from '../src/core/text/move.ts';
import { replace } from '../src/core/text/replace.ts';
import type { Command, Replacement } from '../src/generated/contracts.ts';
import { editsFor, pythonLike, randomSource } from './edit-engine-inputs.ts';
import { compare } from './edit-engine-measure.ts';

const isQuick = process.argv.includes('--quick');
const MB = 1_000_000;
const LARGE = (isQuick ? 10 : 50) * MB;
let missed = 0;

function report(what: string, value: number, target: number, isAtLeast = false): void {
  const isMet = isAtLeast ? value >= target : value <= target;
  if (!isMet) missed++;
  const sign = isAtLeast ? '≥' : '≤';
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${shown.padStart(8)}  ${sign} ${target}  ${what}`);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const encode = (text: string): Buffer => Buffer.from(text);

function ours(bytes: Uint8Array, edits: readonly Replacement[]): Uint8Array {
  const outcome = replace('f.py', bytes, edits);
  if (!outcome.ok) throw new Error(outcome.response.validation_errors?.[0]);
  return outcome.bytes;
}

/** The plain strict way on bytes: two searches per edit, sort, copy, and the answer of the specification. */
function naive(bytes: Uint8Array, edits: readonly Replacement[]) {
  if (!isUtf8(bytes)) throw new Error('not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const places = edits.map(({ old_string, new_string }) => {
    const old = encode(old_string);
    const start = text.indexOf(old);
    if (start < 0 || text.indexOf(old, start + 1) >= 0) throw new Error('not exactly once');
    return { start, end: start + old.length, next: encode(new_string) };
  });
  places.sort((a, b) => a.start - b.start);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, next } of places) {
    if (start < from) throw new Error('overlap');
    parts.push(text.subarray(from, start), next);
    from = end;
  }
  parts.push(text.subarray(from));
  const details = edits.map(e => ({
    old_string_preview: `${e.old_string.slice(0, 40)}...`,
    status: 'applied',
  }));
  const response = { path: 'f.py', changed: true, replacements_applied: edits.length, details };
  return { bytes: Buffer.concat(parts), response };
}

/** The least anybody must do in memory: see that it is UTF-8, look at it once, copy it. */
function floor(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) throw new Error('not UTF-8');
  Buffer.prototype.indexOf.call(bytes, encode('text that is nowhere in it'), 0);
  return Buffer.concat([bytes]);
}

/** Edits of which each occurs exactly once; the few others are left out. */
function uniqueEdits(bytes: Uint8Array, count: number): readonly Replacement[] {
  const edits = editsFor(bytes, count);
  const found = findOccurrences(
    bytes,
    edits.map(e => encode(e.old_string)),
  );
  return edits.filter((_, i) => found[i]?.count === 1);
}

function benchMatrix(): void {
  console.log(
    '\natomic_replace in memory, ratio of CPU time (ms ours; ÷ floor, naive strict loop, jsdiff applyPatch)',
  );
  for (const size of [0.001, 0.01, 0.1, 1, 10]) {
    for (const count of [1, 10, 100, 1000]) {
      const bytes = pythonLike(size * MB);
      if (size < 0.01 && count > 1) continue;
      if (size < 0.1 && count > 10) continue;
      const edits = uniqueEdits(bytes, count);
      const contenders = [
        { name: 'ours', run: () => ours(bytes, edits) },
        { name: 'naive', run: () => naive(bytes, edits) },
        { name: 'floor', run: () => floor(bytes) },
      ];
      if (size <= 1 && count <= 100) {
        const text = Buffer.from(bytes).toString();
        const after = Buffer.from(ours(bytes, edits)).toString();
        const patch = createTwoFilesPatch('a', 'b', text, after);
        contenders.push({ name: 'jsdiff', run: () => encode(String(applyPatch(text, patch))) });
      }
      const times = compare(contenders, isQuick ? 5 : size <= 1 ? 15 : 9);
      const [mine = 1, other = 1, least = 1] = [times.get('ours'), times.get('naive'), times.get('floor')];
      const jsdiff = times.get('jsdiff');
      const versus = jsdiff === undefined ? '' : `  jsdiff ÷ ours ${(jsdiff / mine).toFixed(1)}`;
      const title = `${size} MB × ${edits.length} edits: ${mine.toFixed(3)} ms, ours ÷ floor ${(mine / least).toFixed(2)}${versus}`;
      if (size >= 0.1) report(`${title}; ours ÷ naive`, mine / other, 1.2);
      else console.log(`              ${(mine / other).toFixed(2)}  (none)  ${title}; ours ÷ naive`);
    }
  }
}

function benchLarge(): void {
  console.log(`\n${LARGE / MB} MB`);
  const bytes = pythonLike(LARGE);
  const [one, hundred, many] = [uniqueEdits(bytes, 1), uniqueEdits(bytes, 100), uniqueEdits(bytes, 10_000)];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'edit-engine-'));
  const [source, target] = [path.join(folder, 'a'), path.join(folder, 'b')];
  fs.writeFileSync(source, bytes);
  const file = (edits: readonly Replacement[]) => () =>
    fs.writeFileSync(target, ours(fs.readFileSync(source), edits));
  const fileFloor = () => {
    const read = fs.readFileSync(source);
    if (!isUtf8(read)) throw new Error('not UTF-8');
    fs.writeFileSync(target, Buffer.concat([read]));
  };
  const rounds = isQuick ? 5 : 7;
  const whole = compare(
    [
      { name: 'floor', run: fileFloor },
      { name: '1', run: file(one) },
      { name: '100', run: file(hundred) },
      { name: '10000', run: file(many) },
    ],
    rounds,
  );
  fs.rmSync(folder, { recursive: true });
  const least = whole.get('floor') ?? 1;
  for (const n of ['1', '100'])
    report(`whole edit of a file × ${n} ÷ read + isUtf8 + copy + write`, (whole.get(n) ?? 0) / least, 3);
  console.log(
    `                  (× ${many.length} edits ÷ the same floor: ${((whole.get('10000') ?? 0) / least).toFixed(2)})`,
  );

  // The naive loop is linear in the edits; 40 of them stand for all, or this would take minutes.
  const sample = many.slice(0, 40);
  const memory = compare(
    [
      { name: '1', run: () => ours(bytes, one) },
      { name: '10000', run: () => ours(bytes, many) },
      { name: 'naive', run: () => naive(bytes, sample) },
      { name: 'naive base', run: () => naive(bytes, []) },
    ],
    rounds,
  );
  const mine = memory.get('10000') ?? 1;
  report(`× ${many.length} edits ÷ × 1 edit, in memory`, mine / (memory.get('1') ?? 1), 15);
  const base = memory.get('naive base') ?? 0;
  const loop = base + (((memory.get('naive') ?? 0) - base) / sample.length) * many.length;
  report(
    `naive ÷ ours × ${many.length} edits (naive extrapolated from ${sample.length})`,
    loop / mine,
    isQuick ? 60 : 300,
    true,
  );
}

function benchGrowth(): void {
  console.log('\ngrowth');
  const sizes = [1, 4, isQuick ? 8 : 32];
  const times = sizes.map(size => {
    const bytes = pythonLike(size * MB);
    const edits = uniqueEdits(bytes, 100);
    return compare([{ name: 'ours', run: () => ours(bytes, edits) }]).get('ours') ?? 1;
  });
  const [first = 1, last = 1] = [times[0], times.at(-1)];
  const exponent = Math.log(last / first) / Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
  report(
    `exponent of time in size, ${sizes[0]} to ${sizes.at(-1)} MB × 100 edits (${times.map(t => t.toFixed(2)).join(', ')} ms)`,
    exponent,
    1.1,
  );
}

/** Inputs made to be slow: name, text, edits. Most of them fail; the whole answer with its help is timed. */
function* craftedInputs(size: number): Generator<readonly [string, Uint8Array, readonly Replacement[]]> {
  const same = Buffer.alloc(size, 'a');
  const edit = (old_string: string) => ({ old_string, new_string: 'x' });
  const spoil = (length: number, at: number) => `${'a'.repeat(at)}b${'a'.repeat(length - at - 1)}`;
  yield ['all a, one long a…a', same, [edit('a'.repeat(1000))]];
  yield ['all a, b first of 100 KB', same, [edit(spoil(100_000, 0))]];
  yield ['all a, b in the middle of 100 KB', same, [edit(spoil(100_000, 50_000))]];
  yield ['all a, b last of 100 KB', same, [edit(spoil(100_000, 99_999))]];
  yield ['all a, aaaaaab', same, [edit('aaaaaab')]];
  yield ['all a, a', same, [edit('a')]];
  yield [
    'all a, 200 spoiled at every place',
    same,
    Array.from({ length: 200 }, (_, i) => edit(spoil(200, i))),
  ];
  yield ['all a, 1000 lengths of a', same, Array.from({ length: 1000 }, (_, i) => edit('a'.repeat(i + 24)))];
  yield [
    'all a, 1000 short and long',
    same,
    Array.from({ length: 1000 }, (_, i) => edit(spoil(5 + (i % 60), i % 5))),
  ];
  const pairs = Buffer.alloc(size, 'ab');
  yield ['abab…, 500 spoiled', pairs, Array.from({ length: 500 }, (_, i) => edit(`${'ab'.repeat(20 + i)}b`))];
  const blank = Buffer.alloc(size, '        \n');
  yield [
    'blank lines, 300 lines of blanks',
    blank,
    Array.from({ length: 300 }, (_, i) => edit(`${' '.repeat(8)}\n`.repeat(3 + i))),
  ];
  const lines = Buffer.alloc(size, '        return self.value\n');
  const common = '        return self.value\n'.repeat(40);
  yield [
    'one line repeated, 300 that end differently',
    lines,
    Array.from({ length: 300 }, (_, i) => edit(`${common}${i}`)),
  ];
  yield [
    'one line repeated, 300 that start differently',
    lines,
    Array.from({ length: 300 }, (_, i) => edit(`${i}${common}`)),
  ];
  const crlf = Buffer.alloc(size, '\r\n');
  yield ['empty CRLF lines, one LF', crlf, [edit('\n\n\n')]];
  const fibonacci = ['a', 'b'];
  while ((fibonacci.at(-1)?.length ?? 0) < size) fibonacci.push(`${fibonacci.at(-1)}${fibonacci.at(-2)}`);
  const word = fibonacci.at(-1)?.slice(0, size) ?? '';
  yield [
    'Fibonacci word, its pieces',
    Buffer.from(word),
    [100, 1000, 10_000].map(n => edit(`${word.slice(0, n)}aa`)),
  ];
}

function benchCrafted(): void {
  const size = MB;
  console.log('\ncrafted input of 1 MB ÷ random text of its size with as many edits');
  const below = randomSource(5);
  const random = Buffer.from(Array.from({ length: size }, () => 32 + below(95)));
  for (const [name, bytes, edits] of craftedInputs(size)) {
    const text = random.toString('latin1');
    const ordinary = edits.map(({ old_string }, i) => {
      const length = Math.min(old_string.length, 100_000);
      const at = Math.floor((i * (size - length)) / edits.length);
      return { old_string: `${text.slice(at, at + length)}`, new_string: 'x' };
    });
    const times = compare(
      [
        { name: 'crafted', run: () => replace('f', bytes, edits) },
        { name: 'random', run: () => replace('f', random, ordinary) },
      ],
      isQuick ? 3 : 5,
    );
    report(
      `${name} (${(times.get('crafted') ?? 0).toFixed(1)} ms)`,
      (times.get('crafted') ?? 0) / (times.get('random') ?? 1),
      20,
    );
  }
}

function benchWorkOrder(fileCount: number, editsPerFile: number): void {
  const snapshot = new Map<string, Uint8Array>();
  const commands: Command[] = [];
  for (let i = 0; i < fileCount; i++) {
    const file_path = `pkg/module_${i}.py`;
    const bytes = pythonLike(18_000, i + 1);
    const edits = editsFor(bytes, editsPerFile, i);
    const found = findOccurrences(
      bytes,
      edits.map(e => encode(e.old_string)),
    );
    const replacements = edits.filter((_, k) => found[k]?.count === 1);
    snapshot.set(file_path, bytes);
    commands.push({ tool: 'atomic_replace', args: { file_path, replacements }, reason: 'bench' });
  }
  const run = () => {
    const result = simulate({ commands, newFiles: [], snapshot, sha256 });
    if (!result.ok) throw new Error(JSON.stringify(result.response));
    return result.changes.files.map(unifiedDiff);
  };
  // What nobody can leave out: validate, look once per edit, copy, and both hashes.
  const least = () => {
    for (const command of commands) {
      const bytes = snapshot.get(command.args.file_path) ?? new Uint8Array(0);
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      if (!isUtf8(text) || command.tool !== 'atomic_replace') throw new Error('not UTF-8');
      for (const { old_string } of command.args.replacements) text.indexOf(old_string);
      const copy = Buffer.concat([text]);
      sha256(text);
      sha256(copy);
    }
  };
  const times = compare(
    [
      { name: 'ours', run },
      { name: 'floor', run: least },
    ],
    isQuick ? 3 : 7,
  );
  const total = commands.reduce(
    (sum, c) => sum + (c.tool === 'atomic_replace' ? c.args.replacements.length : 0),
    0,
  );
  const ms = times.get('ours') ?? 0;
  report(
    `simulate with hunks, ${fileCount} files, ${total} edits (${ms.toFixed(1)} ms) ÷ isUtf8 + one search per edit + copy + 2 hashes`,
    ms / (times.get('floor') ?? 1),
    6,
  );
}

function benchHunks(): void {
  console.log('\nhunks from known spans ÷ search');
  for (const [size, count] of [
    [1, 100],
    [10, 100],
    [10, 1000],
  ] as const) {
    const bytes = pythonLike(size * MB);
    const edits = uniqueEdits(bytes, count);
    const outcome = replace('f', bytes, edits);
    if (!outcome.ok) throw new Error('cannot be');
    const change = { before: bytes, after: outcome.bytes, spans: outcome.spans };
    const needles = edits.map(e => encode(e.old_string));
    const times = compare([
      { name: 'hunks', run: () => unifiedDiffOf('f', change) },
      { name: 'search', run: () => findOccurrences(bytes, needles) },
    ]);
    const hunks = times.get('hunks') ?? 0;
    report(
      `${size} MB × ${edits.length} edits (${hunks.toFixed(2)} ms)`,
      hunks / (times.get('search') ?? 1),
      1,
    );
  }
}

function benchMove(): void {
  console.log('\nmove_text (no target; ms and ÷ isUtf8 + copy)');
  for (const size of [1, 10]) {
    const bytes = pythonLike(size * MB);
    const range = { source_start: 100, source_end: 200, target_line: 5000 };
    const times = compare([
      { name: 'ours', run: () => move({ path: 'f', bytes }, undefined, range) },
      { name: 'floor', run: () => [isUtf8(bytes), Buffer.concat([bytes])] },
    ]);
    const [mine = 0, least = 1] = [times.get('ours'), times.get('floor')];
    console.log(`          ${size} MB: ${mine.toFixed(2)} ms, ÷ floor ${(mine / least).toFixed(2)}`);
  }
}

console.log('state    figure   target  what');
benchMatrix();
benchLarge();
benchGrowth();
benchHunks();
benchMove();
console.log('\nsimulate');
benchWorkOrder(20, 5);
benchWorkOrder(isQuick ? 200 : 1000, 5);
benchCrafted();
console.log(missed === 0 ? '\nevery target met' : `\n${missed} targets missed`);
process.exitCode = missed === 0 ? 0 : 1;
