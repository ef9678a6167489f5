// Set-up is a list of steps. A step that finds its work done says so in one line; one that fails says what to do.
import { spawn } from 'node:child_process';
import { childEnvironment, root } from './places.mjs';

/** A failure that needs no stack: the message names the thing and the next step. */
export class SetUpError extends Error {}

/** Runs one step and prints its line: what it did, and the seconds when it did something. */
export async function step(name, work) {
  const start = performance.now();
  try {
    const said = await work();
    console.log(`  ${name.padEnd(14)} ${secondsSince(start)}  ${said}`);
  } catch (error) {
    console.log(`  ${name.padEnd(14)} ${secondsSince(start)}  failed`);
    throw error;
  }
}

/** Seconds since `start` (from `performance.now()`), as text of a fixed width. */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8);
}

/** Runs a program without showing its output; when it fails, the end of that output is the message. */
export function run(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32' && command === 'npm';
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, shell, stdio, env: childEnvironment(env) });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output += text;
      });
    }
    const line = [command, ...args].join(' ');
    child.once('error', error => reject(new SetUpError(`${line}: ${error.message}`)));
    child.once('close', code => {
      if (code === 0) resolve(output);
      else reject(new SetUpError(`"${line}" ended with ${code} in ${cwd}:\n${output.trim().slice(-3000)}`));
    });
  });
}

/** Runs a program in the foreground, on the project's Node; its exit code is the answer. */
export function runInForeground(command, args, { cwd = root, env = {}, stdio = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio, env: childEnvironment(env) });
    // Ctrl+C reaches the child too; it decides when to end, and its end is ours.
    const wait = () => {};
    const passOn = () => child.kill('SIGTERM');
    process.on('SIGINT', wait).on('SIGTERM', passOn);
    child.once('error', reject);
    child.once('exit', code => {
      process.off('SIGINT', wait).off('SIGTERM', passOn);
      resolve(code ?? 130);
    });
  });
}
