import type {
  DiscoverApiResult,
  GetSourceResult,
  LocateSymbolResult,
  ToolFailure,
  TraceCallsResult,
  TraceEndpointResult,
} from '../../generated/contracts.ts';

/** Answers about the workspace's Python code; a failure names the nearest names. */
export interface PythonSymbols {
  locateSymbol(symbolName: string): Promise<LocateSymbolResult>;
  getSource(qualifiedName: string): Promise<GetSourceResult | ToolFailure>;
  discoverApi(moduleName: string): Promise<DiscoverApiResult | ToolFailure>;
  /** Who calls a function, and what it calls. */
  traceCalls(functionName: string): Promise<TraceCallsResult | ToolFailure>;
  /** The handlers of a web route and everything they call. */
  traceEndpoint(endpoint: string): Promise<TraceEndpointResult | ToolFailure>;
}
