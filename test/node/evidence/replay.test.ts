import assert from 'node:assert/strict';
import { computeEvidence } from '../../../src/core/evidence/compute-evidence.ts';
import { CHECKABLE_INVARIANTS } from '../../../src/core/evidence/invariants/invariant-catalog.ts';
import { IndexCache } from '../../../src/core/python/index/index-cache.ts';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { NotDownloaded, readRelease, releasePairs } from '../../support/release-replay/releases.ts';
import { changeSetOf, type Edit } from '../../unit/evidence/evidence-of.ts';

/** `npm run proofs replay` takes all of them, `npm test` the small ones. */
const FULL = process.env['WORKORDER_REPLAY'] === 'full';
const SMALL = ['flask', 'requests'];
const NAMES = [
  'click',
  'flask',
  'jinja2',
  'httpx',
  'werkzeug',
  'requests',
  'urllib3',
  'rich',
  'pytest',
  'networkx',
  'celery',
];
const LEAST = FULL ? 500 : 15;

const PHRASES = CHECKABLE_INVARIANTS.map(({ phrases: [phrase] }) => phrase);

interface Counts {
  proved: number;
  violated: number;
  not_checkable: number;
}

/** Each file that differs between two releases is one change; then all of them together are another. */
function* changesOf(
  before: ReadonlyMap<string, Buffer>,
  after: ReadonlyMap<string, Buffer>,
): Generator<Edit['after']> {
  const changed: Record<string, Buffer | null> = {};
  for (const file of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(file), after.get(file)];
    if (old !== undefined && now !== undefined && old.equals(now)) continue;
    changed[file] = now ?? null;
    yield { [file]: now ?? null };
  }
  yield changed;
}

describe('evidence about real changes: each file between two releases, and the releases', () => {
  const counts = new Map<string, Counts>(
    PHRASES.map(each => [each, { proved: 0, violated: 0, not_checkable: 0 }]),
  );
  let changes = 0;

  for (const { name, from, to } of releasePairs) {
    if (!(FULL ? NAMES : SMALL).includes(name)) continue;
    it(`${name} ${from.version} → ${to.version}: every violation has a witness`, async function () {
      // A release with hundreds of files, beside other work.
      if (FULL) this.timeout(900_000);
      const releases = await Promise.all([readRelease(name, from), readRelease(name, to)]).catch(
        (error: unknown) => {
          if (error instanceof NotDownloaded) return undefined;
          throw error;
        },
      );
      if (releases === undefined) return this.skip();
      const [before, after] = releases;
      const files = Object.fromEntries(before);
      const cache = new IndexCache();
      const workspace = await new WorkspaceIndex(new MemoryFiles(files), { cache }).look();
      for (const change of changesOf(before, after)) {
        changes++;
        const { evidence } = await computeEvidence({
          order: { invariants: [...PHRASES] },
          changedSignatures: [],
          changes: changeSetOf({ before: files, after: change }),
          workspace,
          cache,
        });
        for (const { text, verdict, witnesses = [] } of evidence.invariants) {
          const count = counts.get(text);
          if (count !== undefined && verdict !== 'not_checked') count[verdict]++;
          if (verdict !== 'violated') continue;
          for (const { place, reason, before: old, after: now } of witnesses) {
            assert.ok(
              place.file && place.line > 0 && reason && (old ?? now) !== undefined,
              `${text}: ${reason}`,
            );
            if (process.env['WORKORDER_SHOW']?.split(',').includes(text))
              console.log(
                `        ${text} ${place.file}:${place.line} ${place.side}: ${reason} | ${old ?? ''} => ${now ?? ''}`,
              );
          }
        }
      }
    });
  }

  after(() => {
    console.log(`      ${changes} changes`);
    for (const [phrase, { proved, violated, not_checkable: open }] of counts)
      console.log(`      | \`${phrase}\` | ${proved} | ${violated} | ${open} |`);
    assert.ok(changes === 0 || changes >= LEAST, `only ${changes} changes`);
  });
});
