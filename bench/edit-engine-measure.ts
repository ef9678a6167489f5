/** One way of doing the work; `run` is called many times and must not keep state that makes it faster. */
export interface Contender {
  readonly name: string;
  readonly run: () => unknown;
}

const MIN_SAMPLE_MS = 8;
/** CPU time run before anything is measured, so that the compiler's own threads are done. */
const WARM_UP_MS = 300;
const MAX_REPEATS = 10_000;

function cpuMs(run: () => unknown, repeats: number): number {
  const start = process.cpuUsage();
  for (let i = 0; i < repeats; i++) run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / repeats;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Milliseconds of process CPU time per run by name: the contenders take turns, so that a slow moment of the
 * machine meets all of them, and the median of the rounds counts.
 */
export function compare(contenders: readonly Contender[], rounds = 7): ReadonlyMap<string, number> {
  const repeats = contenders.map(({ run }) => {
    for (let spent = 0; spent < WARM_UP_MS; ) spent += cpuMs(run, 1);
    const once = Math.max(0.0005, Math.min(cpuMs(run, 1), cpuMs(run, 1)));
    return Math.min(MAX_REPEATS, Math.max(1, Math.ceil(MIN_SAMPLE_MS / once)));
  });
  const samples = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      // Another order in every round: who runs behind a large allocation may find its memory still mapped.
      const i = (turn + round) % contenders.length;
      const run = contenders[i]?.run;
      if (run !== undefined) samples[i]?.push(cpuMs(run, repeats[i] ?? 1));
    }
  }
  return new Map(contenders.map(({ name }, i) => [name, median(samples[i] ?? [])]));
}
