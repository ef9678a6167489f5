import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { type Block, type BlockLine, stepsTo } from '../code/blocks.ts';
import { codeKey } from '../code/code-tokens.ts';
import { readComments } from '../code/comments.ts';
import { onlyTells } from '../code/packaging-settings.ts';
import { onlyPins } from '../code/pinned-tools.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { lineStart } from '../code/surroundings.ts';
import { type ChangedModule, isPython } from '../code/two-versions.ts';
import { eachLine } from './bound-names.ts';
import { cancel } from './left-of-both.ts';
import { mayStartOtherwise } from './lint-runners.ts';
import { BEHIND_SIGN, codeBefore } from './suppressions.ts';

/** Comments that tools read, or may read. */
const TOOLS =
  /^#\s*(?:pyre|pytype|ty|pyright|mypy|basedpyright|pyrefly|zuban|ruff|flake8|pylint|isort|fmt|yapf|black|autopep8|bandit|sonar|codespell|vulture|pycln|pyup|semgrep|lgtm|codeql|deepcode|gitleaks|trunk|interrogate|x?doctest|type|pragma|coverage|cspell|spell|typos|checkov|pytest|sourcery|snyk|pydocstyle|darglint|docformatter|pants|cpd)\b/i;
const WORDS =
  /no-?qa|nosonar|nosec|nolint|nosem|noinspection|nopycln|noreorder|nomypy|nopep8|skipcq|ignor|disable|suppress|skip[-_ ]?file|no[-_ ]?(?:cov|branch|check|lint)|lint-fixme|fixme\[|:\s*(?:off|skip|allow)\b/i;
/** The form of an order to whatever tool: `no-dd-sa`, `xyz: +SKIP`, `xyz: rule-name`. */
const FORM =
  /^#\s*(?:no-[a-z][\w-]*(?:$|[\s:[(])|(?!todo|fixme|note|xxx|hack|see|e\.g|i\.e|https?)[a-z][\w-]*:\s?(?:[+-][A-Z_]+|[a-z]+[-_.][\w.-]*)$)/i;
/** Words that sentences have as well as tools, and what makes an order of them: `xyz: ignore`, `xyz-disable`, `ignore[x]`. */
const OF_SENTENCES = /ignor|disable|suppress/gi;
const ORDER = /[:=_-]\s*(?:ignor|disable|suppress)|(?:ignor|disable|suppress)[a-z]{0,4}\s{0,3}[:=[(_-]/i;
const TOOL_OF_SENTENCES = /^#\s*(?:type|black|trunk|coverage|spell|typos|pytest|doctest)\b(?!\s*:)/i;
const OTHER_TOOL =
  /pyre|pytype|pyright|mypy|ruff|flake8|pylint|isort|yapf|autopep8|bandit|sonar|codespell|vulture|semgrep|pragma|cspell/i;
const FEWEST_WORDS = 6;

/** In a text, too, for tools that read lines instead of comments. */
const IN_TEXT =
  /#\s*(?:noqa|flake8\s*[:=]|type\s*:\s*ignore|(?:pragma|pylint|mypy|pyright|ruff|fmt|isort|yapf|codespell)\s*:|nosec|nosonar|nosem)/i;
/** An example that is not run, or whose result is not compared. */
const IN_EXAMPLE = /#\s*x?doctest\s*:.*\+\s*(?:SKIP|REQUIRES|ELLIPSIS|IGNORE\w*|NORMALIZE\w*|DONT\w*)/i;
/** Read by tools in each line, whether or not that is a comment: `isort:skip_file` in a docstring. */
const IN_LINE =
  /isort:\s?skip_file|codespell:\s?ignore|c?spell-?(?:checker)?:\s?(?:disable|ignore|words)|gitleaks:\s?allow|nosem(?:grep)?\b|REUSE-Ignore/i;
/** Ends what another one begins: without it, or further down, the other one covers more. */
const ENDS = /(?::\s*(?:on|enable|end|strict|standard|disallow|check|warn)|pyre-strict)\b/i;
/** Names by which code itself asks tools to look away. */
const IN_CODE =
  /^(?:no_type_check(?:_decorator)?|filterwarnings|simplefilter|suppress_warnings|__doctest_skip__|__doctest_requires__|collect_ignore\w*|nitpicky|nitpick_ignore\w*|linkcheck_\w+|exclude_patterns|coverage_ignore_\w+|no_cover|typeguard_ignore|suppress_type_checks|suppress_health_check|disable_warnings)$/;
/** Such names as texts, which are given to what finds them: `usefixtures("no_cover")`. */
const AS_TEXT = /^\w*:(?:no_cover|filterwarnings)$/;
/** Files in which no tool is asked to look away. */
const PROSE = /\.(?:md|rst|txt|html|svg|png)$/i;
/** A comment of such a file, or of what it has inside; `[//]: # (…)` is one of Markdown. */
const PROSE_COMMENT = /<!--|^\s*\.\.|\{\/?[*#%]|\/\*|(?:^|\s)\/\/|^\[[^\]]{0,9}\]:\s*#/;
/** In it, what tools for prose are called, or how they are told to look away. */
const PROSE_TOOL =
  /lint|hint|check|valid|prettier|vale|spell|typos|harper|proof|alex|textidote|ignor|disabl|suppress|skip|exclud|no-?qa|\b(?:off|false|allow)\b/i;
/** An option of Sphinx by which examples are not run. */
const SKIPPING = /:skipif:/;
/** Lists that tools read. */
const LISTS =
  /requirements|constraints|ignore|allow|white-?_?list|words|word-?_?list|expect|exclu|pattern|dictionar|baseline|spell/i;

interface Directive {
  readonly text: string;
  readonly key: string;
  readonly place: EvidencePlace;
}

/** What may be a new suppression: a comment of a tool that is at other code, or a file that configures tools. */
export function findOpenSuppressions(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
): readonly { readonly reason: string; readonly place: EvidencePlace }[] {
  const before = changed.flatMap(({ before }) => (before === undefined ? [] : directives(before, 'before')));
  const after = changed.flatMap(({ after }) => (after === undefined ? [] : directives(after, 'after')));
  const [gone, fresh] = cancel(before, after, ({ key }) => key);
  const byPath = new Map(changed.map(each => [each.path, each]));
  return [
    ...fresh.map(({ text, place }) => ({
      reason: `"${text}" is new there, and may tell a tool to look away`,
      place,
    })),
    ...gone
      .filter(({ text }) => ENDS.test(text))
      .map(({ text, place }) => ({ reason: `"${text}" is no longer there, and ended another one`, place })),
    ...changed.flatMap(newlyExcluded),
    ...files
      .filter(file => !onlyTells(file) && !onlyPins(file))
      .filter(file => {
        const { path, before, after } = file;
        return isPython(path)
          ? /white-?_?list|allow-?_?list|vulture|baseline/i.test(path) ||
              mayStartOtherwise(file, byPath.get(path))
          : !PROSE.test(path) || LISTS.test(path) || hasNewProseComment(before, after);
      })
      .map(({ path }) => ({
        reason: `${path} may configure a tool`,
        place: { file: path, line: 1, side: 'after' } as const,
      })),
  ];
}

/** `if x:  # pragma: no cover`: what stands below it now, and stood elsewhere before, is excluded as well. */
function newlyExcluded({
  before,
  after,
}: ChangedModule): readonly { reason: string; place: EvidencePlace }[] {
  if (before === undefined || after === undefined || !after.mentions('pragma')) return [];
  const [old, now] = [before, after].map(excludedLines);
  const [, fresh] = cancel(old ?? [], now ?? [], ({ key }) => key);
  const all = new Set(linesOf(before).keys());
  const found = fresh.find(({ key }) => all.has(key));
  const reason = 'a line is below "pragma: no cover" that was not';
  return found === undefined ? [] : [{ reason, place: placeIn(after, found.start, 'after') }];
}

const NO_COVER = /^#\s*pragma\s*:\s*no\s*cover\b/i;

/** The lines of the blocks of which the header says that coverage leaves them out. */
function excludedLines(file: PythonFile): readonly { readonly key: string; readonly start: number }[] {
  const { tokens } = file;
  return readComments(file).flatMap(({ text, start }) => {
    if (!NO_COVER.test(text) || codeBefore(file, start) === '') return [];
    const { block = [], index = -1 } = stepsTo(file, Math.max(0, tokens.firstFrom(start) - 1)).at(-1) ?? {};
    return linesBelow(block[index]?.below ?? []).map(({ from, to }) => ({
      key: tokens.key(from, to),
      start: tokens.start(from),
    }));
  });
}

const linesBelow = (block: Block): readonly BlockLine[] =>
  block.flatMap(line => [line, ...linesBelow(line.below ?? [])]);

function hasNewProseComment(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  const [old, now] = [before, after].map(bytes => proseDirectives((bytes && decodeUtf8(bytes)) ?? ''));
  return old !== now;
}

/** The lines of comments that may speak to a tool, and those of examples. */
function proseDirectives(text: string): string {
  // A comment may go on below its beginning: to `-->`, or as long as lines are indented below `..`.
  let [isInTag, isBelowDots] = [false, false];
  return text
    .split(/\r\n|\n|\r/)
    .filter(line => {
      if (/^\S/.test(line)) isBelowDots = false;
      const isComment = isInTag || isBelowDots || PROSE_COMMENT.test(line);
      if (line.includes('<!--')) isInTag = !line.includes('-->', line.lastIndexOf('<!--'));
      else if (line.includes('-->')) isInTag = false;
      isBelowDots ||= /^\s*\.\.\s*$/.test(line);
      const isOfCode = IN_EXAMPLE.test(line) || SKIPPING.test(line) || IN_TEXT.test(line);
      return isOfCode || (isComment && PROSE_TOOL.test(line));
    })
    .join('\n');
}

function directives(file: PythonFile, side: 'before' | 'after'): readonly Directive[] {
  const comments = readComments(file).flatMap(({ text, start }) => {
    if (!FORM.test(text) && ((!TOOLS.test(text) && !WORDS.test(text)) || isSentence(text))) return [];
    return [{ text, key: `${text}\u0001${whereabouts(file, start)}`, place: placeIn(file, start, side) }];
  });
  return [...comments, ...textsIn(file, side), ...namesIn(file, side)];
}

/** `# Type is not specified, so that it is ignored here`: for people, and no order of any tool. */
function isSentence(text: string): boolean {
  const words = text.match(/[A-Za-z']+/g) ?? [];
  if (words.length < FEWEST_WORDS || ORDER.test(text) || OTHER_TOOL.test(text)) return false;
  const isOfTool = TOOLS.test(text) && !TOOL_OF_SENTENCES.test(text);
  return !isOfTool && !WORDS.test(text.replaceAll(OF_SENTENCES, ''));
}

function textsIn(file: PythonFile, side: 'before' | 'after'): readonly Directive[] {
  const { tokens } = file;
  const directiveAt = tokens.asking(directiveIn);
  const found: Directive[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const directive = directiveAt(i);
    if (directive === EXAMPLE) found.push(...linesIn(file, i, side, IN_EXAMPLE));
    else if (directive === LINE) found.push(...linesIn(file, i, side, IN_LINE));
    else if (directive !== '')
      found.push({ text: directive, key: tokens.text(i), place: placeIn(file, tokens.start(i), side) });
  }
  return found;
}

const EXAMPLE = '# doctest:';
const LINE = 'in a line';

const directiveIn = (kind: number, text: string): string => {
  if (kind !== STRING) return '';
  const said = text.includes('#') ? (IN_TEXT.exec(text)?.[0] ?? (IN_EXAMPLE.test(text) ? EXAMPLE : '')) : '';
  return said === '' && IN_LINE.test(text) ? LINE : said;
};

/** Each line that tells a tool something, such as an example how it is run; the rest of the text around it says nothing of that. */
function linesIn(
  file: PythonFile,
  at: number,
  side: 'before' | 'after',
  pattern: RegExp,
): readonly Directive[] {
  const place = placeIn(file, file.tokens.start(at), side);
  return file.tokens
    .text(at)
    .split(/\r\n|\n|\r/)
    .filter(line => pattern.test(line))
    .map(line => ({ text: pattern.exec(line)?.[0] ?? EXAMPLE, key: line.trim(), place }));
}

/** What a comment is about, whatever else is in the file. */
function whereabouts(file: PythonFile, comment: number): string {
  const { tokens } = file;
  const line = codeBefore(file, comment);
  const at = tokens.firstFrom(comment);
  if (line === BEHIND_SIGN) {
    const statement = tokens.key(lineStart(file, at - 1), at);
    const isOnly = file.once(countStatements).get(statement) === 1;
    return `${line}\u0001${isOnly ? statement : tokens.key(Math.max(0, at - NEAR), at)}`;
  }
  if (line !== '') {
    // `else:` or `pass` alone do not say which one it is.
    return linesOf(file).get(line) === 1 ? line : `${line}\u0001${tokens.key(Math.max(0, at - NEAR), at)}`;
  }
  // On a line of its own it is about what follows, to the end of the block that it is in.
  let first = 0;
  while (first < at && (tokens.kind(first) === STRING || tokens.kind(first) < NAME)) first++;
  const isAtTop = first === at;
  const next = codeKey(tokens.slice(at, at + NEAR).filter(({ kind }) => kind >= NAME));
  // In front of everything else it is about the whole file.
  return [isAtTop ? `${file.module.path} ${at === 0}` : '', columnOf(file, comment), next].join('\u0001');
}

const NEAR = 16;

function columnOf({ text: { bytes } }: PythonFile, comment: number): number {
  let line = comment;
  while (line > 0 && bytes[line - 1] !== 10 && bytes[line - 1] !== 13) line--;
  return comment - line;
}

/** How often each statement is in a file. */
function countStatements({ tokens }: PythonFile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  eachLine(tokens, (from, to) => {
    const statement = tokens.key(from, to);
    counts.set(statement, (counts.get(statement) ?? 0) + 1);
  });
  return counts;
}

/** How often each line of code is in a file. */
function linesOf(file: PythonFile): ReadonlyMap<string, number> {
  return file.once(countLines);
}

function countLines({ text: { bytes }, tokens }: PythonFile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let from = 0;
  const finish = (to: number) => {
    if (to === from) return;
    // As `codeBefore` reads it.
    while (from < to && tokens.kind(from) < NAME) from++;
    const line = tokens.key(from, to);
    counts.set(line, (counts.get(line) ?? 0) + 1);
    from = to;
  };
  for (let i = 1; i < tokens.length; i++)
    if (hasLineEnd(bytes, tokens.end(i - 1), tokens.start(i))) finish(i);
  finish(tokens.length);
  return counts;
}

function hasLineEnd(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === 10 || bytes[i] === 13) return true;
  return false;
}

/** The names that ask tools to look away, under whatever name they are imported, each with what follows it. */
function namesIn(file: PythonFile, side: 'before' | 'after'): readonly Directive[] {
  const { tokens } = file;
  const aliases = new Set(
    file.module.index.imports.flatMap(({ names }) =>
      names.flatMap(({ name, alias }) => (alias !== undefined && IN_CODE.test(name) ? [alias] : [])),
    ),
  );
  const isAskingAt = tokens.asking(isAsking);
  const found: Directive[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const isAlias = aliases.size > 0 && tokens.kind(i) === NAME && aliases.has(tokens.text(i));
    if (isAlias || isAskingAt(i))
      found.push({
        text: tokens.text(i),
        key: codeKey(tokens.slice(i, i + NEAR)),
        place: placeIn(file, tokens.start(i), side),
      });
  }
  return found;
}

const isAsking = (kind: number, text: string): boolean =>
  (kind === NAME && IN_CODE.test(text)) || (kind === STRING && AS_TEXT.test(text));
