import type { Files } from '../ports/files.ts';
import type { PythonSymbols } from '../ports/python-symbols.ts';
import { discoverApi } from './discover-api.ts';
import { getSource } from './get-source.ts';
import { IndexCache, type IndexStore } from './index-cache.ts';
import { locateSymbol } from './locate-symbol.ts';
import { traceCalls } from './trace/trace-calls.ts';
import { traceEndpoint } from './trace/trace-endpoint.ts';
import { type Overlay, WorkspaceIndex } from './workspace-index.ts';

export interface PythonSymbolsOptions {
  /** Answers as if these files had these bytes: a simulated change, unsaved editors. */
  readonly overlay?: Overlay;
  /** Shared between the workspace and its overlays, so that unchanged files are indexed once. */
  readonly cache?: IndexCache;
  /** Keeps the index between sessions, so that a start reads only what has changed. */
  readonly store?: IndexStore;
}

/** Answers about the Python files of a workspace without Python; only changed files are read again (C51). */
export function createPythonSymbols(files: Files, options: PythonSymbolsOptions = {}): PythonSymbols {
  const index = new WorkspaceIndex(
    files,
    options.overlay ?? new Map(),
    options.cache ?? new IndexCache(),
    options.store,
  );
  return {
    locateSymbol: async name => locateSymbol(await index.refresh(), name),
    getSource: async name => getSource(await index.refresh(), name),
    discoverApi: async name => discoverApi(await index.refresh(), name),
    traceCalls: async name => traceCalls(await index.refresh(), name),
    traceEndpoint: async endpoint => traceEndpoint(await index.refresh(), endpoint),
  };
}
