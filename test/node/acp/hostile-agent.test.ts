import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { OutsideClient, OutsideSession, OutsideUpdate } from '../../../src/core/ports/agent-on-copy.ts';
import { createAgentOnCopy } from '../../../src/node/acp/agent-on-copy.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { openSandbox } from '../../../src/node/sandbox/open-sandbox.ts';
import { createScratch } from '../../../src/node/scratch/create-scratch.ts';
import { eventually } from '../../support/eventually.ts';

const AGENT = path.resolve(import.meta.dirname, '../../support/acp/hostile-agent.ts');
const NEVER = new AbortController().signal;

describe('an agent that does not keep to the protocol', () => {
  let root: string;
  let open: OutsideSession | undefined;
  let updates: OutsideUpdate[] = [];
  beforeEach(() => {
    updates = [];
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-hostile-')));
    fs.writeFileSync(path.join(root, 'a.txt'), 'one\n');
  });
  afterEach(async () => {
    await open?.close();
    open = undefined;
    fs.rmSync(root, { recursive: true, force: true });
  });

  /** One turn in which it does this. */
  async function turn(deed: readonly string[], client: Partial<OutsideClient> = {}) {
    await open?.close();
    const opened = await createAgentOnCopy({
      root,
      cwd: root,
      command: [process.execPath, AGENT, ...deed],
      environment: {},
      network: false,
      writable: [],
      seconds: 50,
      limits: { bytes: 1024 ** 3, processes: 512 },
      processes: createProcesses(),
      scratch: createScratch(root),
      sandbox: openSandbox(root),
    }).open({ onUpdate: update => updates.push(update), permit: async () => true, ...client }, NEVER);
    assert.ok(opened.ok, opened.ok ? '' : opened.error);
    open = opened.value;
    return open.prompt('go', NEVER);
  }
  const said = () => updates.flatMap(update => (update.kind === 'said' ? update.text : [])).join('');
  const calls = () => updates.flatMap(update => (update.kind === 'acted' ? update : []));

  it('ends its turn once, and what it answers without a question is printed nowhere', async () => {
    const printed: unknown[] = [];
    const original = console.error;
    console.error = (...words: unknown[]) => void printed.push(words);
    try {
      const ended = await turn(['answer twice']);
      assert.ok(ended.ok && ended.value.stop === 'end_turn', JSON.stringify(ended));
      await open?.close();
    } finally {
      console.error = original;
    }
    assert.deepEqual(printed, []);
  });

  it('is not given the time that comparing two long texts takes', async () => {
    const ended = await turn(['long diff']);
    assert.ok(ended.ok, JSON.stringify(ended));
    assert.match(calls()[0]?.output ?? '', /a\.txt: its diff is too long to be shown$/);
  });

  it('has calls with titles and files of bounded length', async () => {
    const ended = await turn(['giant calls']);
    assert.ok(ended.ok, JSON.stringify(ended));
    const [first] = calls();
    assert.deepEqual([first?.call.title.length, first?.call.paths.length], [1000, 100]);
  });

  it('asks nobody when its turn is over, and what it asked then is answered with nothing', async () => {
    const asked: string[] = [];
    const never = new Promise<boolean>(() => undefined);
    const permit: OutsideClient['permit'] = request => {
      asked.push(request.call.title);
      return never;
    };
    const ended = await turn(['asks after its turn'], { permit });
    assert.ok(ended.ok, JSON.stringify(ended));
    await eventually(() => /answers 2, refused 0/.test(said()), 'both to be answered');
    assert.ok(!asked.includes('question 2'), asked.join());
  });

  it('gets files one after the other, and no more terminals than a person has a use for', async () => {
    assert.ok((await turn(['many files'])).ok);
    const [, refused = 0] = /refused (\d+)/.exec(said()) ?? [];
    assert.ok(Number(refused) > 0 && Number(refused) < 80, said());
    await open?.close();
    updates = [];
    assert.ok((await turn(['many terminals'])).ok);
    assert.match(said(), /answers 60, refused 28/);
  });

  it('gives variables to its commands and not to the sandbox that holds them', async () => {
    const ended = await turn(['variables', 'LD_PRELOAD=/no/such.so']);
    assert.ok(ended.ok, JSON.stringify(ended));
    const text = ended.value.changes.files.map(({ after }) => new TextDecoder().decode(after)).join('');
    assert.equal(text, '[/no/such.so]\n');
    await open?.close();
    const refused = await turn(['variables', '--help=x']);
    assert.match(JSON.stringify(refused.ok) + said(), /true.*answers 1, refused 1/);
  });

  it('is stopped when a message of it has no end', async () => {
    const ended = await turn(['endless message']);
    assert.match(
      ended.ok ? 'no error' : ended.error,
      /was stopped: it sent a message of more than 8388608 bytes/,
    );
  });

  it('is stopped when it sends more than can be read', async () => {
    const ended = await turn(['floods']);
    assert.match(ended.ok ? 'no error' : ended.error, /was stopped: it sends more than can be read/);
  });
});
