/** A source and what became of it. */
export interface Mutation {
  readonly name: string;
  /** `layout`: the same program, written differently in a way our tokens must not notice. */
  readonly kind: 'layout' | 'docstring' | 'any';
  readonly before: string;
  readonly after: string;
}

/** Numbers that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Change = (source: string, random: () => number) => string;

/** The place that a random one of the matches is at, rewritten. */
function atOne(
  expression: RegExp,
  rewrite: (match: RegExpMatchArray, random: () => number) => string,
): Change {
  return (source, random) => {
    const matches = [...source.matchAll(expression)];
    const match = matches[Math.floor(random() * matches.length)];
    if (match === undefined) return source;
    return (
      source.slice(0, match.index) + rewrite(match, random) + source.slice(match.index + match[0].length)
    );
  };
}

const LAYOUT: Readonly<Record<string, Change>> = {
  'a comment at the end of a line': atOne(/(?<=[\w)])$/gm, () => '  # noted'),
  'a comment line': atOne(/^(?=[ ]*\w)/gm, () => '# a line\n'),
  'blank lines': atOne(/\n(?=[ ]*\w)/g, () => '\n\n\n'),
  'white space at the end': atOne(/(?<=\w)$/gm, () => '   '),
  'other quotes': atOne(/(?<![\w"'\\])'([^'"\\\n{}]*)'(?!')/g, ([, text]) => `"${text}"`),
  'a triple-quoted string': atOne(/(?<![\w"'\\])"([^'"\\\n{}]+)"(?!")/g, ([, text]) => `"""${text}"""`),
  'an argument on a line of its own': atOne(/(?<=\(\w+), (?=\w+[,)])/g, () => ',\n        '),
  'a comma at the end of arguments': atOne(/(?<=\w\(\w+, \w+)\)(?!:)/g, () => ',)'),
  'a comma at the end of a list': atOne(/(?<=[=(] ?\[\w+(?:, \w+)*)\]/g, () => ',]'),
  'a line continued by a backslash': atOne(
    / (?:\+|and|or) (?=\w)/g,
    ([match]) => `${match.trimEnd()} \\\n        `,
  ),
  'spaces around operators': atOne(/ ([+*-]) /g, ([, operator]) => operator as string),
  'parentheses around imported names': atOne(
    /^from (\S+) import (\w+(?:, \w+)*)$/gm,
    ([, from, names]) => `from ${from} import (\n    ${names},\n)`,
  ),
  'line ends of another system': source => source.replaceAll('\n', '\r\n'),
  'a number with underscores': atOne(/(?<=[ (=])(\d)(\d\d\d)(?=[\n ),])/g, ([, a, b]) => `${a}_${b}`),
  'a string in two parts': atOne(
    /(?<=[(=] ?)'([^'"\\\n{}%]{4,})'(?=[,)])/g,
    ([, text = '']) => `'${text.slice(0, 2)}' '${text.slice(2)}'`,
  ),
  'a semicolon at the end': atOne(/(?<=^[ ]*return \w+)$/gm, () => ';'),
  'two statements on a line': atOne(
    /^( *)([\w.]+ = [^\n#'"]*[\w)\]])\n\1(?=(?:return|raise|[\w.]+ [-+]?=) [^\n#'"]*[\w)\]]$)/gm,
    ([, indent, first]) => `${indent}${first}; `,
  ),
  'a block on the line of its header': atOne(
    /^( *)((?:if|elif|else|for|while|try|except|finally|with|def|class)\b[^\n#'"]*:)\n\1 +(?=(?:return|raise|break|continue|pass|[\w.]+ [-+]?=)\b[^\n#'"{[(]*\n(?!\1 ))/gm,
    ([, indent, header]) => `${indent}${header} `,
  ),
  'parentheses around a value': atOne(
    /((?<= [-+|]?=)|(?<=^ *return)) ([^\n#'"=:*]*[\w)\]])$/gm,
    ([, , value]) => ` (\n    ${value}\n)`,
  ),
  'parentheses around a condition': atOne(
    /(?<=^ *(?:if|elif|while)) ([^\n#:]+)(?=:)/gm,
    ([, asked]) => `(${asked})`,
  ),
  'parentheses around what a loop takes': atOne(
    /(?<=^ *for [\w, ]+ in) ([^\n#:]+)(?=:)/gm,
    ([, all]) => ` (${all})`,
  ),
  'parentheses around targets': atOne(/(?<=\bfor) ([\w, ]+)(?= in )/g, ([, all]) => ` (${all})`),
  'parentheses around an argument': atOne(/(?<=\w\()([\w.]+)(?=[,)])/g, ([, name]) => `(${name})`),
  'parentheses around an exception': atOne(
    /(?<=\b(?:raise|except)) (\w+)(?=[:\n])/g,
    ([, name]) => ` (${name})`,
  ),
  'parentheses of a class without bases': atOne(/(?<=^ *class \w+)(?=:)/gm, () => '()'),
};

const DOCSTRINGS: Readonly<Record<string, Change>> = {
  'another docstring': atOne(/"""([^"\\]+)"""/g, ([, text]) => `"""Other words: ${text}"""`),
  'a docstring in other quotes': atOne(/"""([^"'\\\n]+)"""/g, ([, text]) => `'${text}'`),
  'a docstring less': atOne(/^ +"""[^"\\]+"""\n(?= +\w)/gm, () => ''),
};

const SEMANTIC: Readonly<Record<string, Change>> = {
  'another operator': atOne(
    / (==|<|>|\+|-|\*|and|or|is|in|not in) (?=\w)/g,
    (_, random) =>
      [' != ', ' <= ', ' - ', ' + ', ' or ', ' and ', ' is not '][Math.floor(random() * 7)] ?? ' + ',
  ),
  'another name': atOne(
    /\b(?!def|class|return|import|from|if|else|for|in|while)[a-z_]{3,}\b/g,
    ([name]) => `${name}_`,
  ),
  'another number': atOne(/\b\d+\b/g, ([n]) => String(Number(n) + 1)),
  'another text': atOne(/'([^'"\\\n]+)'/g, ([, text]) => `'${text} '`),
  'a prefix': atOne(
    /(?<![\w"'])(?=['"][^'"\\\n{}]+['"])/g,
    (_, random) => ['b', 'f', 'r', 'u', 'rb'][Math.floor(random() * 5)] ?? 'b',
  ),
  'a line less': atOne(/^ +\w.*\n/gm, () => ''),
  'a line twice': atOne(/^ +\w.*\n/gm, ([line]) => `${line}${line}`),
  'two lines swapped': atOne(
    /^( +)(\w.*)\n\1(\w.*)\n/gm,
    ([, indent, a, b]) => `${indent}${b}\n${indent}${a}\n`,
  ),
  'a deeper line': atOne(/^ +(?=\w)/gm, ([indent]) => `${indent}    `),
  'a line further out': atOne(/^ {8}(?=\w)/gm, () => '    '),
  'a tuple of one': atOne(/\((\w+)\)/g, ([, name]) => `(${name},)`),
  'a subscript with a comma': atOne(/\[(\w+)\]/g, ([, name]) => `[${name},]`),
  'brackets of another kind': atOne(/\[(\w+(?:, \w+)*)\]/g, ([, names]) => `(${names})`),
  'parentheses less': atOne(/\(([\w ]+(?:,[\w ]+)*)\)/g, ([, inside]) => ` ${inside}`),
  'a negation': atOne(/\bif (?=\w)/g, () => 'if not '),
  'a star': atOne(/(?<=\()(?=\w+[,)])/g, () => '*'),
  'a comma between strings less': atOne(/('[^'\n]*'), (?='[^'\n]*')/g, ([, text]) => `${text} `),
  'an escape': atOne(/(?<=')(?=[^'"\\\n]+')/g, () => '\\x41'),
  'a raw escape': atOne(/(?<![\w"'])'([^'"\\\n]+)'/g, ([, text]) => `r'\\n${text}'`),
  'a lambda in a tuple': atOne(/(?<== )(\w+)$/gm, ([, name]) => `(lambda a, b: ${name},)`),
  'a lambda in parentheses': atOne(/(?<== )(\w+)$/gm, ([, name]) => `(lambda a, b: ${name})`),
  'parentheses around any part of a line': atOne(
    /(?<=[ (,[=])(\w[^\n#]*?[\w)\]])(?=[ ),:\]\n])/g,
    ([, part], random) => (random() < 0.5 ? `(${part})` : `((${part}))`),
  ),
  'any parentheses less': atOne(/\(([^()\n]*)\)/g, ([, part]) => ` ${part} `),
  'parentheses that end elsewhere': atOne(/\)([^()\n]+)/g, ([, part]) => `${part})`),
  'a semicolon for the end of a line': atOne(/(?<=\S)\n *(?=\w)/g, () => '; '),
  'the end of a line behind a colon': atOne(/:\n *(?=\w)/g, () => ': '),
  'two lines behind a colon': atOne(/:\n *(\w[^\n]*)\n *(?=\w)/g, ([, line]) => `: ${line}; `),
  'a comment that ends the code': atOne(/ (?=[+*=(])/g, () => ' #'),
};

const PREFIXES = ['', '', '', 'r', 'R', 'b', 'B', 'rb', 'f', 'F', 'rf', 'u', 'U'];
const PIECES = [
  ...[
    'a',
    'x',
    'X',
    'u',
    'U',
    'N',
    '0',
    '1',
    '7',
    'AB',
    'ab',
    '41',
    '{y}',
    '{{',
    '}}',
    ' ',
    "'",
    '"',
    '\\',
    '\\\\',
  ],
  ...[
    '\\n',
    '\\x41',
    '\\xAB',
    '\\X41',
    '\\u00AB',
    '\\U0001F600',
    '\\1',
    '\\12',
    '\\N{DASH}',
    "\\'",
    '\\"',
    '\\\n',
  ],
];

/** A statement with strings side by side, and another one that is nearly the same. */
export function stringPair(random: () => number): { readonly before: string; readonly after: string } {
  const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const literals = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    prefix: any(PREFIXES),
    quote: any(["'", '"', '"""']),
    pieces: Array.from({ length: Math.floor(random() * 4) }, () => any(PIECES)),
  }));
  const written = (all: typeof literals) =>
    `x = (${all.map(({ prefix, quote, pieces }) => `${prefix}${quote}${pieces.join('')}${quote}`).join(' ')})\n`;
  const at = Math.floor(random() * literals.length);
  const changed = literals.flatMap((literal, i) => {
    if (i !== at) return [literal];
    const { prefix, quote, pieces } = literal;
    const middle = Math.floor(random() * (pieces.length + 1));
    switch (Math.floor(random() * 6)) {
      case 0:
        return [{ ...literal, quote: any(["'", '"', '"""']) }];
      case 1:
        return [{ ...literal, prefix: any(PREFIXES) }];
      case 2:
        return [
          { prefix, quote, pieces: pieces.slice(0, middle) },
          { prefix, quote, pieces: pieces.slice(middle) },
        ];
      case 3:
        return [{ ...literal, pieces: pieces.map(each => (random() < 0.5 ? each.toLowerCase() : each)) }];
      case 4:
        return [{ ...literal, pieces: pieces.map(each => each.replace(/^\\(['"])$/, '$1')) }];
      default:
        return [{ ...literal, pieces: pieces.map((each, j) => (j === middle ? any(PIECES) : each)) }];
    }
  });
  return { before: written(literals), after: written(changed) };
}

/** The same program, written in another way at some places. */
export function laidOutAnew(source: string, random: () => number): string {
  const changes = Object.values(LAYOUT);
  let text = source;
  for (let i = 0; i < MOST_AT_ONCE; i++)
    text = changes[Math.floor(random() * changes.length)]?.(text, random) ?? text;
  return text;
}

const MOST_AT_ONCE = 8;

/** Mutations of every kind for each source; those that changed nothing are left out. */
export function* mutationsOf(sources: readonly string[], random: () => number): Generator<Mutation> {
  const kinds = [
    ['layout', LAYOUT],
    ['docstring', DOCSTRINGS],
    ['any', SEMANTIC],
  ] as const;
  for (const before of sources) {
    for (const [kind, changes] of kinds) {
      for (const [name, change] of Object.entries(changes)) {
        const after = change(before, random);
        if (after !== before) yield { name, kind, before, after };
      }
    }
    // Several at once: what cancels out on its own may not cancel out together.
    for (let i = 0; i < 6; i++) {
      const names = [...Object.entries(LAYOUT), ...Object.entries(SEMANTIC)];
      let after = before;
      for (let j = 0; j < 3; j++)
        after = names[Math.floor(random() * names.length)]?.[1](after, random) ?? after;
      if (after !== before) yield { name: 'several', kind: 'any', before, after };
    }
    yield { name: 'broken by random bytes', kind: 'any', before, after: scramble(before, random) };
  }
}

/** Small pieces of the source, swapped, doubled or left out anywhere. */
function scramble(source: string, random: () => number): string {
  const pieces = source.split(/(\W)/);
  const at = Math.floor(random() * pieces.length);
  const to = Math.floor(random() * pieces.length);
  const how = Math.floor(random() * 3);
  if (how === 0) pieces.splice(at, 1);
  else if (how === 1) pieces.splice(at, 0, pieces[to] ?? '');
  else [pieces[at], pieces[to]] = [pieces[to] ?? '', pieces[at] ?? ''];
  return pieces.join('');
}
