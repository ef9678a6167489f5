import { rm } from 'node:fs/promises';
import type { Processes, ProcessRequest, ProcessResult } from '../../core/ports/processes.ts';
import type { Sandbox, SandboxRules } from '../../core/ports/sandbox.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';

/**
 * Programs that run in the sandbox, where there is one, each with a temporary folder of its own. A sandbox that worked
 * and does not any more is a program that did not start: nothing runs without it then.
 */
export const sandboxed = (
  processes: Processes,
  sandbox: Sandbox,
  rulesFor: (request: ProcessRequest) => SandboxRules,
): Processes => ({
  async run(request) {
    if ((await sandbox.state()).kind === 'none') return processes.run(request);
    const scratch = await makeTemporaryFolder({ kind: 'scratch' });
    try {
      const rules = rulesFor(request);
      const wrapped = await sandbox.wrap(request, { ...rules, writable: [...rules.writable, scratch] });
      return failClosed(await processes.run({ ...wrapped, env: { ...wrapped.env, TMPDIR: scratch } }));
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
});

/** What bubblewrap says when it could not start the program. */
function failClosed(result: ProcessResult): ProcessResult {
  const said =
    result.kind === 'exited' && result.code !== 0 ? /^bwrap: .*/m.exec(result.stderr)?.[0] : undefined;
  return said === undefined ? result : { kind: 'not_started', reason: `the sandbox did not start: ${said}` };
}
