import type { Command } from '../../generated/contracts.ts';
import { sentencesOf } from '../evidence/spot-checks/structured.ts';
import { count, firstLine } from '../kernel/amounts.ts';
import type { RunState } from '../workorder/state.ts';
import { describeCommand } from './changes-section.ts';
import { COLOR, type NodeIcon, type Target, type ViewNode, viewNode } from './view-node.ts';

/** One of QA's spot checks, split into its own verdict and what it is about. */
export interface SpotCheck {
  readonly verdict: 'verified' | 'not checked' | 'unstated';
  readonly text: string;
  /** A file of the change that the sentence names, if any. */
  readonly path?: string;
}

/** Reads `verified: …` and `not checked: …`; anything else is kept as it is. */
export function readSpotCheck(sentence: string, paths: readonly string[]): SpotCheck {
  const match = /^\s*(verified|not checked)\s*:\s*/i.exec(sentence);
  const verdict =
    match === null ? 'unstated' : match[1]?.toLowerCase() === 'verified' ? 'verified' : 'not checked';
  const text = match === null ? sentence : sentence.slice(match[0].length);
  const path = pathNamedIn(text, paths);
  return { verdict, text, ...(path === undefined ? {} : { path }) };
}

/** A whole path wins over a file name; a name that fits two files says nothing. */
function pathNamedIn(text: string, paths: readonly string[]): string | undefined {
  const whole = paths.find(path => namesWord(text, path));
  if (whole !== undefined) return whole;
  const byName = paths.filter(path => namesWord(text, path.slice(path.lastIndexOf('/') + 1)));
  return byName.length === 1 ? byName[0] : undefined;
}

function namesWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + word.length] ?? ' ';
    if (!/[\w./-]/.test(before) && !/[\w/-]/.test(after)) return true;
  }
  return false;
}

const CHECK_ICONS: Readonly<Record<SpotCheck['verdict'], NodeIcon>> = {
  verified: { codicon: 'verified', color: COLOR.good },
  'not checked': { codicon: 'question', color: COLOR.attention },
  unstated: { codicon: 'note' },
};

/** QA's spot checks in QA's own words: what it verified, and what it says it did not. */
export function spotChecksSection(state: RunState): ViewNode | undefined {
  const sentences = sentencesOf(state.qa?.spot_checks);
  if (state.qa === undefined) return undefined;
  if (sentences.length === 0)
    return viewNode({
      id: 'spot-checks',
      label: 'QA spot checks',
      description: 'none reported',
      icon: { codicon: 'question', color: COLOR.attention },
      tooltip: 'QA did not say what it checked.',
    });
  const checks = sentences.map(sentence =>
    readSpotCheck(
      sentence,
      state.files.map(file => file.path),
    ),
  );
  const children = checks.map((check, index) => spotCheckNode(check, index));
  const verified = checks.filter(check => check.verdict === 'verified').length;
  const unchecked = checks.filter(check => check.verdict === 'not checked').length;
  return viewNode({
    id: 'spot-checks',
    label: 'QA spot checks',
    description: [`${verified} verified`, ...(unchecked > 0 ? [`${unchecked} not checked`] : [])].join(' · '),
    icon: { codicon: 'checklist' },
    tooltip: 'What QA says it verified and what it did not check. These are the model’s words, not proofs.',
    children,
    open: true,
  });
}

function spotCheckNode(check: SpotCheck, index: number): ViewNode {
  const target: Target | undefined =
    check.path === undefined ? undefined : { kind: 'diff', path: check.path, withSpotChecks: true };
  const verdict = check.verdict === 'unstated' ? 'QA says' : `QA: ${check.verdict}`;
  return viewNode({
    id: `spot-check:${index}`,
    label: check.text,
    icon: CHECK_ICONS[check.verdict],
    tooltip: `${verdict}: ${check.text}`,
    spoken: verdict,
    ...(target === undefined ? {} : { target }),
  });
}

/** QA's reasons, when it approved with notes; a rejection's reasons are in the verdict. */
export function notesSection(state: RunState): ViewNode | undefined {
  if (state.qa?.decision !== 'APPROVED') return undefined;
  return sentencesSection('notes', 'QA notes', state.qa.reasons ?? [], { codicon: 'comment' }, 'QA note');
}

/** What QA changed against the Designer, command by command. */
export function qaChangesSection(state: RunState): ViewNode | undefined {
  const designer = state.designer;
  // What a person left out of QA's list, QA did not.
  const qa = state.wholeQa;
  if (qa?.decision !== 'APPROVED' || designer === undefined) return undefined;
  const rows = [...compareCommands(designer.commands, qa.commands), ...compareVerification(state)];
  return sentencesSection('qa-changes', 'Changed by QA', rows, { codicon: 'edit' }, 'QA changed');
}

function compareCommands(designer: readonly Command[], qa: readonly Command[]): string[] {
  const designerTexts = new Set(designer.map(stable));
  const qaTexts = new Set(qa.map(stable));
  const added = qa.flatMap((command, index) =>
    designerTexts.has(stable(command)) ? [] : [`Command ${index + 1} is QA’s: ${sentenceFor(command)}`],
  );
  const dropped = designer.flatMap((command, index) =>
    qaTexts.has(stable(command))
      ? []
      : [`The Designer’s command ${index + 1} is not run: ${sentenceFor(command)}`],
  );
  if (added.length + dropped.length > 0) return [...added, ...dropped];
  const sameOrder = designer.every((command, index) => stable(command) === stable(qa[index]));
  return sameOrder && designer.length === qa.length ? [] : ['QA runs the same commands in another order.'];
}

function compareVerification(state: RunState): string[] {
  if (state.qa?.decision !== 'APPROVED' || state.designer === undefined) return [];
  const before = state.designer.verification.args;
  const after = state.qa.verification.args;
  if (stable(before) === stable(after)) return [];
  return [`Lint is wider: ${lintScope(after)} instead of ${lintScope(before)}.`];
}

function lintScope(args: { readonly path?: string | null; readonly check_all?: boolean }): string {
  const path = pathWords(args.path);
  return args.check_all === true ? `all of ${path}` : `what is modified in ${path}`;
}

function pathWords(path: string | null | undefined): string {
  if (path === undefined || path === null || path === '') return 'the default path';
  return path === '.' ? 'the whole folder' : path;
}

function sentenceFor(command: Command): string {
  const path = command.args.file_path;
  return `${command.tool} in ${path}, ${describeCommand(command, path)}. ${firstLine(command.reason)}`.trim();
}

/** A section of plain sentences, or nothing when there are none. */
export function sentencesSection(
  id: string,
  label: string,
  sentences: readonly string[],
  icon: NodeIcon,
  spoken: string,
  itemIcon: NodeIcon = icon,
): ViewNode | undefined {
  if (sentences.length === 0) return undefined;
  return viewNode({
    id,
    label,
    description: String(sentences.length),
    icon,
    tooltip: `${label}: ${count(sentences.length, 'entry', 'entries')}`,
    children: sentences.map((sentence, index) =>
      viewNode({ id: `${id}:${index}`, label: sentence, icon: itemIcon, tooltip: sentence, spoken }),
    ),
    open: true,
  });
}

/** JSON with sorted keys: the same for objects that differ only in key order. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
