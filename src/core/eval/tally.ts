import type { EvalRun } from '../../generated/contracts.ts';
import { groupBy } from '../kernel/group-by.ts';
import { isGood, type StoppedBy } from './judge.ts';
import { type Rate, rateOf } from './rate.ts';

/** What all runs of one pair of models came to. */
export interface ModelRow {
  readonly model: string;
  readonly qa: string;
  readonly runs: number;
  readonly tasks: number;
  /** Solved, or rightly blocked. */
  readonly good: Rate;
  readonly solved: number;
  readonly blockedRightly: number;
  readonly blockedWrongly: number;
  readonly caught: number;
  readonly caughtBy: Readonly<Partial<Record<StoppedBy, number>>>;
  /** Wrong and applied. */
  readonly escaped: Rate;
  /** Of what escaped, and of what was right and applied: what code had shown as a risk before the approval. */
  readonly warned: { readonly escaped: Rate; readonly solved: Rate };
  readonly noAnswer: number;
  /** Of the sentences that code could decide, the false ones. */
  readonly refutedDesigner: Rate;
  readonly refutedQa: Rate;
  /** Of QA's sentences, those that code could decide. */
  readonly checkableQa: Rate;
  readonly valid: Rate;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly estimated: boolean;
  readonly cost: { readonly amount: number; readonly currency: string } | undefined;
  /** The middle one; `undefined` where replies were played. */
  readonly seconds: number | undefined;
}

/** One row for each pair of Designer and QA, in the order of their first runs. */
export function tally(runs: readonly EvalRun[]): readonly ModelRow[] {
  return [...groupBy(runs, run => `${run.model}\0${run.qa}`).values()].map(rowOf);
}

function rowOf(runs: readonly EvalRun[]): ModelRow {
  const count = (verdict: EvalRun['verdict']) => runs.filter(run => run.verdict === verdict).length;
  const sum = (of: (run: EvalRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const caughtBy: Partial<Record<StoppedBy, number>> = {};
  for (const { verdict, by } of runs) if (verdict === 'caught') caughtBy[by] = (caughtBy[by] ?? 0) + 1;
  const refuted = (role: 'designer' | 'qa') =>
    rateOf(
      sum(run => run.claims[role].refuted),
      sum(run => run.claims[role].refuted + run.claims[role].confirmed),
    );
  const decided = sum(({ claims: { qa } }) => qa.confirmed + qa.refuted);
  const warned = (verdict: EvalRun['verdict']) => {
    const known = runs.filter(run => run.verdict === verdict && run.risks !== undefined);
    return rateOf(known.filter(({ risks = [] }) => risks.length > 0).length, known.length);
  };
  const [first] = runs;
  return {
    model: first?.model ?? '',
    qa: first?.qa ?? '',
    runs: runs.length,
    tasks: new Set(runs.map(({ task }) => task)).size,
    good: rateOf(runs.filter(isGood).length, runs.length),
    solved: count('solved'),
    blockedRightly: count('blocked rightly'),
    blockedWrongly: count('blocked wrongly'),
    caught: count('caught'),
    caughtBy,
    escaped: rateOf(count('escaped'), runs.length),
    warned: { escaped: warned('escaped'), solved: warned('solved') },
    noAnswer: count('no answer'),
    refutedDesigner: refuted('designer'),
    refutedQa: refuted('qa'),
    checkableQa: rateOf(decided, decided + sum(({ claims: { qa } }) => qa.open)),
    valid: rateOf(runs.filter(({ valid }) => valid).length, runs.length),
    inputTokens: sum(({ usage }) => usage.input_tokens),
    cachedInputTokens: sum(({ usage }) => usage.cached_input_tokens),
    outputTokens: sum(({ usage }) => usage.output_tokens),
    estimated: runs.some(({ usage }) => usage.estimated),
    cost: costOf(runs),
    seconds: middle(runs.flatMap(({ seconds }) => seconds ?? [])),
  };
}

function costOf(runs: readonly EvalRun[]): ModelRow['cost'] {
  const costs = runs.flatMap(({ usage }) => usage.cost ?? []);
  const [first] = costs;
  return first && { currency: first.currency, amount: costs.reduce((sum, { amount }) => sum + amount, 0) };
}

function middle(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** QA that says yes to everything: what is stopped with it, code stops alone. */
export const APPROVE = 'approve';

/** How a QA did with replies of which it is known whether they are right. */
export interface QaRow {
  readonly qa: string;
  readonly faults: number;
  /** Stopped before QA was asked: the reply's form, scope, dry run, evidence, invariants. */
  readonly beforeQa: number;
  /** Of the faults that QA was shown, those it stopped or repaired. */
  readonly byQa: Rate;
  /** Faults that it repaired: it sent other commands, and these do the step. */
  readonly repaired: number;
  /** It gave no answer, or one that code refused: its form, its commands, a false spot check. Of faults and right ones. */
  readonly unusable: number;
  /** Stopped after QA had approved: linters, tests. */
  readonly afterQa: number;
  /** Of all faults, those that were applied. */
  readonly escaped: Rate;
  /** Of the right replies, those that were refused, by whatever. */
  readonly refusedGood: Rate;
  /** Those of them that QA itself refused. */
  readonly refusedByQa: number;
  /** Right replies that were wrong after QA had sent other commands. */
  readonly spoiled: number;
  /** Of its spot checks, those that code could decide, and of these the right ones. */
  readonly checkable: Rate;
  readonly confirmed: Rate;
}

/** One row for each QA that was shown seeded faults or right replies. */
export function tallyQa(runs: readonly EvalRun[]): readonly QaRow[] {
  const known = runs.filter(({ model }) => model === 'oracle' || model === 'wrong');
  return [...groupBy(known, ({ qa }) => qa).values()].flatMap(group => {
    const wrong = group.filter(({ model }) => model === 'wrong');
    if (wrong.length === 0) return [];
    // Where a refusal is right, QA is asked nothing.
    const right = group.filter(run => run.model === 'oracle' && run.verdict !== 'blocked rightly');
    const caught = (...by: readonly StoppedBy[]) =>
      wrong.filter(run => run.verdict === 'caught' && by.includes(run.by)).length;
    const beforeQa = caught('form', 'code', 'designer');
    const row = rowOf(group);
    const repaired = row.qa === APPROVE ? 0 : wrong.filter(({ verdict }) => verdict === 'solved').length;
    const { hits: refuted, of: decided } = row.refutedQa;
    return [
      {
        qa: row.qa,
        faults: wrong.length,
        beforeQa,
        byQa: rateOf(
          caught('qa') + repaired,
          wrong.filter(({ verdict }) => verdict !== 'no answer').length - beforeQa,
        ),
        repaired,
        unusable: [...wrong, ...right].filter(run => run.verdict === 'no answer' || run.by === 'qa reply')
          .length,
        afterQa: caught('lint', 'tests'),
        escaped: rateOf(wrong.filter(({ verdict }) => verdict === 'escaped').length, wrong.length),
        refusedGood: rateOf(
          right.filter(({ verdict }) => verdict === 'blocked wrongly').length,
          right.length,
        ),
        refusedByQa: right.filter(({ verdict, by }) => verdict === 'blocked wrongly' && by === 'qa').length,
        spoiled: right.filter(({ verdict }) => verdict === 'caught' || verdict === 'escaped').length,
        checkable: row.checkableQa,
        confirmed: rateOf(decided - refuted, decided),
      },
    ];
  });
}
