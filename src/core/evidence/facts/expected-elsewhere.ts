import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { stepsTo } from '../code/blocks.ts';
import type { PythonFile } from '../code/python-file.ts';
import { scopesAround } from '../code/scopes-around.ts';
import { mayFailThere } from '../code/surroundings.ts';
import { isOfTests, isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import { filesReadBefore } from './faked-modules.ts';
import { isOnlyTried } from './only-tried.ts';
import { mayNotRun } from './unrun-tests.ts';

/** Over how many functions of tests it is followed who calls them. */
const MOST_CALLS = 2;

/** Finds of what cannot work in a test or an inner function that it is expected to fail further out, or never runs. */
export class ExpectedElsewhere {
  readonly #versions: TwoVersions;
  readonly #known = new Map<string, Promise<boolean>>();
  readonly #sources = new Map<string, Promise<readonly PythonFile[]>>();
  #tests: Promise<readonly PythonFile[]> | undefined;

  constructor(versions: TwoVersions) {
    this.#versions = versions;
  }

  async doubtAt(file: PythonFile, at: number): Promise<string | undefined> {
    if (await this.#isExpected(file, at, MOST_CALLS))
      return 'it may be expected to fail where that is called';
    if (!isTestFile(file.module.path)) return undefined;
    return mayNotRun(file, at, await this.#sourcesOf(file)) ? 'its tests may be skipped' : undefined;
  }

  /** Whether all that calls the functions around a token may expect it to fail. */
  async #isExpected(file: PythonFile, at: number, further: number): Promise<boolean> {
    const isTest = isTestFile(file.module.path);
    const scopes = scopesAround(file, at);
    const functions = scopes.filter(({ isClass }) => !isClass);
    const [top] = scopes;
    if (!isTest && top?.isClass === false && isOnlyTried(file, top.name)) return true;
    // In other files than tests only what is not seen outside of a function.
    const followed = functions.filter(({ name }, i) => (isTest ? !/^test/i.test(name) : i > 0));
    for (const { name } of followed) if (await this.#isExpectedOf(file, name, further)) return true;
    const late = functions.length > 0 || isTest ? runsLater(file, at) : undefined;
    if (late === undefined) return false;
    return late === '' ? isTest && expectsFailures(file) : this.#isExpectedOf(file, late, further);
  }

  #isExpectedOf(file: PythonFile, name: string, further: number): Promise<boolean> {
    const key = `${file.module.path} ${name} ${further}`;
    const known = this.#known.get(key) ?? this.#findExpected(file, name, further);
    this.#known.set(key, known);
    return known;
  }

  async #findExpected(own: PythonFile, name: string, further: number): Promise<boolean> {
    let [isExpected, isGiven] = [false, false];
    for (const file of await this.#usersOf(own))
      for (const at of placesOf(file, name)) {
        if (!isUsed(file, at)) continue;
        const isDoubtful =
          mayFailThere({ file, at }) !== undefined ||
          (further > 0 && (await this.#isExpected(file, at, further - 1)));
        if (isDoubtful) isExpected = true;
        else if (file.tokens.op(at + 1) === op.PAREN_OPEN) return false;
        else isGiven ||= expectsFailures(file) && isTestFile(file.module.path);
      }
    return isExpected || isGiven;
  }

  /** The file; of helpers of tests and `conftest.py` all tests. */
  async #usersOf(own: PythonFile): Promise<readonly PythonFile[]> {
    const { path } = own.module;
    if (!isTestFile(path) || isOfTests(path)) return [own];
    this.#tests ??= this.#openTests();
    return this.#tests;
  }

  async #openTests(): Promise<readonly PythonFile[]> {
    const modules = [...this.#versions.after.snapshot.modules.values()].filter(each => isTestFile(each.path));
    const files = await Promise.all(modules.map(module => this.#versions.open(module, 'after')));
    return files.filter(file => file !== undefined);
  }

  #sourcesOf(file: PythonFile): Promise<readonly PythonFile[]> {
    const { path } = file.module;
    const known = this.#sources.get(path) ?? this.#openSources(file);
    this.#sources.set(path, known);
    return known;
  }

  /** The file, and what pytest reads before it. */
  async #openSources(file: PythonFile): Promise<readonly PythonFile[]> {
    const { snapshot } = this.#versions.after;
    const files = await Promise.all(
      filesReadBefore(file.module.path).map(path => {
        const module = snapshot.modules.get(path);
        return module && this.#versions.open(module, 'after');
      }),
    );
    return [file, ...files.filter(each => each !== undefined)];
  }
}

/** Some test of the file expects something to fail. */
const expectsFailures = (file: PythonFile): boolean =>
  ['raises(', 'assertRaises'].some(each => file.mentions(each));

const HEADERS: readonly number[] = [
  word.DEF,
  word.CLASS_WORD,
  word.ASYNC,
  word.IMPORT,
  word.FROM,
  word.RETURN,
];

/** Called or given on; not where it is defined, imported, asked for or given back. */
function isUsed(file: PythonFile, at: number): boolean {
  const { block, index } = stepsTo(file, at).at(-1) ?? { block: [], index: 0 };
  const first = block[index]?.from ?? at;
  const { tokens } = file;
  if (tokens.op(at + 1) === op.ASSIGN && first === at) return false;
  const isReturned = tokens.word(first) === word.RETURN && tokens.op(at + 1) === op.PAREN_OPEN;
  return isReturned || !HEADERS.includes(tokens.word(first)) || isWith(file, first);
}

const isWith = ({ tokens }: PythonFile, first: number): boolean =>
  tokens.word(first) === word.ASYNC && tokens.word(first + 1) !== word.DEF;

/** The name of what a statement keeps of a lambda or generator on its line; empty where it is given on. */
function runsLater(file: PythonFile, at: number): string | undefined {
  const { tokens } = file;
  const { block, index } = stepsTo(file, at).at(-1) ?? { block: [], index: 0 };
  const line = block[index];
  if (line === undefined) return undefined;
  const isKept = tokens.isName(line.from) && tokens.op(line.from + 1) === op.ASSIGN;
  for (let i = line.from; i < line.to; i++)
    if (tokens.word(i) === word.LAMBDA) return isKept ? tokens.text(line.from) : '';
  const isGenerator =
    isKept && tokens.op(line.from + 2) === op.PAREN_OPEN && tokens.closing(line.from + 2) === line.to - 1;
  for (let i = line.from; isGenerator && i < line.to; i++)
    if (tokens.word(i) === word.FOR) return tokens.text(line.from);
  return undefined;
}
