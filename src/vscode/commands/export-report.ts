import * as vscode from 'vscode';
import { OPENAI_BASE_URL, parseEndpoint } from '../../node/model/endpoint.ts';
import { showInformationMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { changedSettings, modelSettings, SECTION } from '../settings.ts';
import { type PickedRun, pickRun } from './pick-run.ts';

/**
 * Writes one file about a run, for a bug report; answers where it is.
 *
 * @param destination where to, when a test answers in the person's place
 */
export async function exportRunReport(
  services: Services,
  argument: unknown,
  destination?: unknown,
): Promise<vscode.Uri | undefined> {
  const picked = await pickRun(services, argument, {
    title: 'Export a report of which run?',
    placeHolder: 'One file for a bug report, without keys',
  });
  if (picked === undefined) return undefined;
  const file = destination instanceof vscode.Uri ? destination : await askWhere(picked);
  if (file === undefined) return undefined;
  const text = await reportText(services, picked);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  void report(file);
  return file;
}

function askWhere({ folder, runId }: PickedRun): Thenable<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({
    title: 'Export Report',
    defaultUri: vscode.Uri.joinPath(folder.uri, `workorder-report-${runId}.json`),
    filters: { 'Report of a run': ['json'] },
  });
}

async function reportText(services: Services, { folder, runId }: PickedRun): Promise<string> {
  const { exportReport } = await import('../../node/report/export-report.ts');
  const { app, journals } = await services.folders.of(folder);
  const { baseUrl } = modelSettings();
  const endpoint = parseEndpoint(baseUrl === '' ? OPENAI_BASE_URL : baseUrl);
  const key = endpoint.ok ? await services.keys.get(endpoint.value.origin) : undefined;
  const settings = changedSettings(settingNames(services));
  // An address may carry a key behind its question mark.
  const withoutQuery = baseUrl === '' ? {} : { 'workorder.models.baseUrl': baseUrl.replace(/\?.*$/s, '?…') };
  return exportReport({
    journals,
    runId,
    secrets: key === undefined ? [] : [key],
    secretFiles: (await app.workOrders.shared(runId))?.secrets,
    versions: { 'VS Code': vscode.version, host: vscode.env.appHost },
    settings: { ...settings, ...withoutQuery },
  });
}

/** Every setting of the manifest, without the section. */
function settingNames({ context }: Services): readonly string[] {
  const manifest = context.extension.packageJSON as {
    readonly contributes: { readonly configuration: readonly { readonly properties: object }[] };
  };
  const names = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  return names.map(name => name.slice(SECTION.length + 1));
}

async function report(file: vscode.Uri): Promise<void> {
  const open = 'Open';
  const reveal = 'Show in Folder';
  const answer = await showInformationMessage(
    `Wrote ${vscode.workspace.asRelativePath(file)}. Read it before you pass it on: it holds what the models and tools were shown.`,
    open,
    reveal,
  );
  if (answer === open) await vscode.window.showTextDocument(file);
  if (answer === reveal) await vscode.commands.executeCommand('revealFileInOS', file);
}
