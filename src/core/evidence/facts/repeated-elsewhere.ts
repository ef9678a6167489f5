import type { CodeToken } from '../code/code-tokens.ts';
import { isName } from '../code/code-tokens.ts';
import { readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { boundIn, keyOf, readTest } from './repeated-tests.ts';

interface Test {
  readonly file: PythonFile;
  readonly tokens: readonly CodeToken[];
}

interface Wanted<T> {
  readonly test: T;
  readonly keys: readonly string[];
  readonly head: string;
  /** The names in it that are imported, and where they lead. */
  readonly imported: ReadonlyMap<string, string>;
  /** What its last line names, its own values aside. */
  readonly words: readonly string[];
}

/** Deleted tests whose lines a test of another file has, whatever both call their own values. */
export class RepeatedElsewhere<T extends Test> {
  readonly #wanted: readonly Wanted<T>[];

  constructor(gone: readonly T[]) {
    this.#wanted = gone.flatMap(test => {
      const { lines, head } = readTest(test.tokens);
      // What it has from its class may be something else in another one.
      if (lines.length === 0 || test.tokens.some(({ text }) => text === 'self')) return [];
      const bound = boundIn(lines.flat());
      const keys = lines.map(line => keyOf(line, bound, true));
      const targets = test.file.once(targetsIn);
      const names = lines.flat().filter(token => isName(token) && targets.has(token.text));
      const imported = new Map(names.map(({ text }) => [text, targets.get(text) ?? '']));
      const words = (lines.at(-1) ?? []).flatMap(token =>
        isName(token) && !bound.has(token.text) ? [token.text] : [],
      );
      return [{ test, keys, head, imported, words }];
    });
  }

  /** Whether a file has the names of one of them, and imports the same. */
  mayBeIn(file: PythonFile): boolean {
    return this.#wanted.some(
      ({ imported, words }) => words.every(each => file.mentions(each)) && importsAll(file, imported),
    );
  }

  *among(tests: readonly Test[], file: PythonFile): Generator<T> {
    const wanted = this.#wanted.filter(({ imported }) => importsAll(file, imported));
    if (wanted.length === 0) return;
    // By their last lines, so that not each is compared with each.
    const byLine = new Map<string, { readonly keys: ReadonlySet<string>; readonly head: string }[]>();
    for (const { tokens } of tests) {
      const { lines, head } = readTest(tokens);
      const bound = boundIn(tokens);
      const own = { keys: new Set(lines.map(line => keyOf(line, bound, true))), head };
      for (const key of own.keys) byLine.set(key, [...(byLine.get(key) ?? []).slice(0, MOST_ALIKE), own]);
    }
    for (const { test, keys, head } of wanted)
      if (
        byLine
          .get(keys.at(-1) ?? '')
          ?.some(other => (head === '' || head === other.head) && keys.every(key => other.keys.has(key)))
      )
        yield test;
  }
}

/** Of a line that so many tests have, more are not looked at. */
const MOST_ALIKE = 20;

const targetsIn = (file: PythonFile): ReadonlyMap<string, string> =>
  new Map(readImports(file).map(({ bound, target }) => [bound, target]));

const importsAll = (file: PythonFile, imported: ReadonlyMap<string, string>): boolean => {
  const targets = file.once(targetsIn);
  return [...imported].every(([name, target]) => targets.get(name) === target);
};
