import * as vscode from 'vscode';
import { COMMON_INVARIANTS, composeOrder, stepIdFrom } from '../../core/panel/new-order.ts';
import { BACK } from '../live-pick.ts';
import { ORDER_FILES } from '../orders/json-files.ts';
import { type OrderSource, readOrderFile } from '../orders/order-source.ts';
import { pickScope } from '../orders/pick-scope.ts';
import { uriOf } from './folder-of-question.ts';
import { type Asked, type AskedScope, pathIn, scopeOf, wordsOf } from './words-of-question.ts';

/**
 * The work order of a question: a file that is attached or named, else its words with the attached files as their scope.
 * Without any the scope is picked from a list; `undefined` where the person gives that up. Throws with a sentence.
 */
export async function stepOfQuestion(
  folder: vscode.WorkspaceFolder,
  { prompt, references }: Asked,
): Promise<OrderSource | undefined> {
  const words = wordsOf(folder, { prompt, references });
  const file = orderFileOf(folder, words, references);
  if (file !== undefined) {
    const order = await readOrderFile(file);
    const name = vscode.workspace.asRelativePath(file, false);
    if (!order.ok) throw new Error(`${name}, ${order.error}. Nothing was run.`);
    return { folder, file, order: order.value };
  }
  if (words === '')
    throw new Error('After /run, say what should change, and add the files that may change with #.');
  const scope = (await scopeOf(folder, words, references)) ?? (await askScope(folder, words));
  if (scope === undefined) return undefined;
  const lines = references.flatMap(({ value }) => linesOf(folder, value));
  const stepText = lines.length === 0 ? words : `${words} (${lines.join('; ')})`;
  const invariants = COMMON_INVARIANTS.filter(invariant =>
    words.toLowerCase().includes(invariant.toLowerCase()),
  );
  const { paths, newFiles } = scope;
  const order = composeOrder({ stepId: stepIdFrom(words), stepText, scope: paths, newFiles, invariants });
  return { folder, file: undefined, order };
}

async function askScope(folder: vscode.WorkspaceFolder, text: string): Promise<AskedScope | undefined> {
  const picked = await pickScope(folder, { text }, { title: 'Work order: which files may change?' });
  return picked === BACK ? undefined : picked;
}

function orderFileOf(
  folder: vscode.WorkspaceFolder,
  words: string,
  references: Asked['references'],
): vscode.Uri | undefined {
  const attached = references
    .map(({ value }) => uriOf(value))
    .find(uri => uri !== undefined && ORDER_FILES.is(uri));
  if (attached !== undefined) return attached;
  const [named, ...others] = words.split(/\s+/);
  const uri = named === undefined || named === '' ? undefined : vscode.Uri.joinPath(folder.uri, named);
  return uri !== undefined && others.length === 0 && ORDER_FILES.is(uri) ? uri : undefined;
}

function linesOf(folder: vscode.WorkspaceFolder, value: unknown): readonly string[] {
  if (!(value instanceof vscode.Location) || value.range.isEmpty) return [];
  const path = pathIn(folder, value.uri);
  const { start, end } = value.range;
  const lines =
    start.line === end.line ? `line ${start.line + 1}` : `lines ${start.line + 1} to ${end.line + 1}`;
  return path === undefined ? [] : [`${lines} of ${path}`];
}
