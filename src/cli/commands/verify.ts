import type { FileChange } from '../../core/changes/change-set.ts';
import type { Tried, TryOut } from '../../core/ports/trials.ts';
import type { HistoryEntry } from '../../core/runs/history.ts';
import type { RunVerification } from '../../core/runs/stored-runs.ts';
import { tryOutChange } from '../../core/trials/try-out.ts';
import {
  ATTEST_OPTIONS,
  asksToAttest,
  checkSigners,
  SIGNERS_OPTION,
} from '../attestation/attestation-options.ts';
import { checkAttestableRun } from '../attestation/check-attestable.ts';
import { defineCommand } from '../command.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { attestationJson, attestationText } from '../print/attestation-lines.ts';
import { colours } from '../print/colours.ts';
import { printTried } from '../print/trials.ts';
import { sayUnfinished } from '../say-unfinished.ts';
import { agreesToRun, readTryOut, TRY_OPTIONS } from '../try-out.ts';
import { openWorkspace } from '../workspace.ts';

export const command = defineCommand({
  forms: [
    'workorder verify [RUN|--last] [--attest FILE]',
    'workorder verify --attestation FILE|COMMIT [--signers FILE]',
  ],
  about: [
    'Re-checks an applied run of any kind (default: the latest) against its records and the files. Asks no model.',
    ABOUT_RUN,
    'With --attest what the run left is written down as an attestation, where its records agree and its files are as it left them.',
    'With --attestation what an attestation of a commit says is found again from the commits themselves, without a model and on any machine; the files are compared with one of a run.',
  ],
  options: {
    ...RUN_OPTIONS,
    ...TRY_OPTIONS,
    attestation: textOption('FILE|COMMIT', 're-check this attestation, or the one in the notes of a commit'),
    ...SIGNERS_OPTION,
    attest: textOption('FILE', 'write down what the run left, for others to verify'),
    'sign-key': ATTEST_OPTIONS['sign-key'],
  },
  notes: [
    'Exit codes: 0 the records agree and nothing was overwritten, 1 they do not, nothing was applied, a function behaves differently with --run or a test newly fails with --run-tests, 3 there is no such run.',
  ],
  takes: [[], 1],
  async run(line, io) {
    sayUnfinished(line, io);
    const attestation = line.text('attestation');
    const attests = asksToAttest(line, io);
    if (attestation !== undefined && attests)
      throw new UsageError('--attest writes an attestation, --attestation checks one: give one of them');
    if (attests) checkAttestableRun(line);
    checkSigners(line, io, 'attestation', attestation !== undefined);
    if (attestation !== undefined) return verifyAttestation(attestation, line, io);
    const tryOut = readTryOut(line);
    const entry = await chooseRun(openRuns(line), line);
    const { runId, source } = entry;
    const runs = await source.open();
    const verified = await runs.verify(runId);
    if (!verified.ok) {
      if (line.json) io.stdout(`${JSON.stringify({ run: runId, error: verified.error })}\n`);
      io.stderr(`${verified.error}\n`);
      return EXIT.failed;
    }
    const { files, problems } = verified.value;
    if (!line.json) {
      for (const file of files) io.stdout(`${file.verdict.padEnd(14)} ${file.path}\n`);
      for (const problem of problems) io.stdout(`problem        ${problem}\n`);
      if (problems.length === 0) io.stdout(`The records of run ${runId} agree with each other.\n`);
    }
    const tried = tryOut && (await tryRun(await runs.changes(runId), tryOut, line, io));
    const kept = tried && (await runs.recordTried(runId, tried));
    if (kept?.ok === false) io.stderr(`What was run is not part of the run's record: ${kept.error}\n`);
    const earlier = tried === undefined ? verified.value.tried : undefined;
    if (earlier !== undefined && !line.json)
      io.stdout(`Run before and after it on ${dayOf(earlier.at)}:\n${printTried(earlier, {}, colours(io))}`);
    if (line.json) io.stdout(`${JSON.stringify({ run: runId, files, problems, ...(tried ?? earlier) })}\n`);
    const holds = problems.length === 0 && files.every(file => file.verdict !== 'overwritten');
    const isAttested = !attests || (await attestRun(entry, verified.value, line, io));
    return holds && isAttested && !(tried && differs(tried)) ? EXIT.ok : EXIT.failed;
  },
});

/** Says what was written, or why nothing was; `false`: nothing was. */
async function attestRun(
  { runId, kind, outcome, source }: HistoryEntry,
  { files, problems }: RunVerification,
  line: CommandLine,
  io: Io,
): Promise<boolean> {
  const other = files.find(({ verdict }) => verdict !== 'as applied');
  if (problems.length > 0 || other !== undefined) {
    const why = problems[0] ?? `${other?.path ?? ''} is ${other?.verdict ?? ''}`;
    io.stderr(`Nothing is attested: ${why}.\n`);
    return false;
  }
  const { writeRunAttestation } = await import('../attestation/attest.ts');
  const runs = await source.open();
  const [changed, lines = []] = await Promise.all([runs.changes(runId), runs.events(runId)]);
  const run = { summary: { runId, kind, outcome }, lines, files: changed };
  const written = await writeRunAttestation(line, io, line.root, run);
  io.stderr(`${written.ok ? written.value : written.error}\n`);
  return written.ok;
}

async function verifyAttestation(name: string, line: CommandLine, io: Io): Promise<number> {
  const { checkAttestation } = await import('../attestation/check-attestation.ts');
  const checked = await checkAttestation(line, io, name);
  if (!checked.ok) {
    if (line.json) io.stdout(`${JSON.stringify({ holds: false, problems: [checked.error] })}\n`);
    io.stderr(`${checked.error}\n`);
    return EXIT.failed;
  }
  const { value } = checked;
  io.stdout(line.json ? `${JSON.stringify(attestationJson(value))}\n` : attestationText(value));
  return value.problems.length === 0 ? EXIT.ok : EXIT.failed;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const differs = ({ trials, tests }: Tried): boolean =>
  trials.some(({ result }) => result.verdict === 'counterexample') ||
  (tests?.kind === 'compared' && tests.newly_failing.length > 0);

/** What a run changed, as it was and as the run left it, in copies of the workspace as it is now. */
async function tryRun(
  files: readonly FileChange[],
  tryOut: TryOut,
  line: CommandLine,
  io: Io,
): Promise<Tried> {
  const write = line.json ? io.stderr : io.stdout;
  const { trials, analyst } = await openWorkspace(line);
  if (!(await agreesToRun(trials, tryOut, line, io))) throw new UsageError('nothing was run');
  const changes = { files, receipts: [] };
  const examined = await analyst.examine({ changes, invariants: [], changedSignatures: [] }, line.signal);
  const tried = await tryOutChange(trials, changes, examined, tryOut, line.signal);
  write(printTried(tried, tryOut, colours(io)));
  return tried;
}
