import type { ProcessResult } from '../ports/processes.ts';
import type { LinterDescriptor } from './linter-descriptor.ts';
import { pathArguments } from './path-arguments.ts';
import { cacheOf, guarded, startLinter, toRun } from './run-linter.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { CachePlace } from './tool-finder.ts';
import type { Roots } from './workspace-path.ts';

/** A linter that is given paths and prints what it found. */
export interface FilesLinter {
  readonly takes: (file: string) => boolean;
  /** `paths` are safe as arguments: none begins with `-`. */
  readonly args: (paths: readonly string[], cache: CachePlace) => readonly string[];
  readonly read: (result: ProcessResult, roots: Roots) => ToolAnswer;
}

/** What a linter of files does in a lint: one run over the files it takes. Of a proposal it looks at a copy. */
export const lintFiles =
  ({ takes, args, read }: FilesLinter): LinterDescriptor['workIn'] =>
  async ({ selection }) => {
    const files = selection.files.filter(takes);
    if (files.length === 0) return { kind: 'nothing' };
    return {
      kind: 'work',
      async run(tool, context) {
        const given = args(pathArguments(selection, files), cacheOf(tool.tool, context));
        const { result, ms } = await startLinter(guarded(tool, context), given, context);
        return { run: toRun(tool, ms), answer: read(result, context.roots) };
      },
    };
  };
