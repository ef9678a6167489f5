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
import { craftedInputs, editsFor, pythonLike, randomSource } from './edit-engine-inputs.ts';
import { compare } from './edit-engine-measure.ts';
import { encode, floor, naive, ours, uniqueEdits } from './edit-engine-ways.ts';
import { exponents, Figures, median, ratios } from './figures.ts';

const isQuick = process.argv.includes('--quick');
const MB = 1_000_000;
const LARGE = (isQuick ? 10 : 50) * MB;
const figures = new Figures('edit-engine');

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const jsdiff = (text: string, patch: string) => encode(String(applyPatch(text, patch)));

/** In memory: ours against the plain loop, the least anybody must do, and a patch that somebody else applies. */
function benchMatrix(): void {
  for (const size of [0.001, 0.01, 0.1, 1, 10]) {
    for (const count of [1, 10, 100, 1000]) {
      const bytes = pythonLike(size * MB);
      if (size < 0.01 && count > 1) continue;
      if (size < 0.1 && count > 10) continue;
      const edits = uniqueEdits(bytes, count);
      const times = compare(
        { ours: () => ours(bytes, edits), naive: () => naive(bytes, edits), floor: () => floor(bytes) },
        isQuick ? 5 : size <= 1 ? 15 : 9,
      );
      const what = `${size} MB × ${edits.length} edits (${median(times.ours).toFixed(3)} ms)`;
      // Below 100 KB an edit takes less than what is measured around it.
      const target = size >= 0.1 ? { target: '≤ 1.2' as const } : {};
      figures.add(`${what} ÷ plain strict loop`, ratios(times.ours, times.naive), { unit: '×', ...target });
      figures.add(`${what} ÷ isUtf8 + one pass + copy`, ratios(times.ours, times.floor), { unit: '×' });
    }
  }
}

/** What an editing tool has to give: the text after 100 edits, and the diff that a person reads. */
function benchPeers(): void {
  const bytes = pythonLike(0.2 * MB);
  const edits = uniqueEdits(bytes, 100);
  const text = Buffer.from(bytes).toString();
  const after = Buffer.from(ours(bytes, edits)).toString();
  const patch = createTwoFilesPatch('f.py', 'f.py', text, after);
  const times = compare(
    {
      ours: () => {
        const outcome = replace('f.py', bytes, edits);
        if (!outcome.ok) throw new Error('cannot be');
        return unifiedDiffOf('f.py', { before: bytes, after: outcome.bytes, spans: outcome.spans });
      },
      'jsdiff, patch applied': () => jsdiff(text, patch),
      'plain strict loop, diff by jsdiff': () =>
        createTwoFilesPatch('f.py', 'f.py', text, naive(bytes, edits).bytes.toString()),
    },
    isQuick ? 5 : 15,
  );
  const what = '200 KB × 100 edits with their diff, ours';
  for (const name of ['jsdiff, patch applied', 'plain strict loop, diff by jsdiff'] as const)
    figures.add(`${name} ÷ ${what}`, ratios(times[name], times.ours), { unit: '×', target: '≥ 10' });
}

function benchLarge(): void {
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
    { floor: fileFloor, '× 1': file(one), '× 100': file(hundred), all: file(many) },
    rounds,
  );
  fs.rmSync(folder, { recursive: true });
  const size = `${LARGE / MB} MB`;
  const floorOf = 'read + isUtf8 + copy + write';
  for (const n of ['× 1', '× 100'] as const)
    figures.add(`file of ${size} ${n} edits ÷ ${floorOf}`, ratios(whole[n], whole.floor), {
      unit: '×',
      target: '≤ 3',
    });
  figures.add(`file of ${size} × ${many.length} edits ÷ ${floorOf}`, ratios(whole.all, whole.floor), {
    unit: '×',
  });

  // The naive loop is linear in the edits; 40 of them stand for all, or this would take minutes.
  const sample = many.slice(0, 40);
  const memory = compare(
    {
      one: () => ours(bytes, one),
      all: () => ours(bytes, many),
      naive: () => naive(bytes, sample),
      base: () => naive(bytes, []),
    },
    rounds,
  );
  figures.add(`${size} in memory: × ${many.length} edits ÷ × 1`, ratios(memory.all, memory.one), {
    unit: '×',
    target: '≤ 15',
  });
  const loops = memory.naive.map((time, i) => {
    const base = memory.base[i] ?? 0;
    return base + ((time - base) / sample.length) * many.length;
  });
  figures.add(
    `${size}: plain loop (extrapolated from ${sample.length}) ÷ ours × ${many.length} edits`,
    ratios(loops, memory.all),
    { unit: '×', target: isQuick ? '≥ 60' : '≥ 300' },
  );
}

function benchGrowth(): void {
  const [small, large] = [1, isQuick ? 8 : 32].map(size => {
    const bytes = pythonLike(size * MB);
    const edits = uniqueEdits(bytes, 100);
    return compare({ ours: () => ours(bytes, edits) }).ours;
  });
  const times = isQuick ? 8 : 32;
  figures.add(
    `growth of time with size, 1 to ${times} MB × 100 edits`,
    exponents(small ?? [], large ?? [], times),
    {
      unit: 'exponent',
      target: '≤ 1.1',
    },
  );
}

/** Input that is made to be slow; the whole answer with its help is timed. */
function benchCrafted(): void {
  const size = MB;
  const below = randomSource(5);
  const random = Buffer.from(Array.from({ length: size }, () => 32 + below(95)));
  const text = random.toString('latin1');
  for (const [name, bytes, edits] of craftedInputs(size)) {
    const ordinary = edits.map(({ old_string }, i) => {
      const length = Math.min(old_string.length, 100_000);
      const at = Math.floor((i * (size - length)) / edits.length);
      return { old_string: `${text.slice(at, at + length)}`, new_string: 'x' };
    });
    const times = compare(
      { crafted: () => replace('f', bytes, edits), random: () => replace('f', random, ordinary) },
      5,
    );
    figures.add(
      `crafted, 1 MB: ${name} ÷ random text with as many edits`,
      ratios(times.crafted, times.random),
      {
        unit: '×',
        target: '≤ 20',
      },
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
  const times = compare({ ours: run, floor: least }, isQuick ? 5 : 7);
  const total = commands.reduce(
    (sum, c) => sum + (c.tool === 'atomic_replace' ? c.args.replacements.length : 0),
    0,
  );
  figures.add(
    `${fileCount} files, ${total} edits simulated with their diff ÷ isUtf8 + one search per edit + copy + 2 hashes`,
    ratios(times.ours, times.floor),
    { unit: '×', target: '≤ 6' },
  );
}

function benchHunks(): void {
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
    const times = compare({
      hunks: () => unifiedDiffOf('f', change),
      search: () => findOccurrences(bytes, needles),
    });
    figures.add(
      `diff from known spans ÷ search, ${size} MB × ${edits.length}`,
      ratios(times.hunks, times.search),
      {
        unit: '×',
        target: '≤ 1',
      },
    );
  }
}

function benchMove(): void {
  for (const size of [1, 10]) {
    const bytes = pythonLike(size * MB);
    const range = { source_start: 100, source_end: 200, target_line: 5000 };
    const times = compare({
      ours: () => move({ path: 'f', bytes }, undefined, range),
      floor: () => [isUtf8(bytes), Buffer.concat([bytes])],
    });
    figures.add(`move_text, ${size} MB ÷ isUtf8 + copy`, ratios(times.ours, times.floor), { unit: '×' });
  }
}

benchMatrix();
benchPeers();
benchLarge();
benchGrowth();
benchHunks();
benchMove();
benchWorkOrder(20, 5);
benchWorkOrder(isQuick ? 200 : 1000, 5);
benchCrafted();
figures.end();
