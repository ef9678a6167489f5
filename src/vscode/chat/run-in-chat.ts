import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { sentence } from '../../core/panel/chat-parts.ts';
import { endAnswer, orderAnswer, proposalAnswer, stageProgress } from '../../core/panel/chat-run.ts';
import { waitsForDecision } from '../../core/workorder/review-stage.ts';
import type { RunState } from '../../core/workorder/state.ts';
import { waysForward } from '../../core/workorder/ways-forward.ts';
import { unsavedOf } from '../editor/unsaved-files.ts';
import type { OrderSource } from '../orders/order-source.ts';
import { pickedModels } from '../run/choose-models.ts';
import { preflight } from '../run/preflight.ts';
import { runOrder } from '../run/run-order.ts';
import type { Services } from '../services.ts';
import type { ChatEnd, ChatQuestion } from './chat-request.ts';
import { folderOfQuestion } from './folder-of-question.ts';
import { type Stream, showButton, showParts } from './show-answer.ts';
import { stepOfQuestion } from './step-of-question.ts';

const NOTHING_MORE: ChatEnd = { followUps: [] };

/** `/run`: the pipeline and the review of “Run Work Order”, with the model of the chat as its Designer. */
export async function runInChat(question: ChatQuestion): Promise<ChatEnd> {
  const { services, stream, model, signal } = question;
  const folder = folderOfQuestion(question.references);
  const say = (words: string) => showParts(stream, folder, [sentence(words)]);
  if (services.run.isRunning) {
    say('A work order is running in this window already. Decide about it, or cancel it, then ask again.');
    stream.button({ command: 'workorder.showReview', title: 'Show Review' });
    stream.button({ command: 'workorder.cancel', title: 'Cancel Run' });
    return NOTHING_MORE;
  }
  stream.progress('Waiting for which files may change');
  const source = await stepOfQuestion(folder, question);
  if (source === undefined) {
    say('No files were chosen that may change. Nothing was run.');
    return NOTHING_MORE;
  }
  const models = await pickedModels(services, model);
  if (!models.ok) {
    say(`${models.error}. Nothing was run.`);
    stream.button({ command: 'workorder.selectModels', title: 'Select Models' });
    return NOTHING_MORE;
  }
  const { designer, qa } = models.value;
  showParts(stream, folder, orderAnswer(source.order, { designer: designer.label, qa: qa.label }));
  if (source.file !== undefined) stream.reference(source.file);
  if (!(await preflight(services, [source], 'given')) || signal.aborted) {
    say('You cancelled before a model was asked. Nothing was run.');
    return NOTHING_MORE;
  }
  const telling = tellOf(services, source, stream);
  try {
    const how = { models: models.value, signal, isToldElsewhere: true };
    const state = await runOrder(services, source, 'end', how);
    if (state === undefined) {
      if (signal.aborted) throw new Cancelled();
      say('The run was not started.');
      return NOTHING_MORE;
    }
    return showEnd(stream, source, state);
  } finally {
    telling.dispose();
  }
}

/** Shows the stages as they come, and each proposal that waits. */
function tellOf({ run }: Services, { folder }: OrderSource, stream: Stream): vscode.Disposable {
  let said = '';
  let proposed = '';
  return run.onDidChange(() => {
    const { state, isRunning } = run;
    if (state === undefined || !isRunning) return;
    const line = stageProgress(state);
    if (waitsForDecision(state) && proposed !== state.runId) {
      proposed = state.runId;
      showParts(stream, folder, proposalAnswer(state));
      const about = { runId: state.runId, folder: folder.uri.toString() };
      showButton(stream, 'Review', { verb: 'review', ...about });
      showButton(stream, 'Apply', { verb: 'apply', ...about });
      showButton(stream, 'Reject', { verb: 'reject', ...about });
    }
    if (line === undefined || line === said) return;
    said = line;
    stream.progress(line);
  });
}

/** Buttons below an answer; the rest is in the Review view. */
const MOST_WAYS = 3;

export function showEnd(stream: Stream, { folder }: OrderSource, state: RunState): ChatEnd {
  showParts(stream, folder, endAnswer(state));
  showWays(stream, folder, state);
  const { outcome, runId } = state;
  const explain = { label: 'Explain this run', command: 'explain', prompt: runId } as const;
  const prove = { label: 'Prove the working tree', command: 'prove', prompt: '' } as const;
  const isOnDisk = state.applied && !state.reverted;
  return { followUps: [explain, ...(isOnDisk && outcome?.kind !== 'CANCELLED' ? [prove] : [])] };
}

/** What can be done about a run, as buttons. */
export function showWays(stream: Stream, folder: vscode.WorkspaceFolder, state: RunState): void {
  const about = { runId: state.runId, folder: folder.uri.toString() };
  const unsaved = unsavedOf(folder, state).map(({ uri }) => vscode.workspace.asRelativePath(uri, false));
  const ways = waysForward(state, { unsaved });
  for (const way of ways.filter(one => one !== 'Revert').slice(0, MOST_WAYS))
    showButton(stream, way, { verb: way, ...about });
  showButton(stream, 'Show Review', { verb: 'review', ...about });
  if (state.files.length > 0) showButton(stream, 'Show Diff', { verb: 'diff', ...about });
  // Not where a hand goes first.
  if (ways.includes('Revert')) showButton(stream, 'Revert', { verb: 'Revert', ...about });
}
