import * as vscode from 'vscode';
import { inLine } from '../../core/kernel/markdown.ts';
import type { ChatPart } from '../../core/panel/chat-parts.ts';
import type { ChatAction } from './chat-action.ts';

/** Where an answer of the chat goes. Text is Markdown without trust: no links to commands, no HTML, no icons. */
export type Stream = Pick<
  vscode.ChatResponseStream,
  'markdown' | 'anchor' | 'progress' | 'button' | 'reference'
>;

export function showParts(stream: Stream, folder: vscode.WorkspaceFolder, parts: readonly ChatPart[]): void {
  for (const part of parts) {
    if (part.kind === 'text') {
      if (part.markdown !== '') stream.markdown(part.markdown);
    } else showPlace(stream, folder, part);
  }
}

/** Names that the editor may make a link of: it puts them into Markdown as they are. */
const PLAIN = /^[\w ./+-]+$/;

function showPlace(
  stream: Stream,
  folder: vscode.WorkspaceFolder,
  { path, line }: Extract<ChatPart, { kind: 'place' }>,
): void {
  const shown = line === undefined ? path : `${path}:${line}`;
  if (!PLAIN.test(path) || path.split('/').includes('..')) {
    stream.markdown(inLine(shown));
    return;
  }
  const uri = vscode.Uri.joinPath(folder.uri, path);
  if (line === undefined) stream.anchor(uri, shown);
  else stream.anchor(new vscode.Location(uri, new vscode.Position(line - 1, 0)), shown);
}

/** A button about one run: it stays in the conversation, and does nothing to another run. */
export const showButton = (stream: Stream, title: string, action: ChatAction): void =>
  stream.button({ command: 'workorder.chatAction', title, arguments: [action] });
