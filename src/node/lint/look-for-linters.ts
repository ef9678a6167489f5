import type { LinterDescriptor } from '../../core/lint/linter-descriptor.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { FoundTool } from '../../core/lint/tool-finder.ts';
import { createProcesses } from '../processes.ts';
import { createToolFinder } from './find-tools.ts';
import type { LintSettings } from './settings.ts';

/** Each linter and where it is; `undefined`: it is not installed. For whoever asks before anything is linted. */
export async function* lookForLinters(
  root: string,
  settings: LintSettings,
  signal: AbortSignal,
): AsyncGenerator<readonly [LinterDescriptor, FoundTool | undefined]> {
  const finder = createToolFinder(root, createProcesses(), () => settings);
  for (const linter of LINTERS) {
    const result = await finder.find(linter, signal);
    yield [linter, result.kind === 'found' ? result.found : undefined];
  }
}
