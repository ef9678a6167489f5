import type * as vscode from 'vscode';
import { ago } from '../../core/kernel/amounts.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { asQuote, inLine } from '../../core/kernel/markdown.ts';
import { type ChatPart, places, sentence, text } from '../../core/panel/chat-parts.ts';
import { questionAboutRun } from '../../core/panel/chat-prompts.ts';
import { explainAnswer } from '../../core/panel/chat-run.ts';
import { type HistoryEntry, outcomeWords } from '../../core/runs/history.ts';
import type { RunState } from '../../core/workorder/state.ts';
import { openHistory } from '../../node/open-history.ts';
import { sha256 } from '../../node/system.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { askPicked, modelName } from './ask-picked.ts';
import type { ChatEnd, ChatQuestion } from './chat-request.ts';
import { folderOfQuestion } from './folder-of-question.ts';
import { showWays } from './run-in-chat.ts';
import { showButton, showParts } from './show-answer.ts';

/** `/explain`, `/explain RUN`: what a run did and what code found. A model is asked only where a question is. */
export async function explainInChat(question: ChatQuestion): Promise<ChatEnd> {
  const { stream, signal } = question;
  const folder = folderOfQuestion(question.references);
  stream.progress('Reading the records of the run');
  const found = await findRun(question, folder);
  if (signal.aborted) throw new Cancelled();
  if (typeof found === 'string') {
    showParts(stream, folder, [sentence(found)]);
    return { followUps: [] };
  }
  const { run, asked } = found;
  const isOrder = run.source.kind === 'work order';
  const facts = isOrder
    ? await orderFacts(question, folder, run)
    : { parts: await otherFacts(run), state: undefined };
  showParts(stream, folder, facts.parts);
  if (asked !== '') await answerAsked(question, folder, asked, facts.parts);
  if (facts.state !== undefined) showOrderButtons(question, folder, facts.state);
  else if (!isOrder) showOtherButtons(question, folder, run);
  const why = {
    label: 'Say it in plain words',
    command: 'explain',
    prompt: `${run.runId} ${PLAIN}`,
  } as const;
  const prove = { label: 'Prove the working tree', command: 'prove', prompt: '' } as const;
  return { followUps: [...(asked === '' ? [why] : []), prove] };
}

const PLAIN = 'what happened, and what should I look at?';

/** A run, and what is asked about it. */
interface Meant {
  readonly run: HistoryEntry;
  readonly asked: string;
}

/** The run that is named, else the one that the window shows, else the newest; or why there is none. */
async function findRun(
  { services, prompt }: ChatQuestion,
  folder: vscode.WorkspaceFolder,
): Promise<Meant | string> {
  const root = folder.uri.fsPath;
  const { files } = await services.folders.of(folder);
  const runs = await openHistory({ root, stateDir: workspaceStateDir(root), files }).list();
  const [newest] = runs;
  if (newest === undefined)
    return 'There is no run in this folder yet. Start one with /run and what should change.';
  const text = prompt.trim();
  const words = text.split(/\s+/);
  for (const word of words) {
    const run = word.length >= 4 && runs.find(({ runId }) => runId.startsWith(word));
    if (run) return { run, asked: words.filter(one => one !== word).join(' ') };
  }
  const titled = runs.find(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  if (text !== '' && titled !== undefined) return { run: titled, asked: '' };
  if (text !== '' && words.length === 1) {
    const known = runs.slice(0, 5).map(({ runId, title }) => `${runId} (${title})`);
    return `There is no run “${text}” in this folder. The newest are ${known.join(', ')}.`;
  }
  const { state, origin } = services.run;
  const shown = origin?.folder === folder ? runs.find(({ runId }) => runId === state?.runId) : undefined;
  return { run: shown ?? newest, asked: text };
}

/** In the words of the model, below the facts and quoted: code has not checked them. */
async function answerAsked(
  { stream, model, signal }: ChatQuestion,
  folder: vscode.WorkspaceFolder,
  asked: string,
  facts: readonly ChatPart[],
): Promise<void> {
  const name = modelName(model);
  stream.progress(`Asking ${inLine(name)}`);
  const told = facts.map(part => (part.kind === 'text' ? part.markdown : placeText(part))).join('');
  const answer = await askPicked(model, questionAboutRun(asked, told, sha256), signal);
  const parts = answer.ok
    ? [
        text(`**In the words of ${inLine(name)}**, which code has not checked:\n\n`),
        text(`${asQuote(answer.value)}\n\n`),
      ]
    : [sentence(`Your question was not answered: ${answer.error}.`)];
  showParts(stream, folder, parts);
}

const placeText = ({ path, line }: Extract<ChatPart, { kind: 'place' }>): string =>
  line === undefined ? path : `${path}:${line}`;

async function orderFacts(
  { services }: ChatQuestion,
  folder: vscode.WorkspaceFolder,
  { runId, startedAt }: HistoryEntry,
): Promise<{ readonly parts: readonly ChatPart[]; readonly state: RunState | undefined }> {
  const { app } = await services.folders.of(folder);
  const events = await app.workOrders.events(runId);
  const state = await app.workOrders.state(runId);
  if (events === undefined || state === undefined)
    return { parts: [sentence(`The journal of run ${runId} is gone.`)], state: undefined };
  const started = events.find(event => event.type === 'run_started');
  const models = started && { designer: started.designerModel, qa: started.qaModel };
  const changes = await app.workOrders.changes(runId);
  return { parts: explainAnswer({ state, models, startedAt, changes, now: Date.now() }), state };
}

function showOrderButtons(
  { services, stream }: ChatQuestion,
  folder: vscode.WorkspaceFolder,
  state: RunState,
): void {
  const { runId } = state;
  const isActive = services.run.isRunning && services.run.state?.runId === runId;
  if (isActive) showButton(stream, 'Review', { verb: 'review', runId, folder: folder.uri.toString() });
  else showWays(stream, folder, state);
}

/** Of agents, tickets, plans and programs: how it ended. */
async function otherFacts(entry: HistoryEntry): Promise<readonly ChatPart[]> {
  const { runId, title, kind, startedAt, files = [] } = entry;
  const stored = await entry.source.open();
  const headline = (await stored.headline(runId)) ?? outcomeWords(entry);
  const about = `${kind}, ${ago(Date.now() - startedAt)}, run ${runId}`;
  return [
    text(`**${inLine(title)}** (${inLine(about)})\n\n`),
    sentence(headline),
    ...(files.length === 0 ? [] : [text('Files: '), ...places(files), text('\n\n')]),
  ];
}

/** Where all of it can be read. */
function showOtherButtons(
  { stream }: ChatQuestion,
  folder: vscode.WorkspaceFolder,
  { runId, source }: HistoryEntry,
): void {
  const of = { verb: 'transcript', runId, folder: folder.uri.toString() } as const;
  if (source.kind === 'plan') showButton(stream, 'Show What It Did', { kind: 'plan run', ...of });
  else if (source.kind === 'wrap') showButton(stream, 'Show What It Did', { kind: 'wrap run', ...of });
  else stream.button({ command: 'workorder.showAgents', title: 'Show Agents' });
}
