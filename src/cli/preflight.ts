import path from 'node:path';
import { orCancelled } from '../core/kernel/cancel.ts';
import { joinReasons } from '../core/kernel/sentences.ts';
import type { Files } from '../core/ports/files.ts';
import { type PreflightPorts, type PreflightProblem, preflight } from '../core/workorder/preflight.ts';
import type { WorkOrder } from '../generated/contracts.ts';
import { changedSince } from '../node/changed-since.ts';
import type { Io } from './io.ts';
import { givenLintTools, givenPrograms } from './lint-programs.ts';
import type { PaidModels } from './models/open-models.ts';
import type { CommandLine } from './options.ts';
import { colours } from './print/colours.ts';
import { isYes } from './review/ask-approval.ts';

/** What is to be done, as far as it is known before it. */
export interface PreflightWork {
  readonly paid: PaidModels;
  /** Left out for agents, which have no order. */
  readonly files?: Files;
  readonly orders: readonly WorkOrder[];
  /** Files the orders came from, absolute. */
  readonly orderFiles?: readonly string[];
}

/**
 * Looks before a model is paid and prints what it finds. The reasons not to begin are the answer; none where nothing
 * is wrong, nothing would be paid, or the person wants to run anyway.
 */
export async function preflightOnTerminal(
  line: CommandLine,
  io: Io,
  work: PreflightWork,
): Promise<readonly string[]> {
  if (line.flag('no-preflight') || work.paid.models.length === 0) return [];
  const problems = await preflight(work.orders, await portsOf(line, work));
  const c = colours(io);
  const write = line.json ? io.stderr : io.stdout;
  for (const { stops, sentence, next } of problems)
    write(`${stops ? c.red('✗') : c.yellow('!')} ${sentence}\n  ${c.dim(next)}\n`);
  const stopping = problems.filter(({ stops }) => stops);
  if (stopping.length === 0 || (await runsAnyway(line, io))) return [];
  return stopping.map(asReason);
}

const asReason = ({ sentence, next }: PreflightProblem): string => joinReasons([sentence, next]);

/** `--yes` answers for what was proposed and checked, not for this. */
async function runsAnyway(line: CommandLine, io: Io): Promise<boolean> {
  if (line.flag('yes')) return false;
  const answer = await orCancelled(
    io.ask('No model was asked yet. Run anyway? [y/N] ', line.signal),
    line.signal,
  );
  return answer !== undefined && isYes(answer);
}

async function portsOf(line: CommandLine, work: PreflightWork): Promise<PreflightPorts> {
  const { root, signal } = line;
  const { files, orders, orderFiles = [], paid } = work;
  const always = {
    endpoints: () => paid.look(signal),
    budget: paid,
  };
  if (files === undefined || orders.length === 0) return always;
  const settings = { programs: givenPrograms(line), ...givenLintTools(line) };
  return {
    ...always,
    files,
    linters: async checkAll => {
      const { findLinterFacts } = await import('../node/lint/find-linter-facts.ts');
      return findLinterFacts({ root, files }, settings, checkAll, signal);
    },
    ...(orderFiles.length > 0 && {
      changedSince: async paths => {
        return changedSince(root, orderFiles, paths);
      },
    }),
  };
}

/** Where the order of this call may be, when it was given as a file. */
export const orderFilesOf = (line: CommandLine, io: Io): readonly string[] =>
  line.positionals.slice(0, 1).flatMap(file => [path.resolve(io.cwd, file), path.resolve(line.root, file)]);
