import type { Place } from './value.ts';

export type Framework = 'FastAPI' | 'Flask' | 'Django' | 'unknown';

/** What answers a route: a definition of the workspace, or a name that could not be followed there. */
export type Handler =
  | { readonly kind: 'definition'; readonly place: Place }
  | { readonly kind: 'name'; readonly name: string };

/** A route as it is declared, before the prefixes of what it is mounted under. */
export interface DeclaredRoute {
  readonly framework: Framework;
  /** Upper case; empty when the handler answers all methods. */
  readonly methods: readonly string[];
  readonly path: string;
  readonly handler: Handler;
  readonly file: string;
  readonly line: number;
  /** What it is declared on: a router, an application, a module of URL patterns. */
  readonly owner: string;
}

/** A router, blueprint or module of URL patterns under a prefix of another one. */
export interface Mount {
  readonly child: string;
  readonly parent: string;
  readonly prefix: string;
  /** Flask: a prefix given here replaces the blueprint's own. */
  readonly replacesOwnPrefix: boolean;
}

export interface Route extends Omit<DeclaredRoute, 'owner'> {}

/** A part of a path that could not be read from the source. */
export const UNKNOWN_PART = '{?}';

/** `a/` and `/b` become `a/b`; empty parts add nothing. */
function joinPaths(framework: Framework, ...parts: readonly string[]): string {
  const filled = parts.filter(part => part !== '');
  // Django's patterns carry their own slashes.
  if (framework === 'Django') return `/${filled.join('').replace(/^\/+/, '')}`.replaceAll('//', '/');
  const joined = filled.map(part => (part.startsWith('/') ? part : `/${part}`)).join('');
  return joined.replaceAll('//', '/') || '/';
}

const MOST_PATHS = 8;

/** Puts the prefixes in front of the routes: once for each way in which a router is mounted. */
export function mountRoutes(
  declared: readonly DeclaredRoute[],
  mounts: readonly Mount[],
  ownPrefixes: ReadonlyMap<string, string>,
): readonly Route[] {
  return declared.flatMap(({ owner, ...route }) => {
    const prefixes = prefixesOf(owner, mounts, ownPrefixes, new Set()).slice(0, MOST_PATHS);
    return prefixes.map(prefix => ({ ...route, path: joinPaths(route.framework, ...prefix, route.path) }));
  });
}

function prefixesOf(
  owner: string,
  mounts: readonly Mount[],
  ownPrefixes: ReadonlyMap<string, string>,
  seen: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const own = ownPrefixes.get(owner) ?? '';
  const above = mounts.filter(mount => mount.child === owner && !seen.has(mount.parent));
  if (above.length === 0) return [[own]];
  const inside = new Set([...seen, owner]);
  return above.flatMap(({ parent, prefix, replacesOwnPrefix }) =>
    prefixesOf(parent, mounts, ownPrefixes, inside).map(outer => [
      ...outer,
      prefix,
      replacesOwnPrefix && prefix !== '' ? '' : own,
    ]),
  );
}
