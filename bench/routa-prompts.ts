// What the agents of a ROUTA workspace are sent, against its number of tasks: node bench/routa-prompts.ts [--quick].
// Exits with 1 when a target is missed.
import { bytesSent, type PromptScenario } from '../test/unit/routa/prompt-scenario.ts';

const TASKS = process.argv.includes('--quick') ? [50, 200] : [25, 50, 100, 200, 400];
const MOST_RATIO = 4;
const MOST_EXPONENT = 1.1;

const scenarios: readonly (Omit<PromptScenario, 'tasks'> & { readonly target?: 'ratio' | 'exponent' })[] = [
  { crafters: 3, gates: 2, scope: 'shared', explores: true, target: 'ratio' },
  { crafters: 3, gates: 2, scope: 'shared', explores: false, target: 'ratio' },
  { crafters: 30, gates: 4, scope: 'shared', explores: true, target: 'ratio' },
  { crafters: 30, gates: 4, scope: 'shared', explores: false, target: 'ratio' },
  { crafters: 30, gates: 4, scope: 'disjoint', explores: true, target: 'exponent' },
  { crafters: 30, gates: 4, scope: 'disjoint', explores: false, target: 'exponent' },
];

let missed = 0;
for (const { target, ...scenario } of scenarios) {
  const { crafters, gates, scope, explores } = scenario;
  console.log(
    `\n${crafters} CRAFTERs, ${gates} GATEs, ${scope} scope, ${explores ? 'the coordinator reads six modules first' : 'no exploration'}`,
  );
  console.log('  tasks    ROUTA  CRAFTERs     GATEs       all (MB)');
  const all = new Map<number, number>();
  for (const tasks of TASKS) {
    const sent = await bytesSent({ ...scenario, tasks });
    const columns = ['ROUTA', 'CRAFTER', 'GATE', 'all'].map(role =>
      ((sent[role] ?? 0) / 1e6).toFixed(2).padStart(8),
    );
    console.log(`${String(tasks).padStart(7)} ${columns.join('  ')}`);
    all.set(tasks, sent['all'] ?? 0);
  }
  const ratio = (all.get(200) ?? 0) / (all.get(50) ?? 1);
  const exponent = Math.log(ratio) / Math.log(4);
  const isMet =
    target === undefined || (target === 'ratio' ? ratio <= MOST_RATIO : exponent <= MOST_EXPONENT);
  if (!isMet) missed++;
  const limit =
    target === 'ratio'
      ? ` (limit ${MOST_RATIO})`
      : target === 'exponent'
        ? ` (exponent limit ${MOST_EXPONENT})`
        : '';
  console.log(
    `${isMet ? 'met   ' : 'MISSED'} 200 tasks : 50 tasks = ${ratio.toFixed(2)}, exponent ${exponent.toFixed(2)}${limit}`,
  );
}
process.exitCode = missed > 0 ? 1 : 0;
