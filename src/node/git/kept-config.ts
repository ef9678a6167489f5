import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Processes } from '../../core/ports/processes.ts';
import type { ConfigEntry } from './repository-config.ts';
import { workTreeOf } from './work-tree.ts';

/** Bounds what no file shows, e.g. that the machine got a configuration for the first time. */
const KEPT_MS = 2000;
/** A file that changed so short before it was read may change again without another time. */
const CLOCK_STEP_MS = 50;
/** Runs make checkouts of their own, which are gone later. */
const MOST_FOLDERS = 100;

interface Kept {
  readonly entries: readonly ConfigEntry[];
  readonly at: number;
  readonly files: readonly string[];
  readonly state: string;
}

/** By what starts git, since it decides the environment, and by the folder that git is asked in. */
const kept = new WeakMap<Processes, Map<string, Kept>>();

/**
 * What git said of its configuration in `root` last, as long as it would say the same: for two seconds, while
 * every file that said something, or that a person's git would read, is as it was. Every call of git asks for it
 * first, which was half of all programs that a run of an agent started.
 */
export async function keptConfig(
  processes: Processes,
  root: string,
): Promise<readonly ConfigEntry[] | undefined> {
  const known = kept.get(processes)?.get(root);
  if (known === undefined || Date.now() - known.at > KEPT_MS) return undefined;
  return (await stateOf(known.files)).text === known.state ? known.entries : undefined;
}

/**
 * Keeps what git said when it was asked at `at` (a time in ms), where that holds for more than this one call. `origins`
 * are the files that it named.
 */
export async function keepConfig(
  processes: Processes,
  root: string,
  entries: readonly ConfigEntry[],
  origins: readonly string[],
  at: number,
): Promise<void> {
  // An included file depends on more, such as the branch; so does a configuration of one work tree.
  if (entries.some(({ key }) => /^(?:include|includeif)\.|^extensions\.worktreeconfig$/i.test(key))) return;
  const top = (await workTreeOf(root)) ?? root;
  const said = origins.flatMap(origin => [root, top].map(folder => resolve(folder, origin)));
  const files = [...new Set([...said, ...usersFiles(), ...(await repositoryFiles(top))])];
  const state = await stateOf(files);
  if (state.newest > at - CLOCK_STEP_MS) return;
  const all = kept.get(processes) ?? new Map<string, Kept>();
  if (all.size >= MOST_FOLDERS) all.clear();
  kept.set(processes, all.set(root, { entries, at, files, state: state.text }));
}

function usersFiles(): readonly string[] {
  const home = process.env['HOME'] ?? homedir();
  return [
    join(home, '.gitconfig'),
    join(process.env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'git/config'),
  ];
}

/** What decides which repository it is: its folder, or the file that stands for it in a work tree of its own. */
async function repositoryFiles(top: string): Promise<readonly string[]> {
  const place = join(top, '.git');
  const pointer = await readFile(place, 'utf8').catch(() => undefined);
  const folder = pointer && /^gitdir: (.*)$/m.exec(pointer)?.[1];
  return folder ? [place, join(resolve(dirname(place), folder), 'commondir')] : [place];
}

/** Which files these are and when each was last changed; a folder changes with what is in it and counts as itself. */
async function stateOf(
  files: readonly string[],
): Promise<{ readonly text: string; readonly newest: number }> {
  const states = await Promise.all(files.map(file => stat(file, { bigint: true }).catch(() => undefined)));
  const texts = states.map(state => {
    if (state === undefined) return '-';
    const id = `${state.dev}:${state.ino}`;
    return state.isDirectory() ? id : `${id}:${state.size}:${state.mtimeNs}:${state.ctimeNs}`;
  });
  const times = states.map(state => (state?.isFile() ? Number(state.ctimeMs) : 0));
  return { text: texts.join(' '), newest: Math.max(...times) };
}
