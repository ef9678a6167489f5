import { join } from 'node:path';
import { checkWritePath } from '../../core/changes/path-policy.ts';
import type { FsPort } from './fs-port.ts';
import type { TransactionRecord } from './transaction-record.ts';

/**
 * Everything that has to be true of a record before recovery touches a file under it: it belongs to
 * this workspace, and every path in it passes the path policy again and leads, without any link, to
 * a place inside the root. Gives the reason otherwise.
 */
export function recordFault(fs: FsPort, root: string, record: TransactionRecord): string | undefined {
  if (record.root !== root) return `it belongs to another folder, ${record.root}`;
  const targets = new Set<string>();
  for (const { target } of record.entries) {
    if (targets.has(target)) return `it names ${target} twice`;
    targets.add(target);
    const fault = pathFault(fs, root, target);
    if (fault !== undefined) return fault;
  }
  for (const folder of record.folders) {
    const fault = pathFault(fs, root, folder);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function pathFault(fs: FsPort, root: string, path: string): string | undefined {
  const verdict = checkWritePath(path);
  if (verdict.kind === 'refused') return `it names ${JSON.stringify(path)}: ${verdict.reason}`;
  if (verdict.path !== path)
    return `it names ${JSON.stringify(path)}, which is not spelled as this product does`;
  let at = root;
  for (const segment of path.split('/').slice(0, -1)) {
    at = join(at, segment);
    const stat = fs.lstat(at);
    if (!stat) return undefined;
    if (stat.type !== 'directory') return `it names ${path}, but ${at} is not a folder`;
  }
  return undefined;
}
