// The targets of the Python index as ratios, measured in one run over the standard library of the python3 on PATH:
// node --expose-gc bench/python-index.ts [--quick]. Exits with 1 when a target is missed.
import { spawnSync } from 'node:child_process';
import { Figures, ratios, type Target } from './figures.ts';
import {
  type Details,
  type Measured,
  measureCold,
  measureDetails,
  measureFloor,
  measureWarm,
  writeArchive,
} from './python-index-parts.ts';
import { installTreeSitter, measureTreeSitter } from './tree-sitter.ts';

const PARTS = {
  floor: measureFloor,
  cold: measureCold,
  archive: writeArchive,
  warm: measureWarm,
  details: measureDetails,
  treeSitter: measureTreeSitter,
} as const;
const rounds = process.argv.includes('--quick') ? 5 : 7;
const ROUNDS_OF_DETAILS = 5;

/** One part in a process of its own: what is measured there has not been warmed up by another part. */
function inNewProcess<T>(part: keyof typeof PARTS, folder: string): T {
  const run = spawnSync(process.execPath, ['--expose-gc', import.meta.filename, `--part=${part}`, folder], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${part}: ${run.stderr}`);
  return JSON.parse(run.stdout) as T;
}

function python(...args: readonly string[]): string {
  const run = spawnSync('python3', args, { encoding: 'utf8' });
  if (run.status !== 0)
    throw new Error(`python3 is needed for this benchmark: ${run.error?.message ?? run.stderr}`);
  return run.stdout.trim();
}

/** CPU milliseconds of ast.parse over the same files, without starting Python. */
const AST = `
import ast, os, sys, time
begin = time.process_time()
for folder, folders, files in os.walk(sys.argv[1]):
    folders[:] = [f for f in folders if f not in ("site-packages", "__pycache__")]
    for name in files:
        if name.endswith(".py"):
            try:
                ast.parse(open(os.path.join(folder, name), "rb").read())
            except (SyntaxError, ValueError):
                pass
print((time.process_time() - begin) * 1000)
`;
/** CPU milliseconds of a program, from the system's own account of finished children. */
const CHILD = `
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print((used.ru_utime + used.ru_stime) * 1000)
`;

function measureCtags(folder: string): number | undefined {
  const has = spawnSync('ctags', ['--version'], { encoding: 'utf8' }).stdout?.includes('Universal Ctags');
  if (!has) return undefined;
  const options = ['--languages=Python', '--exclude=site-packages', '--exclude=__pycache__', '-R', '-f', '-'];
  return Number(python('-c', CHILD, 'ctags', ...options, folder));
}

function main(): void {
  const figures = new Figures('python-index');
  const folder = python('-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])');
  const floor: number[] = [];
  const cold: number[] = [];
  const warm: number[] = [];
  const ast: number[] = [];
  const ctags: number[] = [];
  let definitions = 0;
  for (let round = 0; round < rounds; round++) {
    floor.push(inNewProcess<Measured>('floor', folder).cpu);
    const ours = inNewProcess<Measured>('cold', folder);
    cold.push(ours.cpu);
    definitions = ours.count;
    inNewProcess<Measured>('archive', folder);
    const restored = inNewProcess<Measured>('warm', folder);
    if (restored.count !== definitions) throw new Error('the archive gives another index');
    warm.push(restored.cpu);
    if (round < 5) ast.push(Number(python('-c', AST, folder)));
    const tags = measureCtags(folder);
    if (tags !== undefined) ctags.push(tags);
  }
  const treeSitter =
    installTreeSitter() === undefined ? undefined : inNewProcess<Measured>('treeSitter', folder).cpu;
  const ratio = (what: string, of: readonly number[], by: readonly number[], target?: Target) =>
    figures.add(what, ratios(of, by), { unit: '×', ...(target && { target }) });
  figures.add(`cold index of ${definitions} definitions`, cold, { unit: 'ms' });
  ratio('cold index in a new process ÷ walk and read of the same files', cold, floor, '≤ 12');
  if (ctags.length > 0) ratio('cold index ÷ universal-ctags', cold, ctags, '≤ 1.5');
  ratio('cold index ÷ ast.parse', cold.slice(0, ast.length), ast, '≤ 0.25');
  if (treeSitter !== undefined)
    ratio(
      'cold index ÷ web-tree-sitter',
      cold,
      cold.map(() => treeSitter),
      '≤ 0.25',
    );
  ratio('start from the archive ÷ cold index', warm, cold, '≤ 0.25');
  const details = Array.from({ length: ROUNDS_OF_DETAILS }, () => inNewProcess<Details>('details', folder));
  figures.add(
    'index one changed file',
    details.map(({ reindex }) => reindex),
    { unit: 'ms', target: '≤ 0.2' },
  );
  figures.add(
    'look up a qualified name',
    details.map(({ lookup }) => lookup),
    { unit: 'µs', target: '≤ 1' },
  );
  figures.add(
    '100,000 definitions',
    details.map(({ memory }) => memory),
    { unit: 'MB', target: '≤ 40' },
  );
  figures.end();
}

const part = process.argv.find(arg => arg.startsWith('--part='))?.slice('--part='.length);
if (part === undefined) main();
else {
  const measure = PARTS[part as keyof typeof PARTS];
  process.stdout.write(JSON.stringify(await measure(process.argv.at(-1) as string)));
}
