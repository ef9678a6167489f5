import type { LintDiagnostic } from '../../../ports/linter.ts';
import type { ProcessResult } from '../../../ports/processes.ts';
import { type CompleteRun, endedBadly } from '../../ended-badly.ts';
import * as json from '../../json-fields.ts';
import { answered, brokeDown, failed, failedSaying, linesOf, type ToolAnswer } from '../../tool-answer.ts';
import { type Roots, toWorkspacePath } from '../../workspace-path.ts';
import { brokenPlaces, type ContractSource } from './broken-contract.ts';

const DOCUMENTATION = 'https://import-linter.readthedocs.io/en/stable/contract_types';

/** What one run of IMPORT_LINTER_SCRIPT means. `declaredAt` finds the contract's place in the configuration. */
export function readImportLinter(
  result: ProcessResult,
  roots: Roots,
  declaredAt: (contract: string) => ContractSource,
): { readonly answer: ToolAnswer; readonly version: string | undefined } {
  if (result.kind !== 'exited' || result.truncated) return { answer: endedBadly(result), version: undefined };
  const said = json.parseJson(linesOf(result.stdout).at(-1) ?? '')?.value;
  if (result.code !== 0 || !json.isObject(said)) return { answer: unreadable(result), version: undefined };
  return {
    answer: readAnswer(said, result, roots, declaredAt),
    version: json.textAt(said, 'version') || undefined,
  };
}

function readAnswer(
  said: json.JsonObject,
  result: CompleteRun,
  roots: Roots,
  declaredAt: (contract: string) => ContractSource,
): ToolAnswer {
  switch (json.textAt(said, 'kind')) {
    case 'report':
      return readReport(said, roots, declaredAt) ?? unreadable(result);
    case 'refused':
      return refused(said);
    case 'not_installed':
      return failed(
        'is not installed in the environment it was started in',
        'install with "pip install import-linter"',
        json.textAt(said, 'message') ?? '',
      );
    case 'syntax_error':
      return readSyntaxError(said, roots) ?? unreadable(result);
    case 'failed':
      return failed(
        `stopped: ${reasonOf(said)}`,
        'correct what it names, often its configuration or a package that is not installed',
        json.textAt(said, 'detail') ?? '',
      );
    default:
      return unreadable(result);
  }
}

/** What was raised; its kind only where the message does not speak for itself. */
function reasonOf(said: json.JsonObject): string {
  const message = linesOf(json.textAt(said, 'message') ?? '')[0] ?? 'it gave no reason';
  const kind = json.textAt(said, 'error') ?? 'ValueError';
  return ['ValueError', 'FileNotFoundError'].includes(kind) ? message : `${kind}: ${message}`;
}

/** A file that cannot be parsed is a finding, and no contract could be checked. */
function readSyntaxError(said: json.JsonObject, roots: Roots): ToolAnswer | undefined {
  const file = toWorkspacePath(json.textAt(said, 'file') ?? '', roots);
  if (file === undefined || file === '') return undefined;
  const message = 'The file cannot be parsed, so no contract was checked.';
  const line = Math.max(1, json.integerAt(said, 'line') ?? 1);
  const diagnostic: LintDiagnostic = {
    tool: 'import-linter',
    code: 'syntax-error',
    description: 'Syntax error',
    file,
    line,
    message,
    severity: 'error',
  };
  return answered([diagnostic], [], true);
}

const unreadable = ({ code, stdout, stderr }: CompleteRun): ToolAnswer =>
  brokeDown('import-linter', code, stderr) ??
  failedSaying(
    `stopped with exit code ${code} without an answer that can be read`,
    'run lint-imports in a terminal to see why',
    stderr || stdout,
  );

/** Contracts whose options import-linter does not accept. */
function refused(answer: json.JsonObject): ToolAnswer {
  const contracts = Object.entries(json.objectAt(answer, 'contracts') ?? {}).flatMap(([name, errors]) =>
    json.isObject(errors)
      ? Object.entries(errors).map(([field, error]) => `contract "${name}": ${field}: ${String(error)}`)
      : [],
  );
  return failed(
    `does not accept its configuration: ${contracts[0] ?? 'it gave no reason'}`,
    'correct the contract',
    contracts.join('\n'),
  );
}

function readReport(
  answer: json.JsonObject,
  roots: Roots,
  declaredAt: (contract: string) => ContractSource,
): ToolAnswer | undefined {
  const contracts = json.listAt(answer, 'contracts');
  if (!contracts?.every(json.isObject)) return undefined;
  const files = json.objectAt(answer, 'files') ?? {};
  const fileOf = (module: string) => {
    const path = json.textAt(files, module);
    return path === undefined ? undefined : toWorkspacePath(path, roots);
  };
  const diagnostics: LintDiagnostic[] = [];
  const notes: string[] = [];
  for (const contract of contracts) {
    const name = json.textAt(contract, 'name') ?? 'contract';
    for (const warning of json.listAt(contract, 'warnings') ?? [])
      notes.push(`import-linter: ${name}: ${String(warning)}`);
    if (contract['kept'] === true) continue;
    diagnostics.push(
      ...brokenPlaces(json.textAt(contract, 'text') ?? '', fileOf, declaredAt(name)).map(place => ({
        tool: 'import-linter' as const,
        code: name,
        description: describe(json.textAt(contract, 'type') ?? ''),
        ...place,
        severity: 'error' as const,
        url: documentationOf(json.textAt(contract, 'type') ?? ''),
      })),
    );
  }
  return answered(diagnostics, notes);
}

const BUILT_IN = ['layers', 'forbidden', 'independence', 'protected', 'acyclic_siblings'];

const describe = (type: string): string =>
  BUILT_IN.includes(type) ? `Broken contract of type ${type}` : 'Broken contract';

const documentationOf = (type: string): string =>
  BUILT_IN.includes(type) ? `${DOCUMENTATION}/${type}/` : `${DOCUMENTATION}/`;
