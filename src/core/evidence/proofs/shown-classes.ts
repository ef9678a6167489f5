import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { signOutside } from '../code/brackets.ts';
import { rootOf } from '../code/dotted-names.ts';
import { placeIn } from '../code/places.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import type { DefinitionMatch } from '../facts/definition-changes.ts';
import { findGivenOn } from './given-on.ts';
import type { Obstacle } from './obstacle.ts';

const SHOWING =
  /^(?:repr|str|ascii|print|format|pprint|pformat|debug|info|warning|warn|error|exception|critical|log|write|echo)$|(?:Error|Exception|Warning)$/;

/**
 * The text of a class that moved says in which module it is: `repr(E)`, `print(a.E)`, `f"{E}"`, `"%s" % E`. Whoever else
 * is given the class may show it as well.
 */
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
    const asksObjects = file !== undefined && [...OF_OBJECTS].some(each => file.mentions(each));
    const ofObject = asksObjects ? classOfObjectAt(file.tokens) : undefined;
    if (asksObjects && ofObject !== undefined)
      return {
        reason: `${names[0]} moved, and ${module.path} shows the classes of objects`,
        place: placeIn(file, ofObject, 'after'),
      };
    for (const name of names) {
      if (file?.mentionsName(name) !== true) continue;
      const { tokens } = file;
      const given = placesOf(file, name).find(at => {
        const from = rootOf(tokens, at);
        return isShownAt(tokens, from, at);
      });
      const start =
        given === undefined
          ? findGivenOn(file, { functions: NONE, methods: NONE, classes: new Set([name]) })
          : tokens.start(given);
      if (start === undefined) continue;
      return {
        reason: `${name} moved, and its text, which says where it is, is shown or may be`,
        place: placeIn(file, start, 'after'),
      };
    }
  }
  return undefined;
}

/** `print(type(e))`, `f"{e.__class__}"`, `kind = type(e)`, `map(type, e)`: but for names of it, calls and comparisons. */
function classOfObjectAt(tokens: CodeTokens): number | undefined {
  for (let i = 0; i < tokens.length; i++) {
    const text = tokens.text(i);
    if (!OF_OBJECTS.has(text) || (text !== '__class__' && tokens.op(i - 1) === op.DOT && text !== 'exc_info'))
      continue;
    const isCalled = tokens.op(i + 1) === op.PAREN_OPEN;
    if (text !== '__class__' && !isCalled) {
      const isGiven = isWhole(tokens, i) && op.opens(tokens.op(i - 1));
      if (text === 'type' && isGiven && tokens.isName(i - 2)) return tokens.start(i);
      continue;
    }
    const end = text === '__class__' ? i : endOfCall(tokens, i + 1);
    if (end === undefined || isMade(tokens, i + 1, end)) continue;
    if (!HARMLESS.test(tokens.text(end + 1)) && !COMPARING.test(tokens.text(rootOf(tokens, i) - 1)))
      return tokens.start(i);
  }
  return undefined;
}

const OF_OBJECTS: ReadonlySet<string> = new Set(['type', '__class__', 'exc_info']);

/** `type("A", (), {})` makes a class. */
const isMade = (tokens: CodeTokens, open: number, close: number): boolean =>
  signOutside(tokens.slice(open + 1, close), op.COMMA) >= 0;

const isShownAt = (tokens: CodeTokens, from: number, end: number): boolean =>
  tokens.op(from - 1) === PERCENT || (isWhole(tokens, end) && isGivenToShow(tokens, from));

/** Index of the bracket that closes the call whose bracket opens at `open`. */
function endOfCall(tokens: CodeTokens, open: number): number | undefined {
  if (tokens.op(open) !== op.PAREN_OPEN) return undefined;
  let depth = 0;
  for (let i = open; i < tokens.length && i < open + MOST_AROUND; i++) {
    if (op.opens(tokens.op(i))) depth++;
    else if (op.closes(tokens.op(i)) && --depth === 0) return i;
  }
  return undefined;
}

/** The thing itself, not what it is called for or asked for. */
const isWhole = (tokens: CodeTokens, at: number): boolean =>
  tokens.op(at + 1) === op.COMMA || op.closes(tokens.op(at + 1));

/** From so many tokens on nobody asks in what something stands. */
const MOST_AROUND = 200;

/** In brackets behind `%`, or in those of a call that shows what it is given: `"%s" % (a, E)`, `print("x", [E])`, `f"{E}"`. */
function isGivenToShow(tokens: CodeTokens, from: number): boolean {
  let depth = 0;
  for (let i = from - 1; i > 0 && tokens.kind(i) >= NAME; i--) {
    if (from - i > MOST_AROUND) return true;
    if (op.closes(tokens.op(i))) depth++;
    else if (op.opens(tokens.op(i)) && --depth < 0) {
      depth = 0;
      const isField = tokens.kind(i - 1) === STRING;
      if (isField || tokens.op(i - 1) === PERCENT || SHOWING.test(tokens.text(i - 1))) return true;
      // `print(Optional[E])`
      if (tokens.op(i) === op.BRACKET_OPEN) continue;
      // Another call may do anything with it, and shows nothing itself.
      if (tokens.isName(i - 1) || op.closes(tokens.op(i - 1))) return false;
    }
  }
  return false;
}

/** What stands behind or in front of a class that nobody is shown. */
export const HARMLESS = /^(?:\.|\(|is|==|!=|in|not)$/;
export const COMPARING = /^(?:is|not|==|!=|in|\|)$/;

const NONE: ReadonlySet<string> = new Set();

/** `%` */
const PERCENT = 37;
