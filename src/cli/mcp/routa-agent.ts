import path from 'node:path';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import { outsideInstructions } from '../../core/routa/instructions.ts';
import { ROLES } from '../../core/routa/roles.ts';
import type { Routa } from '../../core/routa/routa.ts';
import type { RoutaSettings } from '../../core/routa/run-request.ts';
import type { OpenRouta } from '../../core/routa/run-routa.ts';
import { readApprovals, readPatience, readQa } from '../agent-settings.ts';
import { openRuns } from '../history.ts';
import { type Io, requireOk, UsageError } from '../io.ts';
import { openModelFor } from '../models/load-models.ts';
import { readSpending } from '../models/spending.ts';
import { chooseWord } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { routaLine } from '../print/routa-lines.ts';
import { readSettings, readTasks } from '../routa-session.ts';
import type { Workspace } from '../workspace.ts';
import { clientQuestions } from './ask-client.ts';
import { mcpRoutaReviewer } from './elicit-review.ts';
import type { Serve, Served } from './served.ts';

export interface OutsideAgent {
  readonly serve: Serve;
  /** Aborted when the client is to be left: by Ctrl+C, or because the work of the others broke off. */
  readonly signal: AbortSignal;
  /** Ends the work in this process; the workspace can be resumed. */
  leave(): Promise<void>;
}

/** A ROUTA workspace in which an MCP client plays one agent; the others have models and work meanwhile. */
export async function openOutsideAgent(
  line: CommandLine,
  io: Io,
  { root, app }: Pick<Workspace, 'root' | 'app'>,
): Promise<OutsideAgent> {
  const c = colours(io);
  const leaving = new AbortController();
  const { modelFor, save } = await openModelFor(line, io);
  modelFor({ role: 'ROUTA', tier: 'SMART' });
  modelFor({ role: 'CRAFTER', tier: 'FAST' });
  // Standard input and output are the client's: only its user can be asked, and what happens is on standard error.
  let onConnected: (server: Server) => void = () => undefined;
  const connected = new Promise<Server>(resolve => {
    onConnected = resolve;
  });
  const settings: RoutaSettings = {
    ...readSettings(line),
    spending: await readSpending(line, io),
    patience: readPatience(line),
    signal: AbortSignal.any([line.signal, leaving.signal]),
    modelFor,
    ...readQa(line, modelFor),
    reviewer: mcpRoutaReviewer(clientQuestions(connected), readApprovals(line)),
    onEvent: event => {
      const text = routaLine(event, c);
      if (text !== undefined) io.stderr(`${text}\n`);
    },
  };
  const name = line.text('agent') ?? 'outside';
  const open = await openWorkspace(line, io, settings, app.routa, path.basename(root), name);
  const { workspace, team } = open;
  const found = outsideAgentOf(workspace, name);
  if (!found) throw new UsageError(`workspace ${workspace.id} has no outside agent ${name}`);
  const agent = found;

  const working = open.work(true);
  const broken = new AbortController();
  // `leave` ends it; until then no one may be kept waiting for agents that are gone.
  working.catch(() => broken.abort());
  const calls = new Semaphore();
  return {
    signal: AbortSignal.any([line.signal, broken.signal]),
    serve: connecting => {
      void connecting.then(onConnected);
      return serveAgent();
    },
    async leave() {
      leaving.abort();
      try {
        await working;
      } finally {
        await save();
      }
      io.stderr(`workorder routa --status ${workspace.id} shows the state of the workspace.\n`);
    },
  };

  function serveAgent(): Served {
    return {
      tools: () => team.toolsFor(agent.id),
      instructions: outsideInstructions(agent, workspace.name),
      runs: async () => openRuns(line),
      call: (tool, args, { signal, caller }) =>
        calls.run(async () => {
          const { result, notes, arrived } = await team.call(agent.id, tool, args, signal, caller);
          const more = [...notes, ...(arrived === undefined ? [] : [arrived])];
          return { response: result.response, isError: result.status !== 'ok', more };
        }, signal),
    };
  }
}

const outsideAgentOf = ({ agents }: OpenRouta['workspace'], name: string) =>
  [...agents.values()].find(a => a.external && (a.id === name || a.name === name));

async function openWorkspace(
  line: CommandLine,
  io: Io,
  settings: RoutaSettings,
  routa: Routa,
  workspaceId: string,
  name: string,
): Promise<OpenRouta> {
  const runId = line.text('resume');
  if (runId !== undefined) {
    // Before a line is written: nothing of a wrong name may get into the journal.
    const earlier = await routa.state(runId);
    if (earlier && !outsideAgentOf(earlier, name))
      throw new UsageError(`workspace ${runId} has no outside agent ${name}`);
    return requireOk(await routa.resume(settings, { runId }));
  }
  const role = chooseWord(line, 'role', ROLES) ?? 'CRAFTER';
  const tasks = await readTasks(line, io);
  const goal = line.text('goal') ?? (tasks.length > 0 ? 'Carry out the tasks.' : undefined);
  if (goal === undefined) throw new UsageError('no goal is given: say what to reach with --goal TEXT');
  if (role === 'ROUTA' && tasks.length === 0)
    throw new UsageError('--role ROUTA needs its tasks: give them with --tasks FILE');
  return routa.start(settings, { workspaceId, goal, tasks, outside: { role, name } });
}
