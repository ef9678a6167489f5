import type { Command, DesignerOutput } from '../../generated/contracts.ts';
import { replyOf, replyWith, type Texts } from './edits.ts';
import type { Task } from './task.ts';

/** A reply with one fault in it. */
export interface SeededReply {
  /** What was done to it, for example `flipped-1`. */
  readonly name: string;
  readonly output: DesignerOutput;
}

export interface SeedInput {
  readonly task: Task;
  /** A right reply to the order, or where none is right what a careless model would write. */
  readonly right: DesignerOutput;
  /** The files as they are before the order, by path. */
  readonly texts: Texts;
  readonly scope: readonly string[];
  readonly lintPath: string;
}

/** How many places of one kind of fault are taken. */
const MOST_OF_A_KIND = 2;

/** One wrong reply for each kind of fault that this one can have; the same ones every time. */
export function seedFaults(input: SeedInput): readonly SeededReply[] {
  const { right, lintPath } = input;
  const commands = right.commands;
  const made: SeededReply[] = [];
  const add = (kind: string, changed: readonly (readonly Command[])[]) => {
    const different = changed.filter(list => JSON.stringify(list) !== JSON.stringify(commands));
    for (const [index, list] of different.slice(0, MOST_OF_A_KIND).entries())
      made.push({ name: `${kind}-${index + 1}`, output: replyWith(list, lintPath) });
  };
  add(
    'missing-command',
    commands.length > 1 ? ends(commands.map((_, k) => commands.filter((__, j) => j !== k))) : [],
  );
  add('missing-replacement', ends(withoutOneReplacement(commands)));
  add('misspelt', changedLines(commands, misspell));
  add('flipped', changedLines(commands, flip));
  add(
    'unclosed',
    changedLines(commands, line => (isCode(line) ? `${line.trimEnd()} (` : undefined)).slice(0, 1),
  );
  add(
    'line-lost',
    changedLines(commands, line => (isCode(line) ? null : undefined)),
  );
  const deeper = (line: string, before?: string) => (continues(line, before) ? `  ${line}` : undefined);
  add('indented', changedLines(commands, deeper).slice(0, 1));
  add(
    'wrong-lines',
    commands.flatMap((command, k) => wrongLines(command).map(other => put(commands, k, other))),
  );
  add('other-file', otherFile(input).slice(0, 1));
  for (const { kind, edits } of extraEdits(input)) {
    const extra = replyOf(edits, input.texts, lintPath);
    if (extra.ok)
      add(
        kind,
        [
          [...extra.value.commands, ...commands],
          [...commands, ...extra.value.commands],
        ].slice(0, 1),
      );
  }
  return made;
}

const put = (commands: readonly Command[], at: number, command: Command): readonly Command[] =>
  commands.map((other, k) => (k === at ? command : other));

const ends = <T>(list: readonly T[]): readonly T[] =>
  list.length > 2 ? ([list.at(0), list.at(-1)] as T[]) : list;

function withoutOneReplacement(commands: readonly Command[]): readonly (readonly Command[])[] {
  return commands.flatMap((command, k) => {
    if (command.tool !== 'atomic_replace' || command.args.replacements.length < 2) return [];
    return command.args.replacements.map((_, drop) =>
      put(
        commands,
        k,
        withReplacements(
          command,
          command.args.replacements.filter((__, j) => j !== drop),
        ),
      ),
    );
  });
}

type ReplaceCommand = Extract<Command, { tool: 'atomic_replace' }>;

function withReplacements(
  command: ReplaceCommand,
  replacements: readonly { old_string: string; new_string: string }[],
): Command {
  const [first, ...more] = replacements;
  return first ? { ...command, args: { ...command.args, replacements: [first, ...more] } } : command;
}

/** Each new line of a replacement changed in turn; `null` takes it out, `undefined` leaves it alone. */
function changedLines(
  commands: readonly Command[],
  change: (line: string, before: string | undefined) => string | null | undefined,
): readonly (readonly Command[])[] {
  return commands.flatMap((command, k) => {
    if (command.tool !== 'atomic_replace') return [];
    const { replacements } = command.args;
    return replacements.flatMap((replacement, r) => {
      const old = new Set(replacement.old_string.split('\n'));
      const lines = replacement.new_string.split('\n');
      const inText = textLines(lines);
      return lines.flatMap((line, at) => {
        if (old.has(line) || inText.has(at)) return [];
        const changed = change(line, lines[at - 1]);
        if (changed === undefined || changed === line) return [];
        const kept = changed === null ? lines.toSpliced(at, 1) : lines.with(at, changed);
        const changedReplacement = { ...replacement, new_string: kept.join('\n') };
        return [put(commands, k, withReplacements(command, replacements.with(r, changedReplacement)))];
      });
    });
  });
}

/** Lines in texts of several lines, docstrings above all: a fault there changes no program. */
function textLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let open = false;
  for (const [at, line] of lines.entries()) {
    const marks = line.split(/"""|'''/).length - 1;
    if (open || marks > 0) found.add(at);
    if (marks % 2 === 1) open = !open;
  }
  return found;
}

/** A statement behind another one of the same depth: elsewhere two more spaces may be right. */
function continues(line: string, before = ''): boolean {
  const depth = line.search(/\S/);
  return isCode(line) && isCode(before) && before.search(/\S/) === depth && /[\w)\]"']$/.test(before);
}

const isCode = (line: string): boolean => /^\s*[\w@]/.test(line);

/** The last name of a line of code is another one. */
function misspell(line: string): string | undefined {
  if (!isCode(line)) return undefined;
  const names = [...withoutTexts(line).matchAll(/[A-Za-z_]\w{2,}/g)].filter(([name]) => !KEYWORDS.has(name));
  const last = names.at(-1);
  if (!last) return undefined;
  const end = last.index + last[0].length;
  return `${line.slice(0, end)}_x${line.slice(end)}`;
}

const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False'.split(
    ' ',
  ),
);

/** Blanks for what stands in quotes or behind a #, so that places stay. */
function withoutTexts(line: string): string {
  const bare = line.replace(/"(?:[^"\\]|\\[\s\S])*\\?(?:"|$)|'(?:[^'\\]|\\[\s\S])*\\?(?:'|$)/g, text =>
    ' '.repeat(text.length),
  );
  const comment = bare.indexOf('#');
  return comment < 0 ? bare : bare.slice(0, comment).padEnd(bare.length);
}

const FLIPS: readonly (readonly [RegExp, string])[] = [
  [/\bis not None\b/, 'is None'],
  [/\bis None\b/, 'is not None'],
  [/\bnot in\b/, 'in'],
  [/\bif not\b/, 'if'],
  [/\bTrue\b/, 'False'],
  [/\bFalse\b/, 'True'],
  [/==/, '!='],
  [/!=/, '=='],
  [/<=/, '>'],
  [/>=/, '<'],
  [/ < /, ' >= '],
  [/ > /, ' <= '],
  [/\b0\b/, '1'],
  [/\b1\b/, '2'],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/\band\b/, 'or'],
  [/\bor\b/, 'and'],
  [/\breturn (?=\S)/, 'return not '],
];

function flip(line: string): string | undefined {
  if (!isCode(line)) return undefined;
  const bare = withoutTexts(line);
  for (const [pattern, instead] of FLIPS) {
    const found = pattern.exec(bare);
    if (found) return line.slice(0, found.index) + instead + line.slice(found.index + found[0].length);
  }
  return undefined;
}

function wrongLines(command: Command): readonly Command[] {
  if (command.tool !== 'move_text') return [];
  const { args } = command;
  const { source_start: start, source_end: end } = args;
  return [
    ...(end > start ? [{ ...command, args: { ...args, source_end: end - 1 } }] : []),
    { ...command, args: { ...args, source_start: start + 1, source_end: end + 1 } },
  ];
}

function otherFile({ right, texts }: SeedInput): readonly (readonly Command[])[] {
  return right.commands.flatMap((command, k) => {
    const other = [...texts.keys()].find(file => file !== command.args.file_path && file.endsWith('.py'));
    if (other === undefined || command.tool !== 'atomic_replace') return [];
    return [put(right.commands, k, { ...command, args: { ...command.args, file_path: other } })];
  });
}

interface ExtraEdit {
  readonly kind: string;
  readonly edits: readonly { readonly file: string; readonly old: string; readonly new: string }[];
}

/** Something that the step does not ask for, in the same files: a result, a docstring, a comment of other code. */
function* extraEdits({ task, right, texts, scope }: SeedInput): Generator<ExtraEdit> {
  const touched = new Set(right.touched_files);
  const inScope = [...texts.keys()].filter(
    file =>
      file.endsWith('.py') &&
      scope.some(s => file === s || file.startsWith(s.endsWith('/') ? s : `${s}/`) || s === '.'),
  );
  const files = [...inScope.filter(file => touched.has(file)), ...inScope.filter(file => !touched.has(file))];
  const wanted = new Map<string, (line: string) => string | undefined>([
    [
      'other-result',
      line =>
        /^\s+return (?!None\b)\S.*[^\\([{,]$/.test(line)
          ? line.replace(/return .*/, 'return None')
          : undefined,
    ],
    [
      'other-docstring',
      line => (isProse(line) ? line.replace(/[A-Z]/, letter => `Note: ${letter}`) : undefined),
    ],
    [
      'other-comment',
      line => (/^\s*# [A-Za-z][\w ,]{8,}/.test(line) ? line.replace(/# /, '# NOTE: ') : undefined),
    ],
  ]);
  for (const [kind, change] of wanted) {
    for (const file of files) {
      const found = findElsewhere(texts.get(file) ?? '', namesIn(task, file), usedIn(right, file), change);
      if (!found) continue;
      yield { kind, edits: [{ file, ...found }] };
      break;
    }
  }
}

/** A sentence of a docstring, as far as one line shows it. */
function isProse(line: string): boolean {
  const text = line.trim().replaceAll('"""', '');
  return /^\s/.test(line) && text.length > 15 && /^[A-Z][a-z]+ [a-z]/.test(text) && !/["'=()]/.test(text);
}

const namesIn = ({ definition }: Task, file: string): ReadonlySet<string> =>
  new Set((definition.may_change?.[file] ?? []).flatMap(name => [name, name.split('.').at(-1) ?? name]));

const usedIn = (right: DesignerOutput, file: string): readonly string[] =>
  right.commands.flatMap(command =>
    command.tool === 'atomic_replace' && command.args.file_path === file
      ? command.args.replacements.flatMap(({ old_string: old }) => old.split('\n'))
      : [],
  );

/** The first line outside of these definitions that is the only one of its text and can be changed so. */
function findElsewhere(
  text: string,
  names: ReadonlySet<string>,
  used: readonly string[],
  change: (line: string) => string | undefined,
): { readonly old: string; readonly new: string } | undefined {
  if (names.has('*')) return undefined;
  const lines = text.split('\n');
  const inUse = new Set(used);
  const scopes: { readonly indent: number; readonly name: string }[] = [];
  for (const line of lines) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    while ((scopes.at(-1)?.indent ?? -1) >= indent) scopes.pop();
    const [, name] = /^\s*(?:async def|def|class) (\w+)/.exec(line) ?? [];
    if (name !== undefined) scopes.push({ indent, name });
    if (scopes.some(scope => names.has(scope.name)) || inUse.has(line)) continue;
    const changed = change(line);
    if (changed === undefined || lines.filter(other => other.includes(line)).length > 1) continue;
    return { old: line, new: changed };
  }
  return undefined;
}
