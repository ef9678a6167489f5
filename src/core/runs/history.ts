import { fail, ok, type Result } from '../kernel/result.ts';
import type { RunSummary } from '../ports/journal.ts';
import { INTERRUPTED } from './interrupted.ts';
import type { RunLine } from './reconcile.ts';
import type { StoredRuns } from './stored-runs.ts';

/** The kinds of runs a history tells apart, as a person names them in a filter. */
export const RUN_KINDS = [
  'work order',
  'plan step',
  'plan',
  'quick fix',
  'tool call',
  'agent',
  'ticket',
  'routa',
  'wrap',
] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** What a list may say of how a run stands, in lower case. */
export const OUTCOME_WORDS = [
  'applied',
  'done',
  'executed',
  'checked',
  'blocked',
  'failed',
  'cancelled',
  'stopped',
  'waiting',
  'reverted',
  'partly reverted',
  'partly linted',
  'nothing changed',
  'at work',
  'may be at work',
  'interrupted',
  'damaged',
] as const;

export interface HistoryEntry extends RunSummary {
  readonly kind: string;
  /** The stored runs it is one of. */
  readonly source: HistorySource;
}

/** Runs of one workflow: listed from their journals alone; what shows and ends them is loaded when it is asked for. */
export interface HistorySource {
  /** Of its runs, where the journal of one does not say it. */
  readonly kind: RunKind;
  list(): Promise<readonly RunSummary[]>;
  open(): Promise<StoredRuns<RunLine, unknown>>;
}

export interface HistoryFilter {
  /** Kept with the runs of this kind. */
  readonly source?: RunKind | undefined;
  readonly kind?: string | undefined;
  /** The beginning of a word of an outcome, in any case: `done`, `reverted`, `inter`. */
  readonly outcome?: string | undefined;
  /** A file that was changed, or a folder with one. */
  readonly file?: string | undefined;
}

/** Every run of a folder, whatever its kind. */
export class History {
  readonly #sources: readonly HistorySource[];

  constructor(sources: readonly HistorySource[]) {
    this.#sources = sources;
  }

  /** Newest first. */
  async list(filter: HistoryFilter = {}): Promise<readonly HistoryEntry[]> {
    const lists = this.#sources.map(async source =>
      (await source.list()).map(run => ({ ...run, kind: run.kind ?? source.kind, source })),
    );
    const runs = (await Promise.all(lists)).flat();
    return runs.filter(run => isMeant(run, filter)).sort(newestFirst);
  }

  /** The run of an id or of a unique beginning of one; `undefined`: the newest. The error is a sentence. */
  async find(asked: string | undefined, filter: HistoryFilter = {}): Promise<Result<HistoryEntry>> {
    const runs = await this.list(filter);
    const [latest] = runs;
    if (asked === undefined) return latest ? ok(latest) : fail(noneOf(filter));
    const matches = runs.filter(run => run.runId.startsWith(asked));
    const exact = matches.find(run => run.runId === asked);
    const [match] = matches;
    if (exact) return ok(exact);
    if (match && matches.length === 1) return ok(match);
    const problem = match
      ? `"${asked}" is the beginning of ${matches.length} runs`
      : `there is no run "${asked}"`;
    return fail(`${problem}; workorder history lists the runs`);
  }
}

/** There may be runs of other kinds, or with other ends. */
function noneOf({ source, kind = source, outcome, file }: HistoryFilter): string {
  if (outcome !== undefined || file !== undefined)
    return 'the filters leave no run; workorder history lists the runs';
  if (kind === undefined) return 'there is no run in this workspace yet';
  return `there is no run of the kind "${kind}" in this workspace yet; workorder history lists the runs`;
}

/** The word of an outcome in lists. */
export const outcomeWords = ({ outcome, underWay }: RunSummary): string => outcome || underWay || INTERRUPTED;

function isMeant(run: HistoryEntry, { source, kind, outcome, file }: HistoryFilter): boolean {
  const folder = file?.replace(/^\.\//, '').replace(/\/$/, '');
  return (
    (source === undefined || run.source.kind === source) &&
    (kind === undefined || run.kind === kind) &&
    (outcome === undefined || wordsOf(run).some(word => word.startsWith(outcome.toLowerCase()))) &&
    (folder === undefined || (run.files ?? []).some(path => path === folder || path.startsWith(`${folder}/`)))
  );
}

/** `APPLIED, REVERTED` is both. */
const wordsOf = (run: RunSummary): readonly string[] => outcomeWords(run).toLowerCase().split(', ');

const newestFirst = (a: RunSummary, b: RunSummary): number =>
  b.startedAt - a.startedAt || (a.runId < b.runId ? 1 : -1);
