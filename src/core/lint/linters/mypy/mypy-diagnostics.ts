import type { LintDiagnostic } from '../../../ports/linter.ts';
import { integerAt, isObject, parseJson, textAt } from '../../json-fields.ts';
import { type Roots, toWorkspacePath } from '../../workspace-path.ts';
import { describeMypyCode, mypyCodeUrl } from './mypy-codes.ts';

/** A place as mypy prints it; `file` is not yet a workspace path. */
interface Printed {
  readonly file: string;
  /** Below 1 when the problem is the whole file's. */
  readonly line: number;
  /** 1-indexed; below 1 when unknown. */
  readonly column: number;
  readonly endLine: number;
  /** 1-indexed and exclusive. */
  readonly endColumn: number;
  readonly message: string;
  readonly code: string;
  readonly severity: LintDiagnostic['severity'];
}

/** One line of `mypy --output json`; columns there count from 0. */
export function readJsonLine(line: string, roots: Roots): LintDiagnostic | 'outside' | undefined {
  const parsed = parseJson(line)?.value;
  if (!isObject(parsed)) return undefined;
  const file = textAt(parsed, 'file');
  const message = textAt(parsed, 'message');
  const startLine = integerAt(parsed, 'line');
  const severity = readSeverity(textAt(parsed, 'severity'));
  if (file === undefined || message === undefined || startLine === undefined || !severity) return undefined;
  const hint = textAt(parsed, 'hint');
  return toDiagnostic(
    {
      file,
      line: startLine,
      column: (integerAt(parsed, 'column') ?? -1) + 1,
      endLine: integerAt(parsed, 'end_line') ?? -1,
      endColumn: (integerAt(parsed, 'end_column') ?? -1) + 1,
      message: hint === undefined ? message : `${message}\n${hint}`,
      code: textAt(parsed, 'code') ?? 'misc',
      severity,
    },
    roots,
  );
}

const TEXT_LINE =
  /^(?<file>(?:[A-Za-z]:)?[^:]+)(?::(?<line>\d+)(?::(?<column>\d+)(?::(?<endLine>\d+):(?<endColumn>\d+))?)?)?: (?<severity>error|note|warning): (?<message>.*?)(?: {2}\[(?<code>[a-z][a-z0-9-]*)\])?$/;

/** One line of mypy's text output with `--show-error-end`; columns there count from 1, the end is inclusive. */
export function readTextLine(line: string, roots: Roots): LintDiagnostic | 'outside' | undefined {
  const groups = TEXT_LINE.exec(line)?.groups;
  const file = groups?.['file'];
  const message = groups?.['message'];
  const severity = readSeverity(groups?.['severity']);
  if (!groups || file === undefined || message === undefined || !severity) return undefined;
  return toDiagnostic(
    {
      file,
      line: Number(groups['line'] ?? -1),
      column: Number(groups['column'] ?? 0),
      endLine: Number(groups['endLine'] ?? -1),
      endColumn: Number(groups['endColumn'] ?? -1) + 1,
      message,
      code: groups['code'] ?? 'misc',
      severity,
    },
    roots,
  );
}

function readSeverity(severity: string | undefined): LintDiagnostic['severity'] | undefined {
  return severity === 'error' || severity === 'warning' || severity === 'note' ? severity : undefined;
}

function toDiagnostic(printed: Printed, roots: Roots): LintDiagnostic | 'outside' {
  const file = toWorkspacePath(printed.file, roots);
  if (file === undefined) return 'outside';
  const { line, column, endLine, endColumn } = printed;
  const hasEnd = endLine > line || (endLine === line && endColumn > column);
  return {
    tool: 'mypy',
    code: printed.code,
    description: describeMypyCode(printed.code) ?? (printed.message.split('\n')[0] || printed.code),
    file,
    // A problem of the whole file is shown at its first line.
    line: Math.max(1, line),
    ...(line >= 1 && column >= 1 && { column }),
    ...(line >= 1 && column >= 1 && hasEnd && { endLine, endColumn }),
    message: printed.message,
    severity: printed.severity,
    url: mypyCodeUrl(printed.code),
  };
}
