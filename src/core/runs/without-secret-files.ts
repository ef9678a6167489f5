import { looksSecret, reasonNotToShow } from '../changes/secret-looking.ts';
import { hideTexts } from '../kernel/hide-texts.ts';
import { partsToHide } from './secret-lines.ts';

/** What is known of a run's secret-looking files beside what it recorded. */
export interface SecretFiles {
  /** Ordinary names that lead to such a file. */
  readonly aliases: readonly string[];
  /** What such files hold, or held before or after the run. */
  readonly texts: readonly string[];
}

const LEFT_OUT = '[left out: this file looks like a secret]';
/** Members that name a file. */
const IS_PATH: ReadonlySet<string> = new Set(
  'path file file_path target_file source_file from_path to_path new_path old_path'.split(' '),
);
/** Members that say what was asked for. */
const ARGUMENTS = ['args', 'arguments', 'argumentsJson', 'arguments_json'] as const;
/** Members with the answer to it. */
const ANSWERS: ReadonlySet<string> = new Set(['response', 'result', 'output', 'content', 'error']);
/** Words of ours beside a path. */
const IS_LABEL: ReadonlySet<string> = new Set(
  'type tool name status role kind decision severity check action op id callId model agentId by'.split(' '),
);
/** A file as prompts show it, with line numbers, up to the next file. */
const SHOWN = /^=== (.+) \(\d+ lines?\) ===$/;
const NUMBERED = /^ *\d+\| /;
/** The two names above a file's part of a unified diff. */
const BEFORE = /^--- (?:a\/)?(.+)$/;
const AFTER = /^\+\+\+ (?:b\/)?(.+)$/;
const CHANGED = /^[ +\-@\\]/;

type Members = Readonly<Record<string, unknown>>;

/**
 * The same value (events of a run, its report, a recording) without the text of files that look like secrets: what
 * commands wrote into them, what tools were given of them and answered, what prompts and diffs showed, and the same
 * lines and values wherever else they are. A permission to show a file was for a model, not for whoever reads this.
 */
export function withoutSecretFiles<T>(
  value: T,
  known: SecretFiles = { aliases: [], texts: [] },
): { readonly value: T /** The files, sorted. */; readonly paths: readonly string[] } {
  const cleaner = new Cleaner(known);
  cleaner.collect(value);
  return { value: cleaner.clean(value), paths: [...cleaner.paths].sort() };
}

/** Every path that the value names. */
export function pathsNamedIn(value: unknown): ReadonlySet<string> {
  const paths = new Set<string>();
  visitMembers(value, members => {
    for (const path of pathsOf(members)) paths.add(path);
  });
  return paths;
}

class Cleaner {
  readonly paths = new Set<string>();
  readonly #aliases: ReadonlySet<string>;
  readonly #parts = new Set<string>();
  /** Calls about such a file; their answers may come on their own. */
  readonly #calls = new Set<unknown>();
  #hide: ((text: string) => string) | undefined;

  constructor({ aliases, texts }: SecretFiles) {
    this.#aliases = new Set(aliases);
    for (const text of texts) this.#add(text);
  }

  /** Learns what is to be taken out. */
  collect(value: unknown): void {
    visitMembers(
      value,
      members => {
        for (const path of this.#secretPaths(members)) this.paths.add(path);
        if (ARGUMENTS.some(key => this.#names(members[key]))) this.#calls.add(members['id']);
        for (const [key, member] of Object.entries(members))
          if (this.#isHidden(members, key)) visitTexts(member, text => this.#addUnlessSaid(text, members));
      },
      text => {
        for (const part of this.#sections(text).hidden) this.#add(part);
      },
    );
  }

  clean<T>(value: T): T;
  clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#cleanText(value);
    if (Array.isArray(value)) return value.map(item => this.clean(item as unknown));
    if (typeof value !== 'object' || value === null) return value;
    const members = value as Members;
    return Object.fromEntries(
      Object.entries(members).map(([key, member]) => [
        key,
        this.#isHidden(members, key) ? this.#hidden(member, members) : this.clean(member),
      ]),
    );
  }

  #cleanText(text: string): string {
    const inside = parsed(text);
    if (inside !== undefined && this.#mentions(inside)) return JSON.stringify(this.clean(inside));
    this.#hide ??= hideTexts(this.#parts);
    return this.#hide(this.#sections(text).kept);
  }

  /** Every text in it is taken out whole, also one too short to be found elsewhere. */
  #hidden(value: unknown, about: Members): unknown {
    if (typeof value === 'string') return this.#isSaid(value, about) ? value : LEFT_OUT;
    if (Array.isArray(value)) return value.map(item => this.#hidden(item, about));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        IS_PATH.has(key) || IS_LABEL.has(key) ? this.clean(member as unknown) : this.#hidden(member, about),
      ]),
    );
  }

  /** Whether a member holds text of a secret-looking file. */
  #isHidden(members: Members, key: string): boolean {
    if (IS_PATH.has(key) || IS_LABEL.has(key)) return false;
    if (this.#secretPaths(members).length > 0) return true;
    if (ANSWERS.has(key)) return ARGUMENTS.some(asked => this.#names(members[asked]));
    return key === 'text' && members['callId'] !== undefined && this.#calls.has(members['callId']);
  }

  #secretPaths(members: Members): readonly string[] {
    return pathsOf(members).filter(path => this.#isSecret(path));
  }

  /** Whether arguments name a secret-looking file, at any depth, also as JSON in a text. */
  #names(value: unknown): boolean {
    return value !== undefined && this.#mentions(typeof value === 'string' ? parsed(value) : value);
  }

  #mentions(value: unknown): boolean {
    let isFound = false;
    visitMembers(value, members => {
      isFound ||=
        this.#secretPaths(members).length > 0 ||
        (members['callId'] !== undefined && this.#calls.has(members['callId']));
    });
    return isFound;
  }

  /** A text without the files that it shows, and what was in them. */
  #sections(text: string): { readonly kept: string; readonly hidden: readonly string[] } {
    if (!text.includes('=== ') && !text.includes('+++ ')) return { kept: text, hidden: [] };
    const kept: string[] = [];
    const hidden: string[] = [];
    let part: RegExp | undefined;
    const lines = text.split('\n');
    for (let at = 0; at < lines.length; at++) {
      const head = headAt(lines, at);
      const line = lines[at] ?? '';
      if (head !== undefined) {
        const secret = head.paths.filter(path => this.#isSecret(path));
        for (const path of secret) this.paths.add(path);
        part = secret.length > 0 ? head.part : undefined;
        kept.push(...lines.slice(at, at + head.lines));
        at += head.lines - 1;
      } else if (part?.test(line)) {
        hidden.push(line.replace(part, ''));
        if (kept.at(-1) !== LEFT_OUT) kept.push(LEFT_OUT);
      } else kept.push(line);
    }
    return { kept: kept.join('\n'), hidden };
  }

  #isSecret(path: string): boolean {
    return looksSecret(path) || this.#aliases.has(path);
  }

  #addUnlessSaid(text: string, about: Members): void {
    if (!this.#isSaid(text, about)) this.#add(text);
  }

  /** Our own sentence about such a file holds nothing of it. */
  #isSaid(text: string, about: Members): boolean {
    if (!text.includes('looks like a secret')) return false;
    const named = [...pathsNamedIn(about)];
    return named.some(path => text === reasonNotToShow(path, []));
  }

  #add(text: string): void {
    for (const part of partsToHide(text)) this.#parts.add(part);
  }
}

/** Where a file begins in a text that shows some: its names, how many lines that takes, and how its lines look. */
function headAt(lines: readonly string[], at: number) {
  const shown = SHOWN.exec(lines[at] ?? '')?.[1];
  if (shown !== undefined) return { paths: [shown], lines: 1, part: NUMBERED };
  const before = BEFORE.exec(lines[at] ?? '')?.[1];
  const after = before === undefined ? undefined : AFTER.exec(lines[at + 1] ?? '')?.[1];
  if (before === undefined || after === undefined) return undefined;
  return { paths: [before.trimEnd(), after.trimEnd()], lines: 2, part: CHANGED };
}

const pathsOf = (members: Members): readonly string[] =>
  Object.entries(members).flatMap(([key, member]) =>
    IS_PATH.has(key) && typeof member === 'string' ? [member] : [],
  );

/** Every object in the value, also in JSON that is in a text; and every other text. */
function visitMembers(
  value: unknown,
  visit: (members: Members) => void,
  visitText: (text: string) => void = () => undefined,
): void {
  if (typeof value === 'string') {
    const inside = parsed(value);
    if (inside === undefined) visitText(value);
    else visitMembers(inside, visit, visitText);
  }
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Members);
  for (const member of Object.values(value)) visitMembers(member, visit, visitText);
}

function visitTexts(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value))
    if (Array.isArray(value) || !(IS_PATH.has(key) || IS_LABEL.has(key))) visitTexts(member, visit);
}

/** A text that is JSON of an object or a list, as replies of models are. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isShallow(value, 0) ? value : undefined;
  } catch {
    return undefined;
  }
}

const MOST_DEPTH = 200;

const isShallow = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth < MOST_DEPTH && Object.values(value).every(member => isShallow(member as unknown, depth + 1)));
