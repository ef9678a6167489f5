import * as vscode from 'vscode';
import { proofMarkdown } from '../../core/formats/markdown.ts';
import { count, firstLine } from '../../core/kernel/amounts.ts';
import { inertText } from '../../core/kernel/inert-text.ts';
import { fitAnswer } from '../../core/tools/fit-answer.ts';
import { proveFolder } from '../prove/prove-folder.ts';
import type { Services } from '../services.ts';
import { CHAT_HOST, type TOOLS } from './agent-mode-tools.ts';

type Tool = (typeof TOOLS)[keyof typeof TOOLS];

/** Who proposes, in the inbox and the record: VS Code does not say which model or extension called. */
const CALLER = 'an agent of the editor';

/** What the chat shows while the tool runs; a proposal is decided on in the diff, so that nothing is asked here. */
export function describeCall(tool: Tool, input: object): vscode.PreparedToolInvocation {
  return { invocationMessage: inertText(doing(tool, input)) };
}

function doing(tool: Tool, input: object): string {
  const named = (argument: string) => firstLine(String(memberOf(input, argument) ?? 'a name'), 80);
  switch (tool) {
    case 'locate_symbol':
      return `Looking for ${named('symbol_name')}`;
    case 'get_source':
      return `Reading the source of ${named('qualified_name')}`;
    case 'discover_api':
      return `Listing what ${named('module_name')} offers`;
    case 'trace_calls':
      return `Tracing the calls of ${named('function')}`;
    case 'prove': {
      const commit = memberOf(input, 'commit');
      return `Proving ${typeof commit === 'string' ? firstLine(commit, 80) : 'the uncommitted changes'}`;
    }
    case 'propose_changes': {
      const files = namedFiles(input);
      const more = files.length > 3 ? ` and ${files.length - 3} more` : '';
      const names = `${files.slice(0, 3).join(', ')}${more}`;
      return `Checking a change of ${count(files.length, 'file')} (${names}); it waits for you in the diff`;
    }
  }
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
    const response = await answer(services, tool, folder, args, controller.signal);
    const fits = async (text: string) =>
      tokenizationOptions === undefined ||
      (await tokenizationOptions.countTokens(text, token)) <= tokenizationOptions.tokenBudget;
    const text = await fitAnswer(response, fits);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
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
): Promise<unknown> {
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
  return response;
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
