import * as vscode from 'vscode';
import { count, firstLine } from '../../core/kernel/amounts.ts';
import { isObject } from '../../core/kernel/is-object.ts';
import { inLine } from '../../core/kernel/markdown.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { type ChatPart, place, places, sentence, text } from '../../core/panel/chat-parts.ts';
import { planFromWords, stepsListed } from '../../core/panel/chat-prompts.ts';
import { stepIdFrom } from '../../core/panel/new-order.ts';
import { checklistInWords } from '../../core/plan/checklist-in-words.ts';
import type { Plan } from '../../generated/contracts.ts';
import { sha256 } from '../../node/system.ts';
import { shownText } from '../editor/shown-text.ts';
import { exists } from '../exists.ts';
import { NOT_IN, PLAN_FILES } from '../orders/json-files.ts';
import { readPlanFile } from '../plans/plan-source.ts';
import { askChecklistAnswers, planOf, writePlan } from '../plans/write-plan.ts';
import { askPicked, modelName } from './ask-picked.ts';
import type { ChatEnd, ChatQuestion } from './chat-request.ts';
import { folderOfQuestion, uriOf } from './folder-of-question.ts';
import { showParts } from './show-answer.ts';
import { scopeOf, wordsOf } from './words-of-question.ts';

const NOTHING_MORE: ChatEnd = { followUps: [] };

/**
 * `/plan`: of a plan that is attached or named, what it holds and a button that runs it; of a checklist, in words or in
 * a file, the plan that is made of it. Nothing is run before the button is pressed.
 */
export async function planInChat(question: ChatQuestion): Promise<ChatEnd> {
  const { references, stream } = question;
  const folder = folderOfQuestion(references);
  const words = wordsOf(folder, question);
  const files = references.map(({ value }) => uriOf(value)).filter(uri => uri !== undefined);
  const typed = vscode.Uri.joinPath(folder.uri, words);
  const plan = files.find(PLAN_FILES.is) ?? (PLAN_FILES.is(typed) && !/\s/.test(words) ? typed : undefined);
  if (plan !== undefined) {
    await showPlanFile(question, folder, plan);
    return NOTHING_MORE;
  }
  const file = files.find(({ path }) => path.endsWith('.md'));
  if (file === undefined && words === '') {
    showParts(stream, folder, howTo(await PLAN_FILES.find(folder)));
    return NOTHING_MORE;
  }
  const listed = file === undefined ? checklistInWords(words) : await shownText(file);
  const first = listed === undefined ? undefined : await planOf(listed, { scope: [], invariants: [] });
  if (first?.ok === false)
    return sayNo(question, folder, `This is not a checklist of phases: ${first.error}.`);
  stream.progress('Waiting for which files its steps may change');
  const named = await scopeOf(
    folder,
    file === undefined ? words : '',
    references.filter(({ value }) => uriOf(value) !== file),
  );
  const given =
    named === undefined ? await askChecklistAnswers(folder) : { scope: named.paths, invariants: [] };
  if (given === undefined) return sayNo(question, folder, 'You cancelled.');
  const drafted = listed === undefined ? await draftOf(question, folder, words, given.scope) : ok(listed);
  if (!drafted.ok) return sayNo(question, folder, drafted.error);
  const made = await planOf(drafted.value, given);
  if (!made.ok) return sayNo(question, folder, `${made.error}.`);
  const name = stepIdFrom(made.value.title);
  const uri = await writePlan(question.services, await placeOf(folder), name, made.value);
  const path = vscode.workspace.asRelativePath(uri, false);
  const who =
    listed === undefined ? `${inLine(modelName(question.model))} listed the steps: read them first. ` : '';
  showParts(stream, folder, [text(`${who}Written to `), place(path), text('. Nothing was run.\n\n')]);
  showPlan(question, folder, made.value, uri);
  return NOTHING_MORE;
}

function sayNo({ stream }: ChatQuestion, folder: vscode.WorkspaceFolder, why: string): ChatEnd {
  showParts(stream, folder, [sentence(`${why} Nothing was written.`)]);
  return NOTHING_MORE;
}

const MOST_NAMED_FILES = 300;

/** The steps that the picked model divides the words into, as a checklist; the error is a sentence. */
async function draftOf(
  { model, stream, signal }: ChatQuestion,
  folder: vscode.WorkspaceFolder,
  words: string,
  scope: readonly string[],
): Promise<Result<string>> {
  stream.progress(`Asking ${inLine(modelName(model))} for the steps`);
  const patterns = scope.map(path => (path.endsWith('/') ? `${path}**` : path));
  const within = new vscode.RelativePattern(
    folder,
    patterns.length === 1 ? (patterns[0] ?? '') : `{${patterns.join(',')}}`,
  );
  const files = await vscode.workspace.findFiles(within, NOT_IN, MOST_NAMED_FILES);
  const names = files.map(uri => vscode.workspace.asRelativePath(uri, false)).sort();
  const answer = await askPicked(model, planFromWords(words, names, sha256), signal);
  if (!answer.ok) return fail(`No steps: ${answer.error}.`);
  const steps = stepsListed(answer.value);
  if (steps.length === 0) return fail(`${modelName(model)} listed no steps.`);
  const title = firstLine(words, 80).replace(/[:.]$/, '');
  return ok(
    [`# ${title}`, '', `### Phase 1: ${title}`, ...steps.map(step => `- [ ] ${step}`), ''].join('\n'),
  );
}

async function showPlanFile(
  question: ChatQuestion,
  folder: vscode.WorkspaceFolder,
  file: vscode.Uri,
): Promise<void> {
  const plan = await readPlanFile(folder, file);
  if (plan.ok) showPlan(question, folder, { title: plan.value.title, phases: plan.value.phases }, file);
  else {
    const name = vscode.workspace.asRelativePath(file, false);
    showParts(question.stream, folder, [sentence(`${name}: ${plan.error}. Nothing was run.`)]);
  }
}

interface ShownPlan {
  readonly title: string;
  readonly phases: readonly { readonly outcome: string; readonly steps: readonly unknown[] }[];
}

const MOST_STEPS = 12;

/** The words of a step of a plan that was read, or is written now. */
function stepWords(step: unknown): string {
  if (!isObject(step)) return String(step);
  const order = isObject(step['order']) ? step['order'] : step;
  return String(order['step_text'] ?? step['path'] ?? '');
}

function showPlan(
  { stream }: ChatQuestion,
  folder: vscode.WorkspaceFolder,
  { title, phases }: ShownPlan | Plan,
  file: vscode.Uri,
): void {
  const steps = phases.reduce((sum, phase) => sum + phase.steps.length, 0);
  showParts(stream, folder, [
    text(`**${inLine(title)}**: ${count(phases.length, 'phase')}, ${count(steps, 'step')}\n\n`),
    ...phases.flatMap(({ outcome, steps: own }) => [
      text(`${inLine(outcome)}:\n\n`),
      ...own.slice(0, MOST_STEPS).map(step => text(`1. ${inLine(stepWords(step))}\n`)),
      ...(own.length > MOST_STEPS ? [text(`1. and ${own.length - MOST_STEPS} more\n`)] : []),
      text('\n'),
    ]),
    text('Each step is a work order with a review of its own; a plan resumes where it stopped.\n\n'),
  ]);
  stream.button({ command: 'workorder.runPlan', title: 'Run Plan', arguments: [file] });
  stream.button({ command: 'vscode.open', title: 'Open Plan', arguments: [file] });
}

/** Beside the work orders where the folder has a place for them. */
async function placeOf({ uri }: vscode.WorkspaceFolder): Promise<vscode.Uri> {
  const beside = vscode.Uri.joinPath(uri, 'work-orders');
  return (await exists(beside)) ? beside : uri;
}

const howTo = (plans: readonly vscode.Uri[]): readonly ChatPart[] => [
  text(
    'After `/plan`, say what should be done, and the picked model lists the steps. Or list them yourself, one in each line that begins with `-`, or attach a Markdown checklist or a `*.plan.json`. Other files and folders that you attach are what the steps may change.\n\n',
  ),
  ...(plans.length === 0
    ? []
    : [
        text('Plans of this folder: '),
        ...places(plans.map(uri => vscode.workspace.asRelativePath(uri, false))),
        text('.\n\n'),
      ]),
];
