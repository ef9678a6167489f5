import assert from 'node:assert/strict';
import type { PythonSymbols } from '../../../src/core/ports/python-symbols.ts';
import { createPythonSymbols, type PythonSymbolsOptions } from '../../../src/core/python/python-symbols.ts';
import {
  validateDiscoverApiResult,
  validateGetSourceResult,
  validateLocateSymbolResult,
  validateToolFailure,
} from '../../../src/generated/validators.cjs';
import { type Content, MemoryFiles } from '../../support/memory-files.ts';

/** The tools over a workspace written down in the test; every answer is held against its schema. */
export function symbolsOf(
  files: Readonly<Record<string, Content>>,
  options?: PythonSymbolsOptions,
): PythonSymbols {
  return checked(createPythonSymbols(new MemoryFiles(files), options));
}

/** The same tools, which fail when an answer does not have its schema's shape. */
export function checked(symbols: PythonSymbols): PythonSymbols {
  const check = <T extends object>(answer: T, isShape: (value: unknown) => boolean): T => {
    const isFailure = 'error' in answer;
    assert.ok(isFailure ? validateToolFailure(answer) : isShape(answer), JSON.stringify(answer));
    return answer;
  };
  return {
    locateSymbol: async name => check(await symbols.locateSymbol(name), validateLocateSymbolResult),
    getSource: async name => check(await symbols.getSource(name), validateGetSourceResult),
    discoverApi: async name => check(await symbols.discoverApi(name), validateDiscoverApiResult),
  };
}
