import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { differencesOf } from '../../core/eval/compare.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import { describeSchemaProblem } from '../../core/kernel/json-path.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { EvalResults, EvalRun, EvalSettings } from '../../generated/contracts.ts';
import { validateEvalResults } from '../../generated/suite-validators.cjs';

/** Runs that have ended, kept as they end: a process that is killed loses only those under way. */
export interface RunsFile {
  readonly runs: readonly EvalRun[];
  add(run: EvalRun): Promise<void>;
}

const NAME = 'runs.jsonl';
/** What is written beside it when the suite ends. */
const WRITTEN = ['results.json', 'results.md', 'results.html', 'replies'];

/** Opens the file of a folder, or begins one; the error says why what is there cannot be continued. */
export async function openRunsFile(folder: string, settings: EvalSettings): Promise<Result<RunsFile>> {
  const file = join(folder, NAME);
  const begun = await readBegun(file, folder);
  if (!begun.ok) return begun;
  const text = begun.value;
  if (text === undefined) await writeFile(file, `${headerOf(settings)}\n`);
  const read = text === undefined ? ok<readonly EvalRun[]>([]) : await continueFile(file, text, settings);
  if (!read.ok) return read;
  const runs = [...read.value];
  let writing = Promise.resolve();
  return ok({
    runs,
    add: run => {
      runs.push(run);
      writing = writing.then(() => appendFile(file, `${JSON.stringify(run)}\n`));
      return writing;
    },
  });
}

/** `undefined`: nothing was begun here, and nothing of others would be written over. */
async function readBegun(file: string, folder: string): Promise<Result<string | undefined>> {
  const there = await readdir(folder);
  if (there.includes(NAME)) return ok(await readFile(file, 'utf8'));
  const taken = WRITTEN.filter(name => there.includes(name));
  if (taken.length === 0) return ok(undefined);
  return fail(
    `${folder} has ${taken.join(', ')} already, and no ${NAME}: it was not made by workorder eval; name another folder with --out`,
  );
}

async function continueFile(
  file: string,
  text: string,
  settings: EvalSettings,
): Promise<Result<readonly EvalRun[]>> {
  const [first = '', ...lines] = text.split('\n');
  if (first !== headerOf(settings))
    return fail(
      `${file} was begun with other settings${otherSettings(first, settings)}: name another folder with --out, or remove it`,
    );
  const isWhole = text.endsWith('\n');
  const kept = lines.filter((line, k) => line !== '' && (isWhole || k < lines.length - 1));
  // The last line of a process that was killed may be half there.
  if (!isWhole) await writeFile(file, [first, ...kept, ''].join('\n'));
  let runs: unknown[];
  try {
    runs = kept.map(line => JSON.parse(line));
  } catch {
    return fail(
      `${file} has a line that is not a whole run (the disk may have been full): remove that line and give the same command again`,
    );
  }
  const results = checkResults({ ...JSON.parse(first), runs });
  return results.ok ? ok(results.value.runs) : fail(`${file}: ${results.error}`);
}

const headerOf = (settings: EvalSettings): string => JSON.stringify({ format: 'workorder-eval/1', settings });

/** Which settings differ, in brackets, the older first; empty when the line is none of ours. */
function otherSettings(header: string, settings: EvalSettings): string {
  try {
    const begun = checkResults({ ...JSON.parse(header), runs: [] });
    const differences = begun.ok ? differencesOf(begun.value.settings, settings) : [];
    return differences.length === 0 ? '' : ` (${differences.map(showControls).join('; ')})`;
  } catch {
    return '';
  }
}

/** A `results.json`; the error names the file and what is wrong with it. */
export async function readResults(file: string): Promise<Result<EvalResults>> {
  try {
    const results = checkResults(JSON.parse(await readFile(file, 'utf8')));
    return results.ok ? results : fail(`${file}: ${results.error}`);
  } catch (error) {
    return fail(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checkResults(value: unknown): Result<EvalResults> {
  if (validateEvalResults(value)) return ok(value);
  const problem = validateEvalResults.errors?.[0];
  return fail(problem ? describeSchemaProblem(problem) : 'no results of workorder eval');
}
