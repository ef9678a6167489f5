import path from 'node:path';
import type { RoutaEvent } from '../../core/routa/events.ts';
import type { Routa } from '../../core/routa/routa.ts';
import type { RoutaSettings } from '../../core/routa/run-request.ts';
import type { OpenRouta } from '../../core/routa/run-routa.ts';
import { routaRows } from '../../core/routa/work-rows.ts';
import { defineCommand } from '../command.ts';
import { printRuns } from '../history.ts';
import { EXIT, type Io, requireOk, UsageError } from '../io.ts';
import { OLD_FLAG, OLD_TEXT, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { PLAYER_OPTIONS, readPlayers } from '../players.ts';
import { colours } from '../print/colours.ts';
import { routaJson, routaLine, routaOutcomeText, workspaceText } from '../print/routa-lines.ts';
import { workTable } from '../print/work-table.ts';
import { readSettings, readTasks, SESSION_OPTIONS, terminalRoutaReviewer } from '../routa-session.ts';
import { AGENT_EXIT_CODES, RESUME_WORDS } from '../shared-options.ts';
import { workOnTerminal } from '../work-on-terminal.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { revertRun } from './revert.ts';

export const command = defineCommand({
  forms: ['workorder routa --goal TEXT --model SPEC'],
  about: [
    'Lets a team of models work towards a goal: ROUTA plans and delegates, CRAFTERs implement, GATEs verify. You approve the plan and each change. workorder resume continues it; workorder history, show and revert know its runs.',
  ],
  options: {
    ...SESSION_OPTIONS,
    ...PLAYER_OPTIONS,
    status: textOption('RUN', 'agents, tasks and how far they are'),
    ...RESUME_WORDS,
    unblock: { ...OLD_TEXT, multiple: true },
    revert: OLD_TEXT,
    list: OLD_FLAG,
  },
  notes: [AGENT_EXIT_CODES],
  async run(line, io) {
    const { root, app } = await openWorkspaceForWriting(line, io, 'session');
    const { routa } = app;
    const [status, revert] = [line.text('status'), line.text('revert')];
    if (status !== undefined) return statusCommand(line, io, routa, status);
    if (revert !== undefined) return revertRun(routa, { runId: revert }, line, io);
    if (line.flag('list')) {
      printRuns(await routa.list(), line, io);
      return EXIT.ok;
    }
    const settings = readSettings(line);
    const asked = await readAsked(line, io, path.basename(root));
    const playing = await readPlayers(line, io);
    if (playing === undefined) return EXIT.blocked;
    return workCommand(line, io, routa, asked, { ...settings, ...playing });
  },
});

function workCommand(
  line: CommandLine,
  io: Io,
  routa: Routa,
  asked: Asked,
  given: ReturnType<typeof readSettings> & Pick<RoutaSettings, 'players'>,
): Promise<number> {
  return workOnTerminal<RoutaEvent>(line, io, routaLine, async ({ modelFor, c, approvals, common }) => {
    // A missing model is wrong usage before anything begins.
    modelFor({ role: 'ROUTA', tier: 'SMART' });
    modelFor({ role: 'CRAFTER', tier: 'FAST' });
    const reviewer = terminalRoutaReviewer(io, c, approvals);
    const settings: RoutaSettings = { ...given, ...common, modelFor, reviewer, inTurn: isRecorded(line) };
    const { workspace, work } = await open(routa, settings, asked);
    const outcome = await work();
    const text = `${workTable(routaRows(workspace), c)}${routaOutcomeText(workspace, outcome, line, c)}`;
    return { outcome, text, json: () => routaJson(workspace) };
  });
}

/** What is recorded can be played again when nothing of it depends on who was faster. */
const isRecorded = (line: CommandLine): boolean =>
  line.text('record') !== undefined ||
  ['model', 'smart-model', 'fast-model'].some(name => line.text(name)?.startsWith('replay:') === true);

/** A workspace to continue, or a new one. */
type Asked =
  | { readonly resume: Parameters<Routa['resume']>[1] }
  | { readonly start: Parameters<Routa['start']>[1] };

/** What the command line asks for; without a goal that is wrong use, before any model is looked at. */
async function readAsked(line: CommandLine, io: Io, workspaceId: string): Promise<Asked> {
  const [runId, message] = [line.text('resume'), line.text('message')];
  if (runId !== undefined) {
    const words = message === undefined ? {} : { message };
    return { resume: { runId, unblock: line.list('unblock'), ...words } };
  }
  const tasks = await readTasks(line, io);
  const goal = line.text('goal') ?? (tasks.length > 0 ? 'Carry out the tasks.' : undefined);
  if (goal === undefined || goal.trim() === '')
    throw new UsageError('no goal is given: say what to reach with --goal TEXT');
  return { start: { workspaceId, goal, tasks } };
}

const open = async (routa: Routa, settings: RoutaSettings, asked: Asked): Promise<OpenRouta> =>
  'resume' in asked
    ? requireOk(await routa.resume(settings, asked.resume))
    : routa.start(settings, asked.start);

async function statusCommand(line: CommandLine, io: Io, routa: Routa, runId: string): Promise<number> {
  const workspace = await routa.state(runId);
  if (!workspace)
    throw new UsageError(`there is no ROUTA workspace ${runId}; workorder history --kind routa lists them`);
  io.stdout(line.json ? `${routaJson(workspace)}\n` : workspaceText(workspace, colours(io)));
  return EXIT.ok;
}
