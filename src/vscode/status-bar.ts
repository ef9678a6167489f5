import * as vscode from 'vscode';
import { inertText } from '../core/kernel/inert-text.ts';
import type { ActiveRun } from './run/active-run.ts';

/** One item, only while a run is active or waits; opens the Review view. */
export function createStatusBar(run: ActiveRun): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('workorder.status', vscode.StatusBarAlignment.Left, 50);
  item.name = 'Work Order';
  item.command = 'workorder.showReview';
  let ticking: ReturnType<typeof setInterval> | undefined;

  const draw = async () => {
    // Loaded with the first run: an editor that only starts shows none.
    const words = run.isRunning ? await import('../core/panel/status-line.ts') : undefined;
    const line = run.isRunning ? words?.statusLine(run.state, Date.now()) : undefined;
    if (line === undefined) {
      item.hide();
      clearInterval(ticking);
      ticking = undefined;
      return;
    }
    item.text = line.text;
    item.tooltip = inertText(line.tooltip);
    item.accessibilityInformation = { label: inertText(line.accessibilityLabel), role: 'button' };
    item.backgroundColor = line.needsYou
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    item.show();
    ticking ??= setInterval(() => void draw(), 1000);
  };

  const changes = run.onDidChange(() => void draw());
  return new vscode.Disposable(() => {
    clearInterval(ticking);
    changes.dispose();
    item.dispose();
  });
}
