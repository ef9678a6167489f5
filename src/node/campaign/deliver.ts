import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { branchOf } from '../../core/campaign/plan-campaign.ts';
import type { TargetState } from '../../core/campaign/state.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { Campaign } from '../../generated/contracts.ts';
import { repositoryName } from '../delivery/compare-url.ts';
import { createPullRequest } from '../delivery/create-pull-request.ts';
import { findPushAddress } from '../git/remotes.ts';
import { createRunGit, type RunGit } from '../git/run-git.ts';
import {
  defaultBranch,
  fetchRef,
  hashOf,
  inDir,
  listRefs,
  pushRefs,
  readPatch,
  resultRef,
  shown,
} from './campaign-git.ts';

export interface DeliveryPlaces {
  readonly runId: string;
  readonly campaign: Campaign;
  /** Our own bare repository. */
  readonly collecting: string;
  /** Where workers leave results, when that is another one. */
  readonly results: string | undefined;
  /** Where patches go. */
  readonly patches: string;
  readonly git: RunGit;
  readonly processes: Processes;
}

export interface Delivered {
  readonly hash: string;
  readonly where: string;
  readonly url?: string;
}

/**
 * Takes one approved result to its place. Twice is as once: what is there already, and is exactly this, is delivered.
 * The value is said only after the place itself was looked at.
 */
export async function deliver(
  places: DeliveryPlaces,
  { target, result }: TargetState,
  signal: AbortSignal,
): Promise<Result<Delivered>> {
  const { campaign, collecting, git } = places;
  const { base, commit, hash } = result ?? {};
  if (base === undefined || commit === undefined || hash === undefined)
    return fail('there is no result to deliver');
  const fetched = await bring(places, target.id, { base, commit }, signal);
  if (!fetched.ok) return fetched;
  // The hash covers what changes; what else a commit brings with it is its history.
  const parents = await git(
    { args: [...inDir(collecting), 'rev-list', '--parents', '--max-count=1', commit] },
    signal,
  );
  if (!parents.ok) return parents;
  if (parents.value.trim() !== `${commit} ${base}`)
    return fail(`the collected commit ${commit} does not follow ${base} alone; nothing was delivered`);
  const patch = await readPatch(git, [base, commit], signal, collecting);
  if (!patch.ok) return patch;
  // What was approved, not what is there by now.
  if (hashOf(base, patch.value) !== hash)
    return fail('the collected change is not the one that was approved; nothing was delivered');
  if (campaign.delivery.kind === 'patch') return deliverPatch(places, target.id, patch.value, hash);
  const address = await addressOf(places, target.repository, signal);
  if (!address.ok) return address;
  const branch = branchOf(campaign, target);
  const pushed = await pushOnce(places, { address: address.value, branch, commit }, signal);
  if (!pushed.ok) return pushed;
  const where = `branch ${branch} of ${shown(address.value)}`;
  if (campaign.delivery.kind !== 'pr') return ok({ hash, where });
  const request = { title: campaign.title, body: campaign.delivery.message ?? '' };
  const onto = await baseBranch(git, address.value, target.ref, signal);
  if (!onto.ok) return fail(`${where} is there, but no pull request was opened: ${onto.error}`);
  const ends = { branch, base: onto.value, repository: repositoryName(address.value) };
  const opened = await createPullRequest(collecting, places.processes, request, ends, signal);
  if (opened.ok) return ok({ hash, where, url: opened.value });
  // A process that died after it had opened one.
  const there = /already exists[\s\S]*?(https:\/\/\S+)/.exec(opened.error)?.[1];
  return there === undefined
    ? fail(`${where} is there, but no pull request was opened: ${opened.error}`)
    : ok({ hash, where, url: there });
}

/** The branch that a target began from: the one it names, or the default branch of its repository. */
async function baseBranch(
  git: RunGit,
  address: string,
  ref: string | undefined,
  signal: AbortSignal,
): Promise<Result<string>> {
  if (ref !== undefined) return ok(ref);
  const head = await defaultBranch(git, address, signal);
  if (!head.ok) return fail(`${shown(address)} cannot be read: ${head.error}`);
  return head.value === undefined ? fail(`${shown(address)} names no default branch`) : ok(head.value);
}

/** The result into our own repository. */
async function bring(
  { runId, collecting, results, git }: DeliveryPlaces,
  target: string,
  { base, commit }: { readonly base: string; readonly commit: string },
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const isThere = await git({ args: [...inDir(collecting), 'cat-file', '-e', `${commit}^{commit}`] }, signal);
  if (isThere.ok) return isThere;
  if (results === undefined) return fail(`${commit} is not in the collecting repository ${collecting}`);
  const ref = resultRef(runId, target, base);
  return fetchRef(git, results, `+${ref}:${ref}`, signal, collecting);
}

async function deliverPatch(
  { patches }: DeliveryPlaces,
  id: string,
  patch: Buffer,
  hash: string,
): Promise<Result<Delivered>> {
  const file = path.join(patches, `${id}.patch`);
  await mkdir(patches, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, patch, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return (await readFile(file)).equals(patch)
    ? ok({ hash, where: file })
    : fail(`${file} is not as it was written`);
}

/** The repository itself, or the remote of a folder. */
async function addressOf(
  { campaign, processes }: DeliveryPlaces,
  repository: string,
  signal: AbortSignal,
): Promise<Result<string>> {
  if (campaign.delivery.kind === 'branch' || !path.isAbsolute(repository)) return ok(repository);
  const there = createRunGit(repository, processes);
  const found = await findPushAddress(there, 'origin', signal);
  if (!found.ok) return found;
  // As git reads it there.
  return ok(/^\.{0,2}\//.test(found.value) ? path.resolve(repository, found.value) : found.value);
}

async function pushOnce(
  { git, collecting }: DeliveryPlaces,
  { address, branch, commit }: { readonly address: string; readonly branch: string; readonly commit: string },
  signal: AbortSignal,
): Promise<Result<true>> {
  const ref = `refs/heads/${branch}`;
  const look = async (): Promise<Result<string | undefined>> => {
    const listed = await listRefs(git, address, [ref], signal);
    return listed.ok ? ok(listed.value.get(ref)) : fail(`${shown(address)} cannot be read: ${listed.error}`);
  };
  const before = await look();
  if (!before.ok) return before;
  if (before.value === commit) return ok(true);
  if (before.value !== undefined)
    return fail(
      `${shown(address)} has a branch ${branch} with other commits (${before.value.slice(0, 12)}); nothing was pushed`,
    );
  const pushed = await pushRefs(git, address, [`${commit}:${ref}`], signal, collecting);
  const after = await look();
  if (!after.ok) return after;
  if (after.value === commit) return ok(true);
  return fail(
    pushed.ok
      ? `${shown(address)} does not show the branch ${branch}`
      : `${shown(address)} did not take ${branch}: ${pushed.error}`,
  );
}
