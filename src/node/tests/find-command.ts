import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { TestCommand } from '../../core/ports/test-runner.ts';
import { POLICY_FILE, parsePolicy } from '../../core/verification/read-policy.ts';
import { executable, findOnPath, programName } from '../find-on-path.ts';

export interface FoundCommand extends TestCommand {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
}

const SCRIPT = 'scripts/run_tests.py';

/**
 * scripts/run_tests.py when the workspace has it, else `test_command` of its policy, else what its configuration points
 * to: tox, nox, pytest, npm test, unittest. Programs come from the workspace's virtual environment or from PATH, never from a
 * file of the workspace that only has the right name.
 *
 * @param environmentOf the folder whose virtual environment is used: a fresh checkout has none of its own
 */
export async function findTestCommand(root: string, environmentOf = root): Promise<Result<FoundCommand>> {
  const python = await findPython(environmentOf);
  if (await isFile(join(root, SCRIPT))) {
    if (!python) return fail(`${SCRIPT} needs Python, and none was found in .venv or on PATH`);
    return ok({ label: `python ${SCRIPT}`, origin: 'script', program: python, args: [SCRIPT] });
  }
  const configured = await policyCommand(root, environmentOf);
  if (configured) return configured;
  const found = (label: string, program: string, args: readonly string[]) =>
    ok({ label, origin: 'detected', program, args } as const);

  for (const [file, tool] of [
    ['tox.ini', 'tox'],
    ['noxfile.py', 'nox'],
  ] as const) {
    if (!(await isFile(join(root, file)))) continue;
    const program = await findTool(environmentOf, tool);
    if (program) return found(tool, program, []);
  }
  if (python && (await usesPytest(root))) return found('python -m pytest', python, ['-m', 'pytest', '-q']);
  if (await hasNpmTest(root)) {
    const npm = await findOnPath('npm', { outside: root });
    if (npm) return found('npm test', npm, ['test', '--silent']);
  }
  if (python) {
    const style = await styleOf(join(root, 'tests'));
    if (style === 'unittest') {
      const args = ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'];
      return found('python -m unittest discover', python, args);
    }
    if (style === 'pytest') return found('python -m pytest', python, ['-m', 'pytest', '-q']);
  }
  return fail(`no way to run tests was found: add ${SCRIPT} that runs them and ends with 0 when they pass`);
}

/** The policy is protected like all configuration, so a person chose this command. */
async function policyCommand(root: string, environmentOf: string): Promise<Result<FoundCommand> | undefined> {
  const text = await textOf(join(root, POLICY_FILE));
  if (text === '') return undefined;
  const policy = parsePolicy(text);
  if (!policy.ok) return policy;
  const [name, ...args] = policy.value.test_command ?? [];
  if (name === undefined) return undefined;
  const program = await findTool(environmentOf, name);
  if (!program)
    return fail(`test_command in ${POLICY_FILE} names ${name}, which is neither in .venv nor on PATH`);
  return ok({ label: [name, ...args].map(showWord).join(' '), origin: 'detected', program, args });
}

/** On one line, and told from the words beside it. */
const showWord = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word));

/** The workspace's own environment first: it has the project's packages. */
async function findPython(root: string): Promise<string | undefined> {
  return (await findTool(root, 'python')) ?? (await findOnPath('python3', { outside: root }));
}

async function findTool(root: string, name: string): Promise<string | undefined> {
  const bin = process.platform === 'win32' ? 'Scripts' : 'bin';
  for (const folder of ['.venv', 'venv']) {
    const program = await executable(join(root, folder, bin, programName(name)));
    if (program !== undefined) return program;
  }
  return findOnPath(name, { outside: root });
}

async function usesPytest(root: string): Promise<boolean> {
  for (const file of ['pytest.ini', 'conftest.py', 'tests/conftest.py']) {
    if (await isFile(join(root, file))) return true;
  }
  for (const [file, mark] of [
    ['pyproject.toml', /\[tool\.pytest|["']pytest\b/],
    ['setup.cfg', /\[tool:pytest\]/],
    ['requirements-dev.txt', /^pytest\b/m],
    ['requirements.txt', /^pytest\b/m],
  ] as const) {
    if (mark.test(await textOf(join(root, file)))) return true;
  }
  return false;
}

async function hasNpmTest(root: string): Promise<boolean> {
  try {
    const parsed = JSON.parse(await textOf(join(root, 'package.json'))) as {
      readonly scripts?: { readonly test?: unknown };
    };
    // What `npm init` writes is no test.
    return typeof parsed.scripts?.test === 'string' && !parsed.scripts.test.includes('no test specified');
  } catch {
    return false;
  }
}

/** Plain test functions are for pytest; unittest would find none of them and call that success. */
async function styleOf(folder: string): Promise<'unittest' | 'pytest' | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter(name => /^test.*\.py$/.test(name));
  if (names.length === 0) return undefined;
  const texts = await Promise.all(names.map(name => textOf(join(folder, name))));
  return texts.some(text => /^(import|from) unittest\b/m.test(text)) ? 'unittest' : 'pytest';
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() ?? false;
