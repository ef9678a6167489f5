import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runStatementOf } from '../../core/attestation/run-statement.ts';
import type { TargetResult } from '../../core/campaign/events.ts';
import type { FileChange } from '../../core/changes/change-set.ts';
import type { Cost } from '../../core/conversation/prices.ts';
import { addReply, NOTHING_SPENT, type Spent } from '../../core/conversation/spent.ts';
import type { ModelUsage } from '../../core/ports/model.ts';
import { TURNED_OFF } from '../../core/verification/verdict.ts';
import { version } from '../../generated/version.ts';
import type { WorkEnd } from '../../node/campaign/run-target.ts';
import { systemClock } from '../../node/system.ts';
import { gitBlob } from '../attestation/attest.ts';
import type { Io } from '../io.ts';

type Line = Readonly<Record<string, unknown>>;

export interface Heard {
  readonly io: Pick<Io, 'stdout' | 'stderr'>;
  readonly lines: Line[];
  readonly said: () => string;
}

/** What a command prints with `--json`: events, then the outcome. */
export function listen(): Heard {
  const lines: Line[] = [];
  let [rest, said] = ['', ''];
  return {
    lines,
    said: () => said.trim(),
    io: {
      stdout: text => {
        const parts = (rest + text).split('\n');
        rest = parts.pop() ?? '';
        for (const part of parts) if (part.startsWith('{')) lines.push(JSON.parse(part) as Line);
      },
      stderr: text => {
        said = `${said}${text}`.slice(-4000);
      },
    },
  };
}

/** What the command of a target came to, by what it printed and its exit code. */
export function endOf({ lines, said }: Heard, code: number | undefined, root: string): WorkEnd {
  const last = lines.at(-1) ?? {};
  const { outcome, reasons } = outcomeOf(lines, code, said);
  const verified = lines.filter(one => one['type'] === 'verified');
  const results = verified.flatMap(one => listOf<Checked>(one['results']));
  const files = listOf<RecordedFile>(last['files']);
  const checks = lastOfEach(results.filter(({ reason }) => reason !== TURNED_OFF));
  const findings = verified.flatMap(one => listOf<TargetResult['findings'][number]>(one['findings']));
  return {
    outcome: outcome === 'EXECUTED' ? 'DONE' : outcome,
    reasons,
    checks,
    findings,
    spent: lines.reduce(addSpent, NOTHING_SPENT),
    bundle: {
      'run.jsonl': lines.map(one => `${JSON.stringify(one)}\n`).join(''),
      ...attestationOf(lines, last, files, outcome, root),
    },
  };
}

/** By its own words, by those of a plan, or, where it printed neither, by its exit code. */
function outcomeOf(
  lines: readonly Line[],
  code: number | undefined,
  said: () => string,
): Pick<WorkEnd, 'outcome' | 'reasons'> {
  const last = lines.at(-1) ?? {};
  if (typeof last['outcome'] === 'string')
    return { outcome: last['outcome'], reasons: textsOf(last['reasons']) };
  const plan = lines.findLast(({ type }) => type === 'plan_finished');
  const outcome =
    plan !== undefined
      ? planOutcome(String(plan['result']), lines)
      : code === 2 || code === undefined
        ? 'BLOCKED'
        : 'FAILED';
  if (outcome === 'DONE') return { outcome, reasons: [] };
  const reason =
    plan !== undefined
      ? String(plan['reason'])
      : said().split('\n').at(-1) || `it ended with exit code ${code}`;
  return { outcome, reasons: [reason] };
}

/** A plan says only that it stopped; why is what the last step came to, if one was begun. */
function planOutcome(result: string, lines: readonly Line[]): string {
  if (result !== 'STOPPED') return result;
  const step = lines.findLast(({ type }) => type === 'step_finished');
  return step?.['outcome'] === 'FAILED' ? 'FAILED' : 'BLOCKED';
}

interface Checked {
  readonly check: string;
  readonly verdict: TargetResult['checks'][number]['verdict'];
  readonly reason: string;
}
interface RecordedFile {
  readonly path: string;
  readonly before_sha256: string | null;
  readonly after_sha256: string | null;
}

const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);
const textsOf = (value: unknown): readonly string[] => listOf<unknown>(value).map(String);

/** What was found last of each check: after the apply rather than before it, where both looked. */
function lastOfEach(results: readonly Checked[]): TargetResult['checks'] {
  const last = new Map<string, Checked>();
  // A check that looks at one of the two moments only says nothing at the other.
  for (const { check, verdict, reason } of results)
    if (verdict !== 'not run' || !last.has(check)) last.set(check, { check, verdict, reason });
  return [...last.values()];
}

function addSpent(spent: Spent, line: Line): Spent {
  const { type, model, usage, cost } = line;
  if (type !== 'model_replied' && type !== 'qa_replied' && type !== 'replied') return spent;
  return addReply(spent, String(model), usage as ModelUsage, cost as Cost | undefined);
}

/** What the run left, as an in-toto statement; of a plan, whose steps have one each, there is none. */
function attestationOf(
  lines: readonly Line[],
  last: Line,
  files: readonly RecordedFile[],
  outcome: string,
  root: string,
): Readonly<Record<string, string>> {
  if (outcome !== 'APPLIED' || files.length === 0) return {};
  const changes = files.map(({ path: name, before_sha256: before, after_sha256: after }): FileChange => {
    const place = path.join(root, name);
    const isThere = after !== null && existsSync(place);
    return {
      path: name,
      before: undefined,
      beforeSha256: before ?? undefined,
      after: isThere ? readFileSync(place) : undefined,
      afterSha256: isThere ? after : undefined,
      spans: [],
    };
  });
  const statement = runStatementOf(
    {
      summary: { runId: String(last['run']), outcome, kind: 'campaign target' },
      lines: lines.map(one => ({ ...one, type: String(one['type']) })),
      files: changes,
    },
    { version, at: systemClock.now(), gitBlob },
  );
  return statement === undefined ? {} : { 'attestation.json': `${JSON.stringify(statement)}\n` };
}
