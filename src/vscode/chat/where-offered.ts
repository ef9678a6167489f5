import * as vscode from 'vscode';
import type { Log } from '../output.ts';

/**
 * Registers what needs the chat of the editor. Editors built on VS Code may leave it out, or throw where it is: all
 * else of ours works there, so that is a line in the log and no fault.
 */
export function whereOffered(log: Log, what: string, register: () => vscode.Disposable): vscode.Disposable {
  try {
    return register();
  } catch (error) {
    log.info(`${what}: this editor does not offer it (${error instanceof Error ? error.message : error})`);
    return new vscode.Disposable(() => undefined);
  }
}
