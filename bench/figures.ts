// What a benchmark measured: each figure with all its samples, so that its range can be seen and noise told from a miss.
import fs from 'node:fs';
import os from 'node:os';

/** `≤ 3`: a figure of the target's side of it is met. */
export type Target = `${'≤' | '≥'} ${number}`;

/** One row of a benchmark's table, as it is printed, written as JSON and put into docs/figures.md. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
  readonly target?: Target;
  /** `unclear`: the middle half of the samples lies on both sides of the target, so that it is noise. */
  readonly verdict: 'met' | 'missed' | 'unclear' | 'no target';
}

export interface BenchResult {
  readonly bench: string;
  readonly figures: readonly Figure[];
  /** Why a target is missed, what was tried, what a figure does not say. */
  readonly notes: readonly string[];
}

export interface FigureOptions {
  /** `×` for a ratio; left out: a plain number. */
  readonly unit?: string;
  readonly target?: Target;
  /** Shown beside its target, without a verdict, unless it is judged. */
  readonly judged?: boolean;
  /** Not processor time: judged only while the machine has a core to spare, and marked. */
  readonly byTheClock?: boolean;
}

/** Others are at work too: what waits for a core says nothing of us. */
const isBusy = (os.loadavg()[0] ?? 0) > os.cpus().length / 2;

/** The figures of one benchmark, printed as they come. */
export class Figures {
  readonly #bench: string;
  readonly #figures: Figure[] = [];
  readonly #notes: string[] = [];

  constructor(bench: string) {
    this.#bench = bench;
    console.log('verdict       median  [least – most] unit      target  what');
  }

  add(what: string, samples: number | readonly number[], options: FigureOptions = {}): void {
    const { unit = '', target, byTheClock = false, judged = !byTheClock || !isBusy } = options;
    const sorted = [...(typeof samples === 'number' ? [samples] : samples)].sort((a, b) => a - b);
    if (sorted.length === 0 || sorted.some(sample => !Number.isFinite(sample)))
      throw new Error(`${what}: nothing was measured`);
    const figure: Figure = {
      what: byTheClock ? `${what}, by the clock` : what,
      unit,
      median: at(sorted, 0.5),
      least: at(sorted, 0),
      most: at(sorted, 1),
      runs: sorted.length,
      ...(target === undefined ? {} : { target }),
      verdict: target === undefined || !judged ? 'no target' : judge(sorted, target),
    };
    this.#figures.push(figure);
    const range = figure.runs > 1 ? `[${short(figure.least)} – ${short(figure.most)}]` : '';
    console.log(
      `${figure.verdict.padEnd(10)} ${short(figure.median).padStart(8)}  ${range.padEnd(15)} ${unit.padEnd(9)} ${(target ?? '').padEnd(7)} ${figure.what}`,
    );
  }

  /** Said under the table: why a target is missed, or what a figure does not say. */
  note(text: string): void {
    this.#notes.push(text);
    console.log(`  ${text}`);
  }

  /** Ends the benchmark: its exit code, and its result for whoever asked for it in a file. */
  end(): void {
    if (isBusy) this.note('The machine was busy: what goes by the clock is not judged.');
    const missed = this.#figures.filter(({ verdict }) => verdict === 'missed').length;
    const result: BenchResult = { bench: this.#bench, figures: this.#figures, notes: this.#notes };
    const file = process.env['WORKORDER_BENCH_RESULT'];
    if (file) fs.writeFileSync(file, JSON.stringify(result));
    console.log(missed === 0 ? 'no target is missed' : `missed: ${missed}`);
    process.exitCode = missed === 0 ? 0 : 1;
  }
}

/** How fast time grows with size, from the smallest to the largest: 1 is linear, 2 a square. */
export function exponents(
  small: readonly number[],
  large: readonly number[],
  timesAsLarge: number,
): readonly number[] {
  return large.map((time, i) => Math.log(time / (small[i] ?? Number.NaN)) / Math.log(timesAsLarge));
}

/** What was measured in the same round, one divided by the other: a slow moment of the machine meets both. */
export const ratios = (of: readonly number[], by: readonly number[]): readonly number[] =>
  of.map((value, i) => value / (by[i] ?? Number.NaN));

export const median = (values: readonly number[]): number =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** Seconds of processor time of this process and its threads. */
export async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;

function judge(sorted: readonly number[], target: Target): Figure['verdict'] {
  const [sign, limit] = target.split(' ');
  const isMet = (value: number) => (sign === '≤' ? value <= Number(limit) : value >= Number(limit));
  const [low, high] = [isMet(at(sorted, 0.25)), isMet(at(sorted, 0.75))];
  if (low !== high) return 'unclear';
  return isMet(at(sorted, 0.5)) ? 'met' : 'missed';
}

const short = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
