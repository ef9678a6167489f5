import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { LinterDescriptor } from '../../core/lint/linter-descriptor.ts';
import { moduleOf } from '../../core/lint/run-linter.ts';
import { executable, findOnPath, programName } from '../find-on-path.ts';
import { firstBytes } from '../first-bytes.ts';
import { isPython } from './environments.ts';
import type { AskedEnvironments } from './project-managers.ts';
import type { LintSettings } from './settings.ts';

/** A way to start a tool that has not been tried yet. */
export interface Candidate {
  readonly program: string;
  /** Arguments before the tool's own. */
  readonly prefix: readonly string[];
  /** For the failure's detail: where this comes from. */
  readonly place: string;
}

/** The place of what a person chose. */
export const SETTING = 'setting';

/** Runs a module of an environment; the current folder is taken off Python's path before anything is loaded. */
const RUN_MODULE = [
  'import sys',
  'sys.path[:] = [p for p in sys.path if p not in ("", ".")]',
  'import runpy',
  'runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)',
].join('; ');

const throughPython = (python: string, module: string, place: string): Candidate => ({
  program: python,
  prefix: ['-c', RUN_MODULE, module],
  place,
});

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** What was asked for further ways and did not help. */
  readonly notes: readonly string[];
}

/** Every way to start the tool, best first. `root` is the absolute folder of the workspace. */
export async function candidatesFor(
  linter: LinterDescriptor,
  root: string,
  settings: LintSettings,
  list: () => Promise<AskedEnvironments>,
): Promise<Candidates> {
  const setting = settingOf(linter, settings);
  // What a person chose is used or reported, never silently replaced.
  if (setting !== undefined) return { candidates: [await fromSetting(linter, setting, root)], notes: [] };
  const { name, find } = linter;
  const { environments, notes } = await list();
  const found: Candidate[] = [];
  for (const { bin, python, place } of environments) {
    if (find.startedBy === 'python') {
      found.push({ program: python, prefix: [], place });
      continue;
    }
    const program = await executable(join(bin, programName(find.program)));
    if (program !== undefined) found.push({ program, prefix: [], place });
    found.push(throughPython(python, moduleOf(name), place));
  }
  return { candidates: [...found, ...(await fromPath(linter, root))], notes };
}

const settingOf = ({ name }: LinterDescriptor, { programs }: LintSettings): string | undefined => {
  const value = programs?.[name]?.trim();
  return value === '' ? undefined : value;
};

/** A setting may begin with `~/`, be relative to the workspace, and name the tool or a Python that has it. */
async function fromSetting(
  { name, find }: LinterDescriptor,
  setting: string,
  root: string,
): Promise<Candidate> {
  const path = setting.startsWith('~/') ? join(homedir(), setting.slice(2)) : setting;
  const program = isAbsolute(path) ? path : join(root, path);
  if (find.startedBy === 'python')
    return { program: await interpreterOf(program), prefix: [], place: SETTING };
  if (isPython(program)) return throughPython(program, moduleOf(name), SETTING);
  return { program, prefix: [], place: SETTING };
}

async function fromPath({ name, find }: LinterDescriptor, root: string): Promise<readonly Candidate[]> {
  const program = await findOnPath(find.program, { outside: root });
  const found: Candidate[] = [];
  if (program !== undefined) {
    const starts = find.startedBy === 'python' ? await interpreterOf(program) : program;
    found.push({ program: starts, prefix: [], place: 'PATH' });
  }
  for (const command of ['python3', 'python']) {
    const python = await findOnPath(command, { outside: root });
    if (python === undefined) continue;
    found.push(
      find.startedBy === 'python'
        ? { program: python, prefix: [], place: 'PATH' }
        : throughPython(python, moduleOf(name), 'PATH'),
    );
    break;
  }
  return found;
}

/** The Python an installed script runs in, by its first line; the path itself when it names none. */
export async function interpreterOf(script: string): Promise<string> {
  if (isPython(script)) return script;
  const sibling = await executable(join(dirname(script), programName('python')));
  // A compiled program is tens of megabytes.
  const text = await firstBytes(script);
  const shebang = /^#!\s*(\/[^\r\n]*?python[\d.]*)\s*\r?\n/.exec(text)?.[1];
  // Long or odd paths are written as `#!/bin/sh` + `'''exec' "/path/python" …`.
  const exec = /^#!\/bin\/sh\r?\n'''exec' "?([^"\r\n]+?python[\d.]*)"? /.exec(text)?.[1];
  return shebang ?? exec ?? sibling ?? script;
}
