import type { FileChange } from '../changes/change-set.ts';
import type { WantedCommands } from '../changes/pick-commands.ts';
import type { ToolEdit } from '../changes/tool-edit.ts';
import { count, firstLine } from '../kernel/amounts.ts';
import { hasProblems } from '../lint/nothing-checked.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { ReviewComment } from '../ports/reviewer.ts';
import { isReviewed } from '../workorder/review-stage.ts';
import { commentLine } from '../workorder/revision.ts';
import type { RunState } from '../workorder/state.ts';
import { afterNodes } from './after-nodes.ts';
import { changesSection } from './changes-section.ts';
import { evidenceSection } from './evidence-section.ts';
import { lintPreviewSection, lintSection } from './lint-section.ts';
import { notesSection, qaChangesSection, sentencesSection, spotChecksSection } from './qa-section.ts';
import { stagesSection } from './stages-section.ts';
import { triedSection } from './tried-section.ts';
import { verdictSection } from './verdict-section.ts';
import { COLOR, type ViewNode, viewNode } from './view-node.ts';
import { waysSection } from './ways-section.ts';

export interface ReviewInput {
  readonly state: RunState;
  /** Milliseconds since 1970: how long the running stage has taken. */
  readonly now: number;
  /** The bytes behind the diff, while they are at hand; without them nodes lead to the files. */
  readonly changes?: readonly FileChange[];
  /** False for a run that is over; one without an outcome then shows that it did not finish. */
  readonly isActive?: boolean;
  /** Files of the change with unsaved text in this editor. */
  readonly unsaved?: readonly string[];
  /** What is ticked, while it can be; not verified yet where the proposal has others. */
  readonly wanted?: WantedCommands;
}

/** The Review view: everything a person decides on, most urgent first. */
export function reviewTree(input: ReviewInput): readonly ViewNode[] {
  const { state, now, changes = [], isActive = true, unsaved = [], wanted } = input;
  if (state.fix !== undefined) return fixTree(state, state.fix, changes);
  if (state.edit !== undefined) return editTree(state, state.edit, changes);
  if (state.order === undefined) return [];
  const lintPreview =
    state.lint === undefined ? lintPreviewSection(state.lintPreview, state.lintDifference) : undefined;
  const spotChecks = evidenceSection(state, 'spot-checks', changes) ?? spotChecksSection(state);
  const invariants = evidenceSection(state, 'invariants', changes) ?? invariantsSection(state);
  const risks = evidenceSection(state, 'risks', changes);
  const signatures = evidenceSection(state, 'signatures', changes) ?? signaturesSection(state);
  const tried = triedSection(state);
  const isNew = state.lintDifference?.added !== 0;
  // While models and code work the stages are what there is to see; then the change is.
  const isAtWork = isActive && state.outcome === undefined && !isReviewed(state);
  // What is refuted, violated or broken comes before everything that is only to be read.
  const alarming = [tried, spotChecks, invariants, risks, ...(isNew ? [lintPreview] : []), signatures].filter(
    section => section?.icon.color === COLOR.bad,
  );
  const sections = [
    orderNode(state),
    roundNode(state),
    verdictSection(state),
    waysSection(state, { isActive: isActive && state.outcome === undefined, unsaved }),
    ...(needsLook(state.lint) ? [lintSection(state.lint, state.lintDifference)] : []),
    ...afterNodes('run', beyondLint(state)),
    refusedSection(state),
    ...alarming,
    ...[
      warningsSection(state),
      tried,
      risks,
      ...(isAtWork ? [stagesSection(state, now, isActive)] : []),
      lintPreview,
      changesSection(state, changes, wanted),
      ...(isAtWork ? [] : [stagesSection(state, now, isActive)]),
      spotChecks,
      qaChangesSection(state),
      notesSection(state),
      invariants,
      signatures,
    ].filter(section => !alarming.includes(section)),
    evidenceSection(state, 'facts', changes),
    ...(needsLook(state.lint) ? [] : [lintSection(state.lint, state.lintDifference)]),
    noticesSection(state),
  ];
  return sections.filter(section => section !== undefined);
}

/** A run that is a fix of ruff's: no models, no stages. */
function fixTree(
  state: RunState,
  fix: NonNullable<RunState['fix']>,
  changes: readonly FileChange[],
): readonly ViewNode[] {
  const sections = [
    viewNode({
      id: 'fix',
      label: fix.message,
      description: `${fix.unsafe ? 'unsafe fix' : 'fix'} of ruff ${fix.version} for ${fix.code}`,
      icon: { codicon: 'lightbulb' },
      tooltip: `${count(fix.fixed, 'problem')} fixed in ${fix.path}, asked for by ${fix.by}`,
      spoken: 'fix',
    }),
    verdictSection(state),
    changesSection(state, changes),
    lintSection(state.lint),
    ...afterNodes('run', state.after),
  ];
  return sections.filter(section => section !== undefined);
}

/** A run that is one call of an editing tool: no models, no lint. */
function editTree(
  state: RunState,
  { title, by, commands }: ToolEdit,
  changes: readonly FileChange[],
): readonly ViewNode[] {
  const sections = [
    viewNode({
      id: 'edit',
      label: title,
      description: count(commands.length, 'command'),
      icon: { codicon: 'edit' },
      tooltip: `${title}\ncalled ${by === undefined ? 'on its own' : `by ${by}`}, approved by ${state.approvedBy ?? 'no one'}`,
      spoken: 'edit',
    }),
    verdictSection(state),
    ...afterNodes('run', state.after),
    warningsSection(state),
    changesSection(state, changes),
  ];
  return sections.filter(section => section !== undefined);
}

/** Lint has a section of its own, so that alone is not said twice. */
const beyondLint = ({ after }: RunState): RunState['after'] =>
  after?.results.some(({ check }) => check !== 'lint-after') ? after : undefined;

/** What went wrong is above what went well. */
function needsLook(lint: LintOutcome | undefined): boolean {
  if (lint === undefined) return false;
  return lint.kind !== 'report' || hasProblems(lint.report) || (lint.leftOut ?? []).length > 0;
}

function orderNode(state: RunState): ViewNode | undefined {
  const order = state.order;
  if (order === undefined) return undefined;
  const scope = order.scope_allowlist.map((path, index) =>
    viewNode({
      id: `order:scope:${index}`,
      label: path,
      description: 'in scope',
      icon: { codicon: path.endsWith('/') ? 'folder' : 'file' },
      spoken: 'scope',
    }),
  );
  const created = (order.new_files ?? []).map((path, index) =>
    viewNode({
      id: `order:new:${index}`,
      label: path,
      description: 'to be created',
      icon: { codicon: 'new-file' },
      spoken: 'new file',
      target: { kind: 'file', path },
    }),
  );
  return viewNode({
    id: 'order',
    label: order.step_text,
    icon: { codicon: 'note' },
    tooltip: `${order.step_id}\n${order.step_text}`,
    spoken: `work order ${order.step_id}`,
    children: [...scope, ...created],
    open: false,
  });
}

/** Which answer this is, where a person asked for another one, and what they asked for. */
function roundNode({ revision }: RunState): ViewNode | undefined {
  if (revision === undefined) return undefined;
  const { of, round, comments } = revision;
  return viewNode({
    id: 'round',
    label: `Round ${round + 1}`,
    description: comments.length === 0 ? 'for what was found' : `for ${count(comments.length, 'comment')}`,
    icon: { codicon: 'comment-discussion' },
    tooltip: `Revises run ${of}. The round is a run of its own, with its own cost.`,
    spoken: 'revision',
    children: comments.map((comment, index) =>
      viewNode({
        id: `round:${index}`,
        label: firstLine(comment.text),
        ...(comment.path === undefined ? {} : { description: placeOf(comment) }),
        icon: { codicon: 'comment' },
        tooltip: commentLine(comment),
        spoken: 'you asked for',
      }),
    ),
    open: false,
  });
}

const placeOf = ({ path, line }: ReviewComment): string =>
  line === undefined ? (path ?? '') : `${path}:${line}`;

/** Why the last choice of commands was not possible. */
function refusedSection({ choice }: RunState): ViewNode | undefined {
  const icon = { codicon: 'warning', color: COLOR.attention };
  return sentencesSection('refused', 'Not possible alone', choice?.refused ?? [], icon, 'not possible');
}

function warningsSection(state: RunState): ViewNode | undefined {
  const icon = { codicon: 'warning', color: COLOR.attention };
  return sentencesSection('warnings', 'Read before applying', state.warnings, icon, 'warning');
}

/** About who answers, not about the change. */
function noticesSection(state: RunState): ViewNode | undefined {
  return sentencesSection('notices', 'About the models', state.notices, { codicon: 'info' }, 'notice');
}

function signaturesSection(state: RunState): ViewNode | undefined {
  if (state.designer === undefined) return undefined;
  const claimed = state.designer.changed_signatures;
  if (claimed.length === 0)
    return viewNode({
      id: 'signatures',
      label: 'Claimed signature changes',
      description: 'none',
      icon: { codicon: 'symbol-method' },
      tooltip: 'The Designer says that no public signature changes. This is a claim, not a proof.',
    });
  return sentencesSection(
    'signatures',
    'Claimed signature changes',
    claimed,
    { codicon: 'symbol-method' },
    'claimed by the Designer',
  );
}

/** Until code has looked at a change, invariants are only given to the models. */
function invariantsSection(state: RunState): ViewNode | undefined {
  const invariants = state.order?.invariants ?? [];
  if (invariants.length === 0 || state.designer === undefined) return undefined;
  return viewNode({
    id: 'invariants',
    label: 'Invariants',
    description: `${invariants.length} · not checked by code`,
    icon: { codicon: 'shield' },
    tooltip: `${count(invariants.length, 'invariant')} given to the Designer and QA. Code does not check them.`,
    children: invariants.map((invariant, index) =>
      viewNode({
        id: `invariant:${index}`,
        label: invariant,
        description: 'not checked by code',
        icon: { codicon: 'question', color: COLOR.quiet },
        spoken: 'invariant',
      }),
    ),
  });
}
