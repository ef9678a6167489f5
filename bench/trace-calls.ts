// How far trace_calls agrees with jedi, call by call, over whole packages: node bench/trace-calls.ts [--show]
// Installs jedi in a virtual environment of the temporary folder. Exits with 1 when a target is missed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { qualifiedName } from '../src/core/python/grammar/module-index.ts';
import { WorkspaceIndex } from '../src/core/python/index/workspace-index.ts';
import { answerFrom } from '../src/core/python/python-symbols.ts';
import { createDiskFiles } from '../src/node/files/disk-files.ts';
import { releasePairs, unpackRelease } from '../test/support/release-replay/releases.ts';
import { Figures } from './figures.ts';

const PACKAGES = ['click', 'flask', 'requests', 'httpx', 'jinja2'];
const JEDI = 'jedi==0.20.1';

interface JediCall {
  readonly file: string;
  /** Line of the function's `def`; 0 for the module. */
  readonly scope: number;
  readonly line: number;
  readonly name_line: number;
  readonly name: string;
  readonly targets: readonly { readonly file: string; readonly line: number; readonly name: string }[];
  readonly outside: number;
}

/** What one function calls where, in our answer. */
interface OurCall {
  readonly target: string;
  readonly name: string;
}

/** Our answers by `file:line of the function:line of the call`. */
interface OurAnswers {
  readonly calls: ReadonlyMap<string, readonly OurCall[]>;
  /** What the answers leave open. */
  readonly open: ReadonlyMap<string, readonly string[]>;
  readonly external: ReadonlyMap<string, readonly string[]>;
  /** By `file:line` of each function that was asked for: the places that call it. */
  readonly callers: ReadonlyMap<string, ReadonlyMap<string, 'resolved' | 'possible'>>;
  /** Functions and methods; of a class trace_calls tells what making an instance calls, not what its body does. */
  readonly scopes: ReadonlySet<string>;
}

function run(program: string, args: readonly string[]): string {
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed: ${result.error?.message ?? result.stderr}`);
  return result.stdout;
}

function installJedi(): string {
  const folder = path.join(os.tmpdir(), `work-order-${JEDI.replace('==', '-')}`);
  const python = path.join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  if (!fs.existsSync(path.join(folder, 'ready'))) {
    run('python3', ['-m', 'venv', folder]);
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', JEDI]);
    fs.writeFileSync(path.join(folder, 'ready'), '');
  }
  return python;
}

function askJedi(python: string, folder: string): readonly JediCall[] {
  const text = run(python, [path.join(import.meta.dirname, 'jedi_calls.py'), folder]);
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as JediCall | { readonly fault: string })
    .filter(call => 'file' in call);
}

async function askOurs(folder: string): Promise<OurAnswers> {
  const disk = createDiskFiles({ root: folder, stateDir: path.join(os.tmpdir(), 'work-order-trace-state') });
  const index = new WorkspaceIndex(disk);
  const snapshot = await index.look();
  // The files stay as they are: one look is enough.
  const symbols = answerFrom({ look: async () => snapshot, cache: index.cache });
  const scopes = new Set<string>();
  const calls = new Map<string, OurCall[]>();
  const open = new Map<string, string[]>();
  const external = new Map<string, string[]>();
  const callers = new Map<string, ReadonlyMap<string, 'resolved' | 'possible'>>();
  for (const module of snapshot.modules.values()) {
    for (const [at, definition] of module.index.definitions.entries()) {
      if (!['function', 'method', 'property', 'class'].includes(definition.kind)) continue;
      const answer = await symbols.traceCalls(
        `${module.name}.${qualifiedName(module.index.definitions, at)}`,
      );
      // A name that stands for several definitions is asked for once; what was cut says less than it knows.
      if ('error' in answer || answer.file !== module.path || answer.line !== definition.line) continue;
      if (answer.truncated !== undefined) continue;
      const scope = `${module.path}:${definition.line}`;
      const places = answer.callers.flatMap(({ file, called_at, certainty }) =>
        called_at.map(line => [`${file}:${line}`, certainty] as const),
      );
      // A place that is both is resolved.
      callers.set(scope, new Map(places.reverse()));
      if (definition.kind === 'class') continue;
      scopes.add(scope);
      for (const { qualified_name, file, line: target, called_at } of answer.callees) {
        const name = qualified_name.split('.').at(-1) ?? '';
        for (const line of called_at) add(calls, `${scope}:${line}`, { target: `${file}:${target}`, name });
      }
      for (const { call, called_at } of answer.unresolved)
        for (const line of called_at) add(open, `${scope}:${line}`, call);
      for (const { call, called_at } of answer.external)
        for (const line of called_at) add(external, `${scope}:${line}`, call);
    }
  }
  return { scopes, calls, open, external, callers };
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

const CALLEES = ['same', 'other', 'missed', 'left open', 'ours only', 'neither'] as const;
const CALLERS = ['resolved', 'possible', 'not found'] as const;
type Count = Map<(typeof CALLEES)[number] | (typeof CALLERS)[number], number>;

const increase = (count: Count, what: (typeof CALLEES)[number] | (typeof CALLERS)[number]) =>
  void count.set(what, (count.get(what) ?? 0) + 1);

/** Each call of a function: where it leads, by jedi and by us. */
function compareCallees(jedi: readonly JediCall[], ours: OurAnswers, show: (text: string) => void): Count {
  const count: Count = new Map();
  for (const call of jedi) {
    const scope = `${call.file}:${call.scope}`;
    if (!ours.scopes.has(scope)) continue;
    const keys = [...new Set([call.line, call.name_line])].map(line => `${scope}:${line}`);
    const at = <T>(map: ReadonlyMap<string, readonly T[]>) => keys.flatMap(key => map.get(key) ?? []);
    const wanted = call.targets.map(({ file, line }) => `${file}:${line}`);
    const found = at(ours.calls);
    const named = found.filter(({ name, target }) => name === call.name || wanted.includes(target));
    const verdict = judge(call, wanted, named, at(ours.open));
    increase(count, verdict);
    if (verdict !== 'same' && verdict !== 'neither')
      show(
        `${verdict}: ${call.file}:${call.line} ${call.name}: jedi ${wanted}, ours ${named.map(({ target }) => target)}, external ${at(ours.external)}`,
      );
  }
  return count;
}

function judge(
  call: JediCall,
  wanted: readonly string[],
  named: readonly OurCall[],
  open: readonly string[],
): (typeof CALLEES)[number] {
  if (wanted.length === 0) return named.length === 0 ? 'neither' : 'ours only';
  if (named.some(({ target }) => wanted.includes(target))) return 'same';
  if (named.length > 0) return 'other';
  // A long call is shown without its end.
  return open.some(text => text.includes(call.name) || text.endsWith('…')) ? 'left open' : 'missed';
}

/** The same from the other side: whether each place that calls a function by jedi is among its callers. */
function compareCallers(jedi: readonly JediCall[], ours: OurAnswers, show: (text: string) => void): Count {
  const count: Count = new Map();
  for (const call of jedi) {
    // A name with several targets is called through a value that may be any of them.
    const [target] = call.targets;
    const callers = target && call.targets.length === 1 && ours.callers.get(`${target.file}:${target.line}`);
    if (!callers) continue;
    const found = [call.line, call.name_line].map(line => callers.get(`${call.file}:${line}`));
    const verdict = found.find(certainty => certainty !== undefined) ?? 'not found';
    increase(count, verdict);
    if (verdict === 'not found')
      show(`no caller: ${call.file}:${call.line} ${call.name} of ${target.file}:${target.line}`);
  }
  return count;
}

const figures = new Figures('trace-calls');
const isShown = process.argv.includes('--show');
const python = installJedi();
const total: Count = new Map();
console.log(`        ${''.padEnd(16)}${[...CALLEES, ...CALLERS].map(name => name.padStart(11)).join('')}`);
for (const name of PACKAGES) {
  const release = releasePairs.findLast(pair => pair.name === name)?.to;
  if (release === undefined) throw new Error(`there is no release of ${name}`);
  const folder = await unpackRelease(name, release);
  const jedi = askJedi(python, folder);
  const ours = await askOurs(folder);
  const show = (text: string) => {
    if (isShown) console.log(text);
  };
  const counts = new Map([...compareCallees(jedi, ours, show), ...compareCallers(jedi, ours, show)]);
  for (const [what, count] of counts) total.set(what, (total.get(what) ?? 0) + count);
  print(`${name} ${release.version}`, counts);
}
print('together', total);

function print(name: string, counts: Count): void {
  const columns = [...CALLEES, ...CALLERS].map(column => String(counts.get(column) ?? 0).padStart(11));
  console.log(`        ${name.padEnd(16)}${columns.join('')}`);
}

function report(what: string, part: number, whole: number, least: number): void {
  figures.add(what, (part / whole) * 100, { unit: '%', target: `≥ ${least * 100}` });
}

const of = (...names: readonly ((typeof CALLEES)[number] | (typeof CALLERS)[number])[]) =>
  names.reduce((sum, name) => sum + (total.get(name) ?? 0), 0);
report('the same target, where both name one in the package', of('same'), of('same', 'other'), 0.99);
report(
  'of what jedi resolves: found, or said to be open',
  of('same', 'left open'),
  of('same', 'other', 'missed', 'left open'),
  0.99,
);
report('of what jedi resolves: found', of('same'), of('same', 'other', 'missed', 'left open'), 0.9);
report(
  'of the places that call a function by jedi: among its callers, possible ones included',
  of('resolved', 'possible'),
  of(...CALLERS),
  0.95,
);
figures.end();
