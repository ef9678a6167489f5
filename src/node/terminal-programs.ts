import { spawn } from 'node:child_process';
import { fail, ok, type Result } from '../core/kernel/result.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens a file in the person's editor and waits until they close it. */
export async function openEditor(file: string, environment: Environment): Promise<Result<void>> {
  const editor = environment['VISUAL'] || environment['EDITOR'] || (isWindows ? 'notepad' : 'vi');
  // Standard output may be a pipe: an editor then draws where the questions are.
  const screen = process.stdout.isTTY ? 'inherit' : 2;
  const code = await run(editor, [file], ['inherit', screen, 'inherit'], environment);
  return code === 0 ? ok(undefined) : fail(`the editor ${editor} ended with exit code ${code}`);
}

/** Shows a text in the person's pager, which prints a short one as it is; answers whether it could. */
export async function openPager(text: string, environment: Environment): Promise<boolean> {
  const pager = environment['PAGER'] ?? 'less';
  if (pager === '' || pager === 'cat' || isWindows) return false;
  const settings = { LESS: 'FRX', ...environment };
  const code = await run(pager, [], ['pipe', 'inherit', 'inherit'], settings, text);
  return code !== NOT_FOUND && code !== undefined;
}

const isWindows = process.platform === 'win32';
const NOT_FOUND = 127;

/** As git does: the person's words are a command of their shell, what it is given is not. */
function run(
  command: string,
  args: readonly string[],
  stdio: readonly ('inherit' | 'pipe' | number)[],
  environment: Environment,
  input?: string,
): Promise<number | undefined> {
  return new Promise(resolve => {
    const [program, before] = isWindows ? [command, []] : ['sh', ['-c', `${command} "$@"`, command]];
    const child = spawn(program, [...before, ...args], {
      stdio: [...stdio],
      env: { ...environment },
      shell: isWindows,
    });
    // A pager that is left early closes its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.once('error', () => resolve(undefined));
    child.once('close', code => resolve(code ?? undefined));
  });
}
