import { refusal, replyOf, type Texts } from '../../core/eval/edits.ts';
import { type SeededReply, seedFaults } from '../../core/eval/seeded-faults.ts';
import { APPROVE } from '../../core/eval/tally.ts';
import { lintPath, type Task } from '../../core/eval/task.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import type { DesignerOutput } from '../../generated/contracts.ts';

/** Models of our own, whose replies are known to be right or wrong. */
export const PLAYERS = ['oracle', 'empty', 'wrong'] as const;
export type Player = (typeof PLAYERS)[number];

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, estimated: false } as const;

const says = (label: string, text: () => string): Model => ({
  label,
  ask: async () => ({ kind: 'answer', text: text(), usage: NO_TOKENS, model: label }),
});

/** A Designer that gives this text, and QA that approves what any Designer said last. */
export const sayer = (label: string, text: string): Model => says(label, () => text);

export function approveAll(designer: Model): { readonly designer: Model; readonly qa: Model } {
  let last = '';
  return {
    designer: {
      ...designer,
      ask: async request => {
        const reply = await designer.ask(request);
        if (reply.kind === 'answer') last = reply.text;
        return reply;
      },
    },
    qa: says(APPROVE, () => {
      const { commands, verification } = JSON.parse(last) as DesignerOutput;
      return JSON.stringify({ decision: 'APPROVED', commands, verification });
    }),
  };
}

/** A reply without commands. */
export const emptyReply = (task: Task): string =>
  JSON.stringify({
    touched_files: [],
    commands: [],
    changed_signatures: [],
    verification: {
      tool: 'lint_backend',
      args: { path: lintPath(task.release, task.definition), check_all: false },
    },
  });

/** The right reply to an order, by the files as they are before it. */
export function oracleReply(task: Task, index: number, texts: Texts): Result<string> {
  const part = task.orders[index];
  if (!part?.oracle) return ok(refusal(task.definition.blocked ?? 'the step cannot be done'));
  const reply = rightOutput(task, index, texts);
  return reply.ok ? ok(JSON.stringify(reply.value)) : reply;
}

function rightOutput(task: Task, index: number, texts: Texts): Result<DesignerOutput> {
  const { oracle = task.definition.tempting ?? [], order } = task.orders[index] ?? { order: undefined };
  const withNew = new Map([...(order?.new_files ?? []).map(file => [file, ''] as const), ...texts]);
  const reply = replyOf(oracle, withNew, lintPath(task.release, task.definition));
  return reply.ok ? reply : fail(`${task.name}: its oracle does not apply: ${reply.error}`);
}

/**
 * The wrong replies to the first order of a task: those written by hand, and one for each fault that its right reply can
 * have. Where BLOCKED is right, every reply with commands is wrong.
 */
export function wrongReplies(task: Task, texts: Texts): Result<readonly SeededReply[]> {
  const right = rightOutput(task, 0, texts);
  if (!right.ok) return right;
  const { definition, release, orders } = task;
  const { new_files: newFiles = [], scope_allowlist: scope = [] } = orders[0]?.order ?? {};
  const withNew = new Map([...newFiles.map(file => [file, ''] as const), ...texts]);
  const path = lintPath(release, definition);
  const byHand: SeededReply[] = [];
  for (const { name, edits } of definition.wrong ?? []) {
    const reply = replyOf(edits, withNew, path);
    if (!reply.ok) return fail(`${task.name}: its wrong reply ${name} does not apply: ${reply.error}`);
    byHand.push({ name, output: reply.value });
  }
  const seeded = seedFaults({ task, right: right.value, texts: withNew, scope, lintPath: path });
  const equal = new Set(definition.equal ?? []);
  const unknown = [...equal].find(name => !seeded.some(seed => seed.name === name));
  if (unknown !== undefined)
    return fail(`${task.name}: "equal" names ${unknown}, and there is no such fault`);
  const tempting = task.expects === 'blocked' ? [{ name: 'tempting', output: right.value }] : [];
  return ok([...tempting, ...byHand, ...seeded.filter(({ name }) => !equal.has(name))]);
}
