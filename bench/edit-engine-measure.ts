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

/**
 * Milliseconds of process CPU time per run, round by round: the ways of doing it take turns, so that a slow moment of
 * the machine meets all of them, and what counts is their ratio in the same round. Each is called many times and must
 * not keep state that makes it faster.
 */
export function compare<K extends string>(
  ways: Readonly<Record<K, () => unknown>>,
  rounds = 7,
): Readonly<Record<K, readonly number[]>> {
  const contenders = (Object.entries(ways) as [K, () => unknown][]).map(([name, run]) => {
    for (let spent = 0; spent < WARM_UP_MS; ) spent += cpuMs(run, 1);
    const once = Math.max(0.0005, Math.min(cpuMs(run, 1), cpuMs(run, 1)));
    const repeats = Math.min(MAX_REPEATS, Math.max(1, Math.ceil(MIN_SAMPLE_MS / once)));
    return { name, run, repeats, samples: [] as number[] };
  });
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      // Another order in every round: who runs behind a large allocation may find its memory still mapped.
      const one = contenders[(turn + round) % contenders.length];
      one?.samples.push(cpuMs(one.run, one.repeats));
    }
  }
  return Object.fromEntries(contenders.map(({ name, samples }) => [name, samples])) as Record<K, number[]>;
}
