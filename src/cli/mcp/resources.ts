import { ErrorCode, type Resource, type ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import { unifiedDiff } from '../../core/changes/unified-diff.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import { orderText } from '../../core/panel/new-order.ts';
import { ORDER_TEMPLATES } from '../../core/panel/order-templates.ts';
import { type HistoryEntry, outcomeWords } from '../../core/runs/history.ts';
import { withoutSecretFiles } from '../../core/runs/without-secret-files.ts';
import { pageAnswer } from '../../core/tools/page-answer.ts';
import { MAX_ANSWER } from '../../core/tools/read-more.ts';
import { WORKFLOWS } from '../../core/verification/policy.ts';
import { policyOf } from '../../core/verification/read-policy.ts';
import type { RunsHere } from '../history.ts';
import { ProtocolError } from './protocol-error.ts';

/** Runs of one list; the next ones are asked for with the cursor. */
const RUNS_A_PAGE = 50;
/** Characters of one resource, as of an answer of a tool; a longer one has `?page=2` and so on. */
const PAGE = MAX_ANSWER;
/** What the protocol calls a resource that is not there. */
const NOT_FOUND = -32002;

/** Characters of what a client named in the sentence that refuses it. */
const MOST_REPEATED = 200;

const JSON_TEXT = 'application/json';
const PARTS = {
  diff: { about: 'what it changed, as a unified diff', mimeType: 'text/x-diff' },
  evidence: {
    about: 'what code found out about its changes, and what each check came to',
    mimeType: 'application/jsonl',
  },
  verification: {
    about: 'its records and files compared now: what is still as it was applied',
    mimeType: JSON_TEXT,
  },
  journal: { about: 'every event, a line each', mimeType: 'application/jsonl' },
} as const;
type Part = keyof typeof PARTS;

export const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'workorder://runs/{run}',
    name: 'run',
    title: 'Run',
    description: 'What happened in a run, as a Markdown document. RUN is its id, or the beginning of one.',
    mimeType: 'text/markdown',
  },
  ...Object.entries(PARTS).map(([part, { about, mimeType }]) => ({
    uriTemplate: `workorder://runs/{run}/${part}`,
    name: `run ${part}`,
    title: `${part[0]?.toUpperCase() ?? ''}${part.slice(1)} of a run`,
    description: `Of a run ${about}.`,
    mimeType,
  })),
  {
    uriTemplate: 'workorder://policy/{workflow}',
    name: 'policy',
    title: 'Policy',
    description: `What must hold before a change may be applied, and where each line comes from. WORKFLOW is one of: ${WORKFLOWS.join(', ')}.`,
    mimeType: JSON_TEXT,
  },
  {
    uriTemplate: 'workorder://orders/{template}',
    name: 'order template',
    title: 'Template of a work order',
    description: `A work order to fill in: ${ORDER_TEMPLATES.map(({ name }) => name).join(', ')}.`,
    mimeType: JSON_TEXT,
  },
];

const FIXED: readonly Resource[] = [
  {
    uri: `workorder://policy/${encodeURIComponent('tool call')}`,
    name: 'policy',
    title: 'Policy of edits by tools',
    description: 'What must hold before a change that is made by a tool call may be applied.',
    mimeType: JSON_TEXT,
  },
  ...ORDER_TEMPLATES.map(({ name, about }) => ({
    uri: `workorder://orders/${name}`,
    name: `order ${name}`,
    title: `Work order: ${name}`,
    description: `Template: ${about}.`,
    mimeType: JSON_TEXT,
  })),
];

/** Policy, templates, and the runs of the workspace, newest first, some at a time. */
export async function listResources({ history }: RunsHere, cursor: string | undefined) {
  const runs = await history.list();
  const from = cursor === undefined ? 0 : runs.findIndex(({ runId }) => runId === cursor) + 1;
  if (cursor !== undefined && from === 0) throw noPageAfter(cursor);
  const shown = runs.slice(from, from + RUNS_A_PAGE);
  const last = shown.at(-1);
  return {
    resources: [...(cursor === undefined ? FIXED : []), ...shown.map(describeRun)],
    ...(last !== undefined && from + shown.length < runs.length ? { nextCursor: last.runId } : {}),
  };
}

/** A list that has no cursor of its own. */
export function onlyPage(cursor: string | undefined): void {
  if (cursor !== undefined) throw noPageAfter(cursor);
}

const noPageAfter = (cursor: string): ProtocolError =>
  new ProtocolError(
    ErrorCode.InvalidParams,
    `there is no page after "${cursor.slice(0, MOST_REPEATED)}"; list again without a cursor`,
  );

function describeRun(run: HistoryEntry): Resource {
  const { runId, kind, title, startedAt } = run;
  return {
    uri: `workorder://runs/${runId}`,
    name: runId,
    title: showControls(title),
    description: `${kind}, ${outcomeWords(run)}`,
    mimeType: 'text/markdown',
    annotations: { lastModified: new Date(startedAt).toISOString() },
  };
}

interface Text {
  readonly mimeType: string;
  readonly text: string;
}

/** One resource, or a page of it. */
export async function readResource(uri: string, runs: () => Promise<RunsHere>) {
  const { place, page } = parse(uri);
  const whole = await read(uri, place, runs);
  const pages = pageAnswer(whole.text, PAGE);
  const text = pages[page - 1];
  if (typeof text !== 'string')
    throw new ProtocolError(
      ErrorCode.InvalidParams,
      `there is no such page of ${uri}; it has ${pages.length === 1 ? 'one page' : `pages 1 to ${pages.length}`}`,
    );
  const rest = {
    ...(pages.length > 1 ? { _meta: { 'work-order/page': page, 'work-order/pages': pages.length } } : {}),
  };
  return { contents: [{ uri, mimeType: whole.mimeType, text, ...rest }], pages: pages.length };
}

function parse(uri: string): { readonly place: readonly string[]; readonly page: number } {
  const [, rest = '', query = ''] = /^workorder:\/\/([^?#]*)(?:\?page=(\d{1,6}))?$/.exec(uri) ?? [];
  if (rest === '') throw unknown(uri);
  try {
    return { place: rest.split('/').map(decodeURIComponent), page: query === '' ? 1 : Number(query) };
  } catch {
    throw unknown(uri);
  }
}

async function read(
  uri: string,
  [kind, name = '', part, ...more]: readonly string[],
  runs: () => Promise<RunsHere>,
): Promise<Text> {
  if (more.length > 0 || name === '') throw unknown(uri);
  if (kind === 'runs' && (part === undefined || Object.hasOwn(PARTS, part)))
    return readRun(await runs(), name, part as Part | undefined);
  if (part !== undefined) throw unknown(uri);
  if (kind === 'policy') return readPolicy(uri, name, await runs());
  const template = kind === 'orders' ? ORDER_TEMPLATES.find(one => one.name === name) : undefined;
  if (template === undefined) throw unknown(uri);
  return { mimeType: JSON_TEXT, text: orderText(template.order) };
}

async function readPolicy(uri: string, name: string, { files }: RunsHere): Promise<Text> {
  const workflow = WORKFLOWS.find(one => one === name);
  if (workflow === undefined) throw unknown(uri);
  const merged = await policyOf(files, workflow);
  if (!merged.ok) throw new ProtocolError(ErrorCode.InternalError, merged.error);
  return { mimeType: JSON_TEXT, text: asJson({ workflow, lines: merged.value.lines }) };
}

/** What can be passed on of a run: without the text of files that look like secrets. */
async function readRun({ history }: RunsHere, asked: string, part: Part | undefined): Promise<Text> {
  const found = await history.find(asked);
  if (!found.ok) throw new ProtocolError(NOT_FOUND, found.error);
  const { runId, source } = found.value;
  const run = await source.open();
  if (part === undefined) return { mimeType: 'text/markdown', text: (await run.transcript(runId)) ?? '' };
  const { mimeType } = PARTS[part];
  if (part === 'verification') {
    const verified = await run.verify(runId);
    return {
      mimeType,
      text: asJson({ run: runId, ...(verified.ok ? verified.value : { error: verified.error }) }),
    };
  }
  const shared = await run.shared(runId);
  if (part === 'diff') {
    const diff = (await run.changes(runId)).map(unifiedDiff).join('');
    return { mimeType, text: withoutSecretFiles(diff, shared?.secrets).value };
  }
  const events = shared?.events ?? [];
  const wanted = part === 'journal' ? events : events.filter(({ type }) => EVIDENCE.has(type));
  return { mimeType, text: wanted.map(event => `${JSON.stringify(event)}\n`).join('') };
}

const EVIDENCE: ReadonlySet<string> = new Set([
  'evidence',
  'verified',
  'simulated',
  'tried',
  'linted',
  'reviewed',
]);

const asJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const unknown = (uri: string): ProtocolError =>
  new ProtocolError(
    NOT_FOUND,
    `there is no resource ${uri.slice(0, MOST_REPEATED)}; resources/list and resources/templates/list say what there is`,
  );
