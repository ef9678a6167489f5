import { homedir, release, type } from 'node:os';
import type { SecretFiles } from '../../core/runs/without-secret-files.ts';
import { buildWorkReport, type WorkReportParts } from '../../core/runs/work-report.ts';
import type { RunEvent } from '../../core/workorder/events.ts';
import { buildReport } from '../../core/workorder/report.ts';
import type { RunReport } from '../../generated/contracts.ts';
import { version } from '../../generated/version.ts';
import type { DiskJournals } from '../journal/journals.ts';
import { readRecording } from '../model/record-run.ts';
import { redactReport } from './redact-report.ts';

export interface ExportRequest {
  readonly journals: DiskJournals<RunEvent>;
  readonly runId: string;
  /** Keys known on this machine; whatever looks like a key is taken out as well. */
  readonly secrets: readonly string[];
  /** What is known of the run's secret-looking files. */
  readonly secretFiles: SecretFiles | undefined;
  /** Of the host, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Of the host, those that differ from their default. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The text of the report of a work order's run. Throws when there is no such run or it is damaged. */
export async function exportReport(request: ExportRequest): Promise<string> {
  const { journals, runId } = request;
  const events = await journals.read(runId);
  if (!events) throw new Error(`There is no run ${runId}; the history lists those there are`);
  const recording = await readRecording(journals, runId);
  const report = buildReport({
    runId,
    events,
    ...(recording ? { recording } : {}),
    versions: { ...versionsHere(request.versions), ...linterVersions(events) },
    settings: request.settings,
  });
  return layOut(redactReport(report, request.secrets, homedir(), request.secretFiles));
}

/** The same for the run of a plan, an agent, a ticket or a ROUTA workspace. */
export const exportWorkReport = ({
  secrets,
  secretFiles,
  ...parts
}: WorkReportParts & Pick<ExportRequest, 'secrets' | 'secretFiles'>): string => {
  const report = buildWorkReport({ ...parts, versions: versionsHere(parts.versions) });
  return layOut(redactReport(report, secrets, homedir(), secretFiles));
};

/** Of the product, the host and the machine. */
const versionsHere = (versions: Readonly<Record<string, string>>): Record<string, string> => ({
  'Work Order': version,
  ...versions,
  Node: process.versions.node,
  system: `${type()} ${release()} ${process.arch}`,
});

function linterVersions(events: readonly RunEvent[]): Record<string, string> {
  const tools = events.flatMap(event =>
    event.type === 'linted' || event.type === 'lint_previewed' ? event.outcome.tools : [],
  );
  return Object.fromEntries(tools.map(tool => [tool.tool, tool.version]));
}

/** JSON to be read: what is short comes first on lines of its own, then one event and one turn on each line. */
function layOut({ journal, replay, ...head }: RunReport): string {
  const indented = JSON.stringify(head, undefined, 2).replace(/\n\}$/, '');
  const { turns, ...about } = replay;
  const list = (items: readonly unknown[], indent: string) =>
    `[${items.map(item => `\n${indent}${JSON.stringify(item)}`).join(',')}${items.length > 0 ? `\n${indent.slice(2)}` : ''}]`;
  const shortAbout = JSON.stringify(about, undefined, 2).replace(/\n\}$/, '').replaceAll('\n', '\n  ');
  return `${indented},\n  "journal": ${list(journal, '    ')},\n  "replay": ${shortAbout},\n    "turns": ${list(turns, '      ')}\n  }\n}\n`;
}
