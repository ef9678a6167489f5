import * as vscode from 'vscode';
import { exists } from '../exists.ts';

const PATH = 'scripts/run_tests.py';

const TEMPLATE = `"""Runs the tests of this project; ends with 0 when all of them pass."""

import subprocess
import sys

sys.exit(subprocess.call([sys.executable, "-m", "unittest", "discover", "-s", "tests", "-t", "."]))
`;

/** The script that \`run_tests\` runs: the one there is, or a proposal that the person saves when it is right. */
export async function openTestScript(folder: vscode.WorkspaceFolder): Promise<void> {
  const uri = vscode.Uri.joinPath(folder.uri, PATH);
  const isThere = await exists(uri);
  const document = await vscode.workspace.openTextDocument(isThere ? uri : uri.with({ scheme: 'untitled' }));
  const editor = await vscode.window.showTextDocument(document);
  if (!isThere && document.getText() === '')
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), TEMPLATE));
}
