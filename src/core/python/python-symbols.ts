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
  return {
    locateSymbol: async name => locateSymbol(await workspace.look(), name),
    getSource: async name => getSource(await workspace.look(), name),
    discoverApi: async name => discoverApi(await workspace.look(), name),
    traceCalls: async name => traceCalls(await workspace.look(), name),
    traceEndpoint: async endpoint => traceEndpoint(await workspace.look(), endpoint),
  };
}

/** The same over an index of its own. */
export function createPythonSymbols(files: Files, options?: WorkspaceIndexOptions): PythonSymbols {
  return answerFrom(new WorkspaceIndex(files, options));
}
