import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { proofJson } from '../../core/formats/proof-json.ts';
import type { Result } from '../../core/kernel/result.ts';
import type { GivenChange } from '../../core/prove/given-change.ts';
import { type Proof, prove } from '../../core/prove/prove.ts';
import { ALL_CHECKS } from '../../core/verification/checks/all.ts';
import type { PolicyLayer } from '../../core/verification/policy.ts';
import { workTreeOf } from '../../node/git/run-git.ts';
import { createProcesses } from '../../node/processes.ts';
import { ProvableChanges } from '../../node/prove/open-prove.ts';
import { sha256, systemClock } from '../../node/system.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { analystIn } from '../analysis.ts';
import { type Command, type CommandHelp, describeCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import { chooseWord } from '../option-values.ts';
import { type CommandLine, parseCommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { proofText } from '../print/proof-lines.ts';
import { checkRoot } from '../recover-first.ts';

const FORMATS = ['terminal', 'json'] as const;

const OPTIONS = {
  worktree: flagOption('the working tree with its new files, against HEAD (the default)'),
  staged: flagOption('what is staged, against HEAD'),
  invariant: listOption('"PHRASE"', 'what must not change, in the words of docs/evidence.md'),
  require: listOption('CHECK', 'a check that blocks when it fails or cannot run: evidence, lint, claims …'),
  format: textOption(FORMATS.join('|'), 'how it is printed (default: terminal)'),
  output: textOption('FILE', 'write there what would be printed'),
} as const;

const HELP: CommandHelp = {
  forms: ['workorder prove [RANGE | --staged | --worktree]'],
  about: [
    'Says what code can show of a change that somebody made: what is proved, what breaks, what to look at. Asks no model, needs no key and writes nothing to the files.',
    'RANGE is A..B, A...B (from where both parted), or one commit, against its parent. The default of --root is the top of the repository. The policy is .workorder/policy.json as it was before the change (workflow "prove").',
  ],
  options: OPTIONS,
  notes: [
    'Exit codes: 0 no check that the policy requires fails, 1 the change cannot be read, 2 blocked by the policy, 3 wrong usage, 130 cancelled.',
  ],
};
const USAGE = describeCommand(HELP);

export const proveCommand: Command = { ...HELP, execute };

async function execute(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, OPTIONS, { min: 0, max: 1 });
  const format = line.json ? 'json' : (chooseWord(line, 'format', FORMATS, USAGE) ?? 'terminal');
  const progress = progressOn(io);
  const given = await openGiven(line, progress.tell);
  if (!given.ok) {
    progress.end();
    io.stderr(`${given.error}\n`);
    return EXIT.failed;
  }
  const proof = await prove(given.value, {
    ports: { sha256, clock: systemClock },
    signal: line.signal,
    invariants: line.list('invariant'),
    layers: [requiredChecks(line)],
    progress: progress.tell,
  });
  progress.end();
  print(proof, format, line, io);
  return proof.outcome === 'blocked' ? EXIT.blocked : EXIT.ok;
}

async function openGiven(
  line: CommandLine,
  progress: (sentence: string) => void,
): Promise<Result<GivenChange>> {
  const [range] = line.positionals;
  const asked = [range !== undefined, line.flag('staged'), line.flag('worktree')];
  if (asked.filter(Boolean).length > 1)
    throw new UsageError('give one of RANGE, --staged and --worktree', USAGE);
  checkRoot(line.root);
  // Import paths and the places that other tools show begin at the top of the repository.
  const root = line.text('root') === undefined ? ((await workTreeOf(line.root)) ?? line.root) : line.root;
  const changes = new ProvableChanges({
    root,
    stateDir: workspaceStateDir(root),
    processes: createProcesses(),
    signal: line.signal,
    beside: analystIn,
    progress,
  });
  if (range !== undefined) return changes.range(range);
  return line.flag('staged') ? changes.staged() : changes.worktree();
}

/** Whoever calls it is a person, or the configuration that a person wrote. */
function requiredChecks(line: CommandLine): PolicyLayer {
  const names = line.list('require');
  const known = ALL_CHECKS.map(({ id }) => id);
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--require must be one of ${known.join(', ')}, not "${unknown}"`, USAGE);
  const checks = Object.fromEntries(names.map(name => [name, 'required' as const]));
  return { from: '--require', by: 'person', checks };
}

function print(proof: Proof, format: (typeof FORMATS)[number], line: CommandLine, io: Io): void {
  const output = line.text('output');
  const c = colours(output === undefined ? io : { ...io, isTerminal: false });
  const text = format === 'json' ? `${JSON.stringify(proofJson(proof))}\n` : proofText(proof, c);
  if (output === undefined) io.stdout(text);
  else writeFileSync(path.resolve(io.cwd, output), text);
}

/** One line on a terminal, which the answer replaces; nothing elsewhere. */
function progressOn(io: Io): { readonly tell: (sentence: string) => void; readonly end: () => void } {
  const isShown = io.isTerminal && io.env['CI'] === undefined;
  return {
    tell: sentence => {
      if (isShown) io.stderr(`${sentence} …\n`);
    },
    end: () => undefined,
  };
}
