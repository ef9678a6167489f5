import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Asked } from '../../core/verification/workspace-verifier.ts';
import type { WrapRequest } from '../../core/wrap/run-wrap.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { createScratch } from '../../node/scratch/create-scratch.ts';
import { createProgramOnCopy } from '../../node/wrap/program-on-copy.ts';
import { terminalAgentReviewer } from '../agent-reviewer.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import { readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { wrapEndJson, wrapEndText, wrapLine } from '../print/wrap-lines.ts';
import { REQUIRE_OPTION, readRequired } from '../require-checks.ts';
import { AGENT_OPTIONS } from '../shared-options.ts';
import { workOnTerminal } from '../work-on-terminal.ts';
import { openWorkspaceForWriting } from '../workspace.ts';

const SECONDS = 600;
const MEGABYTES = 1024;
const PROCESSES = 512;

const { review: _, ...MODEL_AND_APPROVAL } = AGENT_OPTIONS;

export const command = defineCommand({
  forms: ['workorder wrap [OPTIONS] -- PROGRAM [ARGUMENT …]'],
  about: [
    'Runs any program that edits files on a copy of the workspace: a codemod, a linter with fixes, the command line of a coding agent. What it changed is one change: it is verified by the policy (workflow "wrap"), shown, applied all or nothing after your yes, recorded, and taken back by workorder revert.',
    'The program runs in the sandbox of the machine: it can write in its copy and in a temporary folder, and reach no network, unless you say otherwise. Without a sandbox you are asked first.',
  ],
  options: {
    scope: listOption('PATH', 'where it may change files (default: everywhere)'),
    claim: listOption('"SENTENCE"', 'what the change does to a public name; held against it'),
    invariant: listOption('"PHRASE"', 'what must not change, in the words of docs/evidence.md'),
    ...REQUIRE_OPTION,
    'accept-exit': listOption(
      'CODE',
      'an exit code that is fine, too: ruff ends with 1 when something is left',
    ),
    input: textOption('FILE|-', 'what it reads from standard input (default: nothing)'),
    env: listOption('NAME', 'a variable it gets, too: few are passed on, and no keys'),
    'allow-network': flagOption('let it reach the network: what it can read, it can send'),
    'allow-write': listOption('DIR', 'let it write in this folder, too, for example its own settings'),
    'without-sandbox': flagOption('run it also where there is no sandbox'),
    'program-timeout': textOption('SECONDS', `stop it after this time (default: ${SECONDS})`),
    'disk-limit': textOption('MB', `stop it when it has written more (default: ${MEGABYTES})`),
    'process-limit': textOption('N', `stop it when it has started more at once (default: ${PROCESSES})`),
    ...MODEL_AND_APPROVAL,
  },
  notes: [
    'Exit codes: 0 applied or nothing changed, 1 failed, 2 nothing was applied, 3 wrong usage, 130 cancelled.',
  ],
  takes: [1, Number.POSITIVE_INFINITY],
  async run(line, io) {
    const given = readRequest(line, io);
    const sandbox = openSandbox(line.root);
    if ((await sandbox.state()).kind === 'none' && !(await agreesWithout(line, io))) return EXIT.blocked;
    const { app, root, trials: __ } = await openWorkspaceForWriting(line, io);
    const processes = createProcesses();
    const real = realpathSync(root);
    const program = createProgramOnCopy({
      root: real,
      cwd: io.cwd,
      command: line.positionals,
      ...readProgram(line, io),
      processes,
      scratch: createScratch(real),
      sandbox,
    });
    return workOnTerminal(line, io, wrapLine, async ({ c, approvals, common }) => {
      const reviewer = terminalAgentReviewer(io, c, approvals);
      const state = await app.runWrap({ ...given, ...common, program, reviewer });
      return {
        outcome: state.outcome,
        text: wrapEndText(state, line, c),
        json: () => wrapEndJson(state),
      };
    });
  },
});

type Given = Omit<WrapRequest, 'program' | 'reviewer' | 'signal' | 'onEvent' | 'qa' | 'spending'>;

function readRequest(line: CommandLine, io: Io): Given {
  const codes = line.list('accept-exit').map(text => {
    const code = Number(text);
    if (!/^\d+$/.test(text) || code > 255)
      throw new UsageError(`--accept-exit must be a code, not "${text}"`);
    return code;
  });
  const invariants = line.list('invariant').map(invariant => ({ files: '**', invariant }));
  const layers: Asked['layers'] = [readRequired(line), { from: '--invariant', by: 'person', invariants }];
  return {
    command: line.positionals,
    scope: line.list('scope').map(name => inWorkspace(name, line, io)),
    claims: line.list('claim'),
    asked: { layers },
    goodEnds: [0, ...codes],
    otherEnds: line.flag('yes') ? 'refuse' : 'ask',
  };
}

/** As it is typed, from the top of the workspace. */
function inWorkspace(name: string, line: CommandLine, io: Io): string {
  const below = path.relative(line.root, path.resolve(io.cwd, name)).replaceAll(path.sep, '/');
  if (below === '..' || below.startsWith('../'))
    throw new UsageError(`--scope ${name} is not in the workspace`);
  return name.endsWith('/') && below !== '' ? `${below}/` : below || '.';
}

function readProgram(line: CommandLine, io: Io) {
  const environment: Record<string, string> = {};
  for (const name of line.list('env')) {
    const value = io.env[name];
    if (value === undefined) throw new UsageError(`--env ${name} is not set here`);
    environment[name] = value;
  }
  const writable = line.list('allow-write').map(name => {
    try {
      return realpathSync(path.resolve(io.cwd, name));
    } catch {
      throw new UsageError(`--allow-write ${name} does not exist`);
    }
  });
  const real = realpathSync(line.root);
  const over = writable.find(folder => `${real}/`.startsWith(`${folder}/`) || folder.startsWith(`${real}/`));
  if (over !== undefined)
    throw new UsageError(
      `--allow-write ${over} holds the workspace or lies in it: its copy is there already`,
    );
  const input = line.text('input');
  return {
    environment,
    writable,
    network: line.flag('allow-network'),
    seconds: readCount(line, 'program-timeout') ?? SECONDS,
    limits: {
      bytes: (readCount(line, 'disk-limit') ?? MEGABYTES) * 1024 ** 2,
      processes: readCount(line, 'process-limit') ?? PROCESSES,
    },
    ...(input === undefined ? {} : { stdin: readInput(input, io) }),
  };
}

function readInput(name: string, io: Io): Uint8Array {
  try {
    return name === '-' ? io.readInputBytes() : readFileSync(path.resolve(io.cwd, name));
  } catch {
    throw new UsageError(`--input ${name} cannot be read`);
  }
}

async function agreesWithout(line: CommandLine, io: Io): Promise<boolean> {
  if (line.flag('without-sandbox')) return true;
  const question = 'There is no sandbox here: the program runs with your rights. Run it? [y/N] ';
  const answer = await io.ask(question, line.signal);
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return true;
  io.stderr('Nothing was run: give --without-sandbox to run it without a question.\n');
  return false;
}
