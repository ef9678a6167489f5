import type { EvidencePlace } from '../../../generated/contracts.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { isTestFile } from '../code/test-files.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';

/** Public attributes that only one version of a changed module gives to objects. */
export function otherAttributeNames({ changed }: TwoVersions): readonly {
  readonly reason: string;
  readonly place: EvidencePlace;
}[] {
  return changed.flatMap(({ path, before, after }) => {
    if (before === undefined || after === undefined || isTestFile(path)) return [];
    return [...only(before, after, 'before', 'no longer'), ...only(after, before, 'after', 'newly')];
  });
}

function only(file: PythonFile, other: PythonFile, side: Side, how: string) {
  const others = other.once(attributesSet);
  return [...file.once(attributesSet)].flatMap(([name, start]) =>
    others.has(name) || name.startsWith('_')
      ? []
      : { reason: `${name} is ${how} set on an object`, place: placeIn(file, start, side) },
  );
}

/** `self.x = …`, `o.x: int`, `o.x += 1`, `setattr(o, "x", …)`: each name with where it stands first. */
function attributesSet({ tokens }: PythonFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, start: number) => {
    if (!found.has(name)) found.set(name, start);
  };
  for (let i = 2; i < tokens.length; i++) {
    const next = tokens.op(i + 1);
    const isSet = next === op.ASSIGN || next === op.COLON || next === op.COMMA || op.isAugmented(next);
    if (tokens.isName(i) && tokens.op(i - 1) === op.DOT && isSet && isTarget(tokens, i))
      add(tokens.text(i), tokens.start(i));
    if (
      tokens.kind(i) === STRING &&
      /^_{0,2}setattr(?:__)?$/.test(tokens.text(i - 4)) &&
      tokens.op(i - 1) === op.COMMA
    )
      add(contentOf(tokens.text(i)), tokens.start(i));
  }
  return found;
}

/** At the start of a line, or among several targets. */
function isTarget(tokens: PythonFile['tokens'], at: number): boolean {
  let i = at;
  while (tokens.op(i - 1) === op.DOT) i -= 2;
  const before = tokens.op(i - 1);
  return tokens.kind(i - 1) < NAME || before === op.COMMA || before === op.ASSIGN || before === op.PAREN_OPEN;
}
