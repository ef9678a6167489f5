import { count } from '../kernel/amounts.ts';
import { whyNotLinted } from '../lint/failure.ts';
import { leftOutSentences } from '../lint/left-out-sentences.ts';
import type { LintDifference } from '../lint/lint-proposal.ts';
import { hasProblems, nothingChecked } from '../lint/nothing-checked.ts';
import type { LintOutcome } from '../ports/linter.ts';
import { type LintProblem, problemsOf } from './lint-problems.ts';
import { COLOR, type NodeIcon, type Target, type ViewNode, viewNode } from './view-node.ts';

/** What the linters said, by file; the Problems panel shows the same. */
export function lintSection(
  lint: LintOutcome | undefined,
  difference?: LintDifference,
): ViewNode | undefined {
  if (lint === undefined) return undefined;
  if (lint.kind === 'did_not_run') return didNotRun('lint', 'Lint did not run', lint);
  return reportSection('lint', 'Lint', lint, difference, { kind: 'problems' });
}

/** The same of the simulated files, while nothing is written yet. */
export function lintPreviewSection(
  preview: LintOutcome | undefined,
  difference?: LintDifference,
): ViewNode | undefined {
  if (preview === undefined) return undefined;
  if (preview.kind === 'did_not_run')
    return didNotRun('lint-preview', 'Lint of the proposal did not run', preview);
  return reportSection('lint-preview', 'Lint of the proposal', preview, difference, undefined);
}

function didNotRun(id: string, label: string, lint: Extract<LintOutcome, { kind: 'did_not_run' }>): ViewNode {
  const { error, detail = '' } = lint.failure;
  return viewNode({
    id,
    label,
    description: whyNotLinted(lint.failure),
    icon: { codicon: 'error', color: COLOR.bad },
    tooltip: [error, detail].filter(Boolean).join('\n'),
    spoken: 'failed',
  });
}

function reportSection(
  id: string,
  label: string,
  lint: Extract<LintOutcome, { kind: 'report' }>,
  difference: LintDifference | undefined,
  target: Target | undefined,
): ViewNode {
  const { summary } = lint.report;
  const problems = problemsOf(lint);
  const leftOut = leftOutSentences(lint);
  const clean =
    leftOut.length === 0 ? 'clean' : `no problem by ${lint.tools.map(run => run.tool).join(', ')}`;
  const isEmpty = nothingChecked(lint.report);
  const fine = isEmpty ? 'no Python file to lint' : clean;
  const isBad = hasProblems(lint.report);
  const found = isBad ? problemWords(summary.total_errors, difference) : fine;
  const fixed = difference !== undefined && difference.fixed > 0 ? ` · ${difference.fixed} fixed` : '';
  return viewNode({
    id,
    label,
    description: `${found}${fixed} · ${count(summary.files_checked, 'file')} checked`,
    icon:
      !isBad && leftOut.length > 0
        ? { codicon: 'warning', color: COLOR.attention }
        : isEmpty
          ? { codicon: 'info' }
          : lintIcon(!isBad, difference),
    tooltip: [
      ...(difference === undefined ? [] : [differenceWords(difference)]),
      ...leftOut,
      ...lint.tools.map(tool => `${tool.tool} ${tool.version}: ${tool.ms} ms, ${tool.program}`),
      ...lint.notes,
    ].join('\n'),
    spoken: isBad ? 'not clean' : fine,
    ...(!isBad || target === undefined ? {} : { target }),
    children: [
      ...leftOut.map((sentence, index) =>
        viewNode({
          id: `${id}:left-out:${index}`,
          label: sentence,
          icon: { codicon: 'warning', color: COLOR.attention },
          spoken: 'not run',
        }),
      ),
      ...problems.slice(0, MAX_SHOWN).map((problem, index) => problemNode(id, problem, index)),
      ...restNode(id, problems.length),
      ...notes(id, lint),
    ],
    open: isBad || leftOut.length > 0,
  });
}

function lintIcon(clean: boolean, difference: LintDifference | undefined): NodeIcon {
  if (clean) return { codicon: 'pass-filled', color: COLOR.good };
  const onlyOld = difference !== undefined && difference.added === 0;
  return onlyOld ? { codicon: 'warning', color: COLOR.attention } : { codicon: 'error', color: COLOR.bad };
}

/** `1 new problem, 2 from before`, or how many there are when nothing is known of before. */
export function problemWords(total: number, difference: LintDifference | undefined): string {
  if (difference === undefined) return count(total, 'problem');
  const { added, pre_existing } = difference;
  const fromBefore = pre_existing > 0 ? `, ${pre_existing} from before` : '';
  return `${added === 0 ? 'no' : added} new ${added === 1 ? 'problem' : 'problems'}${fromBefore}`;
}

const differenceWords = ({ added, pre_existing, fixed }: LintDifference): string =>
  `${count(added, 'new problem')}, ${pre_existing} that were there before, ${fixed} fixed by the change`;

/** More than this belongs in the Problems panel. */
const MAX_SHOWN = 50;

function problemNode(section: string, problem: LintProblem, index: number): ViewNode {
  return viewNode({
    id: `${section}:${index}`,
    label: problem.message,
    description: [
      originWords(problem),
      `${problem.source} ${problem.code}`,
      `${problem.file}:${problem.line}`,
    ]
      .filter(Boolean)
      .join(' · '),
    icon:
      problem.severity === 'error'
        ? { codicon: 'error', color: COLOR.bad }
        : { codicon: 'warning', color: COLOR.attention },
    spoken: 'problem',
    target: { kind: 'file', path: problem.file, line: problem.line },
  });
}

/** How lists tell a problem that the change brought from one that was there. */
function originWords({ since }: LintProblem): string {
  if (since === undefined) return '';
  return since === 'change' ? 'new' : 'from before';
}

function restNode(section: string, total: number): ViewNode[] {
  if (total <= MAX_SHOWN) return [];
  return [
    viewNode({
      id: `${section}:rest`,
      label: `${count(total - MAX_SHOWN, 'more problem')} in the Problems panel`,
      icon: { codicon: 'ellipsis' },
      target: { kind: 'problems' },
    }),
  ];
}

function notes(section: string, lint: Extract<LintOutcome, { kind: 'report' }>): ViewNode[] {
  return lint.notes.map((note, index) =>
    viewNode({ id: `${section}:note:${index}`, label: note, icon: { codicon: 'info' }, spoken: 'note' }),
  );
}
