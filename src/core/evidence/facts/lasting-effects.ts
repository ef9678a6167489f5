import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout, isName } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';

/** What ends the process or the run, as an import leads to it. */
const ENDING =
  /^(?:(?:os|posix|nt)\.(?:_exit|abort|kill|killpg|exec[lv]p?e?)|signal\.(?:alarm|setitimer|raise_signal)|pytest\.exit|_pytest\..*\.exit)$/;
/** Functions of the standard library that leave something set for all that runs later. */
const SETTING =
  /^(?:set\w+|disable|simplefilter|filterwarnings|resetwarnings|captureWarnings|chdir|fchdir|umask|putenv|unsetenv|basicConfig|(?:add|remove)[A-Z]\w*|reload|signal|tzset|disabled|propagate|level)$/;
/** What a test sets back by itself. */
const SETS_BACK = /^(?:catch_warnings|finally|addCleanup|addfinalizer|localcontext)$/;
/** By these a name of a module can be in parts. */
const BY_NAME = /^(?:eval|exec|__import__)$/;
const BUILTIN = /^(?:list|dict|set|bytearray|deque|object|type)$/;

/** Ends the process or the run. */
export const ends = (tokens: readonly CodeToken[], file: PythonFile): boolean => {
  const targets = file.once(targetsIn);
  return tokens.some((token, i) => {
    if (token.text === '_exit') return true;
    const target = tokens[i - 1]?.op === op.DOT ? undefined : targets.get(token.text);
    return target !== undefined && pathFrom(tokens, i, target).some(each => ENDING.test(each));
  });
};

/** Ends the run, or leaves something set in the standard library: under whatever name it is imported. */
export function lasts(tokens: readonly CodeToken[], file: PythonFile): boolean {
  const targets = file.once(targetsIn);
  const setsBack = tokens.some(token => SETS_BACK.test(token.text) || token.word === word.FINALLY);
  return tokens.some((token, i) => {
    if (!isName(token) || tokens[i - 1]?.op === op.DOT) return false;
    const isCall = tokens[i + 1]?.op === op.PAREN_OPEN;
    if (isCall && BY_NAME.test(token.text)) return true;
    if (isCall && /^[gs]etattr$/.test(token.text)) return takesHidden(tokens, i, targets);
    const target = targets.get(token.text);
    if (target === undefined) return false;
    const path = pathFrom(tokens, i, target);
    if (path.some(each => ENDING.test(each)) || (path.at(-1) ?? '').includes('.__dict__')) return true;
    const isOfLibrary = STANDARD_LIBRARY.has(target.split('.')[0] ?? '');
    return isOfLibrary && !setsBack && path.some(each => each.includes('.') && SETTING.test(lastOf(each)));
  });
}

const targetsIn = (file: PythonFile): ReadonlyMap<string, string> =>
  new Map(
    readImports(file).map(({ bound, target, statement }) => [
      bound,
      // `import os.path` binds `os`.
      statement.kind === 'import' && !target.endsWith(bound) && target.startsWith(`${bound}.`)
        ? bound
        : target,
    ]),
  );

/** `getattr(os, "_ex" + "it")`: which one it is cannot be seen. */
function takesHidden(tokens: readonly CodeToken[], i: number, targets: ReadonlyMap<string, string>): boolean {
  const target = targets.get(tokens[i + 2]?.text ?? '');
  if (target === undefined || !STANDARD_LIBRARY.has(target)) return false;
  const [name, next] = [tokens[i + 4], tokens[i + 5]];
  const isPlain = name?.kind === STRING && (next?.op === op.COMMA || next?.op === op.PAREN_CLOSE);
  return !isPlain || ENDING.test(`${target}.${name.text.replace(/^\w*:/, '')}`);
}

/** What a path leads to, step by step: over calls as well. */
function pathFrom(tokens: readonly CodeToken[], at: number, target: string): readonly string[] {
  const found = [target];
  let path = target;
  for (let i = at + 1; i < tokens.length; i++) {
    if (tokens[i]?.op === op.PAREN_OPEN || tokens[i]?.op === op.BRACKET_OPEN) {
      let depth = 0;
      do {
        const sign = tokens[i]?.op ?? 0;
        depth += op.opens(sign) ? 1 : op.closes(sign) ? -1 : 0;
        i++;
      } while (depth > 0 && i < tokens.length);
      i--;
    } else if (tokens[i]?.op === op.DOT) {
      i++;
      path += `.${tokens[i]?.text}`;
      found.push(path);
    } else break;
  }
  return found;
}

/** Local names of what `isShared`: `c = CASES`, `for c in CASES`. */
export function aliasesOf(
  tokens: readonly CodeToken[],
  isShared: (name: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i + 2 < tokens.length; i++) {
    const [name, sign, first] = [tokens[i] as CodeToken, tokens[i + 1], tokens[i + 2]];
    const isLoop = tokens[i - 1]?.word === word.FOR && sign?.word === word.IN;
    if (!isName(name) || (sign?.op !== op.ASSIGN && !isLoop) || tokens[i - 1]?.op === op.DOT) continue;
    if (!isName(first) || !(isShared(first.text) || found.has(first.text))) continue;
    let end = i + 3;
    while (end < tokens.length && !isLayout(tokens[end] as CodeToken) && tokens[end]?.op !== op.PAREN_OPEN)
      end++;
    if (isLoop || tokens[end]?.op !== op.PAREN_OPEN) found.add(name.text);
  }
  return found;
}

/** `del c[0]`, `c *= 0`, `list.clear(c)`. */
export function takesAway(tokens: readonly CodeToken[], isShared: (name: string) => boolean): boolean {
  return tokens.some((token, i) => {
    if (!isName(token) || !isShared(token.text) || tokens[i - 1]?.op === op.DOT) return false;
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    const isPart = next?.op === op.DOT || next?.op === op.BRACKET_OPEN;
    if (before?.word === word.DEL && isPart) return true;
    const isOfType = before?.op === op.PAREN_OPEN && tokens[i - 3]?.op === op.DOT;
    if (isOfType && BUILTIN.test(tokens[i - 4]?.text ?? '')) return true;
    // Only what begins a line is added to.
    if (before !== undefined && !isLayout(before)) return false;
    let end = i + 1;
    while (
      end < tokens.length &&
      !isLayout(tokens[end] as CodeToken) &&
      !CLOSED.test(tokens[end]?.text ?? '')
    )
      end++;
    const sign = tokens[end]?.op ?? 0;
    return op.isAugmented(sign);
  });
}

const CLOSED = /^(?:[-+*/%@&|^(,:]|\/\/|\*\*|<<|>>)?=$|^[(]$/;
