import * as vscode from 'vscode';

/**
 * A file that stays unsaved for about a second gets a tab, which happens when many are changed on a busy
 * machine. Remembers which tabs there are; the returned function closes those that came for these files since.
 */
export function rememberTabs(): (files: readonly vscode.Uri[]) => Promise<void> {
  const before = new Set(openFiles().map(({ key }) => key));
  return async files => {
    const ours = new Set(files.map(uri => uri.toString()));
    const added = openFiles().filter(({ key, tab }) => ours.has(key) && !before.has(key) && !tab.isDirty);
    if (added.length > 0)
      await vscode.window.tabGroups.close(
        added.map(({ tab }) => tab),
        true,
      );
  };
}

function openFiles(): readonly { readonly key: string; readonly tab: vscode.Tab }[] {
  return vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .flatMap(tab =>
      tab.input instanceof vscode.TabInputText ? [{ key: tab.input.uri.toString(), tab }] : [],
    );
}
