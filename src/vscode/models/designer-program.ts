import { realpathSync } from 'node:fs';
import type * as vscode from 'vscode';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import { commandDesigner } from '../../core/workorder/command-designer.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { createScratch } from '../../node/scratch/create-scratch.ts';
import { DEFAULT_LIMITS } from '../../node/wrap/default-limits.ts';
import { createProgramOnCopy } from '../../node/wrap/program-on-copy.ts';
import { showWarningMessage } from '../inert-window.ts';
import type { DesignerProgram } from '../settings.ts';

const ANYWAY = 'Run Without Sandbox';

/** The program of the person's settings as the Designer; where there is no sandbox they are asked. */
export async function openDesignerProgram(
  folder: vscode.WorkspaceFolder,
  { command, network, environment: names, writable }: DesignerProgram,
): Promise<Result<Model>> {
  const root = realpathSync(folder.uri.fsPath);
  const missing = names.find(name => process.env[name] === undefined);
  if (missing !== undefined)
    return fail(
      `the variable ${missing} of the setting workorder.designer.environment is not set where VS Code was started`,
    );
  const folders: string[] = [];
  for (const name of writable) {
    const real = realOf(name);
    if (real === undefined)
      return fail(`the folder ${name} of the setting workorder.designer.allowWrite does not exist`);
    if (`${root}/`.startsWith(`${real}/`) || real.startsWith(`${root}/`))
      return fail(
        `the folder ${name} of the setting workorder.designer.allowWrite is not outside of the workspace`,
      );
    folders.push(real);
  }
  const sandbox = openSandbox(root);
  const state = await sandbox.state();
  if (state.kind === 'none' && !(await agrees(command, state.reason)))
    return fail('the program of the Designer may not run without a sandbox');
  const { seconds, megabytes, processes } = DEFAULT_LIMITS;
  const options = {
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
  };
  return ok(commandDesigner(command, stdin => createProgramOnCopy({ ...options, stdin })));
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
