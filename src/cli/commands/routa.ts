import path from 'node:path';
import type { Routa } from '../../core/routa/routa.ts';
import type { RoutaSettings } from '../../core/routa/run-request.ts';
import type { OpenRouta } from '../../core/routa/run-routa.ts';
import { readQa } from '../agent-settings.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { printRuns } from '../history.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { openModelFor } from '../models.ts';
import { OLD_FLAG, OLD_TEXT, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { routaJson, routaLine, routaOutcomeText, workspaceText } from '../print/routa-lines.ts';
import { openRunOutput } from '../print/run-output.ts';
import { readSettings, readTasks, SESSION_OPTIONS, terminalRoutaReviewer } from '../routa-session.ts';
import { AGENT_EXIT_CODES, RESUME_WORDS } from '../shared-options.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { revertRun } from './revert.ts';

const OPTIONS = {
  ...SESSION_OPTIONS,
  status: textOption('RUN', 'agents, tasks and how far they are'),
  ...RESUME_WORDS,
  unblock: { ...OLD_TEXT, multiple: true },
  revert: OLD_TEXT,
  list: OLD_FLAG,
} as const;

export const command = defineCommand({
  forms: ['workorder routa --goal TEXT --model SPEC'],
  about: [
    'Lets a team of models work towards a goal: ROUTA plans and delegates, CRAFTERs implement, GATEs verify. You approve the plan and each change. workorder resume continues it; workorder history, show and revert know its runs.',
  ],
  options: OPTIONS,
  notes: [AGENT_EXIT_CODES],
  run,
});

async function run(line: CommandLine, io: Io): Promise<number> {
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
  const output = openRunOutput(line, io, routaLine);
  const { modelFor, save } = await openModelFor(line, io);
  // A missing model is wrong usage before anything begins.
  modelFor({ role: 'ROUTA', tier: 'SMART' });
  modelFor({ role: 'CRAFTER', tier: 'FAST' });
  const settings: RoutaSettings = {
    ...(await readSettings(line, io)),
    modelFor,
    ...readQa(line, modelFor),
    reviewer: terminalRoutaReviewer(line, io, output.c, output.write),
    onEvent: output.onEvent,
  };
  try {
    const { workspace, work } = await open(line, io, routa, settings, name);
    const outcome = await work();
    output.end(routaOutcomeText(workspace, outcome, line, output.c), () => routaJson(workspace));
    return exitCodeOf(outcome);
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
    if (!resumed.ok) throw new UsageError(resumed.error);
    return resumed.value;
  }
  const tasks = await readTasks(line, io);
  const goal = line.text('goal') ?? (tasks.length > 0 ? 'Carry out the tasks.' : undefined);
  if (goal === undefined || goal.trim() === '')
    throw new UsageError('no goal is given: say what to reach with --goal TEXT');
  return routa.start(settings, { workspaceId, goal, tasks });
}

async function statusCommand(line: CommandLine, io: Io, routa: Routa, runId: string): Promise<number> {
  const workspace = await routa.state(runId);
  if (!workspace) throw new UsageError(`there is no ROUTA workspace ${runId}`);
  io.stdout(line.json ? `${routaJson(workspace)}\n` : workspaceText(workspace, colours(io)));
  return EXIT.ok;
}
