import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { readComments } from '../code/comments.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ChangedModule, isPython } from '../code/two-versions.ts';
import { cancel, codeBefore } from './suppressions.ts';

/** Comments that tools read, or may read. */
const TOOLS =
  /^#\s*(?:pyre|pytype|ty|pyright|mypy|basedpyright|pyrefly|zuban|ruff|flake8|pylint|isort|fmt|yapf|black|autopep8|bandit|sonar|codespell|vulture|pycln|pyup|semgrep|lgtm|type|pragma|coverage|cspell|spell|typos|checkov|pytest|sourcery|snyk|pydocstyle|darglint|docformatter)\b/i;
const WORDS =
  /no-?qa|nosonar|nosec|nolint|nosemgrep|noinspection|skipcq|ignor|disable|suppress|skip[-_ ]?file|no[-_ ]?(?:cover|check|lint)|fixme\[|:\s*(?:off|skip)\b/i;
/** Files in which no tool is asked to look away. */
const PROSE = /\.(?:md|rst|txt|html|css|svg|png)$/i;
const REQUIREMENTS = /requirements|constraints/i;

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
  const [, fresh] = cancel(before, after, ({ key }) => key);
  return [
    ...fresh.map(({ text, place }) => ({
      reason: `"${text}" is new there, and may tell a tool to look away`,
      place,
    })),
    ...files
      .filter(({ path }) => !isPython(path) && (!PROSE.test(path) || REQUIREMENTS.test(path)))
      .map(({ path }) => ({
        reason: `${path} may configure a tool`,
        place: { file: path, line: 1, side: 'after' } as const,
      })),
  ];
}

function directives(file: PythonFile, side: 'before' | 'after'): readonly Directive[] {
  const comments = readComments(file).flatMap(({ text, start }) => {
    if (!TOOLS.test(text) && !WORDS.test(text)) return [];
    return [{ text, key: `${text}\u0001${codeBefore(file, start)}`, place: placeIn(file, start, side) }];
  });
  const decorators = !['no_type_check', 'filterwarnings', 'simplefilter'].some(file.mentions)
    ? []
    : file.tokens.flatMap(({ text, start }) =>
        text === 'no_type_check' || text === 'filterwarnings' || text === 'simplefilter'
          ? [{ text, key: text, place: placeIn(file, start, side) }]
          : [],
      );
  return [...comments, ...decorators];
}
