import type { Io } from './io.ts';
import type { OpenFor, Workspace } from './open-workspace.ts';
import type { CommandLine } from './options.ts';

export type { Workspace } from './open-workspace.ts';

/** Builds the ports for `--root` and wires the core; all of that is loaded now, so that help needs none of it. */
export const openWorkspace = async (line: CommandLine, openFor?: OpenFor): Promise<Workspace> =>
  (await import('./open-workspace.ts')).openWorkspace(line, openFor);

/** For commands that write: first recovers what a crash left; refuses to continue while something needs a person. */
export const openWorkspaceForWriting = async (
  line: CommandLine,
  io: Io,
  openFor?: OpenFor,
): Promise<Workspace> => (await import('./open-workspace.ts')).openWorkspaceForWriting(line, io, openFor);
