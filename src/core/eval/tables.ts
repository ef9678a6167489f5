import type { EvalResults, EvalRun, EvalSettings } from '../../generated/contracts.ts';
import { versionsText } from '../conversation/prompt-versions.ts';
import { groupBy } from '../kernel/group-by.ts';
import type { Comparison } from './compare.ts';
import { isGood } from './judge.ts';
import { rateOf, rateWords, shortRate } from './rate.ts';
import { APPROVE, type ModelRow, tally, tallyQa } from './tally.ts';

/** What the terminal, Markdown and HTML show alike. */
export interface Table {
  readonly title: string;
  /** What its columns mean, where they do not say it themselves. */
  readonly note?: string;
  readonly columns: readonly string[];
  /** The last column holds sentences. */
  readonly endsInWords?: true;
  readonly rows: readonly (readonly string[])[];
}

/** The tables of one result file. */
export function tablesOf(results: EvalResults): readonly Table[] {
  const rows = tally(results.runs);
  const { runs } = results;
  return [modelTable(rows), costTable(rows), qaTable(runs), kindTable(runs), whyTable(runs)].filter(
    table => table.rows.length > 0,
  );
}

const STOPPED_BY = ['form', 'code', 'qa', 'qa reply', 'lint', 'tests'] as const;

const modelTable = (rows: readonly ModelRow[]): Table => ({
  title: 'What became of the tasks',
  note: 'Right: solved, or refused where refusing is right; with the 95 % interval. Caught: wrong, and stopped by the form of the reply, by code, QA, a reply of QA that was of no use, linters or tests. Escaped: wrong, and applied. Shown as a risk: of what was applied, what code had warned of before the approval; here every warning is ignored.',
  columns: [
    'Designer',
    'QA',
    'runs',
    'right',
    'solved',
    'blocked rightly',
    'blocked wrongly',
    'caught',
    'escaped',
    'shown as a risk',
    'no answer',
  ],
  rows: rows.map(row => [
    row.model,
    row.qa,
    String(row.runs),
    shortRate(row.good),
    String(row.solved),
    String(row.blockedRightly),
    String(row.blockedWrongly),
    caughtWords(row),
    row.escaped.hits === 0 ? '0' : `${row.escaped.hits}, ${shortRate(row.escaped)}`,
    warnedWords(row),
    String(row.noAnswer),
  ]),
});

function warnedWords({ warned }: ModelRow): string {
  const words = (['escaped', 'solved'] as const).flatMap(verdict => {
    const { hits, of } = warned[verdict];
    return of === 0 ? [] : [`${hits} of ${of} ${verdict}`];
  });
  return words.join(', ') || '–';
}

function caughtWords({ caught, caughtBy }: ModelRow): string {
  const by = STOPPED_BY.flatMap(who => (caughtBy[who] ? [`${who} ${caughtBy[who]}`] : []));
  return caught === 0 ? '0' : `${caught} (${by.join(', ')})`;
}

const costTable = (rows: readonly ModelRow[]): Table => ({
  title: 'What the models said, and what it cost',
  note: 'Valid: the first reply was understood and its commands applied in the dry run. Refuted: of the sentences that code could decide, the false ones. Seconds: the middle run.',
  columns: [
    'Designer',
    'QA',
    'valid at first',
    'refuted (Designer)',
    'refuted (QA)',
    'checkable (QA)',
    'tokens sent',
    'answered',
    'cost',
    'seconds',
  ],
  rows: rows
    .filter(row => row.inputTokens > 0)
    .map(row => [
      row.model,
      row.qa,
      shortRate(row.valid),
      rateWords(row.refutedDesigner),
      rateWords(row.refutedQa),
      rateWords(row.checkableQa),
      `${count(row.inputTokens, row.estimated)}${row.cachedInputTokens > 0 ? ` (${count(row.cachedInputTokens, row.estimated)} cached)` : ''}`,
      count(row.outputTokens, row.estimated),
      row.cost ? `${row.cost.amount.toFixed(4)} ${row.cost.currency}` : '–',
      row.seconds === undefined ? '–' : row.seconds.toFixed(1),
    ]),
});

const count = (tokens: number, estimated: boolean): string =>
  `${estimated && tokens > 0 ? '≈ ' : ''}${String(tokens).replace(/\B(?=(\d{3})+$)/g, ',')}`;

const qaTable = (runs: readonly EvalRun[]): Table => ({
  title: 'What QA adds',
  note: 'Replies with one seeded fault each, and right ones. Before QA: form, scope, dry run, evidence, invariants. After QA: linters and tests. Unusable: QA gave no answer, or one that code refused. Repaired and spoiled: QA sent other commands. Spot checks: those that code could decide, and of these the right ones. The QA `approve` says yes to everything: what is stopped there, code stops alone.',
  columns: [
    'QA',
    'faults',
    'stopped before QA',
    'found by QA',
    'QA unusable',
    'stopped after QA',
    'applied',
    'right ones refused',
    'spot checks checkable',
    'of these right',
  ],
  rows: tallyQa(runs).map(row => [
    row.qa,
    String(row.faults),
    String(row.beforeQa),
    row.qa === APPROVE ? '–' : withMore(rateWords(row.byQa), [row.repaired, 'repaired']),
    row.qa === APPROVE ? '–' : String(row.unusable),
    String(row.afterQa),
    rateWords(row.escaped),
    withMore(rateWords(row.refusedGood), [row.refusedByQa, 'by QA'], [row.spoiled, 'spoiled']),
    shortRate(row.checkable),
    rateWords(row.confirmed),
  ]),
});

/** `2 of 9, 22 % (6–55); 1 by QA`. */
const withMore = (words: string, ...more: readonly (readonly [count: number, of: string])[]): string =>
  [words, ...more.flatMap(([count, of]) => (count === 0 ? [] : [`${count} ${of}`]))].join('; ');

/** Sentences of one kind are counted together: names, numbers and texts of a run are left out of them. */
const kindOfReason = (reason: string): string => {
  const kind = reason
    .split(' ')
    .map(word => (/[\d/`"]|\.\w/.test(word) ? '…' : word))
    .filter((word, i, words) => word !== '…' || words[i - 1] !== '…')
    .join(' ');
  return kind.length > LONGEST_REASON ? `${kind.slice(0, LONGEST_REASON)}…` : kind;
};

const LONGEST_REASON = 200;
const MOST_REASONS = 8;

/** Of models at an endpoint: with the built-in ones it is known what is wrong. */
function whyTable(runs: readonly EvalRun[]): Table {
  const stopped = runs.filter(
    run =>
      (run.model.startsWith('openai:') || run.qa.startsWith('openai:')) &&
      (run.verdict === 'no answer' || run.by !== '') &&
      run.verdict !== 'blocked rightly',
  );
  const alikeIn = (group: readonly EvalRun[]) =>
    groupBy(group, ({ verdict, by, reasons: [first = ''] }) => [verdict, by, kindOfReason(first)].join('\0'));
  const models = groupBy(stopped, ({ model, qa }) => `${model}\0${qa}`);
  const rows = [...models.values()].flatMap(group =>
    [...alikeIn(group).values()]
      .toSorted((a, b) => b.length - a.length)
      .slice(0, MOST_REASONS)
      .flatMap(alike => {
        const [run] = alike;
        if (!run) return [];
        const { model, qa, verdict, by, reasons } = run;
        return [
          [
            model,
            qa,
            by === '' ? verdict : `${verdict} by ${by}`,
            String(alike.length),
            kindOfReason(reasons[0] ?? ''),
          ],
        ];
      }),
  );
  return {
    title: 'Why nothing came of it, most often',
    columns: ['Designer', 'QA', 'end', 'runs', 'what was said'],
    endsInWords: true,
    rows,
  };
}

function kindTable(runs: readonly EvalRun[]): Table {
  const models = [...groupBy(runs, ({ model, qa }) => `${model}\0${qa}`).values()];
  const kinds = [...new Set(runs.map(({ kind }) => kind))].sort();
  const nameOf = (group: readonly EvalRun[]) => {
    const [first] = group;
    return first
      ? first.qa === first.model || first.qa === APPROVE
        ? first.model
        : `${first.model}, QA ${first.qa}`
      : '';
  };
  return {
    title: 'Right, by kind of work',
    columns: ['kind', ...models.map(nameOf)],
    rows: kinds.map(kind => [
      kind,
      ...models.map(group => {
        const ofKind = group.filter(run => run.kind === kind);
        const { hits, of } = rateOf(ofKind.filter(isGood).length, ofKind.length);
        return of === 0 ? '–' : `${hits} of ${of}`;
      }),
    ]),
  };
}

/** The tables of two result files compared. */
export function tablesOfComparison({ rows }: Comparison): readonly Table[] {
  return [
    {
      title: 'Before and after',
      note: 'Only tasks that both files have. The difference is in percentage points, with its 95 % interval; one that spans 0 may be chance.',
      columns: [
        'Designer',
        'QA',
        'right before',
        'right after',
        'difference',
        'escaped before',
        'escaped after',
      ],
      rows: rows.map(({ model, qa, good, escaped, goodDifference }) => [
        model,
        qa,
        rateWords(good[0]),
        rateWords(good[1]),
        goodDifference
          ? `${points(goodDifference.by)} (${goodDifference.interval.map(points).join(' to ')})`
          : '–',
        String(escaped[0].hits),
        String(escaped[1].hits),
      ]),
    },
    {
      title: 'Tasks with another result',
      columns: ['Designer', 'better', 'worse'],
      rows: rows
        .filter(({ better, worse }) => better.length + worse.length > 0)
        .map(({ model, better, worse }) => [model, better.join(', ') || '–', worse.join(', ') || '–']),
    },
  ].filter(table => table.rows.length > 0);
}

const points = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(share * 100)}`;

/** `1 task`, `12 tasks`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What the results were made with, in sentences. */
export function settingsWords({ settings, runs }: EvalResults): readonly string[] {
  const tasks = new Set(runs.map(({ task }) => task)).size;
  const packages = new Set(runs.map(({ task }) => task.split('/')[0])).size;
  return [
    `${counted(runs.length, 'run')} of ${counted(tasks, 'task')} on ${counted(packages, 'package')}.`,
    `Work Order ${settings.version}; linters: ${settings.lint.join(', ') || 'none'}; tests: ${settings.tests || 'not run'}.`,
    `Suite ${settings.suite_sha256.slice(0, 12)}${boundedWords(settings)}, prompts ${promptsWords(settings)}.`,
  ];
}

const boundedWords = ({ bounded }: EvalSettings) => (bounded ? ' with orders that say what may change' : '');

/** `designer 4, qa 7 (3f2a91c07b52)`. */
export function promptsWords({ prompts, prompts_sha256: hash }: EvalSettings): string {
  const short = hash.slice(0, 12);
  return prompts ? `${versionsText(prompts)} (${short})` : short;
}

/** Runs that a person should look at first: what escaped, then what was stopped although it was right. */
export const remarkable = (runs: readonly EvalRun[]): readonly EvalRun[] =>
  (['escaped', 'blocked wrongly'] as const).flatMap(verdict => runs.filter(run => run.verdict === verdict));
