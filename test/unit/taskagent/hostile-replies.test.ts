import assert from 'node:assert/strict';
import { parseEnvelope } from '../../../src/core/conversation/envelope.ts';
import { parseNativeCalls } from '../../../src/core/conversation/native-calls.ts';
import { AGENT_TOOLS } from '../../../src/core/taskagent/roles.ts';
import { type Call, envelope, MemoryAgent } from './memory-agent.ts';

/** A small generator with a seed, so that a failing reply can be made again. */
function random(seed: number) {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  return { below, pick };
}

const PATHS = [
  'a.txt',
  'b/c.txt',
  'b',
  '../x',
  '/x',
  '.git/config',
  '',
  '.',
  'a.txt/x',
  'pyproject.toml',
  'TASKS.md',
  'A.TXT',
  'CON',
  'a\u0000b',
  '..\\x',
] as const;
const VALUES = [
  1,
  '1',
  -1,
  1.5,
  null,
  true,
  [],
  {},
  'text',
  ['a.txt'],
  [{ from_path: 'a.txt', to_path: '../y' }],
] as const;
const KEYS = [
  'path',
  'new_path',
  'content',
  'paths',
  'operations',
  'overwrite',
  'dry_run',
  'task_id',
  'feature_id',
  'title',
  'task_title',
  'message',
  'question_text',
  'reason',
  'outcome',
  '__proto__',
] as const;

function anyCall({ below, pick }: ReturnType<typeof random>): Call {
  const tool = below(10) === 0 ? 'shell' : pick(AGENT_TOOLS);
  const args: Record<string, unknown> = {};
  const likely: Record<string, unknown> = {
    path: pick(PATHS),
    new_path: pick(PATHS),
    content: pick(['', 'x\n', '1) - T\n', '\ud800'] as const),
    paths: [pick(PATHS)],
    operations: [{ from_path: pick(PATHS), to_path: pick(PATHS) }],
    task_id: below(3),
    feature_id: below(3),
    title: 'T',
    task_title: 'T',
    question_text: '?',
  };
  for (const key of KEYS) if (key in likely && below(3) > 0) args[key] = likely[key];
  if (below(4) === 0) args[pick(KEYS)] = pick(VALUES as unknown as readonly [unknown, ...unknown[]]);
  return [tool, args];
}

describe('hostile replies', () => {
  it('never throw and are read the same way twice, whatever is done to an envelope [004-007] [002-003]', () => {
    const { below, pick } = random(7);
    const good = envelope([['write_file', { path: 'a', content: 'é"\\' }], ['finish']]);
    for (let i = 0; i < 100_000; i++) {
      const at = below(good.length);
      const text = pick([
        good.slice(0, at),
        good.slice(0, at) +
          pick(['{', '}', '"', ',', '[', ']', '\\', '\u0000', 'null', '1e999', '\ud800'] as const) +
          good.slice(at + below(3)),
        good.slice(at) + good.slice(0, at),
        good + good.slice(at),
      ]);
      assert.deepEqual(parseEnvelope(text, 'thoughts/1'), parseEnvelope(text, 'thoughts/1'));
    }
  });

  it('never throw as native calls either, whatever their arguments are [004-007]', () => {
    const { below, pick } = random(11);
    const good = JSON.stringify({ path: 'a', content: 'é"\\' });
    for (let i = 0; i < 20_000; i++) {
      const at = below(good.length);
      const argumentsJson = pick([good.slice(0, at), good.slice(at), good + good.slice(at), `[${good}]`]);
      const calls = [{ id: 'x', name: 'write_file', argumentsJson }];
      const read = parseNativeCalls('', calls);
      assert.deepEqual(read, parseNativeCalls('', calls));
      if (!read.ok)
        assert.match(read.error, /^call 0 \(write_file\): the arguments must be a single JSON object/);
    }
  });

  it('write nothing but what a person approved, in 400 runs of random calls', async () => {
    for (let seed = 1; seed <= 400; seed++) {
      const chance = random(seed);
      const agent = new MemoryAgent({ 'a.txt': 'A', 'b/c.txt': 'C', 'TASKS.md': '1) - T\n' });
      const approved = new Set<unknown>();
      agent.reviewer.decide = proposal => {
        if (chance.below(3) === 0) return { reject: 'no' };
        approved.add(proposal.changes);
        return 'apply';
      };
      const replies = Array.from({ length: 10 }, () =>
        Array.from({ length: 1 + chance.below(5) }, () => anyCall(chance)),
      );
      const review = chance.pick(['each', 'turn'] as const);
      const state = await agent.run(replies, { review });
      assert.ok(state.outcome, `seed ${seed}`);
      for (const changes of agent.files.applied) {
        assert.ok(approved.has(changes), `seed ${seed}: applied without approval`);
        for (const { path } of changes.files) assert.doesNotMatch(path, /^\/|\.\.|\.git\//, `seed ${seed}`);
      }
      assert.equal(
        agent.files.paths().includes('pyproject.toml'),
        false,
        'needs a name, which was never given',
      );
    }
  });
});
