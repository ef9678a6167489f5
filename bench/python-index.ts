// The targets of the Python index as ratios, measured in one run over the standard library of the python3 on PATH,
// Django and SymPy (from PyPI). Build first (npm run build):
// node --expose-gc bench/python-index.ts [--quick]. Exits with 1 when a target is missed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../scripts/setup/places.mjs';
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
const rounds = process.argv.includes('--quick') ? 3 : 5;
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

/** Milliseconds of the built command line from its start to its end, with nothing known of the folder before. */
function measureCommandLine(folder: string): number {
  const state = fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-bench-state-'));
  try {
    const cli = path.join(root, 'dist/cli.js');
    const question = ['tool', 'locate_symbol', '{"symbol_name":"close"}', '--root', folder];
    const env = ['env', `WORKORDER_STATE_DIR=${state}`];
    return Number(python('-c', CHILD, ...env, process.execPath, cli, ...question));
  } finally {
    fs.rmSync(state, { recursive: true, force: true });
  }
}

/** A package from PyPI in a folder of its own, installed once. */
function installed(name: string, version: string): string {
  const folder = path.join(os.tmpdir(), `work-order-bench-${name}-${version}`);
  if (fs.existsSync(path.join(folder, name.toLowerCase()))) return folder;
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile', '--target', folder];
  python('-m', 'pip', 'install', ...options, `${name}==${version}`);
  return folder;
}

function main(): void {
  const found = new Figures('python-index');
  const library = python('-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])');
  measureFolder(found, 'CPython’s library', library);
  measureFolder(found, 'Django 5.2', installed('Django', '5.2'));
  measureFolder(found, 'SymPy 1.13.3', installed('sympy', '1.13.3'));
  const details = Array.from({ length: ROUNDS_OF_DETAILS }, () => inNewProcess<Details>('details', library));
  const of = (part: keyof Details) => details.map(detail => detail[part]);
  found.add('index one changed file', of('reindex'), { unit: 'ms', target: '≤ 0.2' });
  found.add('look up a qualified name', of('lookup'), { unit: 'µs', target: '≤ 1' });
  found.add('100,000 definitions', of('memory'), { unit: 'MB', target: '≤ 40' });
  found.note(
    'The command line as a whole process also lists what git would, compares hashes and writes the archive that later starts are answered from; ctags does none of it.',
  );
  found.end();
}

function measureFolder(figures: Figures, name: string, folder: string): void {
  const [floor, cold, warm, whole, ast, ctags]: number[][] = [[], [], [], [], [], []];
  let definitions = 0;
  for (let round = 0; round < rounds; round++) {
    floor?.push(inNewProcess<Measured>('floor', folder).cpu);
    const ours = inNewProcess<Measured>('cold', folder);
    cold?.push(ours.cpu);
    definitions = ours.count;
    inNewProcess<Measured>('archive', folder);
    const restored = inNewProcess<Measured>('warm', folder);
    if (restored.count !== definitions) throw new Error('the archive gives another index');
    warm?.push(restored.cpu);
    whole?.push(measureCommandLine(folder));
    ast?.push(Number(python('-c', AST, folder)));
    const tags = measureCtags(folder);
    if (tags !== undefined) ctags?.push(tags);
  }
  const ratio = (what: string, of: readonly number[] = [], by: readonly number[] = [], target?: Target) => {
    if (by.length > 0)
      figures.add(`${name}: ${what}`, ratios(of, by), { unit: '×', ...(target && { target }) });
  };
  figures.add(`${name}: cold index of ${definitions} definitions`, cold ?? [], { unit: 'ms' });
  ratio('cold index ÷ walk and read of the same files', cold, floor, '≤ 12');
  ratio('cold index ÷ universal-ctags with its start', cold, ctags, '≤ 1.5');
  ratio('command line as a whole process, cold ÷ universal-ctags', whole, ctags, '≤ 1.5');
  ratio('cold index ÷ ast.parse', cold, ast, '≤ 0.25');
  ratio('start from the archive ÷ cold index', warm, cold, '≤ 0.25');
  if (installTreeSitter() === undefined) return;
  const treeSitter = inNewProcess<Measured>('treeSitter', folder).cpu;
  const each = (cold ?? []).map(() => treeSitter);
  ratio('cold index ÷ web-tree-sitter, functions and classes only', cold, each, '≤ 0.25');
}

const part = process.argv.find(arg => arg.startsWith('--part='))?.slice('--part='.length);
if (part === undefined) main();
else {
  const measure = PARTS[part as keyof typeof PARTS];
  process.stdout.write(JSON.stringify(await measure(process.argv.at(-1) as string)));
}
