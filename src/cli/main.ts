import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Io } from './io.ts';
import { takeSecrets } from './own-environment.ts';
import { askLine } from './review/ask-line.ts';
import { run } from './run.ts';

const interrupt = new AbortController();
// SIGHUP: the terminal was closed.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => interrupt.abort());

// `workorder history | head -1`, or a terminal that was closed: nobody reads on, and what is under way still ends as it
// should.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });

// Before anything is started: no program may find a key.
const { env, isClean } = takeSecrets(process.env);
if (!isClean)
  process.stderr.write(
    'A key or token in the environment cannot be kept from programs that are started here (linters, tests, git); --key-file FILE or WORKORDER_API_KEY_FILE can keep a key.\n',
  );

const io: Io = {
  stdout: text => void process.stdout.write(text),
  stderr: text => void process.stderr.write(text),
  env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
  ask: async (question, signal) => {
    if (!process.stdin.isTTY) return undefined;
    return askLine(question, signal, { input: process.stdin, output: process.stderr, interrupt });
  },
  ...(process.stdin.isTTY && {
    edit: async file => (await import('../node/terminal-programs.ts')).openEditor(file, env),
  }),
  ...(process.stdin.isTTY &&
    process.stdout.isTTY && {
      page: async text => {
        const { openPager } = await import('../node/terminal-programs.ts');
        if (!(await openPager(text, env))) process.stdout.write(text);
      },
    }),
  readInput: () => readFileSync(0, 'utf8'),
  readInputBytes: () => readFileSync(0),
  signal: interrupt.signal,
};

process.exitCode = await run(process.argv.slice(2), io);
