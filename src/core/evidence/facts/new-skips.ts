import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { doubtAboutLost } from './lost-tests.ts';
import { SKIP, skipsIn } from './skip-words.ts';
import { doubtAboutSkip, doubtAboutWholeFile } from './test-doubts.ts';
import { fullName, type Test, type TestFact } from './test-functions.ts';

/** Words by which a test is not run, or may fail; counted for each test and for the rest of its file. */
export function findSkips(
  modules: readonly ChangedModule[],
  before: readonly Test[],
  after: readonly Test[],
): readonly TestFact[] {
  const byName = new Map(before.map(test => [fullName(test), test]));
  // A test under another name, or in another file, keeps its skip.
  const byBody = new Map(before.map(test => [test.body, skipsIn(test.tokens).length]));
  const found: TestFact[] = [];
  for (const test of after) {
    const skips = skipsIn(test.tokens);
    const old = byName.get(fullName(test));
    const wasThere = old === undefined ? byBody.get(test.body) : skipsIn(old.tokens).length;
    for (const token of skips.slice(wasThere ?? 0))
      found.push({
        kind: 'skipped',
        test: fullName(test),
        place: placeIn(test.file, token.start, 'after'),
        doubt:
          wasThere === undefined
            ? 'the test is new'
            : (doubtAboutSkip(token, test.tokens, test.file, true) ?? (old && doubtAboutLost(old))),
      });
  }
  for (const module of modules) {
    const skips = skipsOutside(module.after, after);
    const own = before.filter(({ file }) => file === module.before);
    for (const token of skips.slice(skipsOutside(module.before, before).length)) {
      const file = module.after as PythonFile;
      found.push({
        kind: 'skipped',
        test: file.module.name,
        place: placeIn(file, token.start, 'after'),
        doubt:
          module.before === undefined
            ? 'the file is new'
            : (doubtAboutSkip(token, file.tokens.slice(), file, false) ??
              doubtAboutWholeFile(token, file) ??
              (own.every(test => doubtAboutLost(test) !== undefined) ? 'its tests did not run' : undefined)),
      });
    }
  }
  return found;
}

function skipsOutside(file: PythonFile | undefined, tests: readonly Test[]): readonly CodeToken[] {
  if (file === undefined) return [];
  const inside = tests.filter(test => test.file === file);
  const isInside = ({ start }: CodeToken) =>
    inside.some(test => test.start <= start && start <= (test.tokens.at(-1)?.end ?? 0));
  const { imports } = file.module.index;
  return skipsOf(file.tokens).filter(
    token => !isInside(token) && !imports.some(each => each.start <= token.start && token.start < each.end),
  );
}

/** As `skipsIn`, of a whole file: only the few that may be one are made. */
function skipsOf(tokens: CodeTokens): readonly CodeToken[] {
  const found: CodeToken[] = [];
  const isSkipAt = tokens.asking(isSkip);
  for (let i = 0; i < tokens.length; i++) {
    const isOne = isSkipAt(i) && tokens.isName(i) && tokens.op(i + 1) !== op.ASSIGN;
    const token = isOne ? tokens.get(i) : undefined;
    if (token !== undefined) found.push(token);
  }
  return found;
}

const isSkip = (_: number, text: string): boolean => SKIP.test(text);
