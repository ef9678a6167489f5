import type { RenameFilesResult, RenameOperation, RenameResult } from '../../generated/contracts.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { looksSecret } from '../changes/secret-looking.ts';
import type { StagedEdit, Staging } from '../gate/staging.ts';
import { count } from '../kernel/amounts.ts';
import { previewOf } from '../text/preview.ts';

/** Models rename files where a name inside of them was meant. */
const SAME_PATH =
  'source and destination are the same, so nothing moves; a name inside of a file is changed by editing the file';

interface Options {
  readonly overwrite: boolean;
  readonly dryRun: boolean;
}

/** What one operation comes to, found before anything moves. */
type Plan =
  | {
      readonly kind: 'move';
      readonly files: readonly { readonly from: string; readonly to: string }[];
      readonly replaced: readonly string[];
    }
  | { readonly kind: 'skip'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Moves files and folders. The whole batch is checked first: when one operation is wrong, nothing moves.
 * An existing destination is skipped unless `overwrite`, which replaces it and never nests.
 */
export async function renameFiles(
  staging: Staging,
  operations: readonly RenameOperation[],
  options: Options,
): Promise<RenameFilesResult> {
  // Each operation sees what the ones before it would leave.
  const rehearsal = staging.copy();
  const plans: Plan[] = [];
  for (const operation of operations) plans.push(await rehearse(rehearsal, operation, options));
  const failed = plans.findIndex(p => p.kind === 'error');
  if (failed < 0 && !options.dryRun) staging.adopt(rehearsal);

  const results = operations.map((operation, i) => describe(operation, plans[i], failed, options.dryRun));
  const count = (status: RenameResult['status']) => results.filter(r => r.status === status).length;
  return {
    ok: failed < 0,
    summary: { moved: count('moved'), skipped: count('skipped'), errors: count('error') },
    results,
  };
}

/** Plans one operation and carries it out on the rehearsal; what cannot be carried out is an error. */
async function rehearse(rehearsal: Staging, operation: RenameOperation, options: Options): Promise<Plan> {
  const plan = await planMove(rehearsal, operation, options);
  if (plan.kind !== 'move') return plan;
  const edits: StagedEdit[] = [...plan.replaced, ...plan.files.map(({ from }) => from)].map(path => ({
    path,
    bytes: undefined,
  }));
  for (const { from, to } of plan.files) {
    // Under an ordinary name it could be read.
    const hidden = looksSecret(to) ? undefined : await rehearsal.reasonNotToShow(from);
    if (hidden !== undefined) return { kind: 'error', message: hidden };
    const read = await rehearsal.read(from);
    if (!read.ok) return { kind: 'error', message: read.error };
    if (read.value === undefined) return { kind: 'error', message: `${from} does not exist` };
    edits.push({ path: to, bytes: read.value, from });
  }
  const moved = await rehearsal.change(edits);
  return moved.ok ? plan : { kind: 'error', message: moved.error };
}

async function planMove(
  staging: Staging,
  { from_path, to_path }: RenameOperation,
  options: Options,
): Promise<Plan> {
  const error = (message: string): Plan => ({ kind: 'error', message });
  const [from, to] = [checkWritePath(from_path), checkWritePath(to_path)];
  if (from.kind === 'refused') return error(`${from_path} is refused: ${from.reason}`);
  if (to.kind === 'refused') return error(`${to_path} is refused: ${to.reason}`);
  if (from.path === to.path) return { kind: 'skip', message: SAME_PATH };
  if (to.path.startsWith(`${from.path}/`)) return error('a folder cannot be moved into itself');
  const sources = await staging.filesBelow(from.path);
  if (!sources.ok) return error(sources.error);
  if (sources.value.length === 0) return error(await whyNothing(staging, from.path));
  const taken = await staging.filesBelow(to.path);
  if (!taken.ok) return error(taken.error);
  const linked =
    (await whyLinked(staging, from.path, sources.value)) ?? (await whyLinked(staging, to.path, taken.value));
  if (linked !== undefined) return error(linked);
  // A case-only rename finds itself on file systems that fold case.
  const replaced = taken.value.filter(path => !sources.value.includes(path));
  if (replaced.length > 0 && !options.overwrite) return { kind: 'skip', message: `${to_path} exists` };
  // By segments: the name on the disk may be written otherwise where case does not count.
  const depth = from.path.split('/').length;
  const files = sources.value.map(path => ({
    from: path,
    to: [to.path, ...path.split('/').slice(depth)].join('/'),
  }));
  const refused = files.map(f => checkWritePath(f.to)).find(v => v.kind === 'refused');
  if (refused?.kind === 'refused') return error(refused.reason);
  return { kind: 'move', files, replaced };
}

/** Why there is nothing to move: it is not there, or it is no file. */
async function whyNothing(staging: Staging, path: string): Promise<string> {
  const read = await staging.read(path);
  const listed = read.ok ? await staging.list(path) : undefined;
  if (!read.ok) return read.error;
  return listed?.ok === true && listed.value !== undefined
    ? `${path} has no files that could be moved`
    : `${path} does not exist`;
}

/** A link on the way: what is moved or replaced would be another file than the one that is named. */
async function whyLinked(
  staging: Staging,
  named: string,
  found: readonly string[],
): Promise<string | undefined> {
  const isAt = (path: string, name: string) => path === name || path.startsWith(`${name}/`);
  const other = found.find(path => !isAt(path, named));
  if (other === undefined) return undefined;
  // On a disk on which case does not count, the folder lists the name as it is written there, and no other one.
  const at = named.lastIndexOf('/');
  const folder = await staging.list(at < 0 ? '.' : named.slice(0, at));
  const isListed = folder.ok && folder.value?.some(({ name }) => name === named.slice(at + 1)) === true;
  return isAt(folded(other), folded(named)) && !isListed
    ? undefined
    : `${named} is or lies behind a link, and leads to ${other}; a link is not moved: name the file where it is`;
}

/** One spelling of what is one name on a disk on which case does not count. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase();

function describe(
  operation: RenameOperation,
  plan: Plan | undefined,
  failed: number,
  dryRun: boolean,
): RenameResult {
  const { from_path, to_path } = operation;
  if (!plan || plan.kind === 'error')
    return { from_path, to_path, status: 'error', message: plan?.message ?? '' };
  if (plan.kind === 'skip') return { from_path, to_path, status: 'skipped', message: plan.message };
  if (failed >= 0) {
    return { from_path, to_path, status: 'skipped', message: `not moved: operation ${failed} is wrong` };
  }
  const n = plan.files.length;
  const taken = new Set(plan.files.map(({ to }) => to));
  const deleted = plan.replaced.filter(path => !taken.has(path));
  const replaced = plan.replaced.length - deleted.length;
  const what = [
    count(n, 'file'),
    ...(replaced > 0 ? [`replacing ${replaced}`] : []),
    ...(deleted.length > 0
      ? [`deleting ${deleted.length} that ${to_path} had beside (${previewOf(deleted.join(', '), 120)})`]
      : []),
  ].join(', ');
  return dryRun
    ? { from_path, to_path, status: 'dry_run', message: `would move ${what}` }
    : { from_path, to_path, status: 'moved', message: `moved ${what}` };
}
