import * as vscode from 'vscode';
import type { Services } from '../services.ts';

/** What a window does at its start comes first. */
const AFTER_START_MS = 1500;

/** Keeps the verdict of the working tree in the status bar, from shortly after the start of the window. */
export function watchWorkingTree(services: Services): vscode.Disposable {
  const begin = async () => (await import('./working-tree.ts')).workingTree(services).begin();
  const timer = setTimeout(
    () => void begin().catch((error: unknown) => services.log.error(error, 'looking at the working tree')),
    AFTER_START_MS,
  );
  return new vscode.Disposable(() => clearTimeout(timer));
}
