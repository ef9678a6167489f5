import assert from 'node:assert/strict';
import type { PythonSymbols } from '../../../src/core/ports/python-symbols.ts';
import type { WorkspaceIndexOptions } from '../../../src/core/python/index/workspace-index.ts';
import { createPythonSymbols } from '../../../src/core/python/python-symbols.ts';
import { answerSchema } from '../../support/answer-schema.ts';
import { type Content, MemoryFiles } from '../../support/memory-files.ts';

const isLocated = answerSchema('tools/locate_symbol.result');
const isSource = answerSchema('tools/get_source.result');
const isApi = answerSchema('tools/discover_api.result');
const isTrace = answerSchema('tools/trace_calls.result');
const isEndpoint = answerSchema('tools/trace_endpoint.result');
const isFailureShape = answerSchema('tool-failure');

/** The tools over a workspace written down in the test; every answer is held against its schema. */
export function symbolsOf(
  files: Readonly<Record<string, Content>>,
  options?: WorkspaceIndexOptions,
): PythonSymbols {
  return checked(createPythonSymbols(new MemoryFiles(files), options));
}

/** The same tools, which fail when an answer does not have its schema's shape. */
export function checked(symbols: PythonSymbols): PythonSymbols {
  const check = <T extends object>(answer: T, isShape: (value: unknown) => boolean): T => {
    const isFailure = 'error' in answer;
    assert.ok(isFailure ? isFailureShape(answer) : isShape(answer), JSON.stringify(answer));
    return answer;
  };
  return {
    locateSymbol: async name => check(await symbols.locateSymbol(name), isLocated),
    getSource: async name => check(await symbols.getSource(name), isSource),
    discoverApi: async name => check(await symbols.discoverApi(name), isApi),
    traceCalls: async name => check(await symbols.traceCalls(name), isTrace),
    traceEndpoint: async endpoint => check(await symbols.traceEndpoint(endpoint), isEndpoint),
  };
}
