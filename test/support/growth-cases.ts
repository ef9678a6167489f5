// What must grow in proportion to its input, by the steps it takes. A process of its own, because only code that is
// loaded after the counter was opened is counted: prints the exponent of each case as JSON.
import { StepCounter } from './executed-steps.ts';
import type { Change } from './workspace-shapes.ts';

const counter = new StepCounter();
await counter.open();
const { simulate } = await import('../../src/core/changes/simulate.ts');
const { unifiedDiff } = await import('../../src/core/changes/unified-diff.ts');
const { CHECKABLE_INVARIANTS } = await import('../../src/core/evidence/invariants/invariant-catalog.ts');
const { ModuleIndexer } = await import('../../src/core/python/index/index-module.ts');
const { parseDesignerOutput } = await import('../../src/core/workorder/parse-designer.ts');
const { evidenceOf } = await import('../unit/evidence/evidence-of.ts');
const { EVIDENCE_FILE, EVIDENCE_FILES, EVIDENCE_INPUTS } = await import('./evidence-inputs.ts');
const { LARGE_THINGS } = await import('./large-things.ts');
const { sha256Of } = await import('./memory-files.ts');
const { changedFiles, filesOf, WORKSPACE_SHAPES } = await import('./workspace-shapes.ts');

const CHANGES_OF_MANY: readonly Change[] = ['body', 'class attribute', 'import', 'moved function'];
/** In circles it is followed which module runs first, of each changed one anew; `MOST_BEGUN` bounds it. */
const LOOKED_AT_AS_A_WHOLE: ReadonlySet<string> = new Set([
  'packages of modules with the same names: import',
]);

type Case = readonly [name: string, small: number, large: number, work: (size: number) => unknown];

const invariants = CHECKABLE_INVARIANTS.flatMap(({ phrases: [phrase] }) => phrase ?? []);

const ofOneFile = (inputs: typeof EVIDENCE_INPUTS, small: number, large: number): readonly Case[] =>
  Object.entries(inputs).map(([name, of]): Case => {
    const work = async (count: number) => {
      const [before, after] = of(count);
      await evidenceOf({
        before: { [EVIDENCE_FILE]: before },
        after: { [EVIDENCE_FILE]: after },
        invariants,
      });
    };
    return [`evidence, lines of a file: ${name}`, small, large, work];
  });

const ofManyFiles = Object.entries(EVIDENCE_FILES).map(([name, of]): Case => {
  const work = async (count: number) => {
    const [before, after] = of(count);
    await evidenceOf({ before, after, invariants });
  };
  return [`evidence, changed files: ${name}`, 25, 200, work];
});

/** Modules and changed ones together: what one costs must not be multiplied by how many the others are. */
const ofWorkspaces = Object.entries(WORKSPACE_SHAPES).flatMap(([shape, of]) =>
  CHANGES_OF_MANY.filter(change => !LOOKED_AT_AS_A_WHOLE.has(`${shape}: ${change}`)).map((change): Case => {
    const work = async (count: number) => {
      const workspace = of(count);
      const after = changedFiles(workspace, count / 20, change);
      await evidenceOf({ before: filesOf(workspace), after, invariants });
    };
    return [`evidence, files of a workspace: ${shape}: ${change}`, 100, 800, work];
  }),
);

const textOf = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `value_${i}_ = compute(${i}, other_${i % 7})\n`).join('');
const editsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    old_string: `value_${i * 10}_ =`,
    new_string: `amount_${i} =`,
  }));
const edit = (file_path: string, count: number) => ({
  tool: 'atomic_replace' as const,
  args: { file_path, replacements: editsOf(count) },
  reason: 'bench',
});

function simulated(commands: readonly ReturnType<typeof edit>[], lines: number) {
  const bytes = new TextEncoder().encode(textOf(lines));
  const snapshot = new Map(commands.map(({ args }) => [args.file_path, bytes]));
  const result = simulate({ commands: [...commands], newFiles: [], snapshot, sha256: sha256Of });
  if (!result.ok) throw new Error(JSON.stringify(result.response));
  return result.changes.files;
}

const ofEdits: readonly Case[] = [
  [
    'edits and their diff, edits of one file',
    400,
    3200,
    n => simulated([edit('m.py', n)], n * 10).map(unifiedDiff),
  ],
  [
    'edits and their diff, files',
    20,
    160,
    n =>
      simulated(
        Array.from({ length: n }, (_, i) => edit(`m${i}.py`, 2)),
        30,
      ).map(unifiedDiff),
  ],
  ['Python index, lines', 500, 4000, n => new ModuleIndexer().index(new TextEncoder().encode(textOf(n)))],
  [
    'reading a Designer’s answer, commands',
    50,
    400,
    n => {
      const commands = Array.from({ length: n }, (_, i) => edit(`m${i}.py`, 2));
      const verification = { tool: 'lint_backend', args: { path: '.', check_all: false } };
      const touched_files = commands.map(({ args }) => args.file_path);
      const read = parseDesignerOutput(
        JSON.stringify({ touched_files, commands, changed_signatures: [], verification }),
      );
      if (!read.ok) throw new Error(JSON.stringify(read));
    },
  ],
];

const exponents: Record<string, number> = {};
const cases = [
  ...ofOneFile(EVIDENCE_INPUTS, 200, 1600),
  ...ofOneFile(LARGE_THINGS, 50, 400),
  ...ofManyFiles,
  ...ofWorkspaces,
  ...ofEdits,
];
for (const [name, small, large, work] of cases) exponents[name] = await counter.growth(small, large, work);
console.log(JSON.stringify(exponents));
