import path from 'node:path';
import { MODEL_CALLS, TURNS_PER_ASSIGNMENT, TURNS_PER_WORKSPACE } from '../../core/routa/roles.ts';
import type { Routa } from '../../core/routa/routa.ts';
import type { RoutaSettings } from '../../core/routa/run-request.ts';
import type { OpenRouta } from '../../core/routa/run-routa.ts';
import { KEY_HELP } from '../api-key.ts';
import { printRuns } from '../history.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { openModelFor } from '../models.ts';
import { type CommandLine, parseCommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import {
  exitCodeOfRouta,
  routaJson,
  routaLine,
  routaOutcomeText,
  workspaceText,
} from '../print/routa-lines.ts';
import { readQa, readSettings, readTasks, SESSION_OPTIONS, terminalRoutaReviewer } from '../routa-session.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { revertRun } from './revert.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder routa --goal TEXT --model SPEC

Lets a team of models work towards a goal: ROUTA plans and delegates, CRAFTERs implement, GATEs verify. You approve the
plan and each change.

  --goal TEXT                   what to reach
  --tasks FILE                  tasks you wrote down as @@@task blocks; they need no approval
  --review each|turn|auto       who approves changes: you per call, you per turn, the policy (default: turn)
  --outside-scope ask|refuse    a write outside its task's scope (default: ask; with --yes: refuse)
  --yes                         approve the plan, and apply what passes every check
  --approve-control-plane PATH  approve this configuration file by name (repeatable)
  --model-calls N               model calls at the same time (default: ${MODEL_CALLS})
  --max-turns N                 replies of one agent for one task (default: ${TURNS_PER_ASSIGNMENT})
  --max-workspace-turns N       replies of all agents until the workspace rests and can be resumed
                                (default: ${TURNS_PER_WORKSPACE})
  --budget LIMIT                stop before more is spent: 200000 or 200k tokens, 0.50 USD
  --prices FILE                 what the models cost
  --model SPEC                  openai:MODEL or replay:PATH
  --smart-model SPEC            for ROUTA and GATE (default: --model)
  --fast-model SPEC             for CRAFTERs (default: --model)
  --qa                          a QA model looks at each change before you are asked
  --qa-model SPEC               with another model than --model (turns --qa on)
  --base-url URL                OpenAI-compatible endpoint (or WORKORDER_BASE_URL; the key in WORKORDER_API_KEY)
${KEY_HELP}
  --record PATH                 write the models' replies to a file
  --status RUN                  agents, tasks and state

workorder resume continues it; workorder history, show and revert know its runs.
Exit codes: 0 done, 1 failed, 2 needs you, 3 wrong usage, 130 cancelled.

${COMMON_HELP}`;

const OPTIONS = {
  ...SESSION_OPTIONS,
  goal: { type: 'string' },
  tasks: { type: 'string' },
  resume: { type: 'string' },
  message: { type: 'string' },
  unblock: { type: 'string', multiple: true },
  status: { type: 'string' },
  revert: { type: 'string' },
  list: { type: 'boolean' },
} as const;

export async function routaCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, OPTIONS, { min: 0, max: 0 });
  const { root, app } = await openWorkspaceForWriting(line, io);
  const { routa } = app;
  const [status, revert] = [line.text('status'), line.text('revert')];
  if (status !== undefined) return statusCommand(line, io, routa, status);
  if (revert !== undefined) return revertRun(routa, { runId: revert }, line, io);
  if (line.flag('list')) {
    printRuns(await routa.list(), line, io);
    return EXIT.ok;
  }
  return workCommand(line, io, routa, path.basename(root));
}

async function workCommand(line: CommandLine, io: Io, routa: Routa, name: string): Promise<number> {
  const c = colours(io);
  const write = line.json ? io.stderr : io.stdout;
  const { modelFor, save } = openModelFor(line, io, USAGE);
  // A missing model is wrong usage before anything begins.
  modelFor({ role: 'ROUTA', tier: 'SMART' });
  modelFor({ role: 'CRAFTER', tier: 'FAST' });
  const settings: RoutaSettings = {
    ...(await readSettings(line, io, USAGE)),
    modelFor,
    ...readQa(line, modelFor),
    reviewer: terminalRoutaReviewer(line, io, c, write),
    onEvent: event => {
      if (line.json) io.stdout(`${JSON.stringify(event)}\n`);
      const text = routaLine(event, c);
      if (text !== undefined) write(`${text}\n`);
    },
  };
  try {
    const { workspace, work } = await open(line, io, routa, settings, name);
    const outcome = await work();
    write(routaOutcomeText(workspace, outcome, line, c));
    if (line.json) io.stdout(`${routaJson(workspace)}\n`);
    return exitCodeOfRouta(outcome);
  } finally {
    await save();
  }
}

async function open(
  line: CommandLine,
  io: Io,
  routa: Routa,
  settings: RoutaSettings,
  workspaceId: string,
): Promise<OpenRouta> {
  const [runId, message] = [line.text('resume'), line.text('message')];
  if (runId !== undefined) {
    const words = message === undefined ? {} : { message };
    const resumed = await routa.resume(settings, { runId, unblock: line.list('unblock'), ...words });
    if (!resumed.ok) throw new UsageError(resumed.error, USAGE);
    return resumed.value;
  }
  const tasks = await readTasks(line, io, USAGE);
  const goal = line.text('goal') ?? (tasks.length > 0 ? 'Carry out the tasks.' : undefined);
  if (goal === undefined || goal.trim() === '')
    throw new UsageError('no goal is given: say what to reach with --goal TEXT', USAGE);
  return routa.start(settings, { workspaceId, goal, tasks });
}

async function statusCommand(line: CommandLine, io: Io, routa: Routa, runId: string): Promise<number> {
  const workspace = await routa.state(runId);
  if (!workspace) throw new UsageError(`there is no ROUTA workspace ${runId}`, USAGE);
  io.stdout(line.json ? `${routaJson(workspace)}\n` : workspaceText(workspace, colours(io)));
  return EXIT.ok;
}
