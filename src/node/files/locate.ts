import { join, relative, sep } from 'node:path';
import { checkReadPath, checkWritePath } from '../../core/changes/path-policy.ts';
import { type EntryStat, errorCode, type FsPort } from './fs-port.ts';
import { isInside } from './inside.ts';
import type { ProtectedFolders } from './protected-folders.ts';

/** Where a workspace path leads on the disk. `real` is workspace-relative with `/`, free of links. */
export type Place =
  | { readonly kind: 'found'; readonly real: string; readonly absolute: string; readonly stat: EntryStat }
  | {
      readonly kind: 'missing';
      readonly real: string;
      readonly absolute: string;
      /** Folders on the way that do not exist either, outermost first, workspace-relative. */
      readonly missingFolders: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** To write, with what has been seen of the disk for the same change set. */
export type Purpose = 'read' | { readonly write: ProtectedFolders };

/** What the system takes for a path, less the longest of the temporary names beside a file. */
const MAX_ABSOLUTE_BYTES = process.platform === 'linux' ? 4095 : process.platform === 'win32' ? 32_766 : 1023;
const ROOM_FOR_TEMPORARY = 48;

/**
 * Follows a path segment by segment with `lstat`. Links are followed only to places inside the
 * workspace, and where one leads has to pass the path policy again, so that a link is no way round it.
 * `root` is real and absolute; reasons are phrases about the path.
 */
export function locate(fs: FsPort, root: string, path: string, purpose: Purpose): Place {
  try {
    return follow(fs, root, path, purpose);
  } catch (error) {
    return { kind: 'refused', reason: `cannot be looked up (${errorCode(error)})` };
  }
}

function follow(fs: FsPort, root: string, path: string, purpose: Purpose): Place {
  const named = allowed(path, purpose);
  if (named.kind === 'refused') return named;
  const segments = named.path === '.' ? [] : named.path.split('/');
  let at = root;
  const look = (place: string) => (purpose === 'read' ? fs.lstat(place) : purpose.write.look(place));
  let stat = look(root);
  let followed = false;
  for (const [i, segment] of segments.entries()) {
    if (stat?.type !== 'directory') {
      return purpose === 'read'
        ? missing(root, at, segments.slice(i))
        : { kind: 'refused', reason: `lies below ${segments.slice(0, i).join('/')}, which is not a folder` };
    }
    const next = join(at, segment);
    stat = look(next);
    if (!stat) return checkReal(missing(root, at, segments.slice(i)), followed, named, purpose);
    at = next;
    if (stat.type === 'link') {
      const target = targetOf(fs, next);
      const shown = segments.slice(0, i + 1).join('/');
      if (target === undefined) return { kind: 'refused', reason: `${shown} is a link that leads nowhere` };
      if (!isInside(root, target)) {
        return { kind: 'refused', reason: `${shown} is a link that leads out of the workspace` };
      }
      at = target;
      stat = look(target);
      followed = true;
    }
  }
  if (!stat) return { kind: 'refused', reason: 'vanished while it was looked up' };
  const found: Place = { kind: 'found', real: toRelative(root, at), absolute: at, stat };
  return checkReal(found, followed, named, purpose);
}

type AllowedPath = Extract<Allowed, { readonly kind: 'ok' }>;

/**
 * What counts is where a path leads, not how it is spelled: a link must not lead to what its own name would not be
 * allowed to touch, and what is approved by name is the file itself.
 */
function checkReal(place: Place, followed: boolean, named: AllowedPath, purpose: Purpose): Place {
  if (place.kind === 'refused') return place;
  const { real } = place;
  const refused = (reason: string): Place => ({ kind: 'refused', reason });
  if (followed && real !== named.path) {
    const verdict = allowed(real === '' ? '.' : real, purpose);
    if (verdict.kind === 'refused') return refused(`is a link to ${real}: ${verdict.reason}`);
    if (verdict.controlPlane) {
      return refused(`is a link to ${real}, which needs an approval of its own; name ${real} instead`);
    }
  }
  if (purpose === 'read') return place;
  if (Buffer.byteLength(place.absolute) + ROOM_FOR_TEMPORARY > MAX_ABSOLUTE_BYTES) {
    return refused('is too long a path together with the workspace folder');
  }
  const fault = purpose.write.faultOf(real);
  if (fault !== undefined) return refused(fault);
  const alias = purpose.write.aliasOf(real);
  if (alias === undefined || alias === named.path) return place;
  const verdict = allowed(alias, purpose);
  if (verdict.kind === 'refused') return refused(`is also ${alias}: ${verdict.reason}`);
  return verdict.controlPlane && !named.controlPlane
    ? refused(`is also ${alias}, which needs an approval of its own; name ${alias} instead`)
    : place;
}

type Allowed =
  | { readonly kind: 'ok'; readonly path: string; readonly controlPlane: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

function allowed(path: string, purpose: Purpose): Allowed {
  const verdict = purpose === 'read' ? checkReadPath(path) : checkWritePath(path);
  if (verdict.kind === 'refused') return verdict;
  return { kind: 'ok', path: verdict.path, controlPlane: verdict.kind === 'control_plane' };
}

function missing(root: string, at: string, rest: readonly string[]): Place {
  const absolute = join(at, ...rest);
  const folders = rest.slice(0, -1).map((_, i) => toRelative(root, join(at, ...rest.slice(0, i + 1))));
  return { kind: 'missing', real: toRelative(root, absolute), absolute, missingFolders: folders };
}

function targetOf(fs: FsPort, link: string): string | undefined {
  try {
    return fs.realpath(link);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

const toRelative = (root: string, absolute: string): string => relative(root, absolute).split(sep).join('/');
