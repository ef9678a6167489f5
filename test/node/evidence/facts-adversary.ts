import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import type { SpotCheck } from '../../../src/generated/contracts.ts';
import { computeFor } from '../../unit/evidence/evidence-of.ts';

interface FactProgram {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly facts: readonly SpotCheck[];
  /** Of each fact what it is in some reading: true, false, or both. */
  readonly readings: readonly (readonly boolean[])[];
}

export interface FactRound {
  readonly tally: Readonly<Record<string, { right: number; wrong: number; open: number; unclear: number }>>;
  readonly wrong: readonly string[];
}

/** Facts about generated programs, held against what their text and Python say. */
export async function playFacts(seed: number, count: number): Promise<FactRound> {
  const script = path.join(import.meta.dirname, 'fact_programs.py');
  const options = { maxBuffer: 1 << 30 };
  const { stdout } = await promisify(execFile)('python3', [script, `${seed}`, `${count}`], options);
  const tally: Record<string, { right: number; wrong: number; open: number; unclear: number }> = {};
  const wrong: string[] = [];
  for (const line of stdout.trim().split('\n')) {
    const program: FactProgram = JSON.parse(line);
    const { facts } = await computeFor(program);
    const grades = await gradeSpotChecks({
      spotChecks: program.facts,
      order: { scope_allowlist: [] },
      facts,
      isFile: async () => false,
    });
    for (const [i, { verdict, reason, text }] of grades.entries()) {
      const fact = program.facts[i];
      const readings = program.readings[i] ?? [];
      if (fact === undefined) continue;
      const counts = tally[fact.kind] ?? { right: 0, wrong: 0, open: 0, unclear: 0 };
      tally[fact.kind] = counts;
      if (verdict === 'not_checkable') counts[readings.length > 1 ? 'unclear' : 'open']++;
      else if (readings.includes(verdict !== 'confirmed')) {
        counts.wrong++;
        wrong.push(
          `${verdict}: ${text}\n  ${JSON.stringify(fact)}: ${reason}; readings ${readings}\n--- before\n${tail(program.before)}--- after\n${tail(program.after)}`,
        );
      } else counts.right++;
    }
  }
  return { tally, wrong };
}

/** The module without the lines that all have. */
const tail = (files: Readonly<Record<string, string>>): string =>
  (files['pkg/m.py'] ?? '').split('\n').slice(6).join('\n');
