import * as vscode from 'vscode';

/** As the manifest names it. */
const PROVIDER = 'workorder';

/** Tells the editor how to start `workorder mcp` for each folder; which folders those are is found when it asks. */
export const registerMcpServers = (extension: vscode.Extension<unknown>): vscode.Disposable =>
  vscode.lm.registerMcpServerDefinitionProvider(PROVIDER, {
    onDidChangeMcpServerDefinitions: (listener, self, all) =>
      vscode.Disposable.from(
        vscode.workspace.onDidGrantWorkspaceTrust(listener, self, all),
        vscode.workspace.onDidChangeWorkspaceFolders(() => listener.call(self), undefined, all),
      ),
    provideMcpServerDefinitions: async () => (await import('./mcp-definitions.ts')).mcpDefinitions(extension),
  });
