import { realpathSync } from 'node:fs';
import type { Model } from '../../core/ports/model.ts';
import { commandDesigner } from '../../core/workorder/command-designer.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { createScratch } from '../../node/scratch/create-scratch.ts';
import { createProgramOnCopy } from '../../node/wrap/program-on-copy.ts';
import { type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { agreesWithout, readProgram } from '../program-options.ts';

/** The program that the person names as the Designer; `undefined`: none. */
export async function openDesignerCommand(line: CommandLine, io: Io): Promise<Model | undefined> {
  const text = line.text('designer-command');
  if (text === undefined) return undefined;
  const command = readCommand(text);
  const sandbox = openSandbox(line.root);
  if ((await sandbox.state()).kind === 'none' && !(await agreesWithout(line, io)))
    throw new UsageError('the program of the Designer may not be run without a sandbox');
  const root = realpathSync(line.root);
  const options = {
    root,
    cwd: io.cwd,
    command,
    ...readProgram(line, io),
    processes: createProcesses(),
    scratch: createScratch(root),
    sandbox,
  };
  return commandDesigner(command, stdin => createProgramOnCopy({ ...options, stdin }));
}

function readCommand(text: string): readonly string[] {
  const wrong = new UsageError(
    '--designer-command must be a JSON list of a program and its arguments, for example ["agent", "--print"]',
  );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every(word => typeof word === 'string'))
    throw wrong;
  return value;
}
