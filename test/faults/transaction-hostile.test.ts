import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFs } from '../../src/node/files/fs-port.ts';
import { hostIdentity } from '../../src/node/files/host-identity.ts';
import { sha256Hex } from '../../src/node/files/packed-file.ts';
import { encodeRecord } from '../../src/node/files/record-file.ts';
import { recover } from '../../src/node/files/recover.ts';
import type { Recovered } from '../../src/node/files/recovery-report.ts';
import type { TransactionRecord } from '../../src/node/files/transaction-record.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../node/files/temporary-workspace.ts';
import { printTable, sample, seedOf, tally } from './support/counts.ts';
import { seeded } from './support/random.ts';

const ID = '0123456789abcdef';
const BEFORE = Buffer.from('before\n');
const AFTER = Buffer.from('after\n');

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const SEED = seedOf(20261126);

describe('a record that somebody else wrote [TX-12]', function () {
  this.timeout(10 * 60_000);
  after(() => printTable(SEED));

  let workspace: TemporaryWorkspace;
  let outside: string;
  beforeEach(() => {
    workspace = temporaryWorkspace({ 'a.py': AFTER, 'pkg/b.py': 'bystander\n', '.git/config': AFTER });
    outside = join(workspace.root, '..', 'outside');
    mkdirSync(outside);
    mkdirSync(workspace.stateDir);
    writeFileSync(join(outside, 'secret'), AFTER);
    writeFileSync(join(outside, `.work-order-${ID}-0.old`), 'looks like a temporary file');
  });
  afterEach(() => workspace.dispose());

  const recordPath = (state = 'journal') => join(workspace.stateDir, `transaction-${ID}.${state}`);
  const outsideFiles = () => readdirSync(outside).map(name => readFileSync(join(outside, name), 'utf8'));

  /** A record under which `a.py` would be restored to `before`. */
  function honest(): TransactionRecord {
    const { uid = 0, gid = 0 } = nodeFs.lstat(workspace.at('a.py')) ?? {};
    return {
      id: ID,
      runId: 'run',
      root: workspace.root,
      boot: hostIdentity().self.boot,
      startedAt: Date.now(),
      entries: [
        {
          path: 'a.py',
          target: 'a.py',
          writer: 'rename',
          before: {
            bytes: BEFORE,
            sha256: sha256Hex(BEFORE),
            mode: 0o644,
            uid,
            gid,
            identity: '1:1',
            modifiedNs: '0',
          },
          after: { bytes: AFTER, sha256: sha256Hex(AFTER) },
        },
      ],
      folders: [],
    };
  }

  /** The record with its manifest changed and a checksum that fits again. */
  function forged(change: (manifest: Record<string, Json>) => Json): Buffer {
    const file = encodeRecord(honest());
    const lineEnd = file.indexOf('\n');
    const header: { magic: string; manifest: number } = JSON.parse(file.toString('utf8', 0, lineEnd));
    const body = file.subarray(lineEnd + 1);
    const blobs = body.subarray(header.manifest);
    const manifest = Buffer.from(
      JSON.stringify(change(JSON.parse(body.toString('utf8', 0, header.manifest)))),
    );
    const changed = Buffer.concat([manifest, blobs]);
    const line = JSON.stringify({
      magic: header.magic,
      manifest: manifest.length,
      blobs: blobs.length,
      sha256: sha256Hex(changed),
    });
    return Buffer.concat([Buffer.from(`${line}\n`), changed]);
  }

  const withEntry = (change: Readonly<Record<string, Json>>) =>
    forged(manifest => {
      const [entry] = manifest['entries'] as readonly Record<string, Json>[];
      return { ...manifest, entries: [{ ...entry, ...change }] };
    });

  async function recoverOne(): Promise<Recovered | undefined> {
    const report = await recover({ root: workspace.root, stateDir: workspace.stateDir, waitMs: 0 });
    assert.ok(report.kind === 'done', JSON.stringify(report));
    return report.recovered[0];
  }

  async function checkRefused(file: Buffer, state = 'journal'): Promise<string> {
    writeFileSync(recordPath(state), file);
    const before = [workspace.snapshot(), outsideFiles()];
    const recovered = await recoverOne();
    assert.equal(recovered?.kind, 'refused', JSON.stringify(recovered));
    assert.deepEqual([workspace.snapshot(), outsideFiles()], before);
    assert.ok(workspace.stateFiles().includes(`transaction-${ID}.${state}`), 'the record is kept');
    return recovered?.kind === 'refused' ? recovered.reason : '';
  }

  it('is used when it is honest', async () => {
    writeFileSync(recordPath(), encodeRecord(honest()));
    assert.deepEqual(await recoverOne(), { kind: 'rolled_back', runId: 'run', restored: ['a.py'] });
    assert.equal(workspace.text('a.py'), 'before\n');
  });

  it('is refused when any one byte of it was changed', async () => {
    const file = encodeRecord(honest());
    let lost = 0;
    for (let at = 0; at < file.length; at++) {
      const bytes = Buffer.from(file);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(recordPath(), bytes);
      const recovered = await recoverOne();
      if (recovered?.kind !== 'refused' || workspace.text('a.py') !== 'after\n') lost++;
    }
    tally('a record with one changed byte', file.length, lost);
    assert.equal(lost, 0);
  });

  it('is refused when it was cut off anywhere', async () => {
    const file = encodeRecord(honest());
    let lost = 0;
    for (let length = 0; length < file.length; length++) {
      writeFileSync(recordPath(), file.subarray(0, length));
      const recovered = await recoverOne();
      if (recovered?.kind !== 'refused' || workspace.text('a.py') !== 'after\n') lost++;
    }
    tally('a record that was cut off', file.length, lost);
    assert.equal(lost, 0);
  });

  const badTargets = [
    '../outside/secret',
    'pkg/../../outside/secret',
    '/etc/passwd',
    '.git/config',
    '.GIT/config',
    'pkg/.git/hooks/pre-commit',
    './a.py',
    'pkg//b.py',
    'a.py/',
    '',
    '.',
    'a\0.py',
    'C:/a.py',
    '\\\\host\\share',
    '.git /config',
    '.g\u200bit/config',
  ];
  for (const target of badTargets) {
    for (const state of ['journal', 'committed']) {
      it(`is refused with the target ${JSON.stringify(target)} (${state})`, async () => {
        await checkRefused(withEntry({ target }), state);
      });
    }
  }

  it('is refused when a folder on the way is a link, in or out of the workspace', async () => {
    symlinkSync(outside, workspace.at('out'));
    symlinkSync('pkg', workspace.at('in'));
    assert.match(await checkRefused(withEntry({ target: 'out/secret' })), /not a folder/);
    assert.match(await checkRefused(withEntry({ target: 'in/b.py' })), /not a folder/);
    assert.match(await checkRefused(forged(m => ({ ...m, folders: ['out/x'] }))), /not a folder/);
  });

  it('touches nothing when the file itself became a link', async () => {
    rmSync(workspace.at('a.py'));
    symlinkSync(join(outside, 'secret'), workspace.at('a.py'));
    writeFileSync(recordPath(), encodeRecord(honest()));
    assert.equal((await recoverOne())?.kind, 'needs_you');
    assert.equal(readFileSync(join(outside, 'secret'), 'utf8'), 'after\n');
  });

  const entryForgeries: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
    'another hash before': { before: { sha256: 'a'.repeat(64) } },
    'no versions at all': { before: null, after: null },
    'a blob outside the file': { before: { bytes: [0, 1_000_000_000] } },
    'a negative blob': { before: { bytes: [-1, 3] } },
    'a prefix longer than the file': {
      after: { sha256: 'a'.repeat(64), prefix: 1e9, suffix: 0, middle: [0, 0] },
    },
    'a fraction as a mode': { before: { mode: 0.5 } },
    'a mode beyond permissions': { before: { mode: 0o100644 } },
    'an unknown writer': { writer: 'shell' },
    'a list as a path': { path: ['a.py'] },
  };
  for (const [what, change] of Object.entries(entryForgeries)) {
    it(`is refused with ${what}`, async () => {
      const file = forged(manifest => {
        const [entry] = manifest['entries'] as readonly Record<string, Json>[];
        const merged = Object.fromEntries(
          Object.entries({ ...entry, ...change }).map(([name, value]) => {
            const old = entry?.[name];
            const isMerge = isObject(old) && isObject(value);
            return [name, isMerge ? { ...old, ...value } : value];
          }),
        );
        return { ...manifest, entries: [merged] };
      });
      await checkRefused(file);
    });
  }

  const manifestForgeries: Readonly<Record<string, (manifest: Record<string, Json>) => Json>> = {
    'another root': m => ({ ...m, root: '/' }),
    'another id': m => ({ ...m, id: 'fedcba9876543210' }),
    'an id that is a path': m => ({ ...m, id: '../../../../tmp/x' }),
    'the same target twice': m => ({
      ...m,
      entries: [...(m['entries'] as readonly Json[]), ...(m['entries'] as readonly Json[])],
    }),
    'a folder outside': m => ({ ...m, folders: ['../outside'] }),
    'no entries': ({ entries: _, ...m }) => m,
    'a list instead of an object': () => [],
    null: () => null,
    'a time that is no number': m => ({ ...m, startedAt: '1' }),
  };
  for (const [what, change] of Object.entries(manifestForgeries)) {
    it(`is refused with ${what}`, async () => {
      await checkRefused(forged(change));
    });
  }

  it('is refused when it is no file but a link, a folder or a pipe', async () => {
    const elsewhere = join(outside, 'record');
    writeFileSync(elsewhere, encodeRecord(honest()));
    const make: readonly (() => void)[] = [
      () => symlinkSync(elsewhere, recordPath()),
      () => mkdirSync(recordPath()),
      () => execFileSync('mkfifo', [recordPath()]),
    ];
    for (const act of make) {
      act();
      assert.equal((await recoverOne())?.kind, 'refused');
      assert.equal(workspace.text('a.py'), 'after\n');
      rmSync(recordPath(), { recursive: true });
    }
  });

  it('never reaches outside, whatever values a forger mixes', async () => {
    const random = seeded(SEED);
    const values: readonly Json[] = [
      null,
      true,
      -1,
      0,
      1,
      2 ** 31,
      1e308,
      '',
      '..',
      '../outside/secret',
      '/',
      'a.py',
      'pkg/b.py',
      '.git/config',
      'pkg',
      'a'.repeat(64),
      'f'.repeat(16),
      [],
      {},
      [0, 7],
      [7, 0],
      ['a.py'],
      { sha256: 'a'.repeat(64) },
    ];
    /** Replaces one random value anywhere in the JSON. */
    const mutate = (value: Json): Json => {
      if (random.chance(0.25) || typeof value !== 'object' || value === null) return random.pick(values);
      if (isList(value)) {
        const at = random.int(value.length + 1);
        return [...value.slice(0, at), mutate(value[at] ?? null), ...value.slice(at + 1)];
      }
      const names = Object.keys(value);
      if (names.length === 0) return random.pick(values);
      const name = random.pick(names);
      return { ...value, [name]: mutate(value[name] ?? null) };
    };
    const wanted = sample(1_500, 20_000);
    const canary = outsideFiles();
    let lost = 0;
    const kinds = new Map<string, number>();
    for (let i = 0; i < wanted; i++) {
      writeFileSync(
        recordPath(random.pick(['journal', 'committed'])),
        forged(m => mutate(random.chance(0.5) ? mutate(m) : m)),
      );
      const recovered = await recoverOne();
      kinds.set(recovered?.kind ?? 'none', (kinds.get(recovered?.kind ?? 'none') ?? 0) + 1);
      const untouched =
        JSON.stringify(outsideFiles()) === JSON.stringify(canary) &&
        workspace.text('pkg/b.py') === 'bystander\n' &&
        workspace.text('.git/config') === 'after\n' &&
        ['after\n', 'before\n'].includes(workspace.text('a.py') ?? '');
      if (!untouched) lost++;
      workspace.write('a.py', AFTER);
      for (const name of readdirSync(workspace.stateDir))
        rmSync(join(workspace.stateDir, name), { recursive: true });
    }
    const note = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
    tally('a forged record with a right checksum', wanted, lost, note);
    assert.equal(lost, 0);
  });
});

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
