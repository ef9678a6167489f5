import { STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import { type Access, accessesIn } from './accesses.ts';
import type { FormattedFields } from './formatted-uses.ts';
import type { Statement } from './statements.ts';
import { NOWHERE, unevaluatedIn } from './unevaluated-annotations.ts';

/** A statement, or a field of a formatted string in it, with what it looks up. */
export interface Part {
  readonly statement: Statement;
  readonly tokens: readonly CodeToken[];
  readonly accesses: readonly Access[];
}

/** The parts of a statement; a formatted string that cannot be read is none. */
export function partsOf(file: PythonFile, statement: Statement, fields: FormattedFields): readonly Part[] {
  const partsIn = (tokens: readonly CodeToken[], isUnevaluated: (at: number) => boolean): readonly Part[] => {
    const whole = { statement, tokens, accesses: accessesIn(tokens, isUnevaluated) };
    if (!tokens.some(({ kind }) => kind === STRING)) return [whole];
    const inner = tokens.flatMap((token, i) =>
      token.kind === STRING && isFormatted(token.text) && !isUnevaluated(i)
        ? (fields.read(token.text) ?? [])
        : [],
    );
    return [whole, ...inner.flatMap(each => partsIn(each, NOWHERE))];
  };
  return partsIn(statement.tokens, unevaluatedIn(file, statement));
}

export const hasUnread = ({ tokens }: Statement, fields: FormattedFields): boolean =>
  tokens.some(({ kind, text }) => kind === STRING && isFormatted(text) && fields.read(text) === undefined);
