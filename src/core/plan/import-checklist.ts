import type { LintScope, Plan, WorkOrder } from '../../generated/contracts.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';

/** What a checklist does not say of its steps. */
export interface ChecklistDefaults {
  readonly scopeAllowlist: readonly string[];
  readonly invariants: readonly string[];
  readonly lint: LintScope;
  readonly phaseBoundaryLint: LintScope;
}

/**
 * Reads the Markdown form of a plan: `### Phase N: outcome` and below it `- [ ] step` lines. Ticked steps
 * are left out. Step ids are `phase-N.step-M`, M counted over all items so that ticking one renames none.
 */
export function importChecklist(text: string, defaults: ChecklistDefaults): Result<Plan> {
  let title = 'Plan';
  const phases: { id: string; outcome: string; steps: WorkOrder[]; items: number }[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (const [i, padded] of lines.entries()) {
    const line = padded.trimEnd();
    const heading = /^#\s+(\S.*)$/.exec(line);
    const phase = /^###\s+Phase\s+([\w.]+)\s*:\s*(\S.*)$/i.exec(line);
    const item = /^\s*[-*]\s+\[([ xX])\]\s+(\S.*)$/.exec(line);
    if (phase) phases.push({ id: `phase-${phase[1]}`, outcome: phase[2] ?? '', steps: [], items: 0 });
    else if (heading?.[1]) title = heading[1];
    else if (item) {
      const current = phases.at(-1);
      if (!current) return fail(`line ${i + 1}: a step before the first "### Phase N: outcome"`);
      current.items++;
      if (item[1] === ' ')
        current.steps.push(toOrder(`${current.id}.step-${current.items}`, item[2] ?? '', defaults));
    }
  }
  if (phases.length === 0) return fail('there is no "### Phase N: outcome" heading');
  const open = phases.filter(p => p.steps.length > 0);
  if (open.length === 0) return fail('every step of the checklist is ticked');
  return ok({
    title,
    phases: open.map(({ id, outcome, steps }) => ({
      id,
      outcome,
      steps,
      phase_boundary_lint: defaults.phaseBoundaryLint,
    })),
  });
}

const toOrder = (step_id: string, step_text: string, defaults: ChecklistDefaults): WorkOrder => ({
  step_id,
  step_text,
  scope_allowlist: [...defaults.scopeAllowlist],
  invariants: [...defaults.invariants],
  acceptance: { lint: defaults.lint },
});
