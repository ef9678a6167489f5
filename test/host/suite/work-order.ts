import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/core/workorder/state.ts';
import { eventually, fileUri } from './support.ts';

/** Where the orders of the example are. */
export const orderUri = (name: string): vscode.Uri => fileUri(`work-orders/${name}.workorder.json`);

/** A run that was started and not yet decided. */
export interface StartedRun {
  /** The last state; rejects nothing, whatever happens to the run. */
  readonly ended: Thenable<RunState | undefined>;
}

/** Starts a work order of the example and waits until its proposal is shown. */
export async function runUntilReview(name: string): Promise<StartedRun> {
  const ended = vscode.commands.executeCommand<RunState | undefined>('workorder.run', orderUri(name));
  const outcome = ended.then(state => JSON.stringify(state?.outcome));
  await Promise.race([
    eventually(() => reviewTab() !== undefined, `the diff of ${name}`),
    outcome.then(text => assert.fail(`the run ended before its review: ${text}`)),
  ]);
  return { ended };
}

export const reviewTab = (): vscode.Tab | undefined =>
  vscode.window.tabGroups.all.flatMap(group => group.tabs).find(tab => tab.label.startsWith('Work Order: '));

/** Runs a work order whose proposal is applied without a further look. */
export async function runAndApply(name: string): Promise<RunState> {
  const { ended } = await runUntilReview(name);
  assert.equal(await vscode.commands.executeCommand('workorder.apply', { acceptWarnings: true }), true);
  const state = await ended;
  assert.ok(state);
  return state;
}

/** Runs a work order that ends before any review. */
export async function runToEnd(name: string): Promise<RunState> {
  const state = await vscode.commands.executeCommand<RunState | undefined>('workorder.run', orderUri(name));
  assert.ok(state);
  return state;
}

/** Every problem the linters reported, as `file:line:column source code message`, sorted. */
export function lintProblems(): string[] {
  return vscode.languages
    .getDiagnostics()
    .flatMap(([uri, diagnostics]) =>
      diagnostics
        .filter(({ source }) => ['ruff', 'mypy', 'import-linter'].includes(source ?? ''))
        .map(({ range, source, code, message }) => {
          const { line, character } = range.start;
          const value = typeof code === 'object' ? code.value : code;
          return `${vscode.workspace.asRelativePath(uri)}:${line + 1}:${character + 1} ${source} ${value} ${message}`;
        }),
    )
    .sort();
}
