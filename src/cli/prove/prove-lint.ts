import path from 'node:path';
import { lintProposal } from '../../core/lint/lint-proposal.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { Git } from '../../core/ports/git.ts';
import type { LintOutcome } from '../../core/ports/linter.ts';
import type { GivenChange } from '../../core/prove/given-change.ts';
import { createLinter } from '../../node/lint/index.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { UsageError } from '../io.ts';
import { givenPrograms } from '../lint-programs.ts';
import { listOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';

const NAMES = LINTERS.filter(({ scope }) => scope === 'files').map(({ name }) => name);

export const LINT_OPTIONS = {
  lint: listOption(
    [...NAMES, 'none'].join('|'),
    'linters that compare before and after, with the code that --approve-lint names (default: ruff)',
  ),
} as const;

/** The linters of `--lint`; none: nothing is linted. */
export function readLinters(line: CommandLine): readonly string[] {
  const asked = line.list('lint');
  const unknown = asked.find(name => name !== 'none' && !NAMES.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--lint must be one of ${NAMES.join(', ')} and none, not "${unknown}"`);
  if (asked.includes('none')) return [];
  return asked.length === 0 ? ['ruff'] : asked;
}

/** These linters on the changed files, before and after; `undefined`: none is asked for. */
export function proveLint(
  only: readonly string[],
  { changes, filesBefore }: GivenChange,
  root: string,
  line: CommandLine,
): (() => Promise<LintOutcome>) | undefined {
  if (only.length === 0) return undefined;
  const programs = givenPrograms(line);
  return async () => {
    const linter = createLinter({
      root,
      files: filesBefore,
      git: NOTHING_ELSE,
      processes: createProcesses(),
      sandbox: openSandbox(root),
      settings: () => ({ programs, cacheDir: path.join(workspaceStateDir(root), 'lint-cache') }),
    });
    const options = {
      signal: line.signal,
      only,
      approvedCode: line.list('approve-lint'),
    };
    const linted = await lintProposal(linter, { path: '.', check_all: false }, changes, options);
    return 'kind' in linted ? linted : (linted.compared?.outcome ?? linted.after);
  };
}

/** Only the files of the change are of interest. */
const NOTHING_ELSE: Git = { modifiedFiles: async () => ({ kind: 'files', paths: [] }) };
