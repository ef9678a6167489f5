import type { ReadFileArgs } from '../../generated/contracts.ts';
import { schemas } from '../../generated/schemas.ts';
import {
  validateDiscoverApiArgs,
  validateGetSourceArgs,
  validateListFilesArgs,
  validateLocateSymbolArgs,
  validateReadFileArgs,
  validateTraceCallsArgs,
  validateTraceEndpointArgs,
} from '../../generated/validators.cjs';
import { checkReadPath } from '../changes/path-policy.ts';
import { reasonNotToShow } from '../changes/secret-looking.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';
import type { PythonSymbols } from '../ports/python-symbols.ts';
import { defineTool } from './define-tool.ts';
import { readPage } from './read-page.ts';
import type { Tool } from './tool.ts';

/** Read-only tools shared by the workflows (C50, C51). Nothing here can change the workspace. */
export function readTools(files: Files, symbols: PythonSymbols): readonly Tool[] {
  return [
    defineTool({
      name: 'read_file',
      description: schemas['tools/read_file'].description,
      effect: 'read',
      parameters: schemas['tools/read_file'],
      validate: validateReadFileArgs,
      run: args => readFile(files, args),
    }),
    defineTool({
      name: 'list_files',
      description: schemas['tools/list_files'].description,
      effect: 'read',
      parameters: schemas['tools/list_files'],
      validate: validateListFilesArgs,
      run: ({ path }) => listFiles(files, path ?? '.'),
    }),
    defineTool({
      name: 'locate_symbol',
      description: schemas['tools/locate_symbol'].description,
      effect: 'read',
      parameters: schemas['tools/locate_symbol'],
      validate: validateLocateSymbolArgs,
      run: args => symbols.locateSymbol(args.symbol_name),
    }),
    defineTool({
      name: 'get_source',
      description: schemas['tools/get_source'].description,
      effect: 'read',
      parameters: schemas['tools/get_source'],
      validate: validateGetSourceArgs,
      run: args => symbols.getSource(args.qualified_name),
    }),
    defineTool({
      name: 'discover_api',
      description: schemas['tools/discover_api'].description,
      effect: 'read',
      parameters: schemas['tools/discover_api'],
      validate: validateDiscoverApiArgs,
      run: args => symbols.discoverApi(args.module_name),
    }),
    defineTool({
      name: 'trace_calls',
      description: schemas['tools/trace_calls'].description,
      effect: 'read',
      parameters: schemas['tools/trace_calls'],
      validate: validateTraceCallsArgs,
      run: args => symbols.traceCalls(args.function),
    }),
    defineTool({
      name: 'trace_endpoint',
      description: schemas['tools/trace_endpoint'].description,
      effect: 'read',
      parameters: schemas['tools/trace_endpoint'],
      validate: validateTraceEndpointArgs,
      run: args => symbols.traceEndpoint(args.endpoint),
    }),
  ];
}

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
