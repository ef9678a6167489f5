import type { LinterDescriptor } from '../../core/lint/linter-descriptor.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { FindResult } from '../../core/lint/tool-finder.ts';
import { createProcesses } from '../processes.ts';
import { createToolFinder } from './find-tools.ts';
import type { LintSettings } from './settings.ts';

/** Each linter and where it is, or why it is not there. For whoever asks before anything is linted. */
export async function* lookForLinters(
  root: string,
  settings: LintSettings,
  signal: AbortSignal,
): AsyncGenerator<readonly [LinterDescriptor, FindResult]> {
  const finder = createToolFinder(root, createProcesses(), () => settings);
  for (const linter of LINTERS) yield [linter, await finder.find(linter, signal)];
}
