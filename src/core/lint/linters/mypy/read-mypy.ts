import type { LintDiagnostic } from '../../../ports/linter.ts';
import type { ProcessResult } from '../../../ports/processes.ts';
import { type CompleteRun, endedBadly } from '../../ended-badly.ts';
import {
  answered,
  failed,
  failedSaying,
  linesOf,
  lookedAtNothing,
  type ToolAnswer,
} from '../../tool-answer.ts';
import { isTypeChecked, type Roots } from '../../workspace-path.ts';
import { readJsonLine, readTextLine } from './mypy-diagnostics.ts';

/** How mypy was asked to print: JSON from version 1.11 on, text before. */
export type MypyFormat = 'json' | 'text';

export function mypyFormat(version: string): MypyFormat {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 11) ? 'json' : 'text';
}

/**
 * What one run of mypy means. Exit 0 and 1 are answers. Exit 2 is one only when mypy stopped at problems
 * in Python files (a syntax error, a name clash); a crash or a refused configuration is never an answer.
 * The daemon's client prints no last line, but gives exit code 0 only for a whole answer of the daemon.
 */
export function readMypy(
  result: ProcessResult,
  format: MypyFormat,
  roots: Roots,
  endShownBy: 'last line' | 'exit code' = 'last line',
): ToolAnswer {
  if (result.kind !== 'exited' || result.truncated) return endedBadly(result);
  const { code, stdout, stderr } = result;
  const crash = [stderr, stdout].find(said =>
    /INTERNAL ERROR|^Traceback \(most recent call last\)/m.test(said),
  );
  if (crash !== undefined) return crashed(result, crash);
  if (code !== 0 && code !== 1 && code !== 2) return stopped(result, 'run it in a terminal to see why');

  const read = readLines(stdout, format, roots);
  if (read.broken !== undefined) {
    return failedSaying('gave an answer that cannot be read', 'check that this program is mypy', read.broken);
  }
  const complaint = linesOf(stderr).find(isConfigurationComplaint);
  if (complaint !== undefined) {
    return failed(
      `does not accept its configuration: ${complaint}`,
      'correct the mypy configuration',
      stderr,
    );
  }
  return code === 2 ? readStopped(result, read, roots) : readFinished(result, format, read, endShownBy);
}

interface ReadLines {
  readonly diagnostics: readonly LintDiagnostic[];
  /** Problems outside the workspace: left out, but they explain the exit code. */
  readonly outside: number;
  /** Lines that are no diagnostic: what plugins print, unused sections, the summary. */
  readonly other: readonly string[];
  /** The first line that should be a diagnostic and is none: the output is cut or garbled. */
  readonly broken: string | undefined;
}

function readLines(text: string, format: MypyFormat, roots: Roots): ReadLines {
  const diagnostics: LintDiagnostic[] = [];
  const other: string[] = [];
  let outside = 0;
  for (const line of linesOf(text)) {
    const looksLikeJson = line.startsWith('{');
    const read =
      format === 'json' && looksLikeJson
        ? readJsonLine(line, roots)
        : format === 'text'
          ? readTextLine(line, roots)
          : undefined;
    if (read === 'outside') outside++;
    else if (read) diagnostics.push(read);
    else if (format === 'json' && looksLikeJson) return { diagnostics, outside, other, broken: line };
    else other.push(line);
  }
  return { diagnostics: mergeNotes(diagnostics), outside, other, broken: undefined };
}

/** In text, the notes that explain an error follow it with the same place; in JSON they are its hint. */
function mergeNotes(diagnostics: readonly LintDiagnostic[]): readonly LintDiagnostic[] {
  const merged: LintDiagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const last = merged.at(-1);
    const explains =
      diagnostic.severity === 'note' &&
      last?.severity === 'error' &&
      last.file === diagnostic.file &&
      last.line === diagnostic.line &&
      last.column === diagnostic.column;
    if (last && explains)
      merged[merged.length - 1] = { ...last, message: `${last.message}\n${diagnostic.message}` };
    else merged.push(diagnostic);
  }
  return merged;
}

function readFinished(
  result: CompleteRun,
  format: MypyFormat,
  read: ReadLines,
  endShownBy: 'last line' | 'exit code',
): ToolAnswer {
  const said = `${result.stdout}\n${result.stderr}`;
  // In JSON, mypy ends with 1 for notes too.
  const explained =
    read.outside > 0 || read.diagnostics.some(one => format === 'json' || one.severity === 'error');
  if (result.code === 1 && !explained) {
    return failedSaying(
      'reported problems but named none that can be read',
      'run it in a terminal to see why',
      said,
    );
  }
  // Something that ends the process in the middle, a plugin for example, can do so with exit code 0.
  const cameToItsEnd =
    format === 'json' ? result.stdout !== '' : read.other.some(line => line.startsWith('Success: '));
  if (result.code === 0 && endShownBy === 'last line' && !cameToItsEnd) {
    return failedSaying('ended without saying that it was done', 'look for a plugin that ends it', said);
  }
  return answered(read.diagnostics, notesOf([...read.other, ...linesOf(result.stderr)]));
}

/** Exit 2: the problems at which mypy stopped may be on stdout or, as text, on stderr. */
function readStopped(result: CompleteRun, read: ReadLines, roots: Roots): ToolAnswer {
  const onStderr = linesOf(result.stderr).map(line => readJsonLine(line, roots) ?? readTextLine(line, roots));
  const explained = onStderr.every(line => line !== undefined);
  const found = [...read.diagnostics, ...onStderr.filter(line => typeof line === 'object')];
  const inPython = found.length > 0 && found.every(diagnostic => isTypeChecked(diagnostic.file));
  if (explained && inPython && read.outside === 0) {
    return answered(
      found,
      [...notesOf(read.other), 'mypy stopped at these problems and checked nothing else'],
      true,
    );
  }
  if (found.length === 0 && /^There are no \.py\[i\] files/m.test(result.stderr)) {
    return lookedAtNothing('mypy: its configuration excludes every file under the path');
  }
  return stopped(result, 'correct what it names, often the mypy configuration');
}

function stopped(result: CompleteRun, nextStep: string): ToolAnswer {
  const said = linesOf(result.stderr).length > 0 ? result.stderr : result.stdout;
  return failed(`stopped with exit code ${result.code}: ${mainReason(said)}`, nextStep, said);
}

/** `crash` is the stream that tells of it. */
function crashed({ code, stdout, stderr }: CompleteRun, crash: string): ToolAnswer {
  const reason = linesOf(crash).find(line => line.includes('INTERNAL ERROR')) ?? linesOf(crash).at(-1) ?? '';
  const failure = failed(
    `crashed (exit code ${code}): ${reason.split(' -- Please try', 1)[0]}`,
    'update mypy, or look for a plugin that fails, and run it in a terminal with --show-traceback',
    `${stderr}\n${stdout}`,
  );
  return { ...failure, isCrash: true };
}

function mainReason(said: string): string {
  const lines = linesOf(said).filter(line => !/^(usage: | {2,}\[)/.test(line));
  const line = lines.find(text => /error/i.test(text)) ?? lines[0] ?? 'it gave no reason';
  const json = readJsonLine(line, []);
  return typeof json === 'object' ? `${json.file}: ${json.message}` : line;
}

/**
 * Mypy continues without a setting it does not understand, or without its whole configuration, and would
 * then call files clean that the project's rules do not. An unsupported `python_version` is different:
 * the nearest is taken and every rule still holds.
 */
function isConfigurationComplaint(line: string): boolean {
  const version = line.indexOf(': python_version: Python ');
  if (version >= 0 && line.includes(' is not supported', version)) return false;
  return (
    /^\S/.test(line) &&
    /\.(ini|cfg|toml): |: \[[^[\]]*\]: /.test(line) &&
    !/: note: /.test(line) &&
    !/^\S+: error: Cannot (read|decode) file/.test(line)
  );
}

/** What a reader should see of mypy's other lines; its summary repeats our own. */
const notesOf = (lines: readonly string[]): readonly string[] =>
  [...new Set(lines)]
    .filter(line => !/^(Found \d+ errors? in |Success: )/.test(line))
    .map(line => `mypy: ${line}`);
