// What evidence about many densely changed files costs, in a process of its own: memory and processor time.
// node bench/evidence-memory.ts FILES prints both as JSON; bench/evidence.ts runs it and judges.
import { createAnalyst } from '../src/core/evidence/analyst.ts';
import { NEVER } from '../src/core/kernel/cancel.ts';
import { WorkspaceIndex } from '../src/core/python/index/workspace-index.ts';
import { sha256 } from '../src/node/system.ts';
import { MemoryFiles } from '../test/support/memory-files.ts';
import { peakMemoryBytes } from '../test/support/peak-memory.ts';
import { changeSetOf } from '../test/unit/evidence/evidence-of.ts';

const FUNCTIONS = 60;

/** A module of about 18 KB in which every function has another body, and every third another parameter. */
function moduleText(file: number, isAfter: boolean): string {
  const parts = [
    `"""Module ${file}."""\nimport os\nfrom pkg.m${Math.max(0, file - 1)} import f0 as other\n\nLIMIT = ${file}\n`,
  ];
  for (let i = 0; i < FUNCTIONS; i++) {
    const more = isAfter && i % 3 === 0 ? ', mode: str = "r"' : '';
    parts.push(
      `def f${i}(path: str, limit: int = LIMIT${more}) -> list[str]:\n    """Says ${i}."""\n    found = [line.strip() for line in os.listdir(path) if len(line) < limit]\n    if not found:\n        raise ValueError(f"nothing in {path} for ${i}")\n    return other(found[0], ${isAfter ? i + 1 : i}) + sorted(found)\n`,
    );
  }
  return parts.join('\n\n');
}

export interface EvidenceMemory {
  readonly peakMb: number;
  /** Of both versions of the changed files. */
  readonly changedMb: number;
  readonly cpuSeconds: number;
}

export async function measureEvidenceMemory(count: number): Promise<EvidenceMemory> {
  // As bytes, as a change has them: the texts would count for us.
  const text = (i: number, isAfter: boolean) => Buffer.from(moduleText(i, isAfter));
  const paths = Array.from({ length: count }, (_, i) => `pkg/m${i}.py`);
  const before = Object.fromEntries(paths.map((path, i) => [path, text(i, false)]));
  const after = Object.fromEntries(paths.map((path, i) => [path, text(i, true)]));
  const changes = changeSetOf({ before, after });
  const files = new MemoryFiles(before);
  const python = new WorkspaceIndex(files);
  await python.look();
  const analyst = createAnalyst({ files, python, sha256 });
  const start = process.cpuUsage();
  await analyst.examine(
    {
      changes,
      invariants: ['no behavior changes', 'no public API changes', 'no weaker tests'],
      changedSignatures: [],
    },
    NEVER,
  );
  const { user, system } = process.cpuUsage(start);
  const bytes = changes.files.reduce(
    (sum, file) => sum + (file.before?.length ?? 0) + (file.after?.length ?? 0),
    0,
  );
  return {
    peakMb: peakMemoryBytes() / 2 ** 20,
    changedMb: bytes / 2 ** 20,
    cpuSeconds: (user + system) / 1e6,
  };
}

if (process.argv[1] === import.meta.filename)
  console.log(JSON.stringify(await measureEvidenceMemory(Number(process.argv[2]))));
