/** Words that are no names, wherever a plain word may be one. */
const NO_NAME =
  '(?:new|newly|old|existing|former|previous|first|second|third|fourth|fifth|last|final|only|sole|extra|additional|further|optional|required|mandatory|keyword|positional|other|others|same|default|type|annotation|single|private|public|unused|remaining|a|an|the|its|their|this|that|no|any|all|every|each|some|several|and|or|not|it|self|cls|parameter|parameters|argument|arguments|function|class|is|was|are|has|to|in|of|signature|return|one|two|three|four|five|if|unless|when|where|then|while|whether|because|since|although|though|maybe|perhaps|hardly|nearly|almost|never|always|sometimes|often|with|without|by|for|from|at|on|as|but|nor|so|such|than|too|very|just|also|even|still|now|already|were|be|been|being|does|do|did|had|have|will|would|should|could|may|might|must|can|cannot|these|those|which|who|what|how|why|there|here|like|unlike|among|between|before|after|behind|above|below|everything|nothing|anything|something|none|neither|either|both|true|false|else|lambda|pass|raise|try|yield|global|del|assert|async|await|break|continue|def|import|however|rather|instead|more|most|less|least|many|few|much)';

/** A name, in a place where a plain word may be one. */
export const anyName = (group: string): string =>
  `(?<${group}>§\\d+|(?!${NO_NAME}(?![\\w-]))[a-z_][a-z0-9_]{0,60}(?![\\w-]))`;

export const code = (group: string): string => `(?<${group}>§\\d+)`;
/** Something with the file or the module that it is in. */
export const placed = (group: string): string =>
  `(?:the )?(?:(?:function|method|class|constructor) )?(?<${group}>§\\d+(?: in §\\d+)?)`;
export const list = (group: string): string => `(?<${group}>§\\d+(?:(?:,? and |, )(?:the )?§\\d+){0,11})`;
export const value = (group: string): string => `(?<${group}>§\\d+|true|false|none|-?\\d+(?:\\.\\d+)?)`;
export const type = (group: string): string =>
  `(?<${group}>§\\d+|str|bytes|int|float|bool|dict|list|tuple|set|none)`;

export const ARGUMENT = '(?:parameter|argument|param|arg|kwarg|option|flag|keyword argument)';
export const ADVERB = '(?<adverb>now |still )?';
/** Between two sentences in one. */
export const AND = '(?:;|,| -| —| –)?(?: and| but| while| whereas)?';
export const WAS = '(?:was|were|is|are|got)';
export const GONE =
  '(?:(?:was|were|is|are|got) (?:now |all |both )?(?:gone|removed|dropped|deleted|eliminated|taken out|stripped out)(?: entirely| completely| altogether)?|no longer exists?|is no longer (?:there|present)|disappeared|vanished|went away)';
export const INSTEAD = '(?:instead of|rather than|in place of)';
/** In brackets or behind a comma: what was before. */
export const FORMERLY =
  '(?:formerly|previously|before|earlier|originally|was|it was|used to be|it used to be|where it was|where it used to be|up from|down from|changed from)';

export const itemsOf = (words: string): readonly string[] => words.match(/§\d+/g) ?? [];

/** `X = 1`: the name and what it is given; nothing where it is none. */
export function assigned(text: string): readonly [string?, string?, string?] {
  const equals = text.indexOf('=');
  const name = text.slice(0, Math.max(0, equals)).trim();
  const given = text.slice(equals + 1).trim();
  return /^\w+$/.test(name) && given !== '' ? [text, name, given] : [];
}

/** What may stand behind an arrow as the type of a result. */
export const isBuiltinType = (name: string): boolean =>
  /^(?:str|bytes|int|float|bool|complex|dict|list|tuple|set|frozenset|object|type|None|Any)$/.test(name);

/** Which one of all parameters. */
export const PARAMETER_PLACE = '(?:first|second|third|fourth|fifth|last|final)';
export const SIGNATURE =
  '(?:signature|parameter list|argument list|list of parameters|list of arguments|parameters|arguments)';
