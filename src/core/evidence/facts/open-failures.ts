import * as word from '../../python/lexer/keywords.ts';
import { NEWLINE } from '../../python/lexer/token-kinds.ts';
import { importersByPath, leadingTo } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { cancel } from './left-of-both.ts';
import type { OpenTest } from './open-test.ts';

/** What leaves a `with` in modules that tests import, and may now keep an assertion inside of it from being seen. */
export function findKeptFailures({ changed, before: old }: TwoVersions): readonly OpenTest[] {
  return changed.flatMap(({ path, before, after }): readonly OpenTest[] => {
    if (before === undefined || after === undefined || isTestFile(path)) return [];
    const [, [come]] = cancel(catchesIn(before), catchesIn(after), ({ said }) => said);
    if (come === undefined) return [];
    const user = [...leadingTo([path], importersByPath(old))].find(isTestFile);
    const reason = `what fails in a "with" of ${user} may be kept by ${path} now`;
    return user === undefined ? [] : [{ reason, place: placeIn(after, come.start, 'after') }];
  });
}

/** What `__exit__` gives, and what managers of contexts catch. */
function catchesIn(file: PythonFile): readonly { readonly said: string; readonly start: number }[] {
  if (!['__exit__', '__aexit__', 'contextmanager'].some(each => file.mentions(each))) return [];
  return file.module.index.definitions.flatMap(({ name, start, head, body, end }) => {
    const isExit = name === '__exit__' || name === '__aexit__';
    if (!isExit && !file.range(start, head).some(({ text }) => /contextmanager$/.test(text))) return [];
    const tokens = file.range(body, end);
    return tokens.flatMap((token, i) => {
      const isResult = isExit && token.word === word.RETURN;
      if (!isResult && token.word !== word.EXCEPT && token.text !== 'suppress') return [];
      let stop = i;
      while (stop < tokens.length && tokens[stop]?.kind !== NEWLINE) stop++;
      const line = tokens.slice(i, stop);
      const said = line.map(({ text }) => text).join(' ');
      return /^return(?: None| False)?$/.test(said) ? [] : [{ said, start: token.start }];
    });
  });
}
