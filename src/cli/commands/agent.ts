import type { EnvelopeProfile } from '../../core/conversation/envelope.ts';
import type { DeliveryPolicy } from '../../core/taskagent/events.ts';
import { MAX_CYCLES, MAX_TURNS } from '../../core/taskagent/roles.ts';
import type { AgentRequest, Assignment } from '../../core/taskagent/run-request.ts';
import type { AgentState } from '../../core/taskagent/state.ts';
import type { TaskAgent } from '../../core/taskagent/task-agent.ts';
import { readReviewPolicy } from '../agent-settings.ts';
import { defineCommand } from '../command.ts';
import { printRuns } from '../history.ts';
import { EXIT, type Io, requireOk, UsageError } from '../io.ts';
import { OLD_FLAG, OLD_TEXT, textOption } from '../option-table.ts';
import { chooseWord, readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { agentLine, agentOutcomeJson, agentOutcomeText } from '../print/agent-lines.ts';
import { workTable } from '../print/work-table.ts';
import { terminalAgentReviewer } from '../review/agent-reviewer.ts';
import { AGENT_EXIT_CODES, AGENT_OPTIONS, RESUME_WORDS, TEST_TIMEOUT } from '../shared-options.ts';
import { workOnTerminal } from '../work-on-terminal.ts';
import { workRowsOfRun } from '../work-rows.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { revertRun } from './revert.ts';

export const command = defineCommand({
  forms: ['workorder agent --task TEXT|NUMBER --model SPEC'],
  about: [
    'Lets a model work on a task by calling tools. Each change is shown and applied after your yes. workorder resume continues it; workorder history, show and revert know its runs.',
  ],
  options: {
    task: textOption('TEXT|NUMBER', 'what to do, or a task of TASKS.md by its number'),
    mode: textOption(
      'single|converse|continuous',
      'one plan; turns until it finishes; cycles on fresh checkouts (default: converse)',
    ),
    profile: textOption(
      'calls|thoughts|plan',
      'native tool calls, or JSON objects where there are none; or only the JSON objects of one protocol (default: calls)',
    ),
    delivery: textOption(
      'none|folder|commit|push|pr',
      'none: it stays in the folder; folder: commits there, on a branch that is checked out; commit: on a branch of its own, made in a git checkout beside the folder; push; pr: a pull request (default: folder, commit with --mode continuous, none without git)',
    ),
    ...AGENT_OPTIONS,
    'max-turns': textOption('N', `turns of one cycle (default: ${MAX_TURNS})`),
    cycles: textOption('N', `cycles (default: ${MAX_CYCLES})`),
    ...TEST_TIMEOUT,
    ...RESUME_WORDS,
    answer: OLD_TEXT,
    revert: OLD_TEXT,
    turn: OLD_TEXT,
    transcript: OLD_TEXT,
    list: OLD_FLAG,
  },
  notes: [AGENT_EXIT_CODES],
  async run(line, io) {
    const [revert, transcript] = [line.text('revert'), line.text('transcript')];
    if (revert === undefined && transcript === undefined && !line.flag('list')) return workCommand(line, io);
    // What all kinds of runs have now as commands of their own.
    const { taskAgent } = (await openWorkspaceForWriting(line, io, 'session')).app;
    if (revert !== undefined) {
      const turn = readCount(line, 'turn');
      return revertRun(
        taskAgent,
        { runId: revert, ...(turn === undefined ? {} : { part: { turn } }) },
        line,
        io,
      );
    }
    if (transcript === undefined) printRuns(await taskAgent.list(), line, io);
    else {
      const document = await taskAgent.transcript(transcript);
      if (document === undefined) throw new UsageError(`there is no agent run ${transcript}`);
      io.stdout(document);
    }
    return EXIT.ok;
  },
});

/** Starts a run or resumes one. */
async function workCommand(line: CommandLine, io: Io): Promise<number> {
  const settings = readSettings(line);
  readCount(line, 'test-timeout');
  if (line.text('model') === undefined)
    throw new UsageError(
      'no model is set: give --model openai:MODEL or --model replay:FILE, or set model in workorder.toml',
    );
  const { taskAgent } = (await openWorkspaceForWriting(line, io, 'session')).app;
  const isNew = line.text('resume') === undefined;
  const assignment = isNew ? await assign(line, taskAgent, settings.mode) : undefined;
  return workOnTerminal(line, io, agentLine, async ({ modelFor, c, approvals, common }) => {
    const state = await start(line, taskAgent, assignment, {
      ...settings,
      ...common,
      model: modelFor({ role: 'designer' }).model,
      delivery: settings.delivery ?? (await defaultDelivery(taskAgent, settings.mode)),
      reviewer: terminalAgentReviewer(io, c, approvals),
    });
    const { outcome } = state;
    const rows = await workRowsOfRun(line, state.runId);
    const text = `${workTable(rows, c)}${agentOutcomeText(state, line, c)}`;
    return { outcome, text, json: () => agentOutcomeJson(state, rows) };
  });
}

async function start(
  line: CommandLine,
  taskAgent: TaskAgent,
  assignment: Assignment | undefined,
  request: Omit<AgentRequest, 'assignment'>,
): Promise<AgentState> {
  if (assignment !== undefined) return taskAgent.run({ ...request, assignment });
  const [runId = '', answer] = [line.text('resume'), line.text('answer') ?? line.text('message')];
  const { delivery: _default, ...rest } = request;
  const delivery = readSettings(line).delivery;
  return requireOk(
    await taskAgent.resume({
      ...rest,
      runId,
      ...(delivery === undefined ? {} : { delivery }),
      ...(answer === undefined ? {} : { answer }),
    }),
  );
}

async function defaultDelivery(taskAgent: TaskAgent, mode: AgentRequest['mode']): Promise<DeliveryPolicy> {
  if (!(await taskAgent.canCommit())) return 'none';
  return mode === 'continuous' ? 'commit' : 'folder';
}

type Settings = Pick<AgentRequest, 'mode' | 'profile' | 'review' | 'maxTurns' | 'maxCycles'> & {
  readonly delivery: DeliveryPolicy | undefined;
};

function readSettings(line: CommandLine): Settings {
  const profile = chooseWord(line, 'profile', ['calls', 'thoughts', 'plan'] as const) ?? 'calls';
  const mode = chooseWord(line, 'mode', ['single', 'converse', 'continuous'] as const) ?? 'converse';
  const delivery = chooseWord(line, 'delivery', ['none', 'folder', 'commit', 'push', 'pr'] as const);
  if (mode === 'continuous' && (delivery === 'none' || delivery === 'folder'))
    throw new UsageError(
      '--mode continuous works in checkouts beside the folder: give --delivery commit, push or pr',
    );
  return {
    mode,
    profile: `${profile}/1` satisfies EnvelopeProfile,
    review: readReviewPolicy(line),
    delivery,
    maxTurns: readCount(line, 'max-turns') ?? MAX_TURNS,
    maxCycles: readCount(line, 'cycles') ?? MAX_CYCLES,
  };
}

/** The words or the number of `--task`; in continuous mode the agent may choose. */
async function assign(
  line: CommandLine,
  taskAgent: TaskAgent,
  mode: AgentRequest['mode'],
): Promise<Assignment> {
  const text = line.text('task');
  if (text === undefined || text.trim() === '') {
    if (mode === 'continuous')
      return { text: 'Take up the next eligible task of TASKS.md.', taskId: undefined };
    throw new UsageError('no task is given: say what to do with --task TEXT');
  }
  return requireOk(await taskAgent.assign(text));
}
