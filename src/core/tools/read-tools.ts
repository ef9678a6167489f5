import type { ReadFileArgs } from '../../generated/contracts.ts';
import { checkReadPath } from '../changes/path-policy.ts';
import { reasonNotToShow } from '../changes/secret-looking.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';
import type { PythonSymbols } from '../ports/python-symbols.ts';
import { tool } from './define-tool.ts';
import { readPage } from './read-page.ts';
import type { Tool } from './tool.ts';

/** Read-only tools shared by the workflows. Nothing here can change the workspace. */
export function readTools(files: Files, symbols: PythonSymbols): readonly Tool[] {
  return [
    tool('read_file', 'read', args => readFile(files, args)),
    tool('list_files', 'read', ({ path }) => listFiles(files, path ?? '.')),
    ...symbolTools(symbols),
  ];
}

/** What is known of the workspace's Python code. */
export const symbolTools = (symbols: PythonSymbols): readonly Tool[] => [
  tool('locate_symbol', 'read', (args, { signal }) => symbols.locateSymbol(args.symbol_name, signal)),
  tool('get_source', 'read', (args, { signal }) => symbols.getSource(args.qualified_name, signal)),
  tool('discover_api', 'read', (args, { signal }) => symbols.discoverApi(args.module_name, signal)),
  tool('trace_calls', 'read', (args, { signal }) => symbols.traceCalls(args.function, signal)),
  tool('trace_endpoint', 'read', (args, { signal }) => symbols.traceEndpoint(args.endpoint, signal)),
];

async function readFile(files: Files, { path, ...request }: ReadFileArgs) {
  const failure = (error: string) => ({ path, error, changed: false as const });
  const verdict = checkReadPath(path);
  if (verdict.kind === 'refused') return failure(`${path} is refused: ${verdict.reason}`);
  const result = await files.read(verdict.path);
  const real = result.kind === 'file' ? (result.file.realPath ?? result.file.path) : verdict.path;
  const hidden =
    reasonNotToShow(verdict.path, files.secretsAllowed) ?? reasonNotToShow(real, files.secretsAllowed);
  if (hidden !== undefined) return failure(hidden);
  if (result.kind === 'missing') return failure(`${path} does not exist; list_files shows what does`);
  if (result.kind === 'refused') return failure(`${path}: ${result.reason}`);
  const text = decodeUtf8(result.file.bytes);
  if (text === undefined) return failure(`${path} is not valid UTF-8`);
  const page = readPage(text, request);
  return page.ok ? page.value.text : failure(`${path}: ${page.error}`);
}

async function listFiles(files: Files, path: string) {
  const failure = (error: string) => ({ path, error, changed: false as const });
  if (path !== '.' && path !== '' && path !== './') {
    const verdict = checkReadPath(path);
    if (verdict.kind === 'refused') return failure(`${path} is refused: ${verdict.reason}`);
    path = verdict.path;
  }
  return (await files.list(path === '' ? '.' : path)) ?? failure(`${path} is not a folder of the workspace`);
}
