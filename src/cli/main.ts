import process from 'node:process';
import { askLine } from './ask-line.ts';
import type { Io } from './io.ts';
import { run } from './run.ts';

const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());
process.once('SIGTERM', () => interrupt.abort());

const io: Io = {
  stdout: text => void process.stdout.write(text),
  stderr: text => void process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  ask: async (question, signal) => {
    if (!process.stdin.isTTY) return undefined;
    return askLine(question, signal, { input: process.stdin, output: process.stderr, interrupt });
  },
  signal: interrupt.signal,
};

process.exitCode = await run(process.argv.slice(2), io);
