import { compareText } from '../../compare.ts';
import { linesOf } from '../../tool-answer.ts';

/** Where a broken contract that names no import is shown: the file that declares it. */
export interface ContractSource {
  readonly file: string;
  readonly line: number;
}

export interface BrokenPlace {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/**
 * Import-linter's text about one broken contract as places. A chain of imports begins with `-`, continues with
 * indented lines, and is under the sentence that says what is not allowed. Each chain is one place, at the
 * import it begins with; a text without chains is one place at the contract itself.
 */
export function brokenPlaces(
  text: string,
  fileOf: (module: string) => string | undefined,
  declared: ContractSource,
): readonly BrokenPlace[] {
  const places: BrokenPlace[] = [];
  const sentences: string[] = [];
  let heading: string[] = [];
  let headingIsOpen = false;
  for (const block of blocksOf(text)) {
    const [first = '', ...rest] = block;
    if (!first.startsWith('-')) {
      const said = block.map(line => line.trim());
      sentences.push(...said);
      heading = headingIsOpen ? [...heading, ...said] : said;
      headingIsOpen = true;
      continue;
    }
    headingIsOpen = false;
    const sentence = heading.join(' ').replace(/:$/, '');
    places.push({
      ...placeOf(first, sentence, fileOf, declared),
      message: `${sentence}: ${chainOf(first, rest)}`,
    });
  }
  if (places.length === 0)
    return [{ ...declared, message: sentences.join(' ') || 'The contract is broken.' }];
  // What follows the last chain explains the contract: guidance of the project, why a module must be listed.
  const [last] = places.splice(-1);
  if (last) places.push(headingIsOpen ? { ...last, message: `${last.message}\n${heading.join(' ')}` } : last);
  // Import-linter keeps some of them in sets; a report must not change from run to run.
  return places.sort(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || compareText(a.message, b.message),
  );
}

/** Sentences line by line; each chain with the indented lines that belong to it. */
function blocksOf(text: string): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  for (const line of linesOf(text)) {
    const last = blocks.at(-1);
    if (last?.[0]?.startsWith('-') && /^\s/.test(line)) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

/**
 * The module that imports, and the lines it does so: `- app.low -> app.high (l.1, l.7)`, `- app.low (l.1)`, `-
 * app.low`.
 */
const BEGINNING = /^-\s+(?<importer>[\w.]+)(?: -> [\w.]+)?(?: \((?:l\.)?(?<line>\d+)(?! import))?/;

function placeOf(
  first: string,
  sentence: string,
  fileOf: (module: string) => string | undefined,
  declared: ContractSource,
): ContractSource {
  const found = BEGINNING.exec(first)?.groups;
  const named = found?.['importer'] ?? '';
  // Cycles are reported with names relative to the package of the sentence.
  const parent = named.startsWith('.') ? (/\bin ([\w.]+?)\.(?:\s|$)/.exec(sentence)?.[1] ?? '') : '';
  const file = fileOf(`${parent}${named}`);
  return file === undefined ? declared : { file, line: Math.max(1, Number(found?.['line'] ?? 1)) };
}

/** `a -> b (l.1), b -> c (l.4) & d (l.5)`: further importers and imported modules follow an `&`. */
function chainOf(first: string, rest: readonly string[]): string {
  return rest
    .map(line => line.trim())
    .reduce(
      (chain, line) => chain + (line.startsWith('&') ? ` ${line}` : `, ${line}`),
      first.replace(/^-\s+/, '').trim(),
    );
}
