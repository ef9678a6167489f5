import type { FolderPrograms } from '../gate/after-apply.ts';
import type { Files } from '../ports/files.ts';
import type { PythonSymbols } from '../ports/python-symbols.ts';
import { createPythonSymbols } from '../python/python-symbols.ts';
import { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { Agent } from './agent.ts';
import type { RoutaPorts } from './run-request.ts';
import type { Task } from './task.ts';
import type { Refusal } from './task-board.ts';

/** A folder in which agents work. */
export interface Place {
  /** Absolute; left out: the user's folder. */
  readonly root?: string;
  readonly folder: FolderPrograms & { readonly files: Files; readonly isolated: boolean };
  readonly verifier: WorkspaceVerifier;
  /** What is known of its Python code. */
  readonly symbols: PythonSymbols;
}

/** Where the agents of a workspace work, and how what they did becomes its result. */
export interface Places {
  /** Of this agent, as it was when the work was interrupted. */
  of(agent: Agent): Promise<Place>;
  /** Before a reply: an agent without work of its own sees what others have done. */
  refresh(agent: Agent): Promise<void>;
  /** Work on a task becomes part of the result; the refusal says why it does not. */
  merge(agent: Agent, task: Task, summary: string): Promise<Refusal | undefined>;
  /** Where the result is, for the checks of all of it. */
  result(): Promise<Place>;
  /** What is left to do with the result when every task is done; why it could not be done. */
  deliver(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** All in the user's folder: what an agent wrote is the result. */
export function sharedPlace(ports: RoutaPorts): Places {
  const place: Place = {
    folder: { ...ports.programs, files: ports.files, isolated: false },
    verifier: new WorkspaceVerifier(ports),
    symbols: createPythonSymbols(ports.files),
  };
  return {
    of: async () => place,
    refresh: async () => undefined,
    merge: async () => undefined,
    result: async () => place,
    deliver: async () => undefined,
    close: async () => undefined,
  };
}
