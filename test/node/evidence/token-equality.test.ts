import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { isSameCode } from '../../../src/core/evidence/code/code-tokens.ts';
import { withoutDocstrings } from '../../../src/core/evidence/code/docstrings.ts';
import { isSkipped } from '../../../src/core/python/grammar/module-index.ts';
import { indexModule } from '../../../src/core/python/index/index-module.ts';
import { evidenceOf } from '../../unit/evidence/evidence-of.ts';
import { standardLibrary } from '../python/truth.ts';
import { comparedByPython, tokensOf } from './ast-equal.ts';
import { type Mutation, mutationsOf, seeded, stringPair } from './mutations.ts';

const MODULES = [
  'bisect',
  'textwrap',
  'shlex',
  'fnmatch',
  'heapq',
  'string',
  'numbers',
  'queue',
  'sched',
  'calendar',
  'contextlib',
  'functools',
];
/** Lines of a piece: enough for nesting, few enough that most mutations hit something that matters. */
const LONGEST = 60;

/** Functions and classes of the standard library, each with the imports above it. */
function readSources(): readonly string[] {
  const library = standardLibrary();
  return MODULES.flatMap(name => {
    const bytes = fs.readFileSync(path.join(library, `${name}.py`));
    const index = indexModule(bytes);
    assert.ok(!isSkipped(index), name);
    const imports = index.imports.filter(({ parent, kind }) => parent === -1 && kind === 'from').slice(0, 2);
    const head = imports.map(({ start, end }) => `${bytes.subarray(start, end)}\n`).join('');
    return index.definitions
      .filter(
        ({ parent, kind, firstLine, endLine }) =>
          parent === -1 && (kind === 'function' || kind === 'class') && endLine - firstLine < LONGEST,
      )
      .slice(0, 8)
      .map(({ start, end }) => `${head}\n\n${bytes.subarray(start, end)}\n`);
  });
}

const parses = (source: string) => !isSkipped(indexModule(new TextEncoder().encode(source)));

interface Judged extends Mutation {
  readonly python: 'same' | 'other' | 'not Python';
  readonly tokens: 'same' | 'other';
}

/** What Python's `ast` and what our tokens say of each pair. */
function judge(mutations: readonly Mutation[], docstrings: boolean): readonly Judged[] {
  const answers = comparedByPython(mutations, docstrings);
  return mutations.map((mutation, i): Judged => {
    const [a, b] = [mutation.before, mutation.after].map(source => {
      const tokens = tokensOf(source);
      return docstrings ? withoutDocstrings(tokens, 'module') : tokens;
    });
    return {
      ...mutation,
      python: answers[i] ?? 'not Python',
      tokens: isSameCode(a ?? [], b ?? []) ? 'same' : 'other',
    };
  });
}

const show = ({ name, after }: Judged) => `${name}:\n${after}`;

describe('equal tokens are equal programs: compared with Python’s own ast', () => {
  let all: readonly Mutation[] = [];
  before(() => {
    all = [...mutationsOf(readSources(), seeded(20240607))].filter(({ after }) => parses(after));
    assert.ok(all.length >= 300, `${all.length} mutations`);
  });

  it('never takes two different programs for the same', () => {
    const judged = judge(all, false).filter(({ python }) => python !== 'not Python');
    const wrong = judged.filter(({ tokens, python }) => tokens === 'same' && python === 'other');
    const same = judged.filter(({ python }) => python === 'same');
    const seen = same.filter(({ tokens }) => tokens === 'same');
    console.log(
      `      ${judged.length} mutations: ${judged.length - same.length} other programs, ${same.length} the same, ${seen.length} of these recognised`,
    );
    assert.ok(judged.length - same.length >= 300, 'too few different programs to mean anything');
    assert.deepEqual(wrong.map(show), []);
  });

  it('recognises every change of layout', () => {
    const layout = judge(
      all.filter(({ kind }) => kind === 'layout'),
      false,
    ).filter(({ python }) => python === 'same');
    assert.ok(layout.length >= 200, `${layout.length} changes of layout`);
    assert.deepEqual(layout.filter(({ tokens }) => tokens === 'other').map(show), []);
  });

  it('never takes two different strings for the same', () => {
    const random = seeded(20261130);
    const pairs = Array.from({ length: 4000 }, () => stringPair(random));
    const judged = comparedByPython(pairs, false);
    const seen = pairs.map(({ before, after }) => isSameCode(tokensOf(before), tokensOf(after)));
    const wrong = pairs.filter((_, i) => seen[i] && judged[i] === 'other');
    assert.ok(
      judged.filter((each, i) => each === 'same' && seen[i]).length >= 300,
      'too few that are the same',
    );
    assert.ok(judged.filter(each => each === 'other').length >= 300, 'too few that differ');
    assert.deepEqual(wrong, []);
  });

  it('compares without docstrings as Python does', () => {
    const judged = judge(all, true).filter(({ python }) => python !== 'not Python');
    assert.deepEqual(
      judged.filter(({ tokens, python }) => tokens === 'same' && python === 'other').map(show),
      [],
    );
    const docs = judged.filter(({ kind, python }) => kind === 'docstring' && python === 'same');
    assert.ok(docs.length >= 50, `${docs.length} changes of docstrings`);
    assert.deepEqual(docs.filter(({ tokens }) => tokens === 'other').map(show), []);
  });

  it('"no behavior changes" is proved for no mutation that Python reads as another program', async () => {
    const judged = judge(all, true).filter(({ python }) => python !== 'not Python');
    let proved = 0;
    const wrong: string[] = [];
    for (const mutation of judged) {
      const { invariants } = await evidenceOf({
        before: { 'm.py': mutation.before },
        after: { 'm.py': mutation.after },
        invariants: ['no behavior changes'],
      });
      if (invariants[0]?.verdict !== 'proved') continue;
      proved++;
      if (mutation.python === 'other') wrong.push(show(mutation));
    }
    assert.ok(proved >= 300, `${proved} proofs`);
    assert.deepEqual(wrong, []);
  });
});
