import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { closing } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { placeIn } from '../code/places.ts';
import { isTestFile } from '../code/test-files.ts';
import type { Move } from '../facts/definition-changes.ts';
import type { Obstacle } from './obstacle.ts';
import { effectOf } from './plain-statements.ts';
import { futuresOf, type Restructuring } from './restructure.ts';
import { COMPARING, HARMLESS } from './shown-classes.ts';

/** Names by which code can tell in which module it is, or who called it. */
const PLACE_BOUND = new Set(
  (
    '__name__ __file__ __package__ __spec__ __loader__ __module__ __qualname__ __path__ __annotations__ ' +
    '__builtins__ locals warn warn_explicit stacklevel getmodule getLogger files resource_string open_text'
  ).split(' '),
);

/** What shows in which module it is called, or is told for which module it works. */
const SHOWS_CALLER = /^outside (?:loguru|structlog|logbook|eliot|icecream)\b/;

/** Called, these ask who calls them for the module of the class that they make. */
const MAKES_CLASS =
  /^outside (?:enum\.(?:\w*Enum|\w*Flag)|collections\.namedtuple|(?:typing|typing_extensions)\.(?:NamedTuple|TypedDict|NewType|TypeVar|ParamSpec)|dataclasses\.make_dataclass|builtins\.type)$/;

/** Whether a definition that moved does the same in its new module. */
export function moveObstacles(
  { from, to }: Move,
  { versions, meanings }: Restructuring,
): readonly Obstacle[] {
  const obstacle = (reason: string): readonly Obstacle[] => [
    { reason: `${to.name} moved, and ${reason}`, place: placeIn(to.file, to.units[0]?.start ?? 0, 'after') },
  ];
  if (isTestFile(from.file.module.path) || isTestFile(to.file.module.path))
    return obstacle('tests are found by where they are');
  if (/^(?:pytest_|test|setup_|teardown_|setUp|tearDown|load_tests$)/.test(to.name))
    return obstacle('tools find it by its name');
  const isRebound = from.units.length > 1 || to.units.length > 1;
  if (isRebound) return obstacle('it is defined more than once');
  if (/^__\w+__$/.test(to.name)) return obstacle('Python looks for it in its module');
  for (const unit of to.units) {
    const bound = unit.tokens.find(({ text }) => PLACE_BOUND.has(text))?.text;
    if (bound !== undefined) return obstacle(`${bound} means something else there`);
    if (unit.tokens.some(({ text }, i) => text === '__doc__' && unit.tokens[i - 1]?.op !== op.DOT))
      return obstacle('the docstring of its module is another one there');
    if (unit.tokens.some(token => token.word === word.GLOBAL)) return obstacle('it assigns to a global name');
    if (unit.tokens.some((_, i) => showsClass(unit.tokens, i)))
      return obstacle('the text of a class says in which module it is');
    const effect = effectOf(unit, { file: to.file, version: versions.after, meanings });
    if (effect !== undefined) return obstacle(`${effect} on import`);
    const hasRelative = to.file.module.index.imports.some(
      each => each.level > 0 && unit.start <= each.start && each.end <= unit.end,
    );
    if (hasRelative) return obstacle('a relative import is in it');
  }
  if (futuresOf(from.file) !== futuresOf(to.file))
    return obstacle('the __future__ imports of the two files differ');
  const [own, now] = [
    meanings.of(from.name, from.file.module, versions.before),
    meanings.of(to.name, to.file.module, versions.after),
  ];
  if (own?.isStable !== true || now?.isStable !== true)
    return obstacle('its name may be bound to something else as well');
  for (const unit of from.units) {
    for (const name of unit.names) {
      const was = meanings.of(name, from.file.module, versions.before);
      const is = meanings.of(name, to.file.module, versions.after);
      // Under whatever name it is imported.
      const said = is?.text.split(/[.:]/).at(-1) ?? '';
      const isCalled = unit.tokens.some(
        ({ text }, i) => text === name && unit.tokens[i + 1]?.op === op.PAREN_OPEN,
      );
      if (isCalled && MAKES_CLASS.test(is?.text ?? '')) return obstacle(`${name} says in which module it is`);
      if (PLACE_BOUND.has(said) || SHOWS_CALLER.test(is?.text ?? ''))
        return obstacle(`${said} means something else there`);
      if (was?.text !== is?.text) return obstacle(`${name} is not the same there`);
      if (was?.isStable === false) return obstacle(`${name} may be something else at another time`);
    }
  }
  return [];
}

/** `type(x)` or `x.__class__` as a whole, which may be shown; not its name, a call of it, or a comparison. */
function showsClass(tokens: readonly CodeToken[], at: number): boolean {
  let end = at;
  if (tokens[at]?.text === 'type' && tokens[at + 1]?.op === op.PAREN_OPEN && tokens[at - 1]?.op !== op.DOT) {
    end = closing(tokens, at + 1);
  } else if (tokens[at]?.text !== '__class__') return false;
  return !HARMLESS.test(tokens[end + 1]?.text ?? '') && !COMPARING.test(tokens[at - 1]?.text ?? '');
}
