// The targets of the Python index as ratios, measured in one run over the standard library of the python3 on PATH:
// node --expose-gc bench/python-index.ts [--quick]. Exits with 1 when a target is missed.
import { spawnSync } from 'node:child_process';
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
const rounds = process.argv.includes('--quick') ? 3 : 7;
let missed = 0;

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

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

function report(what: string, value: number, target: number): void {
  const isMet = value <= target;
  if (!isMet) missed++;
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${value.toFixed(2).padStart(8)}  ≤ ${target}  ${what}`);
}

function main(): void {
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
    if (round < 3) ast.push(Number(python('-c', AST, folder)));
    const tags = measureCtags(folder);
    if (tags !== undefined) ctags.push(tags);
  }
  const treeSitter =
    installTreeSitter() === undefined ? undefined : inNewProcess<Measured>('treeSitter', folder).cpu;
  const ours = median(cold);
  console.log(
    `        ${definitions} definitions; CPU ms: floor ${median(floor).toFixed(0)}, index ${ours.toFixed(0)}, `,
  );
  console.log(
    `        ast ${median(ast).toFixed(0)}, ctags ${ctags.length > 0 ? median(ctags).toFixed(0) : 'not installed'}, web-tree-sitter ${treeSitter?.toFixed(0) ?? 'not installed'}`,
  );
  report('cold index in a new process / walk and read of the same files', ours / median(floor), 12);
  if (ctags.length > 0) report('cold index / universal-ctags', ours / median(ctags), 1.5);
  report('cold index / ast.parse', ours / median(ast), 0.25);
  if (treeSitter !== undefined) report('cold index / web-tree-sitter', ours / treeSitter, 0.25);
  report('start from the archive / cold index', median(warm) / ours, 0.25);
  const details = inNewProcess<Details>('details', folder);
  report('milliseconds to index one changed file, median', details.reindex, 0.2);
  report('microseconds to look up a qualified name', details.lookup, 1);
  report('megabytes for 100,000 definitions', details.memory, 40);
  process.exitCode = missed > 0 ? 1 : 0;
}

const part = process.argv.find(arg => arg.startsWith('--part='))?.slice('--part='.length);
if (part === undefined) main();
else {
  const measure = PARTS[part as keyof typeof PARTS];
  process.stdout.write(JSON.stringify(await measure(process.argv.at(-1) as string)));
}
