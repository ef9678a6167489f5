import { Cancelled } from '../../core/kernel/cancel.ts';
import { fail, type Result } from '../../core/kernel/result.ts';
import { nodeFs } from '../files/fs-port.ts';
import { hostIdentity } from '../files/host-identity.ts';
import { lockWorkspace, type OtherHolder, type WorkspaceLock } from '../files/workspace-lock.ts';

/** One process at a time writes results into a folder. A lock that a dead process left counts for nothing. */
export async function holdResults(folder: string, signal: AbortSignal): Promise<Result<WorkspaceLock>> {
  const describe = ({ pid, isCertain, path }: OtherHolder): string =>
    isCertain
      ? `another workorder eval (process ${pid}) is writing its results to ${folder}: wait until it has ended, or name another folder with --out`
      : `another workorder eval (process ${pid} in another container) may be writing its results to ${folder}: name another folder with --out, or, if it is gone, delete ${path}`;
  try {
    return await lockWorkspace({
      fs: nodeFs,
      stateDir: folder,
      host: hostIdentity(),
      signal,
      waitMs: 0,
      describe,
    });
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return fail(
      `nothing can be written to ${folder}: ${error instanceof Error ? error.message : String(error)}; name another folder with --out`,
    );
  }
}
