// The targets of the Python index as ratios, measured in one run over the standard library of the python3 on PATH,
// Django and SymPy (from PyPI). Build first (npm run build):
// node --expose-gc bench/python-index.ts [--quick]. Exits with 1 when a target is missed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../scripts/setup/places.mjs';
import { exponents, Figures, ratios, type Target } from './figures.ts';
import { writeLargeWorkspace } from './large-workspace.ts';
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
/** Small files, so that what each file costs beside its text is seen. */
const [FEW_FILES, MANY_FILES] = [2000, 16_000];

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
/** CPU milliseconds of a program and its memory at its most, from the system's own account of finished children. */
const CHILD = `
import json, resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
unit = 1 if sys.platform == "darwin" else 1024
print(json.dumps({"cpu": (used.ru_utime + used.ru_stime) * 1000, "memory": used.ru_maxrss * unit / 2**20}))
`;
interface Program {
  readonly cpu: number;
  /** Megabytes. */
  readonly memory: number;
}
const measureProgram = (...command: readonly string[]): Program =>
  JSON.parse(python('-c', CHILD, ...command)) as Program;

function measureCtags(folder: string): number | undefined {
  const has = spawnSync('ctags', ['--version'], { encoding: 'utf8' }).stdout?.includes('Universal Ctags');
  if (!has) return undefined;
  const options = ['--languages=Python', '--exclude=site-packages', '--exclude=__pycache__', '-R', '-f', '-'];
  return measureProgram('ctags', ...options, folder).cpu;
}

interface CommandLine {
  /** Where it keeps what it has compiled, and what it knows of the folder; as it would be for this person. */
  readonly compiled: string;
  readonly state: string;
}

/** The built command line from its start to its end. */
function measureCommandLine(folder: string, { compiled, state }: CommandLine): Program {
  const cli = path.join(root, 'dist/cli.js');
  const question = ['tool', 'locate_symbol', '{"symbol_name":"close"}', '--root', folder];
  const env = ['env', `WORKORDER_STATE_DIR=${state}`, `XDG_CACHE_HOME=${compiled}`];
  return measureProgram(...env, process.execPath, cli, ...question);
}

interface CommandLines {
  /** Nothing compiled before, nothing known of the folder. */
  readonly first: Program;
  /** Nothing known of the folder: what a person meets in another folder, or after switching to an old branch. */
  readonly cold: Program;
  /** Nothing changed since. */
  readonly again: Program;
}

function measureCommandLines(folder: string): CommandLines {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-bench-cli-'));
  const compiled = path.join(temporary, 'compiled');
  const run = (state: string) => measureCommandLine(folder, { compiled, state: path.join(temporary, state) });
  try {
    return { first: run('one'), cold: run('two'), again: run('two') };
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
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
  measureGrowth(found);
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

/** Small files, few and many: what the whole process costs, and how that grows. */
function measureGrowth(figures: Figures): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-bench-many-'));
  try {
    const workspaces = [FEW_FILES, MANY_FILES].map(files => {
      const workspace = path.join(folder, String(files));
      writeLargeWorkspace(workspace, files);
      return workspace;
    });
    const runs = Array.from({ length: rounds }, () => workspaces.map(at => measureCommandLines(at).cold));
    const of = (which: number, part: keyof Program) => runs.map(run => run[which]?.[part] ?? Number.NaN);
    const many = `command line as a whole process, cold, ${MANY_FILES} small files`;
    figures.add(many, of(1, 'cpu'), { unit: 'ms' });
    const growth = exponents(of(0, 'cpu'), of(1, 'cpu'), MANY_FILES / FEW_FILES);
    figures.add(`… growth from ${FEW_FILES} files`, growth, { unit: 'exponent', target: '≤ 1' });
    figures.add('… memory at its most', of(1, 'memory'), { unit: 'MB', target: '≤ 250' });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function measureFolder(figures: Figures, name: string, folder: string): void {
  const [floor, cold, own, warm, ast, ctags]: number[][] = [[], [], [], [], [], []];
  const whole: CommandLines[] = [];
  let definitions = 0;
  for (let round = 0; round < rounds; round++) {
    floor?.push(inNewProcess<Measured>('floor', folder).cpu);
    const ours = inNewProcess<Measured>('cold', folder);
    cold?.push(ours.cpu);
    if (ours.ownThread !== undefined) own?.push(ours.ownThread / ours.cpu);
    definitions = ours.count;
    inNewProcess<Measured>('archive', folder);
    const restored = inNewProcess<Measured>('warm', folder);
    if (restored.count !== definitions) throw new Error('the archive gives another index');
    warm?.push(restored.cpu);
    whole.push(measureCommandLines(folder));
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
  if (own?.length) figures.add(`${name}: cold index, the part of the thread that reads`, own);
  const wholeOf = (run: keyof CommandLines) => whole.map(each => each[run].cpu);
  ratio('command line as a whole process, cold ÷ universal-ctags', wholeOf('cold'), ctags, '≤ 1.5');
  ratio('command line run for the very first time ÷ universal-ctags', wholeOf('first'), ctags);
  ratio('command line asked again ÷ universal-ctags', wholeOf('again'), ctags);
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
