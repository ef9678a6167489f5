import { at } from '../../kernel/at.ts';
import type { Route } from './route.ts';

/** What was asked: a path, perhaps with a method in front of it. */
export interface AskedPath {
  readonly method: string | undefined;
  readonly segments: readonly string[];
}

const METHOD = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBSOCKET)\s+/i;

/** `undefined` when the question is a name and no path. */
export function parseEndpoint(endpoint: string): AskedPath | undefined {
  const text = endpoint.trim();
  const [beginning = '', method] = METHOD.exec(text) ?? [];
  const address = text.slice(beginning.length).replace(/^https?:\/\/[^/]*/, '');
  const [path = ''] = address.split(/[?#]/, 1);
  if (method === undefined && !path.includes('/')) return undefined;
  return { method: method?.toUpperCase(), segments: segmentsOfPath(path) };
}

/** How well the route answers the question; 0 for not at all, more for a closer match. */
export function matchQuality(route: Route, asked: AskedPath): number {
  const { method } = asked;
  if (method !== undefined && route.methods.length > 0 && !route.methods.includes(method)) return 0;
  const own = segmentsOfPath(route.path);
  const whole = matchSegments(own, asked.segments);
  if (whole > 0) return 10 + whole;
  // A path without the prefix it is mounted under.
  if (asked.segments.length === 0 || asked.segments.length >= own.length) return 0;
  return matchSegments(own.slice(own.length - asked.segments.length), asked.segments);
}

/** 3: equal · 2: the same with other parameter names · 1: values in place of parameters · 0: different. */
function matchSegments(own: readonly string[], asked: readonly string[]): number {
  const takesRest = own.at(-1) === '{**}';
  if (own.length !== asked.length && !(takesRest && asked.length >= own.length)) return 0;
  let quality = 3;
  for (const [i, segment] of own.entries()) {
    const other = at(asked, i);
    if (segment === other) continue;
    if (!segment.includes('{')) return 0;
    if (other.includes('{')) quality = Math.min(quality, 2);
    else if (segment === '{}' || segment === '{**}' || matchesMixed(segment, other)) quality = 1;
    else return 0;
  }
  return quality;
}

/** `v{}` against `v2`. */
function matchesMixed(segment: string, value: string): boolean {
  const [before = '', after = ''] = segment.split('{}');
  return value.length >= before.length + after.length && value.startsWith(before) && value.endsWith(after);
}

/** The parts between slashes, with every way to write a parameter as `{}`. */
function segmentsOfPath(path: string): readonly string[] {
  return path
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\(\?P<\w+>(?:[^()]|\([^()]*\))*\)/g, '{}')
    .replace(/\{[^{}]*:path\}|<path:[^<>]*>/g, '{**}')
    .replace(/\{(?!\*\*)[^{}]*\}|<[^<>]*>/g, '{}')
    .split('/')
    .filter(segment => segment !== '')
    .map(segment => segment.replace(/^:\w+$/, '{}'));
}
