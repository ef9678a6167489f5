import type { ToolFailure, TraceCallsResult } from '../../../generated/contracts.ts';
import { importGraphOf } from '../index/import-graph.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import { jsonBytes, MAX_ANSWER_BYTES, takeFitting } from '../query/answer-size.ts';
import { findOne } from '../query/find-one.ts';
import { segmentsOf } from '../query/query.ts';
import { calleesOf, type NamedCalls } from './callees.ts';
import { callersOf } from './callers.ts';
import { bodyOf, describePlace } from './describe-place.ts';
import { ModuleReader } from './module-reader.ts';
import { Resolver } from './resolver.ts';

const TRACEABLE = new Set(['class', 'function', 'method', 'property']);

const LIMITS =
  'Followed: names through scopes, imports and re-exports; methods through self, super, annotations and constructor ' +
  'calls; FastAPI Depends. Not followed: functions passed as values, getattr, decorators that replace a function, ' +
  'methods overridden in subclasses, calls from outside the workspace, callers that keep the function under another ' +
  'name (self.request_class()).';

/** `trace_calls`: who calls a function and what it calls. */
export async function traceCalls(
  snapshot: WorkspaceSnapshot,
  query: string,
  signal?: AbortSignal,
): Promise<TraceCallsResult | ToolFailure> {
  const isWanted = (kind: string) => TRACEABLE.has(kind);
  const one = findOne(snapshot, query, segmentsOf(query), ref => isWanted(ref.definition.kind));
  if (one.kind === 'failure') return one.failure;
  const implementation = one.parts.find(part => part.definition.role !== 'overload') ?? one.parts[0];
  const reader = new ModuleReader(snapshot, signal);
  const resolver = new Resolver(reader, importGraphOf(snapshot));
  const body = await bodyOf(implementation, resolver);
  const callees = await calleesOf(body, reader, resolver);
  const callers = await callersOf(implementation, snapshot, reader, resolver);
  return cutTrace({
    function: one.name,
    file: implementation.module.path,
    line: implementation.definition.line,
    callers: callers.map(caller => ({
      ...describePlace(caller),
      called_at: [...caller.lines],
      certainty: caller.certainty,
    })),
    total_callers: callers.length,
    callees: callees.known.map(callee => ({ ...describePlace(callee), called_at: [...callee.lines] })),
    total_callees: callees.known.length,
    external: callees.external.map(describeNamed),
    unresolved: callees.unresolved.map(describeNamed),
    limits: LIMITS,
  });
}

function describeNamed({ name, lines }: NamedCalls) {
  return { call: name, called_at: [...lines] };
}

/** Callers first: they are what a change of the function breaks. */
function cutTrace(trace: TraceCallsResult): TraceCallsResult {
  if (jsonBytes(trace) <= MAX_ANSWER_BYTES) return trace;
  const cut: TraceCallsResult = { ...trace, callers: [], callees: [], external: [], unresolved: [] };
  let left = MAX_ANSWER_BYTES - jsonBytes(cut) - 300;
  const notes: string[] = [];
  const parts = ['callers', 'callees', 'unresolved', 'external'] as const;
  for (const [i, part] of parts.entries()) {
    const all: readonly unknown[] = trace[part];
    const kept = takeFitting(all, Math.floor(left / Math.min(2, parts.length - i)));
    left -= jsonBytes(kept);
    Object.assign(cut, { [part]: kept });
    if (kept.length < all.length) notes.push(`${kept.length} of ${all.length} ${part}`);
  }
  return { ...cut, truncated: `shown: ${notes.join(', ')}` };
}
