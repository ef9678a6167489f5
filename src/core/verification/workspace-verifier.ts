import type { ChangeSet } from '../changes/change-set.ts';
import { createAnalyst } from '../evidence/analyst.ts';
import type { Result } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { lintProposal } from '../lint/lint-proposal.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { LintOutcome, SimulatedLinter } from '../ports/linter.ts';
import { WorkspaceIndex } from '../python/index/workspace-index.ts';
import type { Check, CheckContext } from './check.ts';
import { ALL_CHECKS } from './checks/all.ts';
import { defaultPolicy } from './default-policies.ts';
import { levelOf, type MergedPolicy, type Policy, type PolicyLayer, type Workflow } from './policy.ts';
import { policyOf } from './read-policy.ts';
import type { Verdict } from './verdict.ts';
import { verify } from './verify.ts';

export interface VerificationPorts {
  readonly files: Files;
  readonly sha256: Sha256;
  readonly clock: Clock;
  /** Left out: one with an index of its own, made when it is first needed. */
  readonly analyst?: Analyst | undefined;
  /** Left out: no linter looks at what is proposed. */
  readonly simulatedLinter?: SimulatedLinter | undefined;
}

/** What one verification asks besides the change. */
export interface Asked
  extends Pick<
    CheckContext,
    | 'scope'
    | 'claims'
    | 'signal'
    | 'evidence'
    | 'tryFunctions'
    | 'compareTests'
    | 'lintBefore'
    | 'lintAfter'
    | 'testsAfter'
    | 'inspect'
  > {
  readonly workflow: Workflow;
  /** What is added to the built-in policy and the workspace's own. */
  readonly layers?: readonly PolicyLayer[];
  readonly phase?: Check['phase'];
}

export interface Verified {
  readonly verdict: Verdict;
  readonly policy: Policy;
  /** What a proposal asked to loosen, in sentences. */
  readonly refused: readonly string[];
}

/** Verifies changes of one workspace, whoever proposes them. The policy is read anew for each change. */
export class WorkspaceVerifier {
  readonly #ports: VerificationPorts;
  #analyst: Analyst | undefined;

  constructor(ports: VerificationPorts) {
    this.#ports = ports;
    this.#analyst = ports.analyst;
  }

  /** What holds now for one workflow; the error says why the workspace's own policy cannot be read. */
  policy(workflow: Workflow, layers: readonly PolicyLayer[] = []): Promise<Result<MergedPolicy>> {
    return policyOf(this.#ports.files, workflow, layers);
  }

  /** Whether anything is to be looked at after an apply; a policy that cannot be read asks for it. */
  async asksAfter(workflow: Workflow, layers: readonly PolicyLayer[] = []): Promise<boolean> {
    const merged = await this.policy(workflow, layers);
    if (!merged.ok) return true;
    const { policy } = merged.value;
    return ALL_CHECKS.some(({ id, phase }) => phase === 'after' && levelOf(policy, id) !== 'off');
  }

  /** Rejects only with `Cancelled`. */
  async verify(changes: ChangeSet, asked: Asked): Promise<Verified> {
    const { workflow, phase = 'before', claims = [], ...context } = asked;
    const layers = [...tryOutLayers(asked), ...(asked.layers ?? [])];
    const merged = await this.policy(workflow, layers);
    if (!merged.ok)
      return { verdict: this.#unreadable(merged.error), policy: defaultPolicy(workflow), refused: [] };
    const { policy, refused } = merged.value;
    const evidence = context.evidence ?? once(() => this.#examine(changes, claims, context.signal));
    const lintBefore = context.lintBefore ?? this.#lintBefore(changes, context.signal);
    const given = { ...context, policy, claims, evidence, ...(lintBefore ? { lintBefore } : {}) };
    const verdict = await verify(this.#ports, changes, given, phase);
    return { verdict, policy, refused };
  }

  /** Ruff alone: an agent gets the answer with the result of its call, and mypy takes seconds. */
  #lintBefore(changes: ChangeSet, signal: AbortSignal): (() => Promise<LintOutcome>) | undefined {
    const { simulatedLinter } = this.#ports;
    if (!simulatedLinter) return undefined;
    return async () => {
      const args = { path: '.', check_all: false };
      const linted = await lintProposal(simulatedLinter, args, changes, { signal, only: ['ruff'] });
      return 'kind' in linted ? linted : (linted.compared?.outcome ?? linted.after);
    };
  }

  #examine(changes: ChangeSet, changedSignatures: readonly string[], signal: AbortSignal) {
    const { files, sha256 } = this.#ports;
    this.#analyst ??= createAnalyst({ files, python: new WorkspaceIndex(files), sha256 });
    return this.#analyst.examine({ changes, invariants: [], changedSignatures }, signal);
  }

  /** Nothing passes for want of a policy that is there and cannot be read. */
  #unreadable(error: string): Verdict {
    return {
      results: [],
      findings: [{ rule: 'policy/unreadable', severity: 'blocks', message: error }],
      sha256: '',
    };
  }
}

/** Whoever agrees to run the code wants to see what comes of it. */
function tryOutLayers({ tryFunctions, compareTests }: Asked): readonly PolicyLayer[] {
  const by = 'person';
  return [
    ...(tryFunctions ? [{ from: '--run', by, checks: { tested: 'advisory' } } as const] : []),
    ...(compareTests ? [{ from: '--run-tests', by, checks: { 'tests-before': 'advisory' } } as const] : []),
  ];
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
