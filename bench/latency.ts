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
import { cpuSeconds, exponents, Figures, ratios } from './figures.ts';
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

const figures = new Figures('latency');

await measure(answer(0), true); // loads the client
const ROUNDS = isQuick ? 1 : 3;
for (const [what, faultAt, target] of [
  ['the first command is bad', 0, '≥ 1.5'],
  ['the middle command is bad', Math.floor(COMMANDS / 2), undefined],
  ['the last command is bad', COMMANDS - 1, undefined],
  ['all commands are good', -1, '≥ 0.95'],
] as const) {
  const [early, whole, tokens]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const [asArrives, atEnd] = [await measure(answer(faultAt), true), await measure(answer(faultAt), false)];
    assert.deepEqual(asArrives.state.outcome, atEnd.state.outcome);
    early.push(asArrives.ms / 1000);
    whole.push(atEnd.ms / 1000);
    tokens.push(asArrives.tokens);
  }
  const shown = `an answer of which ${what}`;
  figures.add(`${shown}: judged as it arrives`, early, { byTheClock: true, unit: 's' });
  figures.add(`${shown}: tokens`, tokens);
  figures.add(`${shown}: judged when it is whole ÷ as it arrives`, ratios(whole, early), {
    byTheClock: true,
    unit: '×',
    ...(target && { target }),
  });
}

const LINT_MS = isQuick ? 300 : 1000;
const STEPS = 4;
const models = modelTime(COMMANDS);
const inRounds = async (act: () => Promise<number>): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await act());
  return times;
};
const by = (values: readonly number[], one: number) => values.map(value => value / one);

const inTurn = await inRounds(() => timeOrder(COMMANDS, LINT_MS, 'after QA'));
const beside = await inRounds(() => timeOrder(COMMANDS, LINT_MS, 'beside QA'));
const twoLints = 'a work order with two simulated lints';
figures.add(`${twoLints}: lint after QA ÷ beside QA`, ratios(inTurn, beside), {
  byTheClock: true,
  unit: '×',
});
figures.add(`${twoLints}: lint beside QA ÷ the models alone`, by(beside, models), {
  byTheClock: true,
  unit: '×',
  target: '≤ 1.1',
});

const plans = new Map<number, readonly number[]>();
for (const parallel of [1, 2, STEPS]) {
  plans.set(parallel, await inRounds(() => timePlan(STEPS, COMMANDS, LINT_MS, parallel)));
  if (parallel > 1)
    figures.add(
      `a plan of ${STEPS} steps that cannot meet: one by one ÷ --parallel ${parallel}`,
      ratios(plans.get(1) ?? [], plans.get(parallel) ?? []),
      { byTheClock: true, unit: '×' },
    );
}
// Applies come one after the other: each with its lint.
figures.add(
  `${STEPS} steps at once ÷ one step and ${STEPS} lints`,
  by(plans.get(STEPS) ?? [], models + STEPS * LINT_MS),
  { byTheClock: true, unit: '×', target: '≤ 1.15' },
);
figures.add(
  'steps one by one ÷ what models and lints take',
  by(plans.get(1) ?? [], STEPS * (models + LINT_MS)),
  { byTheClock: true, unit: '×', target: '≤ 1.05' },
);

const watchIn = (text: string, size: number) => (): void => {
  const watch = watchDesigner(order, () => undefined);
  for (let at = 0; at < text.length; at += size) watch.read(text.slice(at, at + size));
};
const [half, thousand] = [answer(-1, 500), answer(-1, 1000)];
const cpu = { whole: [] as number[], pieces: [] as number[], half: [] as number[], letters: [] as number[] };
for (let round = 0; round < 5; round++) {
  cpu.whole.push(await cpuSeconds(() => parseDesignerOutput(thousand)));
  cpu.pieces.push(await cpuSeconds(watchIn(thousand, 16)));
  cpu.half.push(await cpuSeconds(watchIn(half, 1)));
  cpu.letters.push(await cpuSeconds(watchIn(thousand, 1)));
}
figures.add('an answer of 1,000 commands read as it arrives ÷ read whole', ratios(cpu.pieces, cpu.whole), {
  unit: '×',
  target: '≤ 6',
});
figures.add(
  'an answer that arrives letter by letter: growth from half of it',
  exponents(cpu.half, cpu.letters, 2),
  { unit: 'exponent', target: '≤ 1.3' },
);
figures.note(
  `The endpoint gives its first token after ${FIRST_TOKEN_MS} ms and then ${TOKENS_PER_SECOND} a second; ${COMMANDS} commands, ${Math.ceil(answer(-1).length / CHARACTERS_PER_TOKEN)} tokens for each role; linters take ${LINT_MS} ms.`,
);
figures.end();
