import type { CommandReceipt } from '../../../src/core/changes/change-set.ts';
import type { ViewNode } from '../../../src/core/panel/view-node.ts';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import type { FileRecord, RunEvent } from '../../../src/core/workorder/events.ts';
import type { Outcome } from '../../../src/core/workorder/outcome.ts';
import type { RunState } from '../../../src/core/workorder/state.ts';
import { initialState, reduce } from '../../../src/core/workorder/state.ts';
import type {
  Command,
  DesignerOutput,
  QaApproved,
  QaOutput,
  WorkOrder,
} from '../../../src/generated/contracts.ts';

/** A small run, told as journal events; each test picks the events it speaks of. */
export const order: WorkOrder = {
  step_id: 'rename-quote',
  step_text: 'Rename quote() to offer() everywhere.',
  scope_allowlist: ['shop/'],
  invariants: ['no behavior changes'],
  acceptance: { lint: { path: 'shop', check_all: false } },
};

export const replace = (file_path: string, reason: string): Command => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string: 'quote', new_string: 'offer' }] },
  reason,
});

export const move: Command = {
  tool: 'move_text',
  args: { file_path: 'shop/a.py', source_start: 3, source_end: 5, target_line: 1, target_file: 'shop/b.py' },
  reason: 'Pricing belongs together.',
};

export const designerOutput = (commands: readonly Command[]): DesignerOutput => ({
  touched_files: ['shop/a.py', 'shop/b.py'],
  commands: [...commands],
  changed_signatures: ['shop.a.offer() replaces quote()'],
  verification: { tool: 'lint_backend', args: { path: 'shop', check_all: false } },
});

export const approved = (commands: readonly Command[], more: Partial<QaApproved> = {}): QaApproved => ({
  decision: 'APPROVED',
  commands: [...commands],
  verification: { tool: 'lint_backend', args: { path: 'shop', check_all: false } },
  ...more,
});

export const record = (path: string, more: Partial<FileRecord> = {}): FileRecord => ({
  path,
  before_sha256: 'a'.repeat(64),
  after_sha256: 'b'.repeat(64),
  lines_added: 2,
  lines_removed: 1,
  ...more,
});

export const receipt = (index: number, command: Command): CommandReceipt => ({
  index,
  tool: command.tool,
  paths: [
    command.args.file_path,
    ...('target_file' in command.args && command.args.target_file !== undefined
      ? [command.args.target_file]
      : []),
  ],
  reason: command.reason,
  response:
    command.tool === 'atomic_replace'
      ? { path: command.args.file_path, changed: true, replacements_applied: 1, details: [] }
      : { path: command.args.file_path, error: 'not used by the view', changed: false },
});

export const started: RunEvent = {
  at: 0,
  type: 'run_started',
  runId: 'r1',
  order,
  designerModel: 'replay',
  qaModel: 'replay',
};

export const simulated = (commands: readonly Command[], files: readonly FileRecord[]): RunEvent => ({
  at: 0,
  type: 'simulated',
  of: 'qa',
  files,
  receipts: commands.map((command, index) => receipt(index, command)),
});

export const qaSaid = (output: QaOutput, commandsChanged = false): RunEvent => ({
  at: 0,
  type: 'qa_output',
  output,
  commandsChanged,
});

export const linted = (outcome: LintOutcome): RunEvent => ({ at: 0, type: 'linted', outcome });
export const finished = (outcome: Outcome): RunEvent => ({ at: 0, type: 'finished', outcome });

/** What is before the person is verified: from here on they can decide. */
export const proposed: RunEvent = { at: 0, type: 'proposed', approvalSha256: 'a'.repeat(64) };
export const stateAfter = (...events: readonly RunEvent[]): RunState =>
  [started, ...events].reduce(reduce, initialState('r1'));

/** The tree as a person reads it: one line a row, two spaces a level. */
export function drawn(nodes: readonly ViewNode[], indent = ''): string {
  return nodes
    .map(node => {
      const row = `${indent}${node.label}${node.description === undefined ? '' : ` — ${node.description}`}`;
      return [row, ...(node.children.length > 0 ? [drawn(node.children, `${indent}  `)] : [])].join('\n');
    })
    .join('\n');
}

/** The node whose label begins like this, anywhere in the tree. */
export function find(nodes: readonly ViewNode[], label: string): ViewNode {
  const found = search(nodes, label);
  if (found === undefined) throw new Error(`no row begins with "${label}" in\n${drawn(nodes)}`);
  return found;
}

function search(nodes: readonly ViewNode[], label: string): ViewNode | undefined {
  for (const node of nodes) {
    const found = node.label.startsWith(label) ? node : search(node.children, label);
    if (found !== undefined) return found;
  }
  return undefined;
}
