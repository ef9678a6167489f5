import { statSync } from 'node:fs';
import path from 'node:path';
import type { EnvelopeProfile } from '../../core/conversation/envelope.ts';
import { MAX_CYCLES, MAX_TURNS } from '../../core/taskagent/roles.ts';
import { SessionStore } from '../acp/session-store.ts';
import { readApprovals, readPatience, readQa, readReviewPolicy } from '../agent-settings.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { openModelFor } from '../models/load-models.ts';
import { readSpending } from '../models/spending.ts';
import { textOption } from '../option-table.ts';
import { chooseWord, readCount } from '../option-values.ts';
import { type CommandLine, NO_ARGUMENTS, parseCommandLine } from '../options.ts';
import { AGENT_OPTIONS, TEST_TIMEOUT } from '../shared-options.ts';
import { openWorkspaceForWriting } from '../workspace.ts';

const OPTIONS = {
  profile: textOption(
    'calls|thoughts|plan',
    'native tool calls, or JSON objects where there are none; or only the JSON objects of one protocol (default: calls)',
  ),
  delivery: textOption(
    'none|folder|commit|push|pr',
    'how the work is delivered, as of workorder agent (default: none)',
  ),
  ...AGENT_OPTIONS,
  'max-turns': textOption('N', `turns of one prompt (default: ${MAX_TURNS})`),
  ...TEST_TIMEOUT,
};

export const command = defineCommand({
  forms: ['workorder acp --model SPEC'],
  about: [
    'Runs the task agent (workorder agent) for editors that speak the Agent Client Protocol (such as Zed), on standard input and output, in the folder that the editor opens. What it says, its calls and the tasks of TASKS.md are shown there; each change is shown with what its checks came to, and applied after your yes in the editor. workorder history, show and revert know its runs.',
  ],
  options: OPTIONS,
  async run(line, io) {
    readSettings(line);
    // Standard output is the protocol's.
    const quiet: Io = { ...io, isTerminal: false, stdout: io.stderr, ask: async () => undefined };
    const { serveAcp } = await import('../acp/serve-acp.ts');
    await serveAcp(
      (cwd, sessionId, isEarlier) => openSession(line, quiet, cwd, { sessionId, isEarlier }),
      line.signal,
    );
    return EXIT.ok;
  },
});

/** A folder has settings of its own, so the command line is read anew for it. */
async function openSession(
  given: CommandLine,
  io: Io,
  cwd: string,
  { sessionId, isEarlier }: { readonly sessionId: string; readonly isEarlier: boolean },
) {
  if (!path.isAbsolute(cwd) || statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${cwd} is not a folder`);
  const line = await parseCommandLine([...argumentsOf(given), '--root', cwd], io, OPTIONS, NO_ARGUMENTS);
  if (line.text('model') === undefined)
    throw new UsageError(
      'no model is set: start workorder acp with --model openai:MODEL, or set model in workorder.toml',
    );
  const store = new SessionStore(line.root);
  const turns = isEarlier ? store.read(sessionId) : [];
  if (turns === undefined) return undefined;
  const { app } = await openWorkspaceForWriting(line, io, 'session');
  const last = turns.at(-1)?.runId;
  const run = last === undefined ? undefined : await app.taskAgent.state(last);
  const isOver = run === undefined || run.outcome?.kind === 'DONE' || run.outcome?.kind === 'EXECUTED';
  const { modelFor, save } = await openModelFor(line, io);
  const { agentSession } = await import('../acp/agent-session.ts');
  return agentSession({
    sessionId,
    root: line.root,
    taskAgent: app.taskAgent,
    settings: {
      ...readSettings(line),
      ...readQa(line, modelFor),
      mode: 'converse',
      model: modelFor({ role: 'designer' }).model,
      spending: await readSpending(line, io),
      patience: readPatience(line),
    },
    approvals: readApprovals(line),
    store,
    before: { turns, ...(isOver || last === undefined ? {} : { open: last }) },
    save,
  });
}

function readSettings(line: CommandLine) {
  readCount(line, 'test-timeout');
  const profile = chooseWord(line, 'profile', ['calls', 'thoughts', 'plan'] as const) ?? 'calls';
  return {
    profile: `${profile}/1` satisfies EnvelopeProfile,
    review: readReviewPolicy(line),
    delivery: chooseWord(line, 'delivery', ['none', 'folder', 'commit', 'push', 'pr'] as const) ?? 'none',
    maxTurns: readCount(line, 'max-turns') ?? MAX_TURNS,
    maxCycles: MAX_CYCLES,
  } as const;
}

/** The options as they were typed, but the folder and the time, which are of the whole command. */
const argumentsOf = ({ given }: CommandLine): readonly string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (name === 'root' || name === 'timeout') return [];
    if (value === true) return [`--${name}`];
    return [value].flat().map(one => `--${name}=${one}`);
  });
