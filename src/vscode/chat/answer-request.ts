import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { inLine } from '../../core/kernel/markdown.ts';
import type { Services } from '../services.ts';
import type { ChatEnd, ChatQuestion } from './chat-request.ts';
import { proveInChat } from './prove-in-chat.ts';
import type { Stream } from './show-answer.ts';

/** One request to `@workorder`. Whatever goes wrong is a sentence in the conversation. */
export async function answerRequest(
  services: Services,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  const { prompt, model } = request;
  const references = referencesOf(request, context);
  try {
    const { signal } = controller;
    const question = { services, prompt, references, model, stream: whileOpen(stream, signal), signal };
    return { metadata: await answer(request.command, question) };
  } catch (error) {
    if (error instanceof Cancelled) return {};
    services.log.error(error, `chat ${request.command ?? ''}`);
    return { errorDetails: { message: inLine(error instanceof Error ? error.message : String(error)) } };
  } finally {
    listening.dispose();
  }
}

async function answer(command: string | undefined, question: ChatQuestion): Promise<ChatEnd> {
  const { stream } = question;
  if (!vscode.workspace.isTrusted) {
    stream.markdown(
      'Work Order needs a trusted workspace: it asks a model, changes files and starts programs. Nothing was done.\n\n',
    );
    stream.button({ command: 'workbench.trust.manage', title: 'Manage Workspace Trust' });
    return { followUps: [] };
  }
  switch (command) {
    case 'run':
      return (await import('./run-in-chat.ts')).runInChat(question);
    case 'plan':
      return (await import('./plan-in-chat.ts')).planInChat(question);
    case 'prove':
      return proveInChat(question);
    case 'explain':
      return (await import('./explain-in-chat.ts')).explainInChat(question);
    default:
      return help(question);
  }
}

/** The editor closes a stream with the first word that it is stopped; a run needs a moment more to end. */
const whileOpen = (stream: Stream, signal: AbortSignal): Stream => {
  const unless = (say: () => void) => signal.aborted || say();
  return {
    markdown: value => unless(() => stream.markdown(value)),
    anchor: (...place) => unless(() => stream.anchor(...place)),
    progress: value => unless(() => stream.progress(value)),
    button: command => unless(() => stream.button(command)),
    reference: (...file) => unless(() => stream.reference(...file)),
  };
};

/** Words alone start nothing: what they may have meant is one click away. */
function help({ prompt, stream }: ChatQuestion): ChatEnd {
  const words = prompt.trim();
  stream.markdown(
    [
      ...(words === '' ? [] : ['Nothing was started. Use one of these commands:\n']),
      '- `/run` makes an edit: say what should change, and add the files that may change with `#`, or name them. The model picked here proposes it, code checks it, and you decide in the diff.',
      '- `/plan` makes a plan of several steps from a checklist, or runs one.',
      '- `/prove` checks the working tree by code, without a model; `/prove main..HEAD` or a commit checks that.',
      '- `/explain` says what a run did and what was checked; with a run’s id, that one.',
      '',
    ].join('\n'),
  );
  const run = { label: 'Run this as a work order', command: 'run', prompt: words } as const;
  const prove = { label: 'Prove the working tree', command: 'prove', prompt: '' } as const;
  return { followUps: [...(words === '' ? [] : [run]), prove] };
}

/** A suggestion below an answer repeats the words alone: what was attached to them is still meant. */
function referencesOf(
  { prompt, references }: vscode.ChatRequest,
  { history }: vscode.ChatContext,
): readonly vscode.ChatPromptReference[] {
  if (references.length > 0) return references;
  const before = history.findLast(turn => turn instanceof vscode.ChatRequestTurn);
  return before !== undefined && before.prompt.trim() === prompt.trim() ? before.references : [];
}
