import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Result } from '../../../src/core/kernel/result.ts';
import type {
  OutsideClient,
  OutsideSession,
  OutsideTurn,
  OutsideUpdate,
} from '../../../src/core/ports/agent-on-copy.ts';
import { createAgentOnCopy } from '../../../src/node/acp/agent-on-copy.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { openSandbox } from '../../../src/node/sandbox/open-sandbox.ts';
import { createScratch } from '../../../src/node/scratch/create-scratch.ts';
import type { Step } from '../../support/acp/scripted-agent.ts';

const AGENT = path.resolve(import.meta.dirname, '../../support/acp/scripted-agent.ts');
const NEVER = new AbortController().signal;

/** A scripted agent in a process of its own, on a copy, in the sandbox of the machine and without it. */
for (const place of ['in the sandbox of the machine', 'without a sandbox'] as const)
  describe(`an agent that speaks the Agent Client Protocol, ${place}`, () => {
    let root: string;
    let open: OutsideSession | undefined;
    before(async function () {
      const { kind } = await openSandbox(os.tmpdir()).state();
      if (place === 'in the sandbox of the machine' && kind === 'none') this.skip();
    });
    beforeEach(() => {
      root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-acp-')));
      fs.writeFileSync(path.join(root, 'a.txt'), 'one\n');
      fs.writeFileSync(path.join(root, 'b.txt'), 'two\n');
    });
    afterEach(async () => {
      await open?.close();
      open = undefined;
      fs.rmSync(root, { recursive: true, force: true });
    });

    const start = (
      turns: readonly (readonly Step[])[],
      client: Partial<OutsideClient> = {},
      more: { readonly command?: readonly string[]; readonly seconds?: number } = {},
    ): Promise<Result<OutsideSession>> => {
      const command = more.command ?? [process.execPath, AGENT, JSON.stringify(turns)];
      const none = { kind: 'none', reason: 'a test' } as const;
      return createAgentOnCopy({
        root,
        cwd: root,
        command,
        environment: {},
        network: false,
        writable: [],
        seconds: more.seconds ?? 50,
        limits: { bytes: 1024 ** 3, processes: 512 },
        processes: createProcesses(),
        scratch: createScratch(root),
        sandbox:
          place === 'without a sandbox'
            ? { state: async () => none, wrap: async request => request }
            : openSandbox(root),
      })
        .open({ onUpdate: () => undefined, permit: async () => true, ...client }, NEVER)
        .then(opened => {
          if (opened.ok) open = opened.value;
          return opened;
        });
    };
    const session = async (...given: Parameters<typeof start>): Promise<OutsideSession> => {
      const opened = await start(...given);
      assert.ok(opened.ok, opened.ok ? '' : opened.error);
      return opened.value;
    };
    const contents = (turn: Result<OutsideTurn>): Readonly<Record<string, string | undefined>> => {
      assert.ok(turn.ok, turn.ok ? '' : turn.error);
      const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
      return Object.fromEntries(turn.value.changes.files.map(file => [file.path, text(file.after)]));
    };

    it('says what the sandbox hid from an agent that ends at once', async function () {
      const state = await openSandbox(os.tmpdir()).state();
      const hides = place !== 'without a sandbox' && state.kind === 'ready' && state.mounts;
      if (!hides || !os.tmpdir().startsWith('/tmp')) this.skip();
      const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-acp-agent-')));
      try {
        const agent = path.join(folder, 'agent.mjs');
        fs.writeFileSync(agent, "import './beside.mjs';\n");
        fs.writeFileSync(path.join(folder, 'beside.mjs'), '');
        const opened = await start([], {}, { command: [process.execPath, agent] });
        assert.match(
          opened.ok ? '' : opened.error,
          new RegExp(
            `ended with exit code 1: .*\\(it saw ${agent} and nothing beside: the sandbox hides /tmp`,
          ),
        );
      } finally {
        fs.rmSync(folder, { recursive: true, force: true });
      }
    });

    it('edits its copy, by itself and through us, and the change of the turn has both; the workspace stays', async () => {
      const updates: OutsideUpdate[] = [];
      const { prompt, agent } = await session(
        [
          [
            { say: 'Now I work.' },
            { plan: ['first'] },
            { edit: 'a.txt', from: 'one', to: 'ONE' },
            { write: 'new/c.txt', text: 'three\n' },
            { read: 'new/c.txt' },
            { ask: 'rm b.txt' },
            { run: 'cat b.txt && exit 3' },
          ],
        ],
        { onUpdate: update => updates.push(update) },
      ).then(opened => ({ prompt: opened.prompt.bind(opened), agent: opened.agent }));
      assert.equal(agent, 'scripted 1.0');
      assert.deepEqual(contents(await prompt('go', NEVER)), { 'a.txt': 'ONE\n', 'new/c.txt': 'three\n' });
      assert.equal(fs.readFileSync(path.join(root, 'a.txt'), 'utf8'), 'one\n');
      const said = updates.flatMap(update => (update.kind === 'said' ? update.text : '')).join('');
      assert.equal(said, 'Now I work.three\n[once]two (3)');
      assert.ok(updates.some(update => update.kind === 'planned' && update.entries[0]?.text === 'first'));
      assert.deepEqual(
        updates.flatMap(one => (one.kind === 'acted' && one.status === 'completed' ? one.call.paths : [])),
        ['a.txt', 'new/c.txt', 'new/c.txt'],
      );
    });

    it('is served no file outside of its copy, not through a link either', async () => {
      const updates: OutsideUpdate[] = [];
      const outside = path.join(path.dirname(root), `${path.basename(root)}-outside.txt`);
      fs.symlinkSync(outside, path.join(root, 'link'));
      const opened = await session(
        [
          [
            { write: outside, text: 'x' },
            { write: '../x', text: 'x' },
            { write: 'link', text: 'x' },
            { read: '/etc/passwd' },
            { read: 'missing.txt' },
          ],
        ],
        { onUpdate: update => updates.push(update) },
      );
      const turn = await opened.prompt('go', NEVER);
      assert.deepEqual(contents(turn), {});
      assert.equal(fs.existsSync(outside), false);
      const failed = updates.flatMap(one =>
        one.kind === 'acted' && one.status === 'failed' ? one.output : [],
      );
      assert.match(failed.join('\n'), /is not in the workspace.*is not in the workspace/s);
      assert.match(failed.at(-1) ?? '', /not found/i);
    });

    it('takes into its copy what changed in the workspace between two turns', async () => {
      const opened = await session([
        [{ edit: 'a.txt', from: 'one', to: 'mine' }],
        [{ read: 'a.txt' }, { read: 'b.txt' }],
      ]);
      assert.deepEqual(contents(await opened.prompt('go', NEVER)), { 'a.txt': 'mine\n' });
      fs.writeFileSync(path.join(root, 'b.txt'), 'theirs\n');
      assert.deepEqual(await opened.refresh(NEVER), []);
      fs.writeFileSync(path.join(root, 'a.txt'), 'yours\n');
      assert.deepEqual(await opened.refresh(NEVER), [
        'a.txt changed in the workspace meanwhile: your version of it was replaced by that.',
      ]);
      assert.deepEqual(contents(await opened.prompt('go on', NEVER)), {});
    });

    it('is told to stop when the turn is cancelled, and answers that it did', async () => {
      const stop = new AbortController();
      const opened = await session([[{ say: 'I wait.' }, { hang: true }]], { onUpdate: () => stop.abort() });
      const turn = await opened.prompt('go', stop.signal);
      assert.equal(turn.ok && turn.value.stop, 'cancelled');
    });

    it('says why nothing more can be asked: it ended, or takes too long', async () => {
      const gone = await (await session([[{ exit: 7 }]])).prompt('go', NEVER);
      assert.match(gone.ok ? '' : gone.error, /the agent ended with exit code 7: the agent gives up/);
      await open?.close();
      const slow = await session([[{ hang: true }]], {}, { seconds: 1 });
      const late = await slow.prompt('go', NEVER);
      assert.match(late.ok ? '' : late.error, /a turn took longer than 1 s/);
      assert.deepEqual(await slow.prompt('again', NEVER), late);
    });

    it('says what is to be done when it wants a person to sign in, or does not speak the protocol', async () => {
      const locked = await start([], {}, { command: [process.execPath, AGENT, '[]', '--wants-key'] });
      assert.match(
        locked.ok ? '' : locked.error,
        /wants you to sign in \(A key in SCRIPTED_KEY\): .*--env NAME/,
      );
      const other = await start([], {}, { command: ['echo', 'hello'] });
      assert.match(
        other.ok ? '' : other.error,
        /ended with exit code 0.*has to speak the Agent Client Protocol/,
      );
      const missing = await start([], {}, { command: ['no-such-agent'] });
      assert.equal(
        missing.ok ? '' : missing.error,
        'no-such-agent was not found on PATH; install it, or write the path of its file',
      );
    });
  });
