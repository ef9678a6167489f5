import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { decodeUtf8 } from '../core/kernel/utf8.ts';
import { reinstall } from '../core/lint/failure.ts';
import type { FindResult } from '../core/lint/tool-finder.ts';
import type { Files } from '../core/ports/files.ts';
import { policyOf } from '../core/verification/read-policy.ts';
import { nodeRange } from '../generated/version.ts';
import { hasUnfinishedApply } from './files/unfinished-apply.ts';
import { findOnPath } from './find-on-path.ts';
import { workTreeOf } from './git/work-tree.ts';
import { lookForLinters } from './lint/look-for-linters.ts';
import { mayBeMissing } from './lint/may-be-missing.ts';
import type { LintSettings } from './lint/settings.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import { readSettings } from './settings/read-settings.ts';

/** One thing that was looked at. `poor`: it works with less; `broken`: something will fail. */
export interface Diagnosis {
  readonly what: string;
  readonly state: 'good' | 'poor' | 'broken';
  readonly found: string;
  /** What to do; left out where all is well. */
  readonly fix?: string;
}

export interface DoctorPlaces {
  readonly root: string;
  readonly stateDir: string;
  readonly files: Files;
  readonly lint: LintSettings;
  readonly signal: AbortSignal;
}

/** Looks at the machine and the workspace in order; writes nothing and asks no one. */
export async function* diagnose(places: DoctorPlaces): AsyncGenerator<Diagnosis> {
  yield nodeVersion(process.versions.node);
  yield await git(places);
  yield* linters(places);
  yield await sandbox(places);
  yield await stateFolder(places.stateDir);
  if (hasUnfinishedApply(places.stateDir))
    yield broken(
      'apply',
      'a change was interrupted while it was applied',
      'workorder recover finishes or undoes it',
    );
  yield await policy(places);
  yield await settings(places);
  yield await encodings(places);
  yield* agents(places);
}

const good = (what: string, found: string): Diagnosis => ({ what, state: 'good', found });
const poor = (what: string, found: string, fix: string): Diagnosis => ({ what, state: 'poor', found, fix });
const broken = (what: string, found: string, fix: string): Diagnosis => ({
  what,
  state: 'broken',
  found,
  fix,
});

/** `^20.19.0 || ^22.12.0`: the same major version, and no older minor one. */
export function nodeVersion(version: string, range = nodeRange): Diagnosis {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = range
    .split('||')
    .map(part => part.trim().slice(1).split('.').map(Number))
    .some(([wanted = 0, least = 0]) => major === wanted && minor >= least);
  return isSupported
    ? good('node', version)
    : poor('node', version, `supported are ${range}; install one of them`);
}

async function git({ root }: DoctorPlaces): Promise<Diagnosis> {
  if ((await findOnPath('git', { outside: root })) === undefined)
    return poor('git', 'not found', 'install git; without it all files are linted, and nothing is committed');
  const tree = await workTreeOf(root);
  return tree === undefined
    ? poor('git', `${root} is in no repository`, 'git init; without it all files are linted')
    : good('git', tree);
}

async function* linters({ root, files, lint, signal }: DoctorPlaces): AsyncGenerator<Diagnosis> {
  const canDoWithout = await mayBeMissing({ root, files }, lint);
  const answers: (readonly [string, FindResult])[] = [];
  for await (const [{ name }, result] of lookForLinters(root, lint, signal)) answers.push([name, result]);
  const isOneThere = answers.some(([, { kind }]) => kind === 'found');
  for (const [name, result] of answers) {
    const install = `install ${name} in the environment of the project`;
    if (result.kind === 'found') yield good(name, `${result.found.version}  ${result.found.program}`);
    else if (result.chosen !== undefined)
      yield broken(name, `named wrongly: ${result.chosen}`, `correct --${name}, or leave it out`);
    else if (result.crashed !== undefined)
      yield broken(
        name,
        `does not work: ${result.crashed}`,
        `run it in a terminal to see why, ${reinstall(`pip install ${name}`)}, or give --${name} PATH`,
      );
    else if (canDoWithout && isOneThere) yield poor(name, 'not found, and may be missing', install);
    else
      yield broken(name, 'not found', `${install}, give --${name} PATH, or do without it: --lint-tools auto`);
  }
}

async function sandbox({ root }: DoctorPlaces): Promise<Diagnosis> {
  const state = await openSandbox(root).state();
  return state.kind === 'ready'
    ? good('sandbox', state.name)
    : poor(
        'sandbox',
        `none: ${state.reason}`,
        'linters and tests can do what you can; on Linux install bubblewrap',
      );
}

async function stateFolder(folder: string): Promise<Diagnosis> {
  const move = 'set WORKORDER_STATE_DIR to a folder of yours';
  const found = await stat(folder).catch(() => undefined);
  if (!found) {
    const parent = await nearestFolder(folder);
    return (await isWritable(parent))
      ? good('state folder', `${folder} (made with the first run)`)
      : broken('state folder', `${folder} cannot be made: ${parent} is not writable`, move);
  }
  if (!found.isDirectory()) return broken('state folder', `${folder} is not a folder`, move);
  if (!(await isWritable(folder))) return broken('state folder', `${folder} is not writable`, move);
  const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  return isOpen
    ? poor('state folder', `${folder} can be used by others`, `chmod 700 ${folder}`)
    : good('state folder', folder);
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

async function nearestFolder(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  const found = await stat(parent).catch(() => undefined);
  return found || parent === folder ? parent : nearestFolder(parent);
}

async function policy({ files }: DoctorPlaces): Promise<Diagnosis> {
  const merged = await policyOf(files, 'work order');
  if (!merged.ok)
    return broken('policy', merged.error, 'correct the file; until then every change is blocked');
  const off = merged.value.lines
    .filter(({ value, from }) => value === 'off' && from !== 'built in')
    .map(({ setting }) => setting);
  const from = [...new Set(merged.value.lines.map(line => line.from))].join(', ');
  return off.length > 0
    ? poor('policy', `${off.join(', ')} off (${from})`, 'workorder policy says where each line comes from')
    : good('policy', from);
}

async function settings({ root }: DoctorPlaces): Promise<Diagnosis> {
  const read = await readSettings(root);
  if (!read.ok) return broken('settings', read.error, 'correct the file; docs/cli.md lists the settings');
  const set = Object.entries(read.value.from).map(([name, place]) => `${name} (${place})`);
  return good('settings', set.join(', ') || 'none; workorder init writes some');
}

/** The clients that start our server; loaded when they are looked for. */
async function* agents({ root }: DoctorPlaces): AsyncGenerator<Diagnosis> {
  const { findClients } = await import('./clients/set-up-clients.ts');
  const found = await findClients(root, { environment: process.env, platform: process.platform });
  const what = 'agents';
  if (found.length === 0) yield good(what, 'none is set up; workorder mcp --install CLIENT does it');
  for (const { name, scope, full, allowsEdits, problem } of found) {
    const user = scope === 'user' ? ' --user' : '';
    yield problem === undefined
      ? good(what, `${name}${allowsEdits ? ', with edits' : ', reads only'} (${full})`)
      : poor(
          what,
          `${name} cannot start the server: ${problem} (${full})`,
          `workorder mcp --install ${name}${user}`,
        );
  }
}

/** Files that models and tools cannot read as text; more are counted. */
const MOST_NAMED = 3;
const MOST_READ = 5000;

async function encodings({ files, signal }: DoctorPlaces): Promise<Diagnosis> {
  const paths = await files.walk('.', { extensions: ['.py'] });
  const unreadable: string[] = [];
  for (const path of paths.slice(0, MOST_READ)) {
    if (signal.aborted) break;
    const read = await files.read(path);
    if (read.kind === 'refused' || (read.kind === 'file' && decodeUtf8(read.file.bytes) === undefined))
      unreadable.push(path);
  }
  const count = paths.length > MOST_READ ? `the first ${MOST_READ} of ${paths.length}` : String(paths.length);
  if (paths.length === 0)
    return poor('files', 'no Python file', 'give the folder of the project with --root DIR');
  if (unreadable.length === 0) return good('files', `${count} Python files, all UTF-8`);
  const more = unreadable.length > MOST_NAMED ? ` and ${unreadable.length - MOST_NAMED} more` : '';
  return poor(
    'files',
    `not readable as UTF-8: ${unreadable.slice(0, MOST_NAMED).join(', ')}${more}`,
    'no order can change these; convert them to UTF-8',
  );
}
