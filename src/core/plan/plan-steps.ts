import type { LintScope, Plan, WorkOrder } from '../../generated/contracts.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';
import { parseWorkOrder } from '../workorder/parse-work-order.ts';

/** A step with its order at hand. */
export interface ResolvedStep {
  readonly order: WorkOrder;
  /** The file it came from, workspace-relative; `undefined` for an order written inline. */
  readonly path: string | undefined;
  /** Of the order's JSON: an edited order is another step when a plan is resumed. */
  readonly orderSha256: string;
  readonly dependsOn: readonly string[];
}

export interface ResolvedPhase {
  readonly id: string;
  readonly outcome: string;
  /** In the order they run: as written, dependencies first. */
  readonly steps: readonly ResolvedStep[];
  /** The phase's own, else that of its last step. */
  readonly boundaryLint: LintScope | undefined;
}

export interface ResolvedPlan {
  readonly title: string;
  readonly phases: readonly ResolvedPhase[];
}

/** An order that a plan names; the plan may be anybody's, so nothing outside the workspace is read for it. */
export async function readOrder(path: string, files: Pick<Files, 'read'>): Promise<Result<WorkOrder>> {
  const read = await files.read(path);
  if (read.kind === 'missing')
    return fail(`${path} does not exist; steps are named by their path in the workspace`);
  if (read.kind === 'refused') return fail(`${path} cannot be read: ${read.reason}`);
  const text = decodeUtf8(read.file.bytes);
  if (text === undefined) return fail(`${path} is not valid UTF-8`);
  const order = parseWorkOrder(text);
  return order.ok ? order : fail(`${path}: ${order.error}`);
}

/**
 * Reads every order a plan names and puts the steps in order. Errors name the step.
 *
 * @param readOrder reads and checks a *.workorder.json by its workspace-relative path
 */
export async function resolvePlan(
  plan: Plan,
  readOrder: (path: string) => Promise<Result<WorkOrder>>,
  sha256: Sha256,
): Promise<Result<ResolvedPlan>> {
  const phases: ResolvedPhase[] = [];
  const before = new Set<string>();
  for (const phase of plan.phases) {
    const steps: ResolvedStep[] = [];
    for (const step of phase.steps) {
      const { source, dependsOn } = describeStep(step);
      const order = typeof source === 'string' ? await readOrder(source) : ok(source);
      if (!order.ok) return fail(`phase ${phase.id}: ${order.error}`);
      const orderSha256 = sha256(encodeUtf8(JSON.stringify(order.value)));
      const path = typeof source === 'string' ? source : undefined;
      steps.push({ order: order.value, path, orderSha256, dependsOn });
    }
    const sorted = sortSteps(phase.id, steps, before);
    if (!sorted.ok) return sorted;
    const boundaryLint =
      phase.phase_boundary_lint ?? sorted.value.at(-1)?.order.acceptance.phase_boundary_lint;
    phases.push({ id: phase.id, outcome: phase.outcome, steps: sorted.value, boundaryLint });
  }
  return ok({ title: plan.title, phases });
}

type PlanStepSource = Plan['phases'][number]['steps'][number];

function describeStep(step: PlanStepSource): { source: string | WorkOrder; dependsOn: readonly string[] } {
  if (typeof step !== 'string' && 'depends_on' in step)
    return { source: step.order, dependsOn: step.depends_on };
  return { source: step, dependsOn: [] };
}

/** As written, but a step after the steps it depends on; `done` holds the step ids of earlier phases. */
function sortSteps(phase: string, steps: readonly ResolvedStep[], done: Set<string>): Result<ResolvedStep[]> {
  const sorted: ResolvedStep[] = [];
  let open = [...steps];
  const known = new Set([...done, ...steps.map(({ order }) => order.step_id)]);
  for (const { order, dependsOn } of steps) {
    const [unknown] = dependsOn.filter(id => !known.has(id));
    if (unknown !== undefined)
      return fail(
        `phase ${phase}: ${order.step_id} depends on ${unknown}, which is no step of this phase or one before it`,
      );
  }
  while (open.length > 0) {
    const next = open.find(step => step.dependsOn.every(id => done.has(id)));
    if (!next) {
      const stuck = open.map(
        s => `${s.order.step_id} waits for ${s.dependsOn.filter(id => !done.has(id)).join(', ')}`,
      );
      return fail(`phase ${phase}: these steps cannot be put in order: ${stuck.join('; ')}`);
    }
    if (done.has(next.order.step_id))
      return fail(`phase ${phase}: the step_id ${next.order.step_id} is used twice`);
    done.add(next.order.step_id);
    sorted.push(next);
    open = open.filter(step => step !== next);
  }
  return ok(sorted);
}
