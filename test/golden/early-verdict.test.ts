import assert from 'node:assert/strict';
import type { RunState } from '../../src/core/workorder/state.ts';
import { isFullRun } from '../faults/support/counts.ts';
import { seeded } from '../faults/support/random.ts';
import { checkReply } from '../support/ask-designer.ts';
import { exampleReplies, type RecordedReply, recordedReplies } from '../support/recorded-replies.ts';
import { COMMAND_FAULTS, mutateText } from '../support/reply-mutations.ts';

type Json = Readonly<Record<string, unknown>>;

const wasStopped = (state: RunState): boolean => state.stages.some(stage => stage.stoppedEarly);

/** The outcome of a reply that is read as it arrives, held against the one of the whole reply. */
async function compare(reply: RecordedReply, text: string, pieces: number) {
  const files = reply.files();
  const early = await checkReply(reply.order, files, text, pieces);
  const complete = await checkReply(reply.order, files, text, 'whole');
  assert.equal(files.applied.length, 0);
  return { early, complete };
}

/** Stopped early or not, a reply ends in the same way. */
async function checkSameVerdict(
  reply: RecordedReply,
  text: string,
  pieces: number,
): Promise<'early' | 'complete'> {
  const { early, complete } = await compare(reply, text, pieces);
  if (!wasStopped(early)) {
    assert.deepEqual(early.outcome, complete.outcome, text);
    return 'complete';
  }
  const [one, other] = [early.outcome, complete.outcome];
  assert.ok(one?.kind === 'BLOCKED' && other?.kind === 'BLOCKED', text);
  assert.deepEqual([one.by, other.by], ['validator', 'validator'], text);
  return 'early';
}

describe('a reply that is judged while it arrives', () => {
  const designers = recordedReplies().filter(({ role }) => role === 'designer');

  it('ends as the whole reply does, for every recorded reply, cut at every character', async () => {
    assert.ok(designers.length > 80);
    for (const reply of designers) {
      const { early, complete } = await compare(reply, reply.text, 1);
      assert.deepEqual(early.outcome, complete.outcome, reply.name);
    }
  });

  it('names exactly the reasons of the whole reply when one command has a fault, for every kind of it', async () => {
    let stopped = 0;
    for (const reply of exampleReplies().filter(({ role }) => role === 'designer')) {
      const { complete: unchanged } = await compare(reply, reply.text, 7);
      if (unchanged.outcome?.kind !== 'CHECKED') continue; // it has a fault of its own
      const output = JSON.parse(reply.text) as Json & { readonly commands: readonly Json[] };
      for (const { name, change } of COMMAND_FAULTS) {
        for (const index of new Set([
          0,
          Math.floor(output.commands.length / 2),
          output.commands.length - 1,
        ])) {
          const commands = output.commands.map((command, i) => (i === index ? change(command) : command));
          const touched = new Set(commands.flatMap(pathsOf));
          const text = JSON.stringify({ ...output, commands, touched_files: [...touched] });
          const { early, complete } = await compare(reply, text, 7);
          assert.deepEqual(early.outcome, complete.outcome, `${reply.name}, command ${index}: ${name}`);
          if (wasStopped(early)) stopped++;
        }
      }
    }
    assert.ok(stopped > 250, `only ${stopped} were stopped early`);
  });

  it('is blocked early only when the whole reply would be, for random faults anywhere in the text', async function () {
    this.timeout(isFullRun ? 1_800_000 : 60_000);
    const random = seeded(5);
    const count = { early: 0, complete: 0 };
    for (let round = 0; round < (isFullRun ? 20_000 : 1500); round++) {
      const reply = random.pick(designers);
      count[await checkSameVerdict(reply, mutateText(random, reply.text), 1 + random.int(64))]++;
    }
    assert.ok(count.early > 100 && count.complete > 100, JSON.stringify(count));
  });
});

/** As the Designer would list them: every string that stands where a path does. */
function pathsOf(command: unknown): string[] {
  const args = (command as { args?: { file_path?: unknown; target_file?: unknown } } | null)?.args;
  return [args?.file_path, args?.target_file].filter(path => typeof path === 'string');
}
