import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FileChange } from '../../core/changes/change-set.ts';
import type { ClientScope, Entry, Launch, RulesFile } from '../../core/clients/client.ts';
import {
  CLIENT_NAMES,
  type ClientName,
  clientOf,
  launchOf,
  SERVER_NAME,
} from '../../core/clients/client-table.ts';
import {
  isLeftEmpty,
  ownEntry,
  type Place,
  withEntry,
  withoutEntry,
} from '../../core/clients/merge-entry.ts';
import { hasRules, withoutRules, withRules } from '../../core/clients/rules-text.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { executable, findOnPath } from '../find-on-path.ts';
import type { Machine } from './base-folder.ts';
import { type ClientFile, configOf, openConfig, openFile } from './client-file.ts';
import { tomlReader } from './read-toml.ts';
import { changeTo, setBack, undoOf, writeClientFile } from './write-client-file.ts';

/** One file that is to become another; nothing is written before `write`. */
export interface PlannedFile {
  readonly full: string;
  /** Left out: the file is as it is to be already. */
  readonly change?: FileChange;
  /** Gives the place of the copy of what was there before, where something was. */
  write(signal: AbortSignal): Promise<Result<string | undefined>>;
}

export interface Wanted {
  readonly name: ClientName;
  readonly scope: ClientScope;
  readonly root: string;
  readonly machine: Machine;
}

/**
 * How a client starts this program: by its name where that is this program on the PATH, else by its place. `script` is
 * the file that runs now.
 */
export async function ownLaunch(script: string, root: string): Promise<Launch> {
  const own = realFile(script);
  const onPath = process.platform === 'win32' ? undefined : await findOnPath(SERVER_NAME, { outside: root });
  if (onPath !== undefined && realFile(onPath) === own) return { command: SERVER_NAME, args: [] };
  return { command: process.execPath, args: [own] };
}

function realFile(script: string): string {
  for (const name of [script, `${script}.js`])
    try {
      return realpathSync(name);
    } catch {
      // Node takes a script without its ending, too.
    }
  return script;
}

/** Puts our entry into a client's settings. The error is a sentence that names the file. */
export async function planEntry(wanted: Wanted, entry: Entry): Promise<Result<PlannedFile>> {
  const opened = await openSettings(wanted);
  if (!opened.ok) return opened;
  const { file, place } = opened.value;
  const readToml = await tomlReader();
  const merged = withEntry(file.text, place, entry, readToml);
  if (!merged.ok) return fail(`${file.full} was left as it is: ${merged.error}`);
  const isOurs = file.text !== undefined && ownEntry(file.text, place, readToml) !== undefined;
  return ok(plannedWrite(file, merged.value, isOurs));
}

/** Takes our entry out: to exactly what was there before, where nobody changed the file since. */
export async function planRemoval(wanted: Wanted): Promise<Result<PlannedFile | undefined>> {
  const opened = await openSettings(wanted);
  if (!opened.ok) return opened;
  const { file, place } = opened.value;
  if (file.text === undefined) return ok(undefined);
  const readToml = await tomlReader();
  const undo = await undoOf(file);
  if (undo.exact) return ok(plannedUndo(file, undo.text, undo.folders));
  const cut = withoutEntry(file.text, place, readToml);
  if (!cut.ok) return fail(`${file.full} was left as it is: ${cut.error}`);
  if (cut.value === file.text) return ok(undefined);
  const hadNoFile = undo.isKnown && undo.before === undefined;
  const isGone = (hadNoFile || place.ownFile === true) && isLeftEmpty(cut.value, place, readToml);
  return ok(plannedUndo(file, isGone ? undefined : cut.value, []));
}

/** Puts our words into the file whose text a client gives its agent. */
export async function planRules(wanted: Wanted): Promise<Result<PlannedFile>> {
  const { rules } = clientOf(wanted.name);
  const file = await openRules(wanted, rules);
  if (!file.ok) return file;
  const { text } = file.value;
  const isOurs = text !== undefined && hasRules(text);
  if (rules.ownFile && text !== undefined && !isOurs)
    return fail(`${file.value.full} was left as it is: it is there already and is not ours`);
  return ok(plannedWrite(file.value, withRules(text, rules), isOurs));
}

/** Takes our words out, where they are. */
export async function planRulesRemoval(wanted: Wanted): Promise<Result<PlannedFile | undefined>> {
  const { rules } = clientOf(wanted.name);
  const file = await openRules(wanted, rules);
  if (!file.ok) return file;
  const { text } = file.value;
  if (text === undefined || !hasRules(text) || (await isSharedBy(wanted, rules))) return ok(undefined);
  const undo = await undoOf(file.value);
  if (undo.exact) return ok(plannedUndo(file.value, undo.text, undo.folders));
  return ok(plannedUndo(file.value, withoutRules(text, rules), []));
}

/** Whether another client that is set up here gives its agent the same file. */
async function isSharedBy({ name: own, root, machine }: Wanted, { path }: RulesFile): Promise<boolean> {
  const others = CLIENT_NAMES.filter(name => name !== own && clientOf(name).rules.path === path);
  const found = await findClients(root, machine, others);
  return found.some(({ scope }) => scope === 'project');
}

/** A client that has our entry, and what is wrong with it. */
export interface FoundClient {
  readonly name: ClientName;
  readonly scope: ClientScope;
  readonly full: string;
  readonly allowsEdits: boolean;
  readonly problem?: string;
}

/** The clients that are set up, here or for everything; files that cannot be read are passed over. */
export async function findClients(
  root: string,
  machine: Machine,
  among: readonly ClientName[] = CLIENT_NAMES,
): Promise<readonly FoundClient[]> {
  const readToml = await tomlReader();
  const found: FoundClient[] = [];
  for (const name of among)
    for (const scope of ['project', 'user'] as const) {
      if (configOf(name, scope) === undefined) continue;
      const opened = await openSettings({ name, scope, root, machine });
      if (!opened.ok || opened.value.file.text === undefined) continue;
      const { file, place } = opened.value;
      const launch = launchOf(ownEntry(file.text ?? '', place, readToml));
      if (!launch) continue;
      const problem = await problemOf(launch, root);
      const allowsEdits = launch.args.includes('--allow-edits');
      found.push({
        name,
        scope,
        full: file.full,
        allowsEdits,
        ...(problem === undefined ? {} : { problem }),
      });
    }
  return found;
}

async function problemOf({ command, args }: Launch, root: string): Promise<string | undefined> {
  if (command === SERVER_NAME)
    return (await findOnPath(command, { outside: root })) ? undefined : `${command} is not on the PATH`;
  const script = args[0]?.endsWith('.js') ? args[0] : undefined;
  if ((await executable(command)) === undefined) return `${command} is not there`;
  if (script !== undefined && !(await stat(script).catch(() => undefined))) return `${script} is not there`;
  return undefined;
}

async function openSettings({ name, scope, root, machine }: Wanted) {
  const config = configOf(name, scope);
  if (!config) return fail(`${clientOf(name).label} has no settings of its own for one project; add --user`);
  const file = await openConfig(config, root, machine);
  return file.ok ? ok({ file: file.value, place: config satisfies Place }) : file;
}

const openRules = ({ root }: Wanted, rules: RulesFile): Promise<Result<ClientFile>> =>
  openFile(root, rules.path);

function plannedWrite(file: ClientFile, text: string, isOurs: boolean): PlannedFile {
  const change = changeTo(file, text);
  return {
    full: file.full,
    ...(change ? { change } : {}),
    write: signal => writeClientFile(file, text, isOurs, signal),
  };
}

function plannedUndo(file: ClientFile, text: string | undefined, folders: readonly string[]): PlannedFile {
  const change = changeTo(file, text);
  return {
    full: file.full,
    ...(change ? { change } : {}),
    async write(signal) {
      const done = await setBack(file, text, folders, signal);
      return done.ok ? ok(undefined) : done;
    },
  };
}
