import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { FoundTool } from '../../core/lint/tool-finder.ts';
import { executable, findOnPath, programName } from '../find-on-path.ts';
import { isPython } from './environments.ts';
import type { AskedEnvironments } from './project-managers.ts';
import type { LintSettings } from './settings.ts';

type Tool = FoundTool['tool'];

/** A way to start a tool that has not been tried yet. */
export interface Candidate {
  readonly program: string;
  /** Arguments before the tool's own. */
  readonly prefix: readonly string[];
  /** For the failure's detail: where this comes from. */
  readonly place: string;
}

const EXECUTABLE: Readonly<Record<Tool, string>> = {
  ruff: 'ruff',
  mypy: 'mypy',
  'import-linter': 'lint-imports',
};

/** Runs a module of an environment; the current folder is taken off Python's path before anything is loaded. */
const RUN_MODULE = [
  'import sys',
  'sys.path[:] = [p for p in sys.path if p not in ("", ".")]',
  'import runpy',
  'runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)',
].join('; ');

export const throughPython = (python: string, module: string, place: string): Candidate => ({
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
  tool: Tool,
  root: string,
  settings: LintSettings,
  list: () => Promise<AskedEnvironments>,
): Promise<Candidates> {
  const setting = settingOf(tool, settings);
  // What a person chose is used or reported, never silently replaced.
  if (setting !== undefined) return { candidates: [await fromSetting(tool, setting, root)], notes: [] };
  const { environments, notes } = await list();
  const found: Candidate[] = [];
  for (const { bin, python, place } of environments) {
    if (tool === 'import-linter') {
      found.push({ program: python, prefix: [], place });
      continue;
    }
    const program = await executable(join(bin, programName(EXECUTABLE[tool])));
    if (program !== undefined) found.push({ program, prefix: [], place });
    found.push(throughPython(python, tool, place));
  }
  return { candidates: [...found, ...(await fromPath(tool, root))], notes };
}

const settingOf = (tool: Tool, settings: LintSettings): string | undefined => {
  const value = {
    ruff: settings.ruffPath,
    mypy: settings.mypyPath,
    'import-linter': settings.importLinterPath,
  }[tool];
  return value === undefined || value.trim() === '' ? undefined : value.trim();
};

/** A setting may begin with `~/`, be relative to the workspace, and name the tool or a Python that has it. */
async function fromSetting(tool: Tool, setting: string, root: string): Promise<Candidate> {
  const path = setting.startsWith('~/') ? join(homedir(), setting.slice(2)) : setting;
  const program = isAbsolute(path) ? path : join(root, path);
  if (tool === 'import-linter')
    return { program: await interpreterOf(program), prefix: [], place: 'setting' };
  if (isPython(program)) return throughPython(program, tool, 'setting');
  return { program, prefix: [], place: 'setting' };
}

async function fromPath(tool: Tool, root: string): Promise<readonly Candidate[]> {
  const program = await findOnPath(EXECUTABLE[tool], { outside: root });
  const found: Candidate[] = [];
  if (program !== undefined) {
    const starts = tool === 'import-linter' ? await interpreterOf(program) : program;
    found.push({ program: starts, prefix: [], place: 'PATH' });
  }
  for (const name of ['python3', 'python']) {
    const python = await findOnPath(name, { outside: root });
    if (python === undefined) continue;
    found.push(
      tool === 'import-linter'
        ? { program: python, prefix: [], place: 'PATH' }
        : throughPython(python, tool, 'PATH'),
    );
    break;
  }
  return found;
}

/** The Python an installed script runs in, by its first line; the path itself when it names none. */
export async function interpreterOf(script: string): Promise<string> {
  if (isPython(script)) return script;
  const sibling = await executable(join(dirname(script), programName('python')));
  const text = await readFile(script, 'latin1').catch(() => '');
  const shebang = /^#!\s*(\/[^\r\n]*?python[\d.]*)\s*\r?\n/.exec(text)?.[1];
  // Long or odd paths are written as `#!/bin/sh` + `'''exec' "/path/python" …`.
  const exec = /^#!\/bin\/sh\r?\n'''exec' "?([^"\r\n]+?python[\d.]*)"? /.exec(text)?.[1];
  return shebang ?? exec ?? sibling ?? script;
}
