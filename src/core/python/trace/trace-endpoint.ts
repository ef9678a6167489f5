import type {
  CallNode,
  EndpointRoute,
  ToolFailure,
  TraceEndpointResult,
} from '../../../generated/contracts.ts';
import { defined } from '../../kernel/defined.ts';
import { nearestNames } from '../../kernel/nearest-names.ts';
import { importGraphOf } from '../index/import-graph.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import { jsonBytes, MAX_ANSWER_BYTES } from '../query/answer-size.ts';
import { segmentsOf } from '../query/query.ts';
import { CallTree } from './call-tree.ts';
import { describePlace } from './describe-place.ts';
import { type AskedPath, matchQuality, parseEndpoint } from './match-endpoint.ts';
import { ModuleReader } from './module-reader.ts';
import { Resolver } from './resolver.ts';
import type { Route } from './route.ts';
import { RouteFinder } from './route-finder.ts';

const LIMITS =
  'Routes are read from decorators, add_api_route, add_url_rule, include_router, register_blueprint and Django URL ' +
  'patterns; {?} stands for a part that only running the code would tell. Middleware, signals and routes made in ' +
  'loops are not followed. Calls are followed as trace_calls does.';

/** Handlers of a class-based view, by HTTP method. */
const VIEW_METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'dispatch'];

/** `trace_endpoint`: the handlers of a route and their call trees. */
export async function traceEndpoint(
  snapshot: WorkspaceSnapshot,
  endpoint: string,
  signal?: AbortSignal,
): Promise<TraceEndpointResult | ToolFailure> {
  const reader = new ModuleReader(snapshot, signal);
  const resolver = new Resolver(reader, importGraphOf(snapshot));
  const routes = await new RouteFinder(reader, resolver).find(snapshot);
  const asked = parseEndpoint(endpoint);
  const found = asked === undefined ? byHandler(routes, endpoint) : byPath(routes, asked);
  if (found.length === 0) return notFound(routes, endpoint);
  const described: EndpointRoute[] = [];
  let isCut = false;
  for (const route of found) {
    const tree = new CallTree(reader, resolver);
    const entry = await describeRoute(route, tree, asked?.method);
    isCut ||= tree.isCut;
    if (jsonBytes([...described, entry]) > MAX_ANSWER_BYTES - 1200) {
      // The first route is shown in any case, if need be with less of its tree.
      if (described.length > 0) break;
      described.push({ ...entry, handler: prune(entry.handler, MAX_ANSWER_BYTES / 2) });
      isCut = true;
      break;
    }
    described.push(entry);
  }
  const notes = [
    ...(described.length < found.length ? [`${described.length} of ${found.length} routes`] : []),
    ...(isCut ? ['the upper part of the call tree; trace_calls shows more of it'] : []),
  ];
  return {
    endpoint,
    routes: described,
    total_routes: found.length,
    limits: LIMITS,
    ...(notes.length > 0 ? { truncated: `shown: ${notes.join(', ')}` } : {}),
  };
}

function byPath(routes: readonly Route[], asked: AskedPath): readonly Route[] {
  const graded = routes.map(route => ({ route, quality: matchQuality(route, asked) }));
  const best = Math.max(0, ...graded.map(({ quality }) => quality));
  return best === 0 ? [] : graded.filter(({ quality }) => quality === best).map(({ route }) => route);
}

function byHandler(routes: readonly Route[], name: string): readonly Route[] {
  const asked = segmentsOf(name).join('.');
  return routes.filter(({ handler }) => {
    const full = handler.kind === 'name' ? handler.name : describePlace(handler.place).qualified_name;
    return full === asked || full.endsWith(`.${asked}`);
  });
}

async function describeRoute(
  route: Route,
  tree: CallTree,
  method: string | undefined,
): Promise<EndpointRoute> {
  const { framework, methods, path, file, line, handler } = route;
  const described = { framework, methods: [...methods], path, file, line };
  if (handler.kind === 'name')
    return { ...described, handler: { qualified_name: handler.name, file: null, line: null } };
  const { module, index } = handler.place;
  const { definitions } = module.index;
  if (definitions[index]?.kind !== 'class')
    return { ...described, handler: await tree.grow(handler.place, undefined) };
  // A class-based view answers with its methods.
  const names = method === undefined ? VIEW_METHODS : [method.toLowerCase(), 'dispatch'];
  const calls: CallNode[] = [];
  for (const [i, each] of definitions.entries()) {
    if (each.parent === index && names.includes(each.name))
      calls.push(await tree.grow({ module, index: i }, undefined, 1));
  }
  return {
    ...described,
    handler: { ...describePlace(handler.place), ...(calls.length > 0 ? { calls } : {}) },
  };
}

/** The tree without its lowest levels, so that it fits. */
function prune(node: CallNode, budget: number): CallNode {
  for (let levels = 6; levels >= 0; levels--) {
    const cut = cutBelow(node, levels);
    if (jsonBytes(cut) <= budget) return cut;
  }
  return cutBelow(node, 0);
}

function cutBelow(node: CallNode, levels: number): CallNode {
  const { calls, external, unresolved, ...rest } = node;
  if (levels === 0) return rest;
  return {
    ...rest,
    ...defined({ calls: calls?.map(call => cutBelow(call, levels - 1)), external, unresolved }),
  };
}

function notFound(routes: readonly Route[], endpoint: string): ToolFailure {
  if (routes.length === 0) {
    const error = 'No FastAPI, Flask or Django routes were found in the workspace';
    return { error, changed: false, nearest: [] };
  }
  const shown = new Map<string, string>();
  for (const { methods, path, handler } of routes) {
    shown.set(path, `${methods.join(',')} ${path}`.trim());
    const name = handler.kind === 'name' ? handler.name : describePlace(handler.place).qualified_name;
    shown.set(name.slice(name.lastIndexOf('.') + 1), name);
  }
  const near = nearestNames(endpoint.trim().replace(/^[A-Za-z]+\s+/, ''), shown.keys());
  const listed = near.length > 0 ? near : [...shown.keys()].filter(key => key.startsWith('/')).slice(0, 10);
  return {
    error: `No route answers ${endpoint}; ${routes.length} routes are known`,
    changed: false,
    nearest: listed.map(key => shown.get(key) ?? key),
  };
}
