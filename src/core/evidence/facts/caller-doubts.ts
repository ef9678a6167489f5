import type { ApiChange } from '../../../generated/contracts.ts';
import * as op from '../../python/lexer/operators.ts';
import { rootOf } from '../code/dotted-names.ts';
import { importsBinding } from '../code/import-entries.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { mayFailThere } from '../code/surroundings.ts';
import type { Use } from '../code/uses.ts';
import { isUnevaluated } from './annotations-only-read.ts';
import { bindsElsewhere, isBoundByImportsOnly, isOpen } from './bound-names.ts';
import type { HiddenByStars } from './hidden-by-stars.ts';
import { isReplaced } from './replaced-names.ts';

/** Why a use may not be of the changed name, or may not run as it is written. */
export function doubtAboutUse(
  use: Use,
  after: PythonFile,
  change: Pick<ApiChange, 'change' | 'kind'>,
  stars: HiddenByStars,
): string | undefined {
  const { file, at } = use;
  const name = file.tokens.text(at);
  if (file.tokens.op(at - 1) !== op.DOT && bindsElsewhere(file, name))
    return `${name} may be something else there`;
  const isOwn = file.module.path === after.module.path;
  const imported = importsBinding(file, name).length;
  const boundTo = imported + definitionsNamed(file.module.index, name).length;
  if (file.tokens.op(at - 1) !== op.DOT && boundTo > 1 && !isOwn)
    return `${name} is bound in several ways there`;
  if (DEFAULTS.some(each => after.mentions(each) || file.mentions(each)))
    return 'its defaults are set by their name';
  const { segments } = after.module;
  // Which of the two is found depends on how the program is started.
  if (!isOwn && segments.length === 1 && STANDARD_LIBRARY.has(segments[0] ?? ''))
    return `the standard library has ${segments[0]}, too`;
  if (change.kind === 'method' && after.mentions('setattr')) return 'setattr may bring it';
  const root = rootOf(file.tokens, at);
  const owner = file.tokens.text(root);
  if (stars.isHidden(file, owner, after.module.path)) return `an import of * may bring another ${owner}`;
  if (root < at && isBoundAnew(file, owner)) return `${owner} may be something else there`;
  if (isUnevaluated(use)) return 'an annotation there is not evaluated';
  if (isOpen(file) && change.change === 'removed') return 'what names the file has is decided when it runs';
  if (isReplaced(file, name)) return `${name} is replaced there`;
  return mayFailThere(use);
}

/** A name of a module that other statements bind, too; `import a.b` and `import a.c` both bind `a` to the same. */
function isBoundAnew(file: PythonFile, owner: string): boolean {
  const imported = importsBinding(file, owner);
  if (imported.length === 0) return false;
  const isOther = new Set(imported.map(({ text }) => text)).size > 1;
  const isSame = imported.every(
    ({ statement, text }) => statement.kind === 'import' && !text.includes(' as '),
  );
  return bindsElsewhere(file, owner) || !isBoundByImportsOnly(file, owner) || (isOther && !isSame);
}

const DEFAULTS = ['__defaults__', '__kwdefaults__', '__code__'];
