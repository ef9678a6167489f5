import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Files } from '../../src/core/ports/files.ts';
import type { Journals } from '../../src/core/ports/journal.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { createJournals } from '../../src/node/journal/journals.ts';
import { type Content, MemoryFiles } from '../support/memory-files.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { type GoldenCase, initialFiles, readFolder } from './golden-case.ts';

/** Where a case runs, with ways to look at it and to change it past the port. */
export interface GoldenWorkspace {
  readonly files: Files;
  readonly journals: Journals<RunEvent>;
  /** Every file with its bytes. */
  bytes(): ReadonlyMap<string, Uint8Array>;
  /** What another program writes. */
  write(file: string, content: Content): void;
  remove(file: string): void;
  /** From now on the file must not be used, for this reason. */
  refuse(file: string, reason: string): void;
  /** The next apply fails with this reason after it began. */
  failApply(reason: string): void;
  dispose(): Promise<void>;
}

export function memoryWorkspace(input: GoldenCase): GoldenWorkspace {
  const files = new MemoryFiles(initialFiles(input));
  return {
    files,
    journals: new MemoryJournals<RunEvent>(),
    bytes: () => new Map(files.paths().map(file => [file, files.bytes(file) ?? new Uint8Array()])),
    write: (file, content) => files.set(file, content),
    remove: file => files.remove(file),
    refuse: (file, reason) => files.refuse(file, reason),
    failApply: reason => {
      files.failApply = reason;
    },
    dispose: async () => undefined,
  };
}

/** A temporary folder with the real transactions and journals of the command line. */
export function diskWorkspace(input: GoldenCase): GoldenWorkspace {
  const parent = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'work-order-golden-')));
  const [root, stateDir] = [path.join(parent, 'workspace'), path.join(parent, 'state')];
  const write = (file: string, content: Content) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  mkdirSync(root);
  for (const [file, content] of Object.entries(initialFiles(input))) write(file, content);
  const files = createDiskFiles({ root, stateDir });
  return {
    files,
    journals: createJournals<RunEvent>(stateDir, { now: () => 0 }),
    bytes: () => readFolder(root),
    write,
    remove: file => rmSync(path.join(root, file)),
    refuse: file => assertPlayed(`${file} cannot be refused`),
    failApply: () => assertPlayed('the disk cannot be made to fail'),
    dispose: async () => {
      await files.flushed();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

/** Whether the case needs a fault that only memory can play. */
export const needsPlayedFaults = ({ meanwhile }: GoldenCase): boolean =>
  meanwhile?.some(({ refuse, fail_apply }) => refuse !== undefined || fail_apply !== undefined) === true;

function assertPlayed(what: string): never {
  throw new Error(`${what} on a real disk; run this case in memory`);
}
