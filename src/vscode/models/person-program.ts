import { realpathSync } from 'node:fs';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { createScratch } from '../../node/scratch/create-scratch.ts';
import { DEFAULT_LIMITS } from '../../node/wrap/default-limits.ts';
import type { ProgramOptions } from '../../node/wrap/placed-program.ts';
import { showWarningMessage } from '../inert-window.ts';
import type { DesignerProgram } from '../settings.ts';

const ANYWAY = 'Run Without Sandbox';

/**
 * A program of the person's settings, to run on a copy of a folder; where there is no sandbox they are asked.
 * @param setting the part of the settings that names it: `workorder.designer`
 * @param noun what it is in sentences: `the program of the Designer`
 */
export async function openPersonProgram(
  folder: string,
  { command, network, environment: names, writable }: DesignerProgram,
  setting: string,
  noun: string,
): Promise<Result<ProgramOptions>> {
  const root = realpathSync(folder);
  const missing = names.find(name => process.env[name] === undefined);
  if (missing !== undefined)
    return fail(
      `the variable ${missing} of the setting ${setting}.environment is not set where VS Code was started`,
    );
  const folders: string[] = [];
  for (const name of writable) {
    const real = realOf(name);
    if (real === undefined)
      return fail(`the folder ${name} of the setting ${setting}.allowWrite does not exist`);
    if (`${root}/`.startsWith(`${real}/`) || real.startsWith(`${root}/`))
      return fail(`the folder ${name} of the setting ${setting}.allowWrite is not outside of the workspace`);
    folders.push(real);
  }
  const sandbox = openSandbox(root);
  const state = await sandbox.state();
  if (state.kind === 'none' && !(await agrees(command, state.reason)))
    return fail(`${noun} may not run without a sandbox`);
  const { seconds, megabytes, processes } = DEFAULT_LIMITS;
  return ok({
    root,
    cwd: root,
    command,
    environment: Object.fromEntries(names.map(name => [name, process.env[name] ?? ''])),
    network,
    writable: folders,
    seconds,
    limits: { bytes: megabytes * 1024 ** 2, processes },
    processes: createProcesses(),
    scratch: createScratch(root),
    sandbox,
  });
}

async function agrees([program = '']: readonly string[], reason: string): Promise<boolean> {
  const question = `There is no sandbox here (${reason}): ${program} runs with your rights.`;
  return (await showWarningMessage(question, { modal: true }, ANYWAY)) === ANYWAY;
}

function realOf(name: string): string | undefined {
  try {
    return realpathSync(name);
  } catch {
    return undefined;
  }
}
