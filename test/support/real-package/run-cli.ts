import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectNode, root } from '../../../scripts/setup/places.mjs';

/** How a command line ended. */
export interface CliEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built `workorder` with nobody at the keyboard. */
export function runCli(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<CliEnd> {
  return new Promise((resolve, reject) => {
    const cli = path.join(root, 'dist/cli.js');
    const child = spawn(projectNode, [cli, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', code => resolve({ code, stdout, stderr }));
  });
}
