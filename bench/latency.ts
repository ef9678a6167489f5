// How long a work order takes with a model that writes as fast as real ones do: node bench/latency.ts [--quick].
// An endpoint on this machine waits before its first token and then sends them at a steady rate. Every comparison runs
// both ways: commands judged as they arrive or when the answer is whole; linters beside QA or after it; steps of a plan
// one by one or at the same time. Exits with 1 when a target is missed.
import assert from 'node:assert/strict';
import process from 'node:process';
import type { Model } from '../src/core/ports/model.ts';
import { parseDesignerOutput } from '../src/core/workorder/parse-designer.ts';
import type { RunState } from '../src/core/workorder/state.ts';
import { watchDesigner } from '../src/core/workorder/watch-designer.ts';
import type { WorkOrder } from '../src/generated/contracts.ts';
import { createOpenAiModel } from '../src/node/model/openai-model.ts';
import { checkDesigner } from '../test/support/ask-designer.ts';
import { MemoryFiles } from '../test/support/memory-files.ts';
import { type ModelServer, startModelServer } from '../test/support/model-server.ts';
import { modelTime, timeOrder, timePlan } from './latency-schedule.ts';
import { CHARACTERS_PER_TOKEN, FIRST_TOKEN_MS, TOKENS_PER_SECOND, writeSlowly } from './latency-server.ts';

const isQuick = process.argv.includes('--quick');
const COMMANDS = isQuick ? 10 : 30;

const order: WorkOrder = {
  step_id: 'phase-1.step-1',
  step_text: 'Rename the values.',
  scope_allowlist: ['pkg/'],
  invariants: [],
  acceptance: { lint: { path: 'pkg', check_all: false } },
};
const workspace = () =>
  new MemoryFiles({
    'pkg/a.py': Array.from({ length: COMMANDS }, (_, i) => `value_${i}_ = ${i}\n`).join(''),
  });

const command = (i: number, tool = 'atomic_replace') => ({
  tool,
  args: {
    file_path: 'pkg/a.py',
    replacements: [
      { old_string: `value_${i}_ = ${i}\n`, new_string: `amount_${i}_ = ${i}  # ${'x'.repeat(90)}\n` },
    ],
  },
  reason: 'Say what the value is.',
});
const answer = (faultAt: number, commands = COMMANDS): string =>
  JSON.stringify({
    touched_files: ['pkg/a.py'],
    commands: Array.from({ length: commands }, (_, i) =>
      command(i, i === faultAt ? 'write_file' : undefined),
    ),
    changed_signatures: [],
    verification: { tool: 'lint_backend', args: { path: 'pkg', check_all: false } },
  });

/** The same model, whose answer is read only when it is whole. */
const unwatched = (model: Model): Model => ({
  ...model,
  ask: ({ onText: _, onTextDiscarded: __, ...request }) => model.ask(request),
});

interface Measured {
  readonly ms: number;
  readonly tokens: number;
  readonly state: RunState;
}

async function measure(text: string, watched: boolean): Promise<Measured> {
  const told = { sent: 0 };
  const server: ModelServer = await startModelServer(writeSlowly(() => text, told));
  try {
    const model = createOpenAiModel({ baseUrl: server.baseUrl, model: 'm' });
    assert.ok(model.ok);
    const start = performance.now();
    const state = await checkDesigner(order, workspace(), watched ? model.value : unwatched(model.value));
    return { ms: performance.now() - start, tokens: Math.ceil(told.sent / CHARACTERS_PER_TOKEN), state };
  } finally {
    await server.close();
  }
}

let missed = 0;
function judge(what: string, value: number, isMet: boolean, target: string): void {
  if (!isMet) missed++;
  console.log(`  ${isMet ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (target ${target})`);
}

console.log(
  `${COMMANDS} commands, ${Math.ceil(answer(-1).length / CHARACTERS_PER_TOKEN)} tokens at ${TOKENS_PER_SECOND}/s, the first after ${FIRST_TOKEN_MS} ms\n`,
);
console.log('  the fault is in      as they arrive          only when whole         times faster');
await measure(answer(0), true); // loads the client
const speedUps = new Map<string, number>();
for (const [what, faultAt] of [
  ['the first command', 0],
  ['the middle command', Math.floor(COMMANDS / 2)],
  ['the last command', COMMANDS - 1],
  ['no command', -1],
] as const) {
  const early = await measure(answer(faultAt), true);
  const whole = await measure(answer(faultAt), false);
  assert.deepEqual(early.state.outcome, whole.state.outcome);
  const times = whole.ms / early.ms;
  speedUps.set(what, times);
  const cell = ({ ms, tokens }: Measured) => `${(ms / 1000).toFixed(2)} s, ${tokens} tokens`.padEnd(24);
  console.log(`  ${what.padEnd(21)}${cell(early)}${cell(whole)}${times.toFixed(2)}`);
}

console.log('');
judge(
  'a bad first command, times faster',
  speedUps.get('the first command') ?? 0,
  (speedUps.get('the first command') ?? 0) >= 1.5,
  '>= 1.5',
);
judge(
  'a good answer, times as long',
  1 / (speedUps.get('no command') ?? 0),
  (speedUps.get('no command') ?? 0) > 0.95,
  '< 1.05',
);

const LINT_MS = isQuick ? 300 : 1000;
const STEPS = 4;
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const models = modelTime(COMMANDS);
console.log(`\n  models alone, Designer and QA: ${seconds(models)}; a lint: ${seconds(LINT_MS)}`);

console.log('\n  a work order with two simulated lints, of which new problems are told');
const inTurn = await timeOrder(COMMANDS, LINT_MS, 'after QA');
const beside = await timeOrder(COMMANDS, LINT_MS, 'beside QA');
console.log(`    lint after QA        ${seconds(inTurn)}`);
console.log(`    lint beside QA       ${seconds(beside)}, ${(inTurn / beside).toFixed(2)} times faster`);

console.log(`\n  a plan of ${STEPS} steps that cannot meet, each with a lint after its apply`);
const plans = new Map<number, number>();
for (const parallel of [1, 2, STEPS]) {
  const ms = await timePlan(STEPS, COMMANDS, LINT_MS, parallel);
  plans.set(parallel, ms);
  console.log(
    `    --parallel ${parallel}         ${seconds(ms)}, ${((plans.get(1) ?? ms) / ms).toFixed(2)} times faster`,
  );
}
console.log('');
judge('lint beside QA, times as long as the models alone', beside / models, beside / models < 1.1, '< 1.10');
// Applies come one after the other: each with its lint.
const all = (plans.get(STEPS) ?? 0) / (models + STEPS * LINT_MS);
judge(`${STEPS} steps at once, times one step and ${STEPS} applies`, all, all < 1.15, '< 1.15');
const one = (plans.get(1) ?? 0) / (STEPS * (models + LINT_MS));
judge('steps one by one, times what models and lints take', one, one < 1.05, '< 1.05');

/** Milliseconds of CPU, the least of five. */
function cpu(work: () => void): number {
  const costs = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...costs);
}

const watchIn = (text: string, size: number) => (): void => {
  const watch = watchDesigner(order, () => undefined);
  for (let at = 0; at < text.length; at += size) watch.read(text.slice(at, at + size));
};
const thousand = answer(-1, 1000);
const half = answer(-1, 500);
const inOne = cpu(() => void parseDesignerOutput(thousand));
const asPieces = cpu(watchIn(thousand, 16));
console.log(
  `\n  1,000 commands, ${Math.round(thousand.length / 1000)} KB: read whole in ${inOne.toFixed(1)} ms, while arriving in ${asPieces.toFixed(1)} ms of CPU`,
);
const growth = cpu(watchIn(thousand, 1)) / cpu(watchIn(half, 1));
judge('twice the answer in pieces of one character costs times', growth, growth < 3, '< 3');
judge(
  'reading while it arrives costs, as times reading it whole',
  asPieces / inOne,
  asPieces / inOne < 6,
  '< 6',
);
process.exitCode = missed > 0 ? 1 : 0;
