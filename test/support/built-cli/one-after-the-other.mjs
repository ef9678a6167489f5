// Runs command lines of dist/cli.js one after the other in this process, on the Node that users have: every one as if
// it were alone in a process of its own, but compiled once. warm-cli.ts says which, and reads what they print.
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [, , main, script] = process.argv;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** As Node ends a process whose module waits for something that never comes. */
const NEVER_SETTLED = 13;
let number = 0;
let running;

process.on('disconnect', () => process.exit());
process.on('message', ({ args, cwd, env, end }) => {
  // From here on the process ends, as far as the command is concerned, when nothing is left to do.
  process.channel.unref();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, script, ...args];
  process.exitCode = undefined;
  running = { end, isSettled: false };
  number += 1;
  // What is imported by it is loaded once; it itself is executed anew.
  void import(`${pathToFileURL(main).href}?run=${number}`).then(() => {
    running.isSettled = true;
  });
});

// Nothing is left to do: what a process of its own would end at.
process.on('beforeExit', () => {
  if (running === undefined) return;
  const { end, isSettled } = running;
  running = undefined;
  for (const name of SIGNALS) process.removeAllListeners(name);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.chdir('/');
  const code = isSettled ? (process.exitCode ?? 0) : NEVER_SETTLED;
  process.exitCode = undefined;
  for (const stream of [process.stdout, process.stderr]) stream.write(end);
  process.channel.ref();
  process.send({ code });
});
