import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Task, tasksOf } from '../../core/eval/task.ts';
import { isObject } from '../../core/kernel/is-object.ts';
import { describeSchemaProblem } from '../../core/kernel/json-path.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { validateEvalPackage } from '../../generated/suite-validators.cjs';
import { sha256 } from '../system.ts';

export interface Suite {
  readonly tasks: readonly Task[];
  /** Of all files of the suite: results of another one are not mixed with these. */
  readonly sha256: string;
}

/** Reads a folder of `*.toml` files, or one of them (absolute path); errors name the file. */
export async function readSuite(place: string): Promise<Result<Suite>> {
  const files = await filesAt(place);
  if (!files.ok) return files;
  const { parse, TomlError } = await import('smol-toml');
  const tasks: Task[] = [];
  const texts: string[] = [];
  for (const file of files.value) {
    const text = await readFile(file, 'utf8');
    texts.push(text);
    let value: unknown;
    try {
      value = parse(text);
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      return fail(`${file}: line ${error.line}: ${error.message.split('\n')[0]}`);
    }
    if (!validateEvalPackage(value)) {
      const problem = validateEvalPackage.errors?.[0];
      return fail(
        `${file}: ${problem ? `${taskAt(value, problem.instancePath)}${describeSchemaProblem(problem)}` : 'it does not match its schema'}`,
      );
    }
    const read = tasksOf(value);
    if (!read.ok) return fail(`${file}: ${read.error}`);
    tasks.push(...read.value);
  }
  return ok({ tasks, sha256: sha256(new TextEncoder().encode(texts.join('\0'))) });
}

/** `the task "id": ` where a path leads into a task that says its name. */
function taskAt(value: unknown, instancePath: string): string {
  const index = /^\/task\/(\d+)(?:\/|$)/.exec(instancePath)?.[1];
  if (index === undefined || !isObject(value) || !Array.isArray(value['task'])) return '';
  const task: unknown = value['task'][Number(index)];
  return isObject(task) && typeof task['id'] === 'string' ? `the task "${task['id']}": ` : '';
}

async function filesAt(place: string): Promise<Result<readonly string[]>> {
  const found = await stat(place).catch(() => undefined);
  if (found?.isFile()) return ok([place]);
  if (!found) return fail(`${place} does not exist; name the folder of the suite, for example evals`);
  const names = (await readdir(place)).filter(name => name.endsWith('.toml')).sort();
  return names.length === 0
    ? fail(`${place} has no tasks (*.toml)`)
    : ok(names.map(name => join(place, name)));
}
