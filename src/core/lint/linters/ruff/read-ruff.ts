import { defined } from '../../../kernel/defined.ts';
import type { LintDiagnostic, LintFix, LintFixEdit } from '../../../ports/linter.ts';
import type { ProcessResult } from '../../../ports/processes.ts';
import { endedBadly } from '../../ended-badly.ts';
import {
  integerAt,
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  parseJson,
  textAt,
} from '../../json-fields.ts';
import {
  answered,
  brokeDown,
  failed,
  failedSaying,
  linesOf,
  lookedAtNothing,
  type ToolAnswer,
} from '../../tool-answer.ts';
import { type Roots, toWorkspacePath } from '../../workspace-path.ts';

/**
 * What one run of `ruff check --output-format json` means. Exit 0 and 1 are answers, anything else is a
 * crash or a configuration ruff refuses.
 */
export function readRuff(result: ProcessResult, roots: Roots): ToolAnswer {
  if (result.kind !== 'exited' || result.truncated) return endedBadly(result);
  const { code, stdout, stderr } = result;
  const crash = brokeDown('ruff', code, stderr);
  if (code !== 0 && crash !== undefined) return crash;
  if (code !== 0 && code !== 1) {
    return failed(
      `stopped with exit code ${code}: ${mainReason(stderr)}`,
      'correct what it names, often the ruff configuration',
      stderr || stdout,
    );
  }
  const parsed = parseJson(stdout);
  if (!parsed || !Array.isArray(parsed.value)) return unreadable(stdout, stderr);
  const diagnostics: LintDiagnostic[] = [];
  for (const entry of parsed.value as readonly unknown[]) {
    const diagnostic = isObject(entry) ? readDiagnostic(entry, roots) : undefined;
    if (!diagnostic) return unreadable(stdout, stderr);
    if (diagnostic === 'outside') continue;
    if (diagnostic.code === 'panic') {
      return failed(`crashed on ${diagnostic.file}`, 'update ruff or report its bug', diagnostic.message);
    }
    diagnostics.push(diagnostic);
  }
  if (code === 1 && parsed.value.length === 0) {
    return failed('reported problems but named none', 'run it in a terminal to see why', stderr);
  }
  // Old versions say so beside an empty list, when no rule that is chosen is about syntax.
  const unread = linesOf(stderr).find(line => UNREAD.test(line));
  if (unread !== undefined)
    return failed(`did not look at a file: ${unread}`, 'correct what it names, or update ruff', stderr);
  if (diagnostics.length === 0 && NO_FILES.test(stderr))
    return lookedAtNothing('ruff: its configuration excludes every file under the path');
  return answered(diagnostics, warningsOf(stderr));
}

const UNREAD = /^error: Failed to (?:parse|lint|read) /;
const NO_FILES = /^warning: No Python files found under the given path/m;

const unreadable = (stdout: string, stderr: string): ToolAnswer =>
  failedSaying('gave an answer that cannot be read', 'check that this program is ruff', stderr || stdout);

/**
 * Ruff tells causes from the outside in, `Cause: …` each, the last with what a TOML reader says below a picture of
 * the place. The last two and that sentence name the file and the fault.
 */
function mainReason(stderr: string): string {
  const lines = linesOf(stderr).map(line => line.trim());
  const causes = lines.filter(line => line.startsWith('Cause: ')).map(line => line.slice('Cause: '.length));
  if (causes.length === 0) return lines.find(line => !line.startsWith('warning:')) ?? 'it gave no reason';
  const last = lines.at(-1) ?? '';
  const said = last.startsWith('Cause: ') ? [] : [last];
  return [...causes.slice(-2), ...said].join(': ');
}

/** Each warning on one line, with the indented lines that belong to it. */
function warningsOf(stderr: string): readonly string[] {
  const warnings: string[] = [];
  let open = false;
  for (const line of linesOf(stderr)) {
    if (/^(warning|error)/.test(line)) warnings.push(`ruff: ${line}`);
    else if (open && /^\s/.test(line)) warnings.push(`${warnings.pop()} ${line.trim()}`);
    open = /^(warning|error|\s)/.test(line) && warnings.length > 0;
  }
  return [...new Set(warnings)];
}

function readDiagnostic(entry: JsonObject, roots: Roots): LintDiagnostic | 'outside' | undefined {
  const message = textAt(entry, 'message');
  const filename = textAt(entry, 'filename');
  const start = readPosition(objectAt(entry, 'location'));
  if (message === undefined || filename === undefined || start === undefined) return undefined;
  const file = toWorkspacePath(filename, roots);
  if (file === undefined) return 'outside';
  const end = readPosition(objectAt(entry, 'end_location'));
  const url = textAt(entry, 'url');
  const cell = integerAt(entry, 'cell');
  const rawFix = objectAt(entry, 'fix');
  const fix = rawFix && readFix(rawFix);
  // Ruff before 0.12 gave a syntax error no code.
  const code = textAt(entry, 'code') ?? 'invalid-syntax';
  return {
    tool: 'ruff',
    code,
    description: describe(textAt(entry, 'name') ?? url?.split('/').at(-1) ?? code, code, message),
    file,
    line: start.line,
    column: start.column,
    ...(end && { endLine: end.line, endColumn: end.column }),
    message: cell === undefined ? message : `cell ${cell}: ${message}`,
    severity: readSeverity(textAt(entry, 'severity')),
    ...defined({ url, cell, fix }),
  };
}

/** A rule's name says what it is about: `line-too-long` → "Line too long". */
function describe(name: string, code: string, message: string): string {
  if (name === code && name !== 'invalid-syntax') return message;
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every finding of ruff counts, unless ruff itself calls it information. */
function readSeverity(severity: string | undefined): LintDiagnostic['severity'] {
  if (severity === 'warning') return 'warning';
  return severity === 'info' || severity === 'help' || severity === 'note' ? 'note' : 'error';
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function readPosition(from: JsonObject | undefined): Position | undefined {
  const line = from && integerAt(from, 'row');
  const column = from && integerAt(from, 'column');
  if (line === undefined || column === undefined) return undefined;
  return { line: Math.max(1, line), column: Math.max(1, column) };
}

function readFix(fix: JsonObject): LintFix | undefined {
  const edits: LintFixEdit[] = [];
  for (const entry of listAt(fix, 'edits') ?? []) {
    if (!isObject(entry)) return undefined;
    const content = textAt(entry, 'content');
    const start = readPosition(objectAt(entry, 'location'));
    const end = readPosition(objectAt(entry, 'end_location'));
    if (content === undefined || !start || !end) return undefined;
    edits.push({ content, ...start, endLine: end.line, endColumn: end.column });
  }
  const applicability = textAt(fix, 'applicability');
  return {
    message: textAt(fix, 'message') ?? 'Fix',
    applicability: applicability === 'safe' || applicability === 'unsafe' ? applicability : 'display',
    edits,
  };
}
