import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runStatementOf } from '../../core/attestation/run-statement.ts';
import type { TargetResult } from '../../core/campaign/events.ts';
import type { FileChange } from '../../core/changes/change-set.ts';
import type { Cost } from '../../core/conversation/prices.ts';
import { addReply, NOTHING_SPENT, type Spent } from '../../core/conversation/spent.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { Model, ModelUsage } from '../../core/ports/model.ts';
import { TURNED_OFF } from '../../core/verification/verdict.ts';
import { version } from '../../generated/version.ts';
import type { TargetJob, WorkEnd, WorkOnTarget } from '../../node/campaign/run-target.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { systemClock } from '../../node/system.ts';
import { makeTemporaryFolder } from '../../node/temporary-folders.ts';
import { gitBlob } from '../attest.ts';
import { COMMANDS } from '../command-list.ts';
import { type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';

/** Of a campaign's or worker's own command line, what each target's command gets as it was given. */
const NOT_HANDED_ON: readonly string[] = [
  'root',
  'json',
  'yes',
  'quiet',
  'verbose',
  'no-color',
  'help',
  'timeout',
];

/**
 * Lets the command of an existing workflow work on a target as a person at the terminal would: `wrap`, `run` or `plan`
 * with `--yes`, in a checkout that is thrown away. What it prints is read, nothing is shown.
 *
 * @param limit what every model goes through before it is asked
 */
export function createWorkOnTarget(
  line: Pick<CommandLine, 'given'>,
  io: Io,
  limit: (model: Model, job: TargetJob) => Model = model => model,
): WorkOnTarget {
  return async (root, job, signal) => {
    const { name, options, operands, files } = commandFor(job);
    if (name === 'wrap') {
      const sandbox = await openSandbox(root).state();
      // The command itself would name an option that campaigns do not have.
      if (sandbox.kind === 'none') return blockedEnd(`${NO_SANDBOX} (${sandbox.reason})`);
    }
    const loaded = await COMMANDS[name]?.load();
    if (loaded === undefined) throw new Error(`there is no command ${name}`);
    const { command } = loaded;
    const folder = await makeTemporaryFolder({ kind: 'campaign', outside: root });
    const heard = listen();
    let isModelOut = false;
    const observed = (model: Model): Model => ({
      label: model.label,
      ...(model.identity && { identity: model.identity }),
      ask: async request => {
        const reply = await limit(model, job).ask(request);
        isModelOut = reply.kind === 'fault' && reply.outage !== undefined;
        return reply;
      },
    });
    try {
      for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
      const argv = [
        ...['--root', root, '--json', '--yes'],
        ...options,
        ...('budget' in command.options && job.targetBudget !== undefined
          ? ['--budget', job.targetBudget]
          : []),
        ...handedOn(line, command.options),
        '--',
        ...operands.map(one => (Object.hasOwn(files, one) ? path.join(folder, one) : one)),
      ];
      const code = await command
        .execute(argv, { ...quietIo(io, signal), ...heard.io, model: observed })
        .catch((error: unknown) => {
          if (error instanceof Cancelled || signal.aborted) throw new Cancelled();
          if (error instanceof UsageError) heard.io.stderr(error.message);
          else throw error;
          return undefined;
        });
      if (signal.aborted) throw new Cancelled();
      const end = endOf(heard, code, root);
      return isModelOut && end.outcome !== 'APPLIED' && end.outcome !== 'DONE'
        ? { ...end, fault: 'model' }
        : end;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

const NO_SANDBOX =
  'there is no sandbox on this machine, and a campaign runs no program without one; install bubblewrap, or let a worker on another machine do it';

const blockedEnd = (reason: string): WorkEnd => ({
  outcome: 'BLOCKED',
  reasons: [reason],
  checks: [],
  findings: [],
  spent: NOTHING_SPENT,
  bundle: {},
});

interface Invocation {
  readonly name: 'wrap' | 'run' | 'plan';
  readonly options: readonly string[];
  readonly operands: readonly string[];
  /** Files that are made beside the checkout; an operand of this name is replaced by the path. */
  readonly files: Readonly<Record<string, string>>;
}

function commandFor({ template: { wrap, work_order: order, plan } }: TargetJob): Invocation {
  if (wrap) {
    const many = (option: string, values: readonly (string | number)[] = []) =>
      values.flatMap(value => [`--${option}=${value}`]);
    const options = [
      ...many('scope', wrap.scope),
      ...many('claim', wrap.claims),
      ...many('invariant', wrap.invariants),
      ...many('require', wrap.require),
      ...many('accept-exit', wrap.accept_exit),
    ];
    return { name: 'wrap', options, operands: wrap.command, files: {} };
  }
  if (order !== undefined)
    return { name: 'run', options: [], operands: [ORDER], files: { [ORDER]: JSON.stringify(order) } };
  return { name: 'plan', options: [], operands: [PLAN], files: { [PLAN]: JSON.stringify(plan) } };
}

const ORDER = 'campaign.workorder.json';
const PLAN = 'campaign.plan.json';

function handedOn(
  { given }: Pick<CommandLine, 'given'>,
  own: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (NOT_HANDED_ON.includes(name) || !(name in own || COMMON_HANDED_ON.includes(name))) return [];
    if (value === true) return [`--${name}`];
    return (Array.isArray(value) ? value : [value]).map(one => `--${name}=${String(one)}`);
  });
}

/** Options of every command that make sense for a target. */
const COMMON_HANDED_ON: readonly string[] = [
  'lint-tools',
  'lint-path',
  'allow-secret-file',
  ...LINTERS.map(({ name }) => name),
];

/** Nobody answers, nothing is shown. */
const quietIo = (io: Io, signal: AbortSignal): Io => ({
  env: io.env,
  cwd: io.cwd,
  isTerminal: false,
  stdout: () => undefined,
  stderr: () => undefined,
  ask: async () => undefined,
  readInput: () => '',
  readInputBytes: () => new Uint8Array(),
  signal,
});

type Line = Readonly<Record<string, unknown>>;

interface Heard {
  readonly io: Pick<Io, 'stdout' | 'stderr'>;
  readonly lines: Line[];
  readonly said: () => string;
}

/** What a command prints with `--json`: events, then the outcome. */
function listen(): Heard {
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

function endOf({ lines, said }: Heard, code: number | undefined, root: string): WorkEnd {
  const last = lines.at(-1) ?? {};
  const plan = lines.findLast(({ type }) => type === 'plan_finished');
  const spoken = last['outcome'];
  const isOutcome = typeof spoken === 'string';
  const outcome = isOutcome
    ? spoken
    : plan !== undefined
      ? planOutcome(String(plan['result']), lines)
      : code === 2 || code === undefined
        ? 'BLOCKED'
        : 'FAILED';
  const reasons = isOutcome
    ? textsOf(last['reasons'])
    : plan !== undefined && outcome !== 'DONE'
      ? [String(plan['reason'])]
      : outcome === 'DONE'
        ? []
        : [said().split('\n').at(-1) || `it ended with exit code ${code}`];
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
