import { NEVER, orCancelled } from '../kernel/cancel.ts';
import type { Files } from '../ports/files.ts';
import type { PythonSymbols } from '../ports/python-symbols.ts';
import { type PythonWorkspace, WorkspaceIndex, type WorkspaceIndexOptions } from './index/workspace-index.ts';
import { discoverApi } from './query/discover-api.ts';
import { getSource } from './query/get-source.ts';
import { locateSymbol } from './query/locate-symbol.ts';
import { traceCalls } from './trace/trace-calls.ts';
import { traceEndpoint } from './trace/trace-endpoint.ts';

/** Answers about the Python files of a workspace without Python. */
export function answerFrom(workspace: PythonWorkspace): PythonSymbols {
  const look = (signal = NEVER) => orCancelled(workspace.look(), signal);
  return {
    locateSymbol: async (name, signal) => locateSymbol(await look(signal), name),
    getSource: async (name, signal) => getSource(await look(signal), name),
    discoverApi: async (name, signal) => discoverApi(await look(signal), name),
    traceCalls: async (name, signal) => traceCalls(await look(signal), name, signal),
    traceEndpoint: async (endpoint, signal) => traceEndpoint(await look(signal), endpoint, signal),
  };
}

/** The same over an index of its own. */
export function createPythonSymbols(files: Files, options?: WorkspaceIndexOptions): PythonSymbols {
  return answerFrom(new WorkspaceIndex(files, options));
}
