/** `WORKORDER_FAULTS=full` runs the counts the promises are made for; otherwise a sample that fits into every test run. */
export const isFullRun = process.env['WORKORDER_FAULTS'] === 'full';

export const sample = (usual: number, full: number): number => (isFullRun ? full : usual);

/** The seed of a sample or of random cases; WORKORDER_FAULTS_SEED sets another. Print it with the table. */
export const seedOf = (usual: number): number => Number(process.env['WORKORDER_FAULTS_SEED'] ?? usual);

/** All of the items in a full run, otherwise one in `oneIn`, another part for each seed. */
export function chosen<T>(items: readonly T[], oneIn: number, seed: number): readonly T[] {
  return isFullRun ? items : items.filter((_, i) => (i + seed) % oneIn === 0);
}

interface Row {
  readonly proof: string;
  readonly tried: number;
  readonly lost: number;
  readonly note: string;
}
const rows: Row[] = [];

/** One line of the table that is printed at the end: how many cases were tried, how many broke the promise. */
export function tally(proof: string, tried: number, lost: number, note = ''): void {
  rows.push({ proof, tried, lost, note });
}

export function printTable(...seeds: readonly number[]): void {
  if (rows.length === 0) return;
  const width = Math.max(...rows.map(row => row.proof.length));
  const line = (proof: string, tried: string, lost: string, note: string) =>
    `  ${proof.padEnd(width)}  ${tried.padStart(11)}  ${lost.padStart(10)}  ${note}`.trimEnd();
  const lines = [
    line('proof', 'cases tried', 'cases lost', ''),
    ...rows.splice(0).map(row => line(row.proof, row.tried.toLocaleString('en'), String(row.lost), row.note)),
  ];
  const extent = isFullRun ? 'full counts' : 'a sample; npm run proofs tries all';
  const seed = seeds.length > 0 ? `, seed ${seeds.join(', ')}` : '';
  process.stdout.write(`\n${lines.join('\n')}\n  ${extent}${seed}\n`);
}
