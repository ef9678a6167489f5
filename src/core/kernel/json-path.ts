import { patternMessages } from '../../generated/pattern-messages.ts';

/** The parts of an ajv error that a sentence needs; structurally equal to the generated SchemaError. */
export interface SchemaProblem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `/commands/0/args` → `commands[0].args`; the root is `the JSON`. */
export function readablePath(instancePath: string): string {
  if (instancePath === '') return 'the JSON';
  return instancePath
    .slice(1)
    .split('/')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join('');
}

/** One sentence that names the place, what is wrong and the name or value in question. */
export function describeSchemaProblem(problem: SchemaProblem): string {
  const where = readablePath(problem.instancePath);
  const { additionalProperty, missingProperty, allowedValue, allowedValues } = problem.params;
  if (typeof additionalProperty === 'string') return `${where} has an unknown key "${additionalProperty}"`;
  if (typeof missingProperty === 'string') return `${where} has no "${missingProperty}"`;
  if (allowedValue !== undefined) return `${where} must be ${JSON.stringify(allowedValue)}`;
  if (Array.isArray(allowedValues)) {
    return `${where} must be one of ${allowedValues.map(v => JSON.stringify(v)).join(', ')}`;
  }
  const { type, limit, pattern } = problem.params;
  const message = typeof pattern === 'string' ? patternMessages[pattern] : undefined;
  if (message !== undefined) return `${where}: expected ${asClause(message)}`;
  if (problem.keyword === 'type' && typeof type === 'string') return `${where} must be of type ${type}`;
  if (problem.keyword === 'type' && Array.isArray(type))
    return `${where} must be of type ${type.join(' or ')}`;
  if (problem.keyword === 'minItems' || problem.keyword === 'minLength') {
    const what = problem.keyword === 'minItems' ? 'entries' : 'characters';
    return limit === 1 ? `${where} must not be empty` : `${where} must have at least ${limit} ${what}`;
  }
  if (problem.keyword === 'maxItems')
    return limit === 0 ? `${where} must be empty` : `${where} must have at most ${limit} entries`;
  if (problem.keyword === 'uniqueItems') return `${where} names the same thing twice`;
  return `${where} ${problem.message ?? `breaks the rule "${problem.keyword}"`}`;
}

/** `A path.` → `a path` */
const asClause = (sentence: string): string =>
  `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');

export function describeSchemaProblems(problems: readonly SchemaProblem[] | null | undefined): string {
  const sentences = (problems ?? []).map(describeSchemaProblem);
  return sentences.length > 0 ? sentences.join('; ') : 'the JSON does not match the schema';
}
