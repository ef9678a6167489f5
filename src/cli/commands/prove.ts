import { gitlabCodeQuality } from '../../core/formats/gitlab.ts';
import { junit } from '../../core/formats/junit.ts';
import { proofJson } from '../../core/formats/proof-json.ts';
import type { ClaimText, GivenChange } from '../../core/prove/given-change.ts';
import { type Proof, prove } from '../../core/prove/prove.ts';
import { sha256, systemClock } from '../../node/system.ts';
import { forTerminal } from '../../node/terminal-text.ts';
import {
  ATTEST_OPTIONS,
  asksToAttest,
  checkSigners,
  SIGNERS_OPTION,
} from '../attestation/attestation-options.ts';
import { checkAttestable, checkAttestedRange } from '../attestation/check-attestable.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { checkCanWrite, writeNamedFile } from '../named-file.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import { chooseWord } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { attestationText } from '../print/attestation-lines.ts';
import { type Colours, colours } from '../print/colours.ts';
import { proofText } from '../print/proof-lines.ts';
import { chooseSource, INPUT_OPTIONS, readProveInput } from '../prove/prove-input.ts';
import { LINT_OPTIONS, proveLint, readLinters } from '../prove/prove-lint.ts';
import { proveByRunning } from '../prove/prove-run.ts';
import { REQUIRE_OPTION, readRequired } from '../require-checks.ts';
import { readTryOut, TRY_OPTIONS } from '../try-out.ts';

const FORMATS = ['terminal', 'json', 'sarif', 'github', 'gitlab', 'junit', 'markdown'] as const;
type Format = (typeof FORMATS)[number];

export const command = defineCommand({
  forms: ['workorder prove [RANGE | --staged | --worktree | --patch FILE|- | --dirs BEFORE AFTER]'],
  about: [
    'Says what code can show of a change that somebody made: what is proved, what breaks, what to look at. Asks no model, needs no key and writes nothing to the files.',
    'RANGE is A..B, A...B (from where both parted), or one commit, against its parent. The default of --root is the top of the repository. The policy is .workorder/policy.json as it was before the change (workflow "prove").',
  ],
  options: {
    ...INPUT_OPTIONS,
    invariant: listOption('"PHRASE"', 'what must not change, in the words of docs/evidence.md'),
    ...REQUIRE_OPTION,
    ...LINT_OPTIONS,
    ...TRY_OPTIONS,
    ...ATTEST_OPTIONS,
    'require-attestation': flagOption(
      'block when a commit of the range has no attestation in its notes that holds and passed (with --signers: signed)',
    ),
    ...SIGNERS_OPTION,
    format: textOption(FORMATS.join('|'), 'how it is printed (default: terminal)'),
    output: textOption('FILE', 'write there what would be printed'),
    report: listOption('FORMAT=FILE', 'write it in this format, too'),
  },
  notes: [
    'Exit codes: 0 no check that the policy requires fails, 1 the change cannot be read, 2 blocked by the policy, 3 wrong usage, 130 cancelled.',
  ],
  takes: [[], 2],
  async run(line, io) {
    const format = line.json ? 'json' : (chooseWord(line, 'format', FORMATS) ?? 'terminal');
    const layers = [readRequired(line)];
    const reports = readReports(line);
    for (const file of [line.text('output'), ...reports.map(report => report.file)])
      if (file !== undefined) checkCanWrite(file, io);
    const isRange = chooseSource(line) === 'range';
    const attests = asksToAttest(line, io);
    if (attests) await checkAttestable(line, isRange);
    const demands = line.flag('require-attestation');
    if (demands && !isRange) throw new UsageError('--require-attestation needs a RANGE');
    checkSigners(line, io, 'require-attestation', demands);
    const linters = readLinters(line);
    const tryOut = readTryOut(line);
    const progress = (sentence: string) => {
      if (io.isTerminal && !line.quiet) io.stderr(`${sentence} …\n`);
    };
    const { given, root, claims } = await readProveInput(line, io, progress);
    if (!given.ok) {
      io.stderr(`${given.error}\n`);
      return EXIT.failed;
    }
    if (attests) checkAttestedRange(given.value);
    const proof = await prove(given.value, {
      ports: { sha256, clock: systemClock },
      signal: line.signal,
      invariants: line.list('invariant'),
      layers,
      lint: proveLint(linters, given.value, root, line),
      runs: await proveByRunning(tryOut, line, root, io),
      progress,
    });
    await print(proof, format, line, io);
    for (const report of reports) await write(proof, report.format, report.file, io);
    if (attests && !(await attest(line, io, root, { given: given.value, claims }, proof))) return EXIT.failed;
    const isMissing = demands && !(await hasAttestations(line, io));
    return proof.outcome === 'blocked' || isMissing ? EXIT.blocked : EXIT.ok;
  },
});

async function print(proof: Proof, format: Format, line: CommandLine, io: Io): Promise<void> {
  const output = line.text('output');
  if (output === undefined) io.stdout(await textOf(proof, format, colours(io)));
  else await write(proof, format, output, io);
}

async function write(proof: Proof, format: Format, file: string, io: Io): Promise<void> {
  const plain = colours({ isTerminal: false, env: { NO_COLOR: '1' } });
  await writeNamedFile(file, forTerminal(await textOf(proof, format, plain)), io);
}

async function attest(
  line: CommandLine,
  io: Io,
  root: string,
  about: { readonly given: GivenChange; readonly claims: readonly ClaimText[] },
  proof: Proof,
): Promise<boolean> {
  const { writeAttestation } = await import('../attestation/attest.ts');
  const written = await writeAttestation(line, io, root, about, proof);
  io.stderr(`${written.ok ? written.value : written.error}\n`);
  return written.ok;
}

/** Says of each commit what is wrong; `false` when something is. */
async function hasAttestations(line: CommandLine, io: Io): Promise<boolean> {
  const { checkAttestationsOf } = await import('../attestation/check-attestation.ts');
  const checked = await checkAttestationsOf(line, io, line.positionals[0] ?? '');
  if (!checked.ok) {
    io.stderr(`${checked.error}\n`);
    return false;
  }
  for (const one of checked.value) io.stderr(attestationText(one));
  return checked.value.every(({ problems, outcome }) => problems.length === 0 && outcome !== 'blocked');
}

/** `--report sarif=prove.sarif`. */
function readReports(line: CommandLine): readonly { readonly format: Format; readonly file: string }[] {
  return line.list('report').map(text => {
    const [name = '', file = ''] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
    const format = FORMATS.find(one => one === name);
    if (format === undefined || file === '' || !text.includes('='))
      throw new UsageError(`--report must be FORMAT=FILE with one of ${FORMATS.join(', ')}, not "${text}"`);
    return { format, file };
  });
}

/** Each format is loaded when it is asked for. */
async function textOf(proof: Proof, format: Format, c: Colours): Promise<string> {
  const json = (value: unknown) => `${JSON.stringify(value)}\n`;
  switch (format) {
    case 'terminal':
      return proofText(proof, c);
    case 'json':
      return json(proofJson(proof));
    case 'sarif':
      return json((await import('../../core/formats/sarif.ts')).sarif(proof, sha256));
    case 'github':
      return (await import('../../core/formats/github.ts')).githubAnnotations(proof);
    case 'gitlab':
      return json(gitlabCodeQuality(proof, sha256));
    case 'junit':
      return junit(proof);
    case 'markdown':
      return (await import('../../core/formats/markdown.ts')).proofMarkdown(proof);
  }
}
