import path from 'node:path';
import { LINTERS } from '../core/lint/linters/registry.ts';
import type { CommandLine } from './options.ts';

/** What `--ruff PATH`, `--mypy PATH` … name, by linter. */
export const givenPrograms = (line: CommandLine): Readonly<Record<string, string>> =>
  Object.fromEntries(
    LINTERS.flatMap(({ name }) => {
      const program = line.text(name);
      return program === undefined ? [] : [[name, path.resolve(program)]];
    }),
  );
