import path from 'node:path';
import { LINTERS } from '../core/lint/linters/registry.ts';
import type { LintSettings } from '../node/lint/settings.ts';
import { chooseWord } from './option-values.ts';
import type { CommandLine } from './options.ts';

/** What `--ruff PATH`, `--mypy PATH` … name, by linter. */
export const givenPrograms = (line: CommandLine): Readonly<Record<string, string>> =>
  Object.fromEntries(
    LINTERS.flatMap(({ name }) => {
      const program = line.text(name);
      return program === undefined ? [] : [[name, path.resolve(program)]];
    }),
  );

/** `--lint-tools`; what a file of the workspace says of it is read beside the policy, which wins. */
export function givenLintTools(line: CommandLine): Pick<LintSettings, 'tools'> {
  const tools =
    line.given['lint-tools'] === undefined ? undefined : chooseWord(line, 'lint-tools', LINT_TOOLS);
  return tools === undefined ? {} : { tools };
}

const LINT_TOOLS = ['all', 'auto'] as const;
