import type { Files } from '../../src/core/ports/files.ts';
import type { PythonSymbols } from '../../src/core/ports/python-symbols.ts';

export const symbolsOf = (_files: Files): PythonSymbols => ({
  locateSymbol: async query => ({ query, matches: [], total_matches: 0, skipped_files: [] }),
  getSource: async name => ({ error: `no symbol ${name}`, changed: false }),
  discoverApi: async name => ({ error: `no module ${name}`, changed: false }),
});
