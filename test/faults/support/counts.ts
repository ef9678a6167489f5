/** `WORKORDER_FAULTS=full` runs the counts the promises are made for; otherwise a sample that fits into every test run. */
export const isFullRun = process.env['WORKORDER_FAULTS'] === 'full';

export const sample = (usual: number, full: number): number => (isFullRun ? full : usual);

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

export function printTable(): void {
  if (rows.length === 0) return;
  const width = Math.max(...rows.map(row => row.proof.length));
  const line = (proof: string, tried: string, lost: string, note: string) =>
    `  ${proof.padEnd(width)}  ${tried.padStart(11)}  ${lost.padStart(10)}  ${note}`.trimEnd();
  const lines = [
    line('proof', 'cases tried', 'cases lost', ''),
    ...rows.splice(0).map(row => line(row.proof, row.tried.toLocaleString('en'), String(row.lost), row.note)),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
}
