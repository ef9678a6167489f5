import * as vscode from 'vscode';
import { showControls } from '../../core/kernel/inert-text.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { exists } from '../exists.ts';
import { ORDER_FILES } from './json-files.ts';

/** Typing is over when nothing changed for this long. */
const PAUSE_MS = 400;

/**
 * What the schema cannot know of a work order: whether its paths are there. Faults of the JSON itself are
 * shown by the editor's own JSON support.
 */
export function createOrderDiagnostics(): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('work-order');
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();

  const checkSoon = (document: vscode.TextDocument) => {
    if (!ORDER_FILES.is(document.uri) || document.uri.scheme !== 'file') return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    waiting.set(
      key,
      setTimeout(() => {
        waiting.delete(key);
        void check(document).then(found => {
          if (!document.isClosed) collection.set(document.uri, found);
        });
      }, PAUSE_MS),
    );
  };
  for (const document of vscode.workspace.textDocuments) checkSoon(document);
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(checkSoon),
    vscode.workspace.onDidSaveTextDocument(checkSoon),
    vscode.workspace.onDidChangeTextDocument(event => checkSoon(event.document)),
    vscode.workspace.onDidCloseTextDocument(document => collection.delete(document.uri)),
    new vscode.Disposable(() => {
      for (const timer of waiting.values()) clearTimeout(timer);
    }),
  );
}

async function check(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  if (folder === undefined) return [];
  const { parseWorkOrder } = await import('../../core/workorder/parse-work-order.ts');
  const { findJsonLine } = await import('../../core/kernel/find-json-line.ts');
  const text = document.getText();
  const order = parseWorkOrder(text);
  if (!order.ok) return strictFault(order.error, document);
  const faults = await pathFaults(order.value, folder.uri);
  return faults.map(({ pointer, message }) => {
    const line = document.lineAt(findJsonLine(text, pointer) - 1);
    return diagnostic(line, message, vscode.DiagnosticSeverity.Warning);
  });
}

/** Only what the editor's own JSON support does not report: it is the schema's faults that would come twice. */
function strictFault(error: string, document: vscode.TextDocument): vscode.Diagnostic[] {
  const at = /^line (\d+): (new_files\[.*)$/.exec(error);
  if (at?.[1] === undefined || at[2] === undefined) return [];
  const line = document.lineAt(Math.min(Number(at[1]), document.lineCount) - 1);
  return [diagnostic(line, at[2], vscode.DiagnosticSeverity.Error)];
}

interface PathFault {
  /** JSON pointer of the entry. */
  readonly pointer: string;
  readonly message: string;
}

async function pathFaults(order: WorkOrder, root: vscode.Uri): Promise<PathFault[]> {
  const created = order.new_files ?? [];
  const scope = order.scope_allowlist.map(async (path, index) => {
    const isToCome = created.some(
      file => file === path || file.startsWith(path.endsWith('/') ? path : `${path}/`),
    );
    if (isToCome || (await existsIn(root, path))) return [];
    return [
      {
        pointer: `/scope_allowlist/${index}`,
        message: `There is no "${path}" in this folder; the scope entry allows nothing.`,
      },
    ];
  });
  const newFiles = created.map(async (path, index) =>
    (await existsIn(root, path))
      ? [
          {
            pointer: `/new_files/${index}`,
            message: `"${path}" exists already; new_files must not exist before the run.`,
          },
        ]
      : [],
  );
  const lint = order.acceptance.lint.path;
  const lintFault =
    lint === null || lint === '' || (await existsIn(root, lint))
      ? []
      : [{ pointer: '/acceptance/lint/path', message: `There is no "${lint}" to lint in this folder.` }];
  return [...(await Promise.all([...scope, ...newFiles])).flat(), ...lintFault];
}

const existsIn = (root: vscode.Uri, path: string) => exists(vscode.Uri.joinPath(root, path));

function diagnostic(
  line: vscode.TextLine,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const range = new vscode.Range(
    line.lineNumber,
    line.firstNonWhitespaceCharacterIndex,
    line.lineNumber,
    line.text.length,
  );
  const found = new vscode.Diagnostic(range, showControls(message), severity);
  found.source = 'Work Order';
  return found;
}
