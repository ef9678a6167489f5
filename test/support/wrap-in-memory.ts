import { fileChange } from '../../src/core/changes/file-change.ts';
import { ok } from '../../src/core/kernel/result.ts';
import type { ProgramOnCopy } from '../../src/core/ports/program-on-copy.ts';
import type { WrapRequest } from '../../src/core/wrap/run-wrap.ts';
import { MemoryReviewer } from '../unit/taskagent/memory-agent.ts';
import { type MemoryFiles, sha256Of } from './memory-files.ts';

/** A program that leaves a file with this content in its copy. */
export const programThatWrites = (
  files: MemoryFiles,
  path: string,
  text: string,
  end: number | string = 0,
): ProgramOnCopy => ({
  async run() {
    const bytes = (content: string | undefined) =>
      content === undefined ? undefined : new TextEncoder().encode(content);
    const change = fileChange(path, bytes(files.text(path)), bytes(text), sha256Of);
    const changes = { files: change ? [change] : [], receipts: [] };
    return ok({ end, stdout: '', ms: 1, sandbox: 'a test', changes, notCarried: [], notes: [] });
  },
});

/** A person who reads what it changed and says yes. */
export const wrapOf = (program: ProgramOnCopy): WrapRequest => ({
  command: ['edit', '--all'],
  program,
  scope: [],
  claims: [],
  goodEnds: [0],
  otherEnds: 'ask',
  reviewer: new MemoryReviewer(),
  signal: new AbortController().signal,
});
