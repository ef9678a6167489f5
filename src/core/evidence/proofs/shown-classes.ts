import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { placeIn } from '../code/places.ts';
import { isFormatted } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import type { DefinitionMatch } from '../facts/definition-changes.ts';
import type { Obstacle } from './obstacle.ts';

const SHOWING: ReadonlySet<string> = new Set('repr str ascii print format pprint pformat'.split(' '));

/** The text of a class that moved says in which module it is: `repr(E)`, `print(a.E)`, `f"{E}"`, `"%s" % E`. */
export async function findShownClass(
  versions: TwoVersions,
  { moves }: DefinitionMatch,
): Promise<Obstacle | undefined> {
  // Those inside of a function, too.
  const names = moves.flatMap(({ to }) =>
    to.units.flatMap(({ start, end, file }) =>
      file.module.index.definitions.flatMap(each =>
        each.kind === 'class' && start <= each.start && each.end <= end ? [each.name] : [],
      ),
    ),
  );
  for (const module of names.length === 0 ? [] : versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    for (const name of names) {
      if (file?.mentions(name) !== true) continue;
      const { tokens } = file;
      const inText = tokens.find(
        ({ kind, text }) => kind === STRING && isFormatted(text) && shownIn(text).includes(name),
      );
      const given = placesOf(file, name).find(at => {
        let from = at;
        while (tokens.op(from - 1) === op.DOT) from -= 2;
        const next = tokens.op(at + 1);
        const isWhole = next === op.PAREN_CLOSE || next === op.COMMA;
        return tokens.op(from - 1) === PERCENT || (isWhole && SHOWING.has(tokens.text(from - 2)));
      });
      const start = inText?.start ?? (given === undefined ? undefined : tokens.start(given));
      if (start === undefined) continue;
      return {
        reason: `${name} moved, and its text, which says where it is, is shown`,
        place: placeIn(file, start, 'after'),
      };
    }
  }
  return undefined;
}

/** The last names of the fields that are a name and nothing else: `{a.E!r:>3}`. */
const shownIn = (text: string): readonly string[] =>
  text.split('{').flatMap(field => {
    const dotted = /^[\w.]+/.exec(field)?.[0] ?? '';
    const isWhole = /^\s*[}!:]/.test(field.slice(dotted.length));
    return isWhole ? [dotted.slice(dotted.lastIndexOf('.') + 1)] : [];
  });

/** `%` */
const PERCENT = 37;
