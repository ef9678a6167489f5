import * as vscode from 'vscode';
import { proofMarkdown } from '../../core/formats/markdown.ts';
import { inertText } from '../../core/kernel/inert-text.ts';
import { count } from '../../core/panel/amounts.ts';
import { proveFolder } from '../prove/prove-folder.ts';
import type { Services } from '../services.ts';
import { CHAT_HOST, type TOOLS } from './agent-mode-tools.ts';

type Tool = (typeof TOOLS)[keyof typeof TOOLS];

/** Who proposes, in the inbox and the record: VS Code does not say which model or extension called. */
const CALLER = 'an agent of the editor';

/** What the chat shows while the tool runs; a proposal is decided on in the diff, so that nothing is asked here. */
export function describeCall(tool: Tool, input: object): vscode.PreparedToolInvocation | undefined {
  if (tool !== 'propose_changes') return undefined;
  const files = namedFiles(input);
  const names =
    files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ');
  return {
    invocationMessage: inertText(
      `Checking a change of ${count(files.length, 'file')} (${names}); it waits for you in the diff`,
    ),
  };
}

/** One call of an agent in the chat. Throws with a sentence where nothing can be called; its failures are answers. */
export async function callTool(
  services: Services,
  tool: Tool,
  { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<object>,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const { folder, args } = folderOf(input);
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  try {
    const text = await answer(services, tool, folder, args, controller.signal);
    return new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart(await cutToBudget(text, tokenizationOptions, token)),
    ]);
  } finally {
    listening.dispose();
  }
}

async function answer(
  services: Services,
  tool: Tool,
  folder: vscode.WorkspaceFolder,
  args: object,
  signal: AbortSignal,
): Promise<string> {
  const { app, analyst } = await services.folders.of(folder);
  if (tool === 'prove') {
    const commit = 'commit' in args && typeof args.commit === 'string' ? args.commit : undefined;
    const what =
      commit === undefined ? ({ kind: 'worktree' } as const) : ({ kind: 'commit', name: commit } as const);
    const proven = await proveFolder(folder.uri.fsPath, analyst, what, signal);
    return proven.ok ? proofMarkdown(proven.value.proof) : `Nothing was proved: ${proven.error}`;
  }
  const isProposal = tool === 'propose_changes';
  const reviewer = services.agentReviews.reviewerFor(CHAT_HOST, CALLER);
  const by = isProposal ? { reviewer, caller: CALLER } : {};
  const { response } = await app.callTool(tool, JSON.stringify(args), signal, by);
  if (isProposal) services.refreshLists();
  return typeof response === 'string' ? response : JSON.stringify(response);
}

/** Of commands that were not checked yet: whatever has the shape of one. */
function namedFiles(input: object): readonly string[] {
  const commands: unknown = 'commands' in input ? input.commands : undefined;
  if (!Array.isArray(commands)) return [];
  const paths = commands.flatMap((command: unknown) => {
    const args = memberOf(command, 'args');
    return [memberOf(args, 'file_path'), memberOf(args, 'target_file')].filter(
      path => typeof path === 'string',
    );
  });
  return [...new Set(paths)];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** The folder that a call names, else the only one, or the first. */
function folderOf(input: object): { readonly folder: vscode.WorkspaceFolder; readonly args: object } {
  const { folder: named, ...args } = input as { readonly folder?: unknown };
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = named === undefined ? folders[0] : folders.find(({ name }) => name === named);
  if (folder !== undefined) return { folder, args };
  throw new Error(
    folders.length === 0
      ? 'No folder is open; the tools of Work Order work in the folder of a project.'
      : `There is no folder ${JSON.stringify(named)} in this workspace; its folders are ${folders.map(({ name }) => name).join(', ')}.`,
  );
}

/** What is too much for the caller is cut, and says so. */
async function cutToBudget(
  text: string,
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  token: vscode.CancellationToken,
): Promise<string> {
  if (options === undefined) return text;
  const { tokenBudget, countTokens } = options;
  let kept = text;
  for (
    let tokens = await countTokens(kept, token);
    tokens > tokenBudget;
    tokens = await countTokens(kept, token)
  ) {
    const length = Math.floor(Math.min(kept.length * (tokenBudget / tokens), kept.length - CUT.length) * 0.9);
    if (length <= 0) return '';
    kept = `${text.slice(0, length)}${CUT}`;
  }
  return kept;
}

const CUT = '\n… cut: ask for less, for example one folder, file or symbol';
