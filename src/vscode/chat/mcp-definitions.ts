import * as vscode from 'vscode';

/**
 * One server for each folder on the disk, on the editor's own Node. None where the folder is not trusted: a server reads
 * its files and starts its linters.
 */
export function mcpDefinitions({
  extensionUri,
  packageJSON,
}: vscode.Extension<unknown>): vscode.McpStdioServerDefinition[] {
  if (!vscode.workspace.isTrusted) return [];
  const cli = vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  const { version } = packageJSON as { readonly version: string };
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return folders.map(({ name, uri }) => {
    const label = folders.length === 1 ? 'Work Order' : `Work Order (${name})`;
    const args = [cli, 'mcp', '--root', uri.fsPath];
    // On the desktop the editor's program is Electron, which is a Node when it is told so.
    const env = { ELECTRON_RUN_AS_NODE: '1' };
    const server = new vscode.McpStdioServerDefinition(label, process.execPath, args, env, version);
    server.cwd = uri;
    return server;
  });
}
