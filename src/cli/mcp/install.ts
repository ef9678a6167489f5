import { unifiedDiff } from '../../core/changes/unified-diff.ts';
import type { ClientScope, Launch } from '../../core/clients/client.ts';
import {
  CLIENT_NAMES,
  type ClientName,
  clientOf,
  isClientName,
  SERVER_NAME,
} from '../../core/clients/client-table.ts';
import { nearestNames } from '../../core/kernel/nearest-names.ts';
import type { Result } from '../../core/kernel/result.ts';
import {
  ownLaunch,
  type PlannedFile,
  planEntry,
  planRemoval,
  planRules,
  planRulesRemoval,
  type Wanted,
} from '../../node/clients/set-up-clients.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';

/** `workorder mcp --install CLIENT` and `--uninstall CLIENT`: one client after the other, each wholly or not at all. */
export async function installMcp(line: CommandLine, io: Io): Promise<number> {
  const [install, uninstall] = [line.list('install'), line.list('uninstall')];
  if (install.length > 0 && uninstall.length > 0)
    throw new UsageError('--install and --uninstall cannot be given together');
  const allowed = new Set([
    'install',
    'uninstall',
    'print',
    'user',
    'rules',
    'allow-edits',
    'yes',
    ...COMMON,
  ]);
  const other = Object.keys(line.given).find(name => line.given[name] !== undefined && !allowed.has(name));
  if (other !== undefined) throw new UsageError(`--${other} cannot be given with --install or --uninstall`);
  for (const name of ['rules', 'yes'])
    if (install.length > 0 && line.flag(name) && !line.flag('allow-edits'))
      throw new UsageError(`--${name} is about edits: give --allow-edits too, or leave it out`);
  if (line.flag('rules') && line.flag('user'))
    throw new UsageError('--rules writes a file of this project: it cannot be given together with --user');
  const names = [...install, ...uninstall].map(nameOf);
  for (const name of names)
    if (install.length > 0) await installOne(name, line, io);
    else await uninstallOne(name, line, io);
  return EXIT.ok;
}

const COMMON = ['root', 'json', 'quiet', 'verbose', 'no-color', 'timeout'];

function nameOf(given: string): ClientName {
  if (isClientName(given)) return given;
  const [near] = nearestNames(given, CLIENT_NAMES, 1);
  const known = near === undefined ? `; there are ${CLIENT_NAMES.join(', ')}` : `; did you mean ${near}?`;
  throw new UsageError(`"${given}" is not a client that can be set up${known}`);
}

function wantedOf(name: ClientName, line: CommandLine, io: Io): Wanted {
  // A client without settings for one project has only those of its user.
  const scope: ClientScope = line.flag('user') || clientOf(name).project === undefined ? 'user' : 'project';
  return { name, scope, root: line.root, machine: { environment: io.env, platform: process.platform } };
}

async function installOne(name: ClientName, line: CommandLine, io: Io): Promise<void> {
  const client = clientOf(name);
  const wanted = wantedOf(name, line, io);
  const program = await ownLaunch(process.argv[1] ?? '', line.root);
  const launch: Launch = {
    command: program.command,
    args: [
      ...program.args,
      'mcp',
      ...(client.workspaceVariable === undefined ? [] : ['--root', client.workspaceVariable]),
      ...['allow-edits', 'yes'].filter(name => line.flag(name)).map(name => `--${name}`),
    ],
  };
  const entry = client.entry(launch, { waitsForPerson: line.flag('allow-edits') && !line.flag('yes') });
  const byHand = `put an entry "${SERVER_NAME}" into it by hand that starts: ${[launch.command, ...launch.args].join(' ')}`;
  // Both are looked at before one is written.
  const planned = [
    orLeft(await planEntry(wanted, entry), byHand),
    ...(line.flag('rules') ? [orLeft(await planRules(wanted), 'leave out --rules')] : []),
  ];
  if (line.flag('print')) return print(name, planned, line, io);
  const told = await writeAll(planned, byHand, line);
  if (line.json) {
    io.stdout(`${JSON.stringify({ client: name, scope: wanted.scope, entry, files: told })}\n`);
    return;
  }
  for (const { file, did, before } of told) {
    io.stdout(did === 'kept' ? `${file} is set up already\n` : `${did}  ${file}\n`);
    if (before !== undefined) io.stdout(`       as it was before: ${before}\n`);
  }
  if (line.quiet) return;
  const shown = [launch.command, ...launch.args].join(' ');
  const note = client.note?.[wanted.scope];
  io.stdout(`\n${client.label} starts: ${shown}\n`);
  if (!line.flag('allow-edits'))
    io.stdout('It can read and lint. With --allow-edits it can propose edits.\n');
  if (wanted.scope === 'project' && program.command !== 'workorder')
    io.stdout('The file contains paths of this machine: do not commit it.\n');
  if (note !== undefined) io.stdout(`${note}\n`);
  if (client.listed !== undefined) io.stdout(`To see it: ${client.listed}\n`);
  const user = wanted.scope === 'user' && line.flag('user') ? ' --user' : '';
  io.stdout(`To undo: workorder mcp --uninstall ${name}${user}\n`);
}

async function uninstallOne(name: ClientName, line: CommandLine, io: Io): Promise<void> {
  const wanted = wantedOf(name, line, io);
  const byHand = 'take the entry of Work Order out of it by hand';
  const entry = orLeft(await planRemoval(wanted), byHand);
  const rules =
    wanted.scope === 'user' && line.flag('user') ? undefined : orLeft(await planRulesRemoval(wanted), byHand);
  // In the other order than they were written: a folder that was made for both is then empty at the end.
  const planned = [rules, entry].filter(file => file !== undefined);
  if (line.flag('print')) return print(name, planned, line, io);
  const told = await writeAll(planned, byHand, line);
  if (line.json) {
    io.stdout(`${JSON.stringify({ client: name, scope: wanted.scope, files: told })}\n`);
    return;
  }
  if (told.length === 0)
    io.stdout(`${clientOf(name).label} has no entry of Work Order; nothing was written\n`);
  for (const { file, did } of told) io.stdout(`${did}  ${file}\n`);
}

interface Told {
  readonly file: string;
  readonly did: 'wrote' | 'kept' | 'removed';
  /** The copy of what was there before. */
  readonly before?: string;
}

/** The reason is about a file, not about how the command was called: its form would be no answer. */
function orLeft<T>(result: Result<T>, byHand: string, written: readonly Told[] = []): T {
  if (result.ok) return result.value;
  const before =
    written.length === 0
      ? 'Nothing was written.'
      : `Written before: ${written.map(one => one.file).join(', ')}.`;
  throw new UsageError(result.error, `${before} Correct that file and run this again, or ${byHand}`);
}

async function writeAll(
  planned: readonly PlannedFile[],
  byHand: string,
  line: CommandLine,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const file of planned) {
    const before = orLeft(await file.write(line.signal), byHand, told);
    const did = !file.change ? 'kept' : file.change.after === undefined ? 'removed' : 'wrote';
    told.push({ file: file.full, did, ...(before === undefined ? {} : { before }) });
  }
  return told;
}

/** What would be written, and nothing else happens. */
function print(name: ClientName, planned: readonly PlannedFile[], line: CommandLine, io: Io): void {
  if (line.json) {
    const files = planned.map(({ full, change }) => ({
      file: full,
      diff: change ? unifiedDiff(change) : '',
    }));
    io.stdout(`${JSON.stringify({ client: name, files })}\n`);
    return;
  }
  if (planned.every(({ change }) => !change)) io.stdout(`${clientOf(name).label}: nothing would change\n`);
  for (const { full, change } of planned) if (change) io.stdout(`${full}\n${unifiedDiff(change)}`);
}
