import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { inertText } from '../../core/kernel/inert-text.ts';
import { isObject } from '../../core/kernel/is-object.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';

const TIMEOUT_MS = 20_000;

/**
 * The folder that a client works on, where none was named on the command line: what it says it has open (roots), else
 * the folder it was started in. The error is a sentence.
 */
export async function clientRoot(server: Server, cwd: string): Promise<Result<string>> {
  if (server.getClientCapabilities()?.roots === undefined) return ok(cwd);
  try {
    // Any answer is taken: what is no folder of this machine is named in the refusal.
    const { roots } = await server.request({ method: 'roots/list' }, ResultSchema, { timeout: TIMEOUT_MS });
    const uris = Array.isArray(roots) ? roots.map(root => (isObject(root) ? String(root['uri']) : '')) : [];
    return chooseRoot(uris, cwd);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(`the client did not say which folder it has open (${why}); ${NAME_IT}`);
  }
}

const NAME_IT = 'start workorder mcp with --root FOLDER';

/** Of several folders the one that the server was started in, or in a folder of it. */
export function chooseRoot(uris: readonly string[], cwd: string): Result<string> {
  if (uris.length === 0) return ok(cwd);
  const folders = uris.flatMap(folderOf);
  const [first] = folders;
  if (first === undefined)
    return fail(
      `the client has ${inertText(uris.join(', ')).slice(0, 300)} open, which is not a folder of this machine; ${NAME_IT}`,
    );
  if (folders.length === 1) return ok(first);
  const around = folders.filter(folder => isIn(cwd, folder)).sort((a, b) => b.length - a.length);
  if (around[0] !== undefined) return ok(around[0]);
  return fail(`the client has ${folders.length} folders open: ${folders.join(', ')}; ${NAME_IT}`);
}

function folderOf(uri: string): readonly string[] {
  try {
    return [path.resolve(fileURLToPath(uri))];
  } catch {
    return [];
  }
}

function isIn(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way));
}
