import type {
  DiscoverApiResult,
  GetSourceResult,
  LocateSymbolResult,
  ToolFailure,
} from '../../generated/contracts.ts';

/** Answers about the workspace's Python code (C51); a failure names the nearest names. */
export interface PythonSymbols {
  locateSymbol(symbolName: string): Promise<LocateSymbolResult>;
  getSource(qualifiedName: string): Promise<GetSourceResult | ToolFailure>;
  discoverApi(moduleName: string): Promise<DiscoverApiResult | ToolFailure>;
}
