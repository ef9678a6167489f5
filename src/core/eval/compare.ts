import type { EvalResults, EvalRun, EvalSettings } from '../../generated/contracts.ts';
import { groupBy } from '../kernel/group-by.ts';
import { isGood } from './judge.ts';
import { differenceOf, type Rate } from './rate.ts';
import { promptsWords } from './tables.ts';
import { tally } from './tally.ts';

/** How the same models did in two result files. */
export interface ComparedRow {
  readonly model: string;
  readonly qa: string;
  readonly good: readonly [before: Rate, after: Rate];
  readonly escaped: readonly [before: Rate, after: Rate];
  readonly goodDifference: ReturnType<typeof differenceOf>;
  /** Tasks with more, and with fewer good runs than before, in shares. */
  readonly better: readonly string[];
  readonly worse: readonly string[];
}

export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** Models that only one of the two has. */
  readonly notCompared: readonly string[];
  /** What was not the same, in sentences: then a difference may come from there. */
  readonly differences: readonly string[];
}

/** Only tasks that both have count. */
export function compareResults(before: EvalResults, after: EvalResults): Comparison {
  const pairOf = ({ model, qa }: Pick<EvalRun, 'model' | 'qa'>) => `${model}, QA ${qa}`;
  const [old, now] = [groupBy(before.runs, pairOf), groupBy(after.runs, pairOf)];
  const rows: ComparedRow[] = [];
  for (const [pair, oldRuns] of old) {
    const both = bothHave(oldRuns, now.get(pair) ?? []);
    const [first] = tally(both[0]);
    const [second] = tally(both[1]);
    if (!first || !second) continue;
    const tasks = tasksThatDiffer(both[0], both[1]);
    rows.push({
      model: first.model,
      qa: first.qa,
      good: [first.good, second.good],
      escaped: [first.escaped, second.escaped],
      goodDifference: differenceOf(first.good, second.good),
      ...tasks,
    });
  }
  const compared = new Set(rows.map(pairOf));
  const notCompared = [...new Set([...old.keys(), ...now.keys()])].filter(pair => !compared.has(pair));
  return { rows, notCompared, differences: differencesOf(before.settings, after.settings) };
}

const keyOf = ({ task, variant }: EvalRun): string => (variant === '' ? task : `${task} ${variant}`);

function bothHave(a: readonly EvalRun[], b: readonly EvalRun[]) {
  const [inA, inB] = [new Set(a.map(keyOf)), new Set(b.map(keyOf))];
  return [a.filter(run => inB.has(keyOf(run))), b.filter(run => inA.has(keyOf(run)))] as const;
}

function tasksThatDiffer(a: readonly EvalRun[], b: readonly EvalRun[]) {
  const shares = (runs: readonly EvalRun[]) =>
    new Map(
      [...groupBy(runs, keyOf)].map(([key, group]) => [key, group.filter(isGood).length / group.length]),
    );
  const [before, after] = [shares(a), shares(b)];
  const change = (task: string) => (after.get(task) ?? 0) - (before.get(task) ?? 0);
  const tasks = [...before.keys()];
  return { better: tasks.filter(task => change(task) > 0), worse: tasks.filter(task => change(task) < 0) };
}

/** What is not the same in two settings, in words, the first before the second. */
export function differencesOf(a: EvalSettings, b: EvalSettings): readonly string[] {
  const words = (list: readonly string[]) => (list.length === 0 ? 'none' : list.join(', '));
  return [
    ...(a.version === b.version ? [] : [`Work Order ${a.version} and ${b.version}`]),
    ...(a.suite_sha256 === b.suite_sha256 ? [] : ['the tasks are not the same']),
    ...(a.bounded === b.bounded ? [] : ['only one of the two has orders that say what may change']),
    ...(a.prompts_sha256 === b.prompts_sha256 ? [] : [`prompts ${promptsWords(a)} and ${promptsWords(b)}`]),
    ...(words(a.lint) === words(b.lint) ? [] : [`linters: ${words(a.lint)}; then ${words(b.lint)}`]),
    ...(a.tests === b.tests ? [] : [`tests: ${a.tests || 'none'}; then ${b.tests || 'none'}`]),
  ];
}
