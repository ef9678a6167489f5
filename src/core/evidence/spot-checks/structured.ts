import type { SpotCheck } from '../../../generated/contracts.ts';

/** QA's spot checks as sentences; those that came as facts in the one wording that code reads without doubt. */
export const sentencesOf = (checks: readonly (string | SpotCheck)[] | undefined): readonly string[] =>
  (checks ?? []).map(check => (typeof check === 'string' ? check : `verified: ${sentenceOf(check)}`));

function sentenceOf(check: SpotCheck): string {
  const { kind, name, value, from, count, when } = check;
  const place = check.in === undefined ? '' : ` in ${code(check.in)}`;
  const time = when === undefined ? '' : ` ${when} the change`;
  const subject = code(check.subject);
  switch (kind) {
    case 'exists':
      return `${subject} is defined${place}${time}`;
    case 'absent':
      return `${subject} is not defined${place}${time || ' after the change'}`;
    case 'signature':
      return `the signature of ${subject}${place} is ${code(value)}${time}`;
    case 'same_signature':
      return `${subject}${place} keeps its signature`;
    case 'returns':
      return `${subject}${place} is annotated to return ${code(value)}${time}`;
    case 'parameter':
      return value === undefined
        ? `${subject}${place} takes a parameter ${code(name)}${time}`
        : `the parameter ${code(name)} of ${subject}${place} defaults to ${code(value)}${time}`;
    case 'no_parameter':
      return `${subject}${place} does not accept ${code(name)}${time}`;
    case 'base':
      return `${subject}${place} inherits from ${code(name)}${time}`;
    case 'decorator':
      return `${subject}${place} is decorated with ${code(name)}${time}`;
    case 'value':
      return `${subject}${place} is set to ${code(value)}${time}`;
    case 'member':
      return `class ${subject} defines ${code(name)}${time}`;
    case 'imports':
      return `${subject} imports ${code(name)}${from === undefined ? '' : ` from ${code(from)}`}${time}`;
    case 'no_import':
      return `${subject} does not import ${code(name)}${from === undefined ? '' : ` from ${code(from)}`}${time}`;
    case 'importable':
      return `${code(name)} can be imported from ${subject}${time}`;
    case 'renamed':
      return `${subject}${place} was renamed to ${code(name)}`;
    case 'unchanged':
      return `${subject}${place} was not modified`;
    case 'callers':
      return `function ${subject} has ${count ?? '?'} callers${time}`;
    case 'lines':
      return `${subject} has ${count ?? '?'} lines${time}`;
  }
}

/** What is missing, or holds a backtick, is left so that the sentence is not understood. */
const code = (text: string | undefined): string =>
  text === undefined || text.includes('`') ? '(?)' : `\`${text}\``;
