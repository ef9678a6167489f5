import type {
  DiscoverApiResult,
  GetSourceResult,
  LocateSymbolResult,
  ToolFailure,
  TraceCallsResult,
  TraceEndpointResult,
} from '../../generated/contracts.ts';

/**
 * Answers about the workspace's Python code; a failure names the nearest names. An answer that is no longer wanted rejects
 * with `Cancelled`; what is indexed meanwhile is indexed to its end, for whoever asks next.
 */
export interface PythonSymbols {
  locateSymbol(symbolName: string, signal?: AbortSignal): Promise<LocateSymbolResult>;
  getSource(qualifiedName: string, signal?: AbortSignal): Promise<GetSourceResult | ToolFailure>;
  discoverApi(moduleName: string, signal?: AbortSignal): Promise<DiscoverApiResult | ToolFailure>;
  /** Who calls a function, and what it calls. */
  traceCalls(functionName: string, signal?: AbortSignal): Promise<TraceCallsResult | ToolFailure>;
  /** The handlers of a web route and everything they call. */
  traceEndpoint(endpoint: string, signal?: AbortSignal): Promise<TraceEndpointResult | ToolFailure>;
}
