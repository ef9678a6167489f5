import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { AgentOnCopy } from '../../core/ports/agent-on-copy.ts';
import type { Asked } from '../../core/verification/workspace-verifier.ts';
import type { WrapRequest } from '../../core/wrap/run-wrap.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { createScratch } from '../../node/scratch/create-scratch.ts';
import type { ProgramOptions } from '../../node/wrap/placed-program.ts';
import { createProgramOnCopy } from '../../node/wrap/program-on-copy.ts';
import { promptOnTerminal } from '../acp/prompt-agent.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { readOptionInput } from '../named-file.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { wrapEndJson, wrapEndText, wrapLine } from '../print/wrap-lines.ts';
import { agreesWithout, PROGRAM_OPTIONS, readProgram } from '../program-options.ts';
import { REQUIRE_OPTION, readRequired } from '../require-checks.ts';
import { terminalAgentReviewer } from '../review/agent-reviewer.ts';
import { AGENT_OPTIONS } from '../shared-options.ts';
import { agreesToRun, readTryOut, TRY_OPTIONS } from '../try-out.ts';
import { workOnTerminal } from '../work-on-terminal.ts';
import { openWorkspaceForWriting } from '../workspace.ts';

const { review: _, ...MODEL_AND_APPROVAL } = AGENT_OPTIONS;

export const command = defineCommand({
  forms: [
    'workorder wrap [OPTIONS] -- PROGRAM [ARGUMENT …]',
    'workorder wrap --acp "TEXT" --allow-network [OPTIONS] -- AGENT [ARGUMENT …]',
  ],
  about: [
    'Runs any program that edits files on a copy of the workspace: a codemod, a linter with fixes, the command line of a coding agent. What it changed is one change: it is verified by the policy (workflow "wrap"), shown, applied all or nothing after your yes, recorded, and taken back by workorder revert.',
    'The program runs in the sandbox of the machine: it can write in its copy and in a temporary folder, and reach no network, unless you say otherwise. Without a sandbox you are asked first.',
    'With --acp the program is an agent that speaks the Agent Client Protocol (gemini --experimental-acp, qwen --acp, opencode acp): it gets TEXT; what it says, plans and does is shown and recorded; and what it changed in a turn is one change. The conversation continues until you press Enter without a word; Ctrl+C stops the agent.',
  ],
  options: {
    acp: listOption('TEXT', 'speak to the program over the Agent Client Protocol; several: a turn each'),
    'ask-permissions': flagOption(
      'with --acp: ask you whatever the agent asks, also what its sandbox makes harmless',
    ),
    scope: listOption('PATH', 'where it may change files (default: everywhere)'),
    claim: listOption('"SENTENCE"', 'what the change does to a public name; checked against the change'),
    invariant: listOption('"PHRASE"', 'what must not change, in the words of docs/evidence.md'),
    ...REQUIRE_OPTION,
    'accept-exit': listOption(
      'CODE',
      'an exit code that is fine, too: ruff ends with 1 when something is left',
    ),
    input: textOption('FILE|-', 'what it reads from standard input (default: nothing)'),
    ...TRY_OPTIONS,
    ...PROGRAM_OPTIONS,
    ...MODEL_AND_APPROVAL,
  },
  notes: [
    'Exit codes: 0 applied or nothing changed, 1 failed, 2 nothing was applied, 3 wrong usage, 130 cancelled.',
  ],
  takes: [['no program is given: write it after --, with its arguments'], Number.POSITIVE_INFINITY],
  async run(line, io) {
    const isAgent = line.list('acp').length > 0;
    const given = readRequest(line, io, isAgent);
    const sandbox = openSandbox(line.root);
    if ((await sandbox.state()).kind === 'none' && !(await agreesWithout(line, io))) return EXIT.blocked;
    const tryOut = readTryOut(line);
    const { app, root, trials } = await openWorkspaceForWriting(line, io);
    if (tryOut && !(await agreesToRun(trials, tryOut, line, io))) return EXIT.blocked;
    const processes = createProcesses();
    const real = realpathSync(root);
    const options: ProgramOptions = {
      root: real,
      cwd: io.cwd,
      command: line.positionals,
      ...readProgram(line, io),
      ...(await readInput(line, io)),
      processes,
      scratch: createScratch(real),
      sandbox,
    };
    return workOnTerminal(line, io, wrapLine, async ({ c, approvals, common }) => {
      const reviewer = terminalAgentReviewer(io, c, approvals);
      const request = { ...given, ...common, reviewer, ...(tryOut ? { tryOut } : {}) };
      const state = isAgent
        ? await app.runSession({ ...request, ...promptOnTerminal(line, io), agent: await openAgent(options) })
        : await app.runWrap({ ...request, program: createProgramOnCopy(options) });
      return {
        outcome: state.outcome,
        text: wrapEndText(state, line, c),
        json: () => wrapEndJson(state),
      };
    });
  },
});

type Given = Omit<WrapRequest, 'tryOut' | 'program' | 'reviewer' | 'signal' | 'onEvent' | 'qa' | 'spending'>;

/** The protocol is loaded for those who speak it. */
const openAgent = async (options: ProgramOptions): Promise<AgentOnCopy> =>
  (await import('../../node/acp/agent-on-copy.ts')).createAgentOnCopy(options);

function readRequest(line: CommandLine, io: Io, isAgent: boolean): Given {
  const other = isAgent
    ? ['accept-exit', 'input'].find(name => line.given[name] !== undefined)
    : line.flag('ask-permissions')
      ? 'ask-permissions'
      : undefined;
  if (other !== undefined)
    throw new UsageError(`--${other} is for ${isAgent ? 'programs without' : 'agents with'} --acp`);
  if (isAgent && line.list('acp').some(text => text.trim() === ''))
    throw new UsageError('--acp is empty: give the agent something to do');
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

async function readInput(line: CommandLine, io: Io): Promise<{ readonly stdin?: Uint8Array }> {
  const name = line.text('input');
  return name === undefined ? {} : { stdin: await readOptionInput('input', name, io) };
}
