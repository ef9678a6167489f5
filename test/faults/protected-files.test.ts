import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ChangeGate } from '../../src/core/gate/change-gate.ts';
import { ok } from '../../src/core/kernel/result.ts';
import type { Files } from '../../src/core/ports/files.ts';
import { agentFileTools } from '../../src/core/tools/agent-file-tools.ts';
import { Toolbox } from '../../src/core/tools/toolbox.ts';
import { WorkspaceVerifier } from '../../src/core/verification/workspace-verifier.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { sha256 } from '../../src/node/system.ts';
import { modelThatSays } from '../support/ask-designer.ts';
import { gatedEdits } from '../support/gated-edits.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { runInMemory } from '../support/run-in-memory.ts';
import { MemoryReviewer } from '../unit/taskagent/memory-agent.ts';
import { isFullRun, printTable, tally } from './support/counts.ts';
import {
  AGENT_CALLS,
  EDIT_CALLS,
  exampleOf,
  PROTECTED,
  proposalsFor,
  SPELLINGS,
  type WritingCall,
} from './support/protected-cases.ts';

/**
 * Every protected file × create, overwrite, rename onto, rename away, move into, move out, delete × every
 * spelling × every writing tool, on a real disk where the file really has that name. Whoever decides approves
 * everything and names nothing: not one byte may change.
 */
describe('protected files × verbs × spellings × writing tools', function () {
  this.timeout(600_000);
  const { signal } = new AbortController();
  let place: string;
  before(() => {
    place = fs.mkdtempSync(path.join(os.tmpdir(), 'protected-'));
  });
  after(() => {
    fs.rmSync(place, { recursive: true, force: true });
    printTable();
  });

  /** A workspace that holds the file under each of its spellings, where the disk can hold that name. */
  function workspaceWith(example: string): string {
    const root = fs.mkdtempSync(path.join(place, 'ws-'));
    fs.mkdirSync(path.join(root, 'box'));
    for (const name of ['ordinary.py', 'box/x.py']) fs.writeFileSync(path.join(root, name), 'A\nB\n');
    for (const spell of Object.values(SPELLINGS)) {
      const file = path.join(root, spell(example));
      try {
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, 'one\ntwo\n');
      } catch {
        // This disk has no such name; the tool is asked for it all the same.
      }
    }
    return root;
  }

  const everythingIn = (root: string) =>
    fs
      .readdirSync(root, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => path.join(entry.parentPath, entry.name))
      .map(file => `${file} ${fs.readFileSync(file, 'utf8')}`)
      .sort();

  /** The disk, and which change sets reached it. */
  function watchedDisk(root: string): { readonly files: Files; readonly applied: string[] } {
    const stateDir = `${root}-state`;
    fs.mkdirSync(stateDir, { recursive: true });
    const disk = createDiskFiles({ root, stateDir });
    const applied: string[] = [];
    const files: Files = {
      read: name => disk.read(name),
      list: name => disk.list(name),
      walk: (name, options) => disk.walk(name, options),
      async apply(changes, options) {
        const result = await disk.apply(changes, options);
        if (result.kind === 'applied') applied.push(...changes.files.map(f => f.path));
        return result;
      },
    };
    return { files, applied };
  }

  const USUAL = 48;
  const DOORS = ['edit tools', 'agent tools', 'work orders'];

  /** Tries every case at one door into the workspace; `open` says how many calls it made for this spelling. */
  async function tryAll(
    title: string,
    oneIn: number,
    open: (files: Files, spelled: string, isChosen: (call: number) => boolean) => Promise<number>,
  ) {
    const spellings = Object.entries(SPELLINGS);
    let tried = 0;
    const lost: string[] = [];
    for (const [nth, pattern] of PROTECTED.entries()) {
      // The usual run takes one entry in so many, others at each door.
      if (!isFullRun && (nth + oneIn) % USUAL !== DOORS.indexOf(title)) continue;
      const root = workspaceWith(exampleOf(pattern));
      const before = everythingIn(root);
      const { files, applied } = watchedDisk(root);
      for (const [i, [spelling, spell]] of spellings.entries()) {
        // The usual run takes one call in so many, others for each spelling and entry.
        const isChosen = (call: number) => isFullRun || (nth + i + call) % oneIn === 0;
        tried += await open(files, spell(exampleOf(pattern)), isChosen);
        if (applied.length > 0) lost.push(`${pattern} ${spelling}: ${applied.splice(0).join(', ')}`);
      }
      if (lost.length === 0) assert.deepEqual(everythingIn(root), before, `${pattern} changed`);
      fs.rmSync(root, { recursive: true });
    }
    tally(`protected files × ${title}`, tried, lost.length, `${PROTECTED.length} entries`);
    assert.deepEqual(lost, []);
  }

  const argsOf = (call: WritingCall, spelled: string) => JSON.stringify(call.args(spelled));

  it('the edit tools on their own refuse, and say how it can be done [001-062]', async () => {
    await tryAll('edit tools', 8, async (files, spelled, isChosen) => {
      const toolbox = new Toolbox(gatedEdits(files));
      const calls = EDIT_CALLS.filter((_, i) => isChosen(i));
      for (const call of calls) {
        const outcome = await toolbox.call('test', toolbox.names, call.tool, argsOf(call, spelled), {
          signal,
          reviewer: new MemoryReviewer(),
        });
        const answer = JSON.stringify(outcome);
        assert.match(
          answer,
          /is refused: |configures tools or runs code/,
          `${call.verb} ${call.tool} ${spelled}`,
        );
      }
      return calls.length;
    });
  });

  it('the change gate lets no file tool of an agent through, also under the review policy "auto" [002-007] [003-052]', async () => {
    await tryAll('agent tools', 24, async (files, spelled, isChosen) => {
      const calls = AGENT_CALLS.filter((_, i) => isChosen(i));
      for (const call of calls) {
        const gate = new ChangeGate({
          runId: 'protected',
          files,
          isolated: false,
          workflow: 'task agent',
          verifier: new WorkspaceVerifier({ files, sha256, clock: { now: () => 0 } }),
          sha256,
          reviewer: new MemoryReviewer(),
          review: 'auto',
          journals: new MemoryJournals<never>(),
          record: async () => undefined,
          nextNumber: () => 1,
          signal,
          check: () => ok({ warnings: [] }),
          onApplied: () => undefined,
        });
        const toolbox = new Toolbox(agentFileTools(gate.staging));
        await toolbox.call('test', toolbox.names, call.tool, argsOf(call, spelled), { signal });
        await gate.decideStaged();
      }
      return calls.length;
    });
  });

  it('a work order applies none of it without an approval by name [001-062]', async () => {
    await tryAll('work orders', 64, async (files, spelled, isChosen) => {
      const proposals = proposalsFor(spelled).filter((_, i) => isChosen(i));
      for (const { commands, newFiles } of proposals) {
        const verification = { tool: 'lint_backend', args: { path: '.', check_all: false } };
        const paths = commands.flatMap(({ args }) => [
          args.file_path,
          ...('target_file' in args && args.target_file ? [args.target_file] : []),
        ]);
        const touched_files = [...new Set(paths)];
        const designs = { touched_files, commands, changed_signatures: [], verification };
        const state = await runInMemory(files, {
          order: {
            step_id: 'step',
            step_text: 'Change it.',
            scope_allowlist: ['.'],
            new_files: [...newFiles],
            invariants: [],
            acceptance: { lint: { path: '.', check_all: false } },
          },
          designer: modelThatSays(JSON.stringify(designs), 'whole'),
          qa: modelThatSays(JSON.stringify({ decision: 'APPROVED', commands, verification }), 'whole'),
          reviewer: {
            review: async ({ approvalSha256 }) => ({
              kind: 'apply',
              by: 'someone hasty',
              approvalSha256,
              controlPlaneApproved: [],
            }),
            approveLint: async () => true,
          },
        });
        assert.equal(state.outcome?.kind, 'BLOCKED', JSON.stringify(state.outcome));
      }
      return proposals.length;
    });
  });
});
