import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { basesOf } from '../../python/query/header.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import { placesOf } from '../code/uses.ts';
import { asksForNames, mayBecome, mayWritePieces, piecesIn } from '../new-uses/name-pieces.ts';
import { isMadeAnew } from './certainty.ts';
import type { Lookup } from './lookup.ts';

/** Why something may call a function that nobody calls by its name; `undefined` where nothing of the workspace seems to. */
export async function whoMayCallUnseen(look: Lookup, ref: SymbolRef): Promise<string | undefined> {
  const { definition, module } = ref;
  const { name, kind } = definition;
  if (/^__\w+__$/.test(name) || kind === 'property') return `Python itself calls ${name}`;
  if (isTestFile(module.path) && /^(?:test|Test|setUp|tearDown|setup|teardown)/.test(name))
    return `a test runner calls ${name}`;
  const file = await look.open(module);
  if (file === undefined) return `${module.path} cannot be read`;
  if (isMadeAnew(ref, file, look)) return `its decorator may hand ${name} to somebody who calls it`;
  const owner = module.index.definitions[definition.parent];
  const bases = owner?.kind === 'class' ? basesOf(owner, file.text) : [];
  const above = bases.find(base => !CALLS_NOTHING.test(base));
  if (above !== undefined) return `${above} may call ${name}`;
  if (asksForAnyName(file)) return `${module.path} asks for names that are not written out`;
  for (const other of look.version.snapshot.modules.values()) {
    const each = await look.open(other);
    if (each === undefined) return `${other.path} cannot be read`;
    const last = lastOf(module.name);
    const isListed = each.mentions(last) && LISTING.some(word => each.mentions(word));
    if (isListed || (other !== module && asksForAnyName(each, last)))
      return `${other.path} may go through what ${module.path} has`;
    const mayAsk = asksForNames(each) || each.mentions('globals(') || each.mentions('locals(');
    if (mayAsk && mayWritePieces(each, name) && mayBecome(name, piecesIn(each)))
      return `${other.path} puts names together`;
  }
  return undefined;
}

/** By these all members of a module are found, or what a text says. */
const LISTING = ['getmembers', 'vars(', 'dir(', '__dict__', 'eval(', 'exec('];

/** Bases that call no method which is not named so by Python. */
const CALLS_NOTHING =
  /^(?:object|(?:abc\.)?ABC|(?:enum\.)?\w*Enum|\w*(?:Error|Exception)|(?:typing\.)?NamedTuple)$/;

/** `getattr(self, name)`, `globals()[name]`, where the name is no text of its own; of one thing: `getattr(m, name)` alone. */
function asksForAnyName(file: PythonFile, of?: string): boolean {
  const { tokens } = file;
  const isOpen = (at: number) => tokens.op(at + 1) === op.PAREN_OPEN;
  const isAsked = placesOf(file, 'getattr').some(at => {
    if (!isOpen(at) || (of !== undefined && tokens.text(at + 2) !== of)) return false;
    const end = tokens.closing(at + 1);
    let comma = at + 2;
    while (comma < end && tokens.op(comma) !== op.COMMA)
      comma = op.opens(tokens.op(comma)) ? tokens.closing(comma) + 1 : comma + 1;
    const next = tokens.op(comma + 2);
    return tokens.kind(comma + 1) !== STRING || (next !== op.COMMA && next !== op.PAREN_CLOSE);
  });
  if (of !== undefined) return isAsked;
  const isTaken = ['globals', 'locals', 'vars'].some(name =>
    placesOf(file, name).some(at => {
      const behind = isOpen(at) ? tokens.closing(at + 1) + 1 : 0;
      return isOpen(at) && (tokens.kind(behind + 1) !== STRING || tokens.op(behind) !== op.BRACKET_OPEN);
    }),
  );
  return isAsked || isTaken || placesOf(file, '__dict__').length > 0;
}
