import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { lazyAgent } from '../core/ports/agent-on-copy.ts';
import { PLAYED_ROLES, type Player, type Players } from '../core/routa/player.ts';
import { KNOWN_AGENTS, type KnownAgent } from '../core/wrap/known-agents.ts';
import { createProcesses } from '../node/processes.ts';
import { openSandbox } from '../node/sandbox/open-sandbox.ts';
import { createScratch } from '../node/scratch/create-scratch.ts';
import { findProgram } from '../node/wrap/find-program.ts';
import type { ProgramOptions } from '../node/wrap/placed-program.ts';
import { permitOnTerminal } from './acp/prompt-agent.ts';
import { type Io, UsageError } from './io.ts';
import { flagOption, listOption } from './option-table.ts';
import type { CommandLine } from './options.ts';
import { agreesWithout, PROGRAM_OPTIONS, readProgram } from './program-options.ts';

const NAMES = KNOWN_AGENTS.map(({ command: [program] }) => program);
const FORM = 'acp:NAME|["PROGRAM", "ARGUMENT"]';

/** Agents of other makers as members of a team. What they may do beyond their copy is said here and nowhere else. */
export const PLAYER_OPTIONS = {
  crafter: listOption(
    FORM,
    `an agent of another maker plays the CRAFTERs, on a copy: acp:${NAMES.join(', acp:')} or a command`,
  ),
  gate: listOption(FORM, 'the same for the GATEs'),
  'ask-permissions': flagOption('ask you whatever such an agent asks, also what its sandbox makes harmless'),
  ...PROGRAM_OPTIONS,
} as const;

interface Command {
  readonly words: readonly [string, ...string[]];
  /** What the person need not say of an agent that is known. */
  readonly known?: KnownAgent;
}

/**
 * The agents of other makers that `--crafter` and `--gate` name; none without them. `undefined`: there is no sandbox,
 * and the person does not want that.
 */
export async function readPlayers(
  line: CommandLine,
  io: Io,
): Promise<{ readonly players?: Players } | undefined> {
  const named = PLAYED_ROLES.flatMap(role =>
    line.list(role.toLowerCase()).map(text => ({ role, name: text, command: readCommand(text, role) })),
  );
  const twice = named.find(
    (one, at) => named.findIndex(o => o.role === one.role && o.name === one.name) < at,
  );
  if (twice) throw new UsageError(`--${twice.role.toLowerCase()} ${twice.name} is given twice`);
  if (named.length === 0) {
    const unused = ['ask-permissions', ...Object.keys(PROGRAM_OPTIONS)].find(
      name => line.given[name] !== undefined,
    );
    if (unused !== undefined) throw new UsageError(`--${unused} is for agents of --crafter and --gate`);
    return {};
  }
  const rights = readProgram(line, io);
  for (const { command, name } of named) {
    const found = await findProgram(command.words[0], io.cwd);
    if (!found.ok) throw new UsageError(`${name}: ${found.error}`);
    if (command.known && !rights.network)
      throw new UsageError(
        `${name} cannot reach its model without the network: give --allow-network (what it can read, it can send)`,
      );
  }
  if ((await openSandbox(line.root).state()).kind === 'none' && !(await agreesWithout(line, io)))
    return undefined;
  const processes = createProcesses();
  const player = ({ role, name, command }: (typeof named)[number]): Player => {
    const own = ownRights(command, rights, io);
    return {
      role,
      name,
      on: folder => {
        const root = realpathSync(folder ?? line.root);
        const options: ProgramOptions = {
          ...own,
          root,
          cwd: root,
          command: command.words,
          processes,
          scratch: createScratch(root),
          sandbox: openSandbox(root),
        };
        // The protocol is loaded for those who speak it.
        return lazyAgent(async () =>
          (await import('../node/acp/agent-on-copy.ts')).createAgentOnCopy(options),
        );
      },
    };
  };
  const all = named.map(player);
  for (const { role, name } of all.filter((_, at) => named[at]?.command.known)) {
    const { environment, writable } = ownRights(readCommand(name, role), rights, io);
    const variables = Object.keys(environment).join(', ') || 'no variable of yours';
    io.stderr(
      `${name} plays ${role}s: it reaches the network, gets ${variables}, and writes in ${writable.join(', ') || 'its copy alone'}\n`,
    );
  }
  const permit = permitOnTerminal(line, io);
  return {
    players: {
      all,
      asksAlways: line.flag('ask-permissions'),
      permit: (agentId, request, signal) => permit(request, signal, `${agentId} asks`),
    },
  };
}

function readCommand(text: string, role: string): Command {
  const option = `--${role.toLowerCase()}`;
  const wrong = (why: string) => new UsageError(`${option} ${text}: ${why}`);
  const name = text.startsWith('acp:') ? text.slice('acp:'.length) : undefined;
  if (name === undefined) throw wrong(`an agent of another maker is acp:NAME or acp:["PROGRAM", "ARGUMENT"]`);
  if (!name.startsWith('[')) {
    const known = KNOWN_AGENTS.find(({ command: [program] }) => program === name);
    if (!known)
      throw wrong(`the agents that are known are ${NAMES.join(', ')}; any other is acp:["PROGRAM", …]`);
    return { words: known.command, known };
  }
  let words: unknown;
  try {
    words = JSON.parse(name);
  } catch {
    throw wrong('what follows acp: is no JSON list');
  }
  if (!Array.isArray(words) || words.length === 0 || words.some(word => typeof word !== 'string'))
    throw wrong('what follows acp: must be a JSON list of a program and its arguments');
  return { words: words as [string, ...string[]] };
}

/** An agent that is known gets its own key and its own folders, and no other's. */
function ownRights(
  { known }: Command,
  rights: ReturnType<typeof readProgram>,
  io: Io,
): ReturnType<typeof readProgram> {
  if (!known) return rights;
  const home = io.env['HOME'] ?? '';
  const folders = known.folders.map(folder => path.join(home, folder)).filter(folder => existsSync(folder));
  const variables = known.environment.flatMap(name => {
    const value = io.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...rights,
    environment: { ...Object.fromEntries(variables), ...rights.environment },
    writable: [...new Set([...folders.map(folder => realpathSync(folder)), ...rights.writable])],
  };
}
