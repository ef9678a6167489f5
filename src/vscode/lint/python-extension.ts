import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';

/** The part of the Python extension's public API that is asked here; nothing about it is believed unseen. */
interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath?(resource?: vscode.Uri): { readonly path?: unknown } | undefined;
    resolveEnvironment?(environment: unknown): Promise<unknown>;
  };
}

/** Activating it may search the whole machine for Pythons; a lint does not wait for that. */
const LIMIT_MS = 5000;

/**
 * The Python that is active for a folder: what a person chose in the Python extension, when it is installed, and what the
 * setting `python.defaultInterpreterPath` names. Absolute paths, best first.
 */
export async function chosenPythons(folder: vscode.WorkspaceFolder): Promise<readonly string[]> {
  const active = await withinLimit(activePython(folder)).catch(() => undefined);
  const named = vscode.workspace
    .getConfiguration('python', folder.uri)
    .get<unknown>('defaultInterpreterPath');
  return [active, named].filter(path => typeof path === 'string').filter(isAbsolute);
}

async function activePython(folder: vscode.WorkspaceFolder): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi | undefined>('ms-python.python');
  if (extension === undefined || !vscode.workspace.isTrusted) return undefined;
  const environments = (extension.isActive ? extension.exports : await extension.activate())?.environments;
  const active = environments?.getActiveEnvironmentPath?.(folder.uri);
  if (active === undefined) return undefined;
  const resolved: unknown = await environments?.resolveEnvironment?.(active);
  return pathOf(resolved);
}

/** `resolved.executable.uri.fsPath` */
function pathOf(resolved: unknown): string | undefined {
  const executable = memberOf(resolved, 'executable');
  const path = memberOf(memberOf(executable, 'uri'), 'fsPath');
  return typeof path === 'string' ? path : undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

function withinLimit<T>(answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([
    answer,
    new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), LIMIT_MS)),
  ]);
}
