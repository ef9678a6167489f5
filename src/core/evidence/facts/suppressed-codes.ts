import type { Suppression } from '../../../generated/contracts.ts';

/** What a suppression keeps tools from saying. */
export interface Suppressed {
  /** Only those of one family may say the same. */
  readonly family: string;
  /** The messages that it names; `undefined` where it is about all of them. */
  readonly codes: ReadonlySet<string> | undefined;
  /** It may be about more than its line, when it stands alone on one. */
  readonly isForMore: boolean;
}

const LIST = /^[\w-]+(?:[\s,]+[\w-]+)*/;
/** `E501`, `B101`: whatever else stands behind `noqa` and `nosec` is for people. */
const NUMBERED = /^[A-Z]+\d+$/i;

/** @param said the part of the comment that says of which kind it is, and what follows it */
export function suppressedBy(kind: Suppression['kind'], said: string, rest: string): Suppressed {
  const isOfTool = /(?:ruff|flake8|mypy)\s*:/i.test(said);
  const [tool = ''] = kind === 'fmt: off' ? (/isort|yapf/.exec(said) ?? []) : [];
  return {
    family: `${kind} ${tool}`,
    codes: codesOf(kind, said, rest),
    isForMore: isOfTool || (kind !== 'noqa' && kind !== 'nosec'),
  };
}

function codesOf(kind: Suppression['kind'], said: string, rest: string): ReadonlySet<string> | undefined {
  switch (kind) {
    case 'noqa':
      return numbered(behind(rest, ':'));
    case 'nosec':
      return numbered(behind(rest, ':') ?? rest.trimStart());
    case 'pragma: no cover':
      return /branch$/i.test(said) ? new Set(['branch']) : undefined;
    case 'fmt: off':
      return /skip$/.test(said) ? new Set(['skip']) : undefined;
    case 'pylint: disable':
      return withoutAll(listed(behind(rest, '=')));
    case 'pyright: ignore':
      return /=/.test(said) ? new Set([said.replace(/^[^:]*:\s*/, '')]) : listed(behind(rest, '['));
    default:
      // `# mypy: ignore-errors`, `# mypy: disable-error-code="x"`
      if (!/mypy/i.test(said)) return listed(behind(rest, '['));
      if (/ignore/i.test(said)) return undefined;
      return listed(behind(rest.slice(rest.indexOf('=')), '=')?.replaceAll('"', ''));
  }
}

/** What follows the sign, where that is what comes next. */
function behind(rest: string, sign: string): string | undefined {
  const text = rest.trimStart();
  return text.startsWith(sign) ? text.slice(1).trimStart() : undefined;
}

function listed(text: string | undefined): ReadonlySet<string> | undefined {
  const [list] = LIST.exec(text ?? '') ?? [];
  return list === undefined ? undefined : new Set(list.split(/[\s,]+/));
}

function numbered(text: string | undefined): ReadonlySet<string> | undefined {
  const codes = [...(listed(text) ?? [])].filter(code => NUMBERED.test(code));
  return codes.length === 0 ? undefined : new Set(codes.map(code => code.toUpperCase()));
}

const withoutAll = (codes: ReadonlySet<string> | undefined) => (codes?.has('all') ? undefined : codes);

/** The first one says all that the other one says. */
export const covers = (old: Suppressed, fresh: Suppressed): boolean =>
  old.family === fresh.family &&
  (old.codes === undefined ||
    (fresh.codes !== undefined && [...fresh.codes].every(code => old.codes?.has(code))));
