import type { LintOutcome } from '../ports/linter.ts';
import { count } from './amounts.ts';
import { type LintProblem, problemsOf } from './lint-problems.ts';
import { COLOR, type ViewNode, viewNode } from './view-node.ts';

/** What the linters said, by file; the Problems panel shows the same. */
export function lintSection(lint: LintOutcome | undefined): ViewNode | undefined {
  if (lint === undefined) return undefined;
  if (lint.kind === 'did_not_run')
    return viewNode({
      id: 'lint',
      label: 'Lint did not run',
      description: lint.failure.error.replace(/^lint did not run: /, ''),
      icon: { codicon: 'error', color: COLOR.bad },
      tooltip: [lint.failure.error, lint.failure.detail ?? ''].filter(Boolean).join('\n'),
      spoken: 'failed',
    });
  const { summary } = lint.report;
  const problems = problemsOf(lint);
  return viewNode({
    id: 'lint',
    label: 'Lint',
    description: `${summary.clean ? 'clean' : count(summary.total_errors, 'problem')} · ${count(summary.files_checked, 'file')} checked`,
    icon: summary.clean
      ? { codicon: 'pass-filled', color: COLOR.good }
      : { codicon: 'error', color: COLOR.bad },
    tooltip: [
      ...lint.tools.map(tool => `${tool.tool} ${tool.version}: ${tool.ms} ms, ${tool.program}`),
      ...lint.notes,
    ].join('\n'),
    spoken: summary.clean ? 'clean' : 'not clean',
    ...(summary.clean ? {} : { target: { kind: 'problems' } as const }),
    children: [
      ...problems.slice(0, MAX_SHOWN).map(problemNode),
      ...restNode(problems.length),
      ...notes(lint),
    ],
    open: !summary.clean,
  });
}

/** More than this belongs in the Problems panel. */
const MAX_SHOWN = 50;

function problemNode(problem: LintProblem, index: number): ViewNode {
  return viewNode({
    id: `lint:${index}`,
    label: problem.message,
    description: `${problem.source} ${problem.code} · ${problem.file}:${problem.line}`,
    icon:
      problem.severity === 'error'
        ? { codicon: 'error', color: COLOR.bad }
        : { codicon: 'warning', color: COLOR.attention },
    spoken: 'problem',
    target: { kind: 'file', path: problem.file, line: problem.line },
  });
}

function restNode(total: number): ViewNode[] {
  if (total <= MAX_SHOWN) return [];
  return [
    viewNode({
      id: 'lint:rest',
      label: `${count(total - MAX_SHOWN, 'more problem')} in the Problems panel`,
      icon: { codicon: 'ellipsis' },
      target: { kind: 'problems' },
    }),
  ];
}

function notes(lint: Extract<LintOutcome, { kind: 'report' }>): ViewNode[] {
  return lint.notes.map((note, index) =>
    viewNode({ id: `lint:note:${index}`, label: note, icon: { codicon: 'info' }, spoken: 'note' }),
  );
}
