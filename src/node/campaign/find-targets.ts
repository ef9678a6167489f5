import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FoundEntry } from '../../core/campaign/targets.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { WorkspaceIndex } from '../../core/python/index/workspace-index.ts';
import { matchesGlob } from '../../core/verification/path-glob.ts';
import type { Campaign, CampaignTarget } from '../../generated/contracts.ts';
import { withoutCredentials } from '../git/remotes.ts';
import { findCommit } from '../git/revisions.ts';
import { createRunGit } from '../git/run-git.ts';
import { openTree, type TreeFiles } from '../git/tree-files.ts';

/** `https://…`, `git@host:path`: not a folder of this machine. */
const isAddress = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^[^/\\]{2,}:/.test(text);

/**
 * The entries of a campaign with what is found on this machine; nothing is fetched or cloned, and no file is checked
 * out: folders are those of the commit.
 *
 * @param beside the folder that paths are relative to
 */
export async function findTargets(
  campaign: Campaign,
  beside: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<Result<readonly FoundEntry[]>> {
  const found: FoundEntry[] = [];
  for (const entry of campaign.targets) {
    const one = await findEntry(entry, beside, processes, signal);
    if (!one.ok) return one;
    found.push(one.value);
  }
  return ok(found);
}

async function findEntry(
  entry: CampaignTarget,
  beside: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<Result<FoundEntry>> {
  const given = entry.repository;
  if (given.startsWith('-') || entry.ref?.startsWith('-') === true)
    return fail(
      `"${given.startsWith('-') ? given : entry.ref}" looks like an option, not like a repository or branch`,
    );
  if (/^[^/]*::/.test(given))
    return fail(`"${given}" names a helper program of git, not a repository; give a folder or an address`);
  if (entry.imports !== undefined && entry.folders === undefined)
    return fail(`${given}: imports chooses among folders; give a glob in folders, too`);
  if (isAddress(given)) {
    if (withoutCredentials(given) !== given)
      return fail(
        `${withoutCredentials(given)}: leave the password out, the file and the journal would keep it; use SSH or a credential helper of git`,
      );
    return entry.folders === undefined
      ? ok({ entry, repository: given })
      : fail(`${given}: folders are listed without cloning, so that the repository must be on this machine`);
  }
  const repository = path.resolve(beside, given);
  if (!existsSync(repository)) return fail(`there is no folder ${repository}`);
  if (entry.folders === undefined) return ok({ entry, repository });
  const git = createRunGit(repository, processes);
  const commit = await findCommit(git, entry.ref ?? 'HEAD', signal);
  if (!commit.ok) return fail(`${repository}: ${commit.error}`);
  const tree = await openTree(git, commit.value, signal);
  if (!tree.ok) return fail(`${repository}: ${tree.error}`);
  const folders = await foldersOf(tree.value, entry);
  return folders.length === 0
    ? fail(
        `no folder of ${repository} matches ${entry.folders}${entry.imports === undefined ? '' : ` and imports ${entry.imports}`}`,
      )
    : ok({ entry, repository, folders });
}

/** Sorted. A folder inside of another one that matches is no target of its own. */
async function foldersOf(
  files: TreeFiles,
  { folders: glob = '', imports }: CampaignTarget,
): Promise<readonly string[]> {
  const all = new Set<string>();
  for (const file of files.entries.keys())
    for (let at = path.posix.dirname(file); at !== '.'; at = path.posix.dirname(at)) all.add(at);
  const pattern = glob.includes('/') ? glob.replace(/\/$/, '') : `./${glob}`;
  const matched = [...all]
    .filter(folder => matchesGlob(glob.includes('/') ? folder : `./${folder}`, pattern))
    .sort();
  const chosen = matched.filter(one => !matched.some(other => one.startsWith(`${other}/`)));
  if (imports === undefined) return chosen;
  const importing = await filesImporting(files, imports);
  return chosen.filter(folder => importing.some(file => file.startsWith(`${folder}/`)));
}

/** Files that import the module, something of it or something below it, directly or through other files that do. */
async function filesImporting(files: TreeFiles, wanted: string): Promise<readonly string[]> {
  const { modules } = await new WorkspaceIndex(files).look();
  const importsOf = new Map<string, Set<string>>();
  const fileOf = new Map<string, string>();
  for (const { path: file, segments, index } of modules.values()) {
    const own = segments.join('.');
    fileOf.set(own, file);
    const named = new Set<string>();
    for (const { kind, module, level, names } of index.imports) {
      const isPackage = /(?:^|\/)__init__\.pyi?$/.test(file);
      const from = level === 0 ? [] : segments.slice(0, segments.length - level + (isPackage ? 1 : 0));
      const base = [...from, ...(module === '' || module === undefined ? [] : module.split('.'))].join('.');
      for (const { name } of names)
        named.add(kind === 'import' ? name : base === '' ? name : `${base}.${name}`);
      if (kind !== 'import') named.add(base);
    }
    importsOf.set(own, named);
  }
  const isOf = (name: string, module: string) => name === module || name.startsWith(`${module}.`);
  const found = new Set<string>();
  let open: readonly string[] = [wanted];
  while (open.length > 0) {
    const next = [...importsOf].flatMap(([own, named]) =>
      !found.has(own) && open.some(module => [...named].some(name => isOf(name, module))) ? [own] : [],
    );
    for (const own of next) found.add(own);
    open = next;
  }
  return [...found].flatMap(own => fileOf.get(own) ?? []);
}
