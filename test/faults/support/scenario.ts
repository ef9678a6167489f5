import type { ChangeSet } from '../../../src/core/changes/change-set.ts';
import { type BeforeAfter, changeSet } from '../../contract/changes.ts';
import type { Random } from './random.ts';

/** A workspace and a change of it, small but with everything a transaction can meet. */
export interface Scenario {
  /** Content of every file by path, before and after; bystanders are in both. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  readonly after: ReadonlyMap<string, Uint8Array>;
  readonly changes: ChangeSet;
}

const PATHS = ['a.py', 'b.py', 'pkg/c.py', 'pkg/d.py', 'new/e.py', 'new/deep/f.py', 'g.py'] as const;

export function randomScenario(random: Random): Scenario {
  const before = new Map<string, Uint8Array>([
    ['bystander.py', Buffer.from('not touched\n')],
    ['pkg/bystander.py', Buffer.from('not touched either\n')],
  ]);
  const after = new Map(before);
  const changes: Record<string, BeforeAfter> = {};
  const count = 1 + random.int(4);
  while (Object.keys(changes).length < count) {
    const path = random.pick(PATHS);
    if (path in changes) continue;
    const isNewFolder = path.startsWith('new/');
    const kind = isNewFolder ? 'create' : random.pick(['edit', 'edit', 'edit', 'create', 'delete'] as const);
    const old = kind === 'create' ? undefined : randomText(random, path);
    const next = kind === 'delete' ? undefined : editOf(random, old, path);
    if (old) before.set(path, old);
    if (next) after.set(path, next);
    changes[path] = [old, next];
  }
  return { before, after, changes: changeSet(changes) };
}

function randomText(random: Random, path: string): Uint8Array {
  const lines = random.pick([0, 1, 3, 30, 60]);
  return Buffer.from(
    Array.from({ length: lines }, (_, i) => `${path} line ${i} ${random.int(1000)}\n`).join(''),
  );
}

function editOf(random: Random, old: Uint8Array | undefined, path: string): Uint8Array {
  const text = old ?? new Uint8Array();
  const insert = Buffer.from(`${path} new ${random.int(1000)}\n`.repeat(random.pick([1, 2, 40])));
  if (old && random.chance(0.1)) return old.length > 0 ? new Uint8Array() : insert;
  if (!old && random.chance(0.2)) return new Uint8Array();
  const at = random.int(text.length + 1);
  return Buffer.concat([text.subarray(0, at), insert, text.subarray(at)]);
}

/** Which of the two versions the workspace shows; a sentence about the first difference when it is neither. */
export function whichVersion(
  scenario: Scenario,
  found: ReadonlyMap<string, Uint8Array>,
): 'before' | 'after' | { readonly mixed: string } {
  const toBefore = firstDifference(scenario.before, found);
  if (toBefore === undefined) return 'before';
  const toAfter = firstDifference(scenario.after, found);
  if (toAfter === undefined) return 'after';
  return { mixed: `not before: ${toBefore}; not after: ${toAfter}` };
}

function firstDifference(
  expected: ReadonlyMap<string, Uint8Array>,
  found: ReadonlyMap<string, Uint8Array>,
): string | undefined {
  for (const path of found.keys()) if (!expected.has(path)) return `${path} should not be there`;
  for (const [path, bytes] of expected) {
    const now = found.get(path);
    if (!now) return `${path} is missing`;
    if (Buffer.compare(now, bytes) !== 0)
      return `${path} has other content (${now.length} of ${bytes.length} bytes)`;
  }
  return undefined;
}
