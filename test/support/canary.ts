/** Every trick by which text does more than be read, each with a word that shows that the text itself was shown. */
export const TRICKS = {
  'command link': '[canary-link](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22id%22%7D)',
  'web link': '[canary-web](https://example.invalid/x "t")',
  'file link': '[canary-file](file:///etc/passwd)',
  'link with something hidden between its brackets': '[canary-hidden]\u200b(command:x)',
  autolink:
    'canary-auto https://example.invalid www.example.invalid <https://example.invalid> a@example.invalid',
  html: '<a href="command:x">canary-html</a><img src=x>',
  icon: 'canary-icon $(alert) $(sync~spin)',
  colour: '\u001b[31mcanary-colour\u001b[0m',
  conceal: '\u001b[8mcanary-conceal',
  'clear screen': '\u001b[2J\u001b[Hcanary-clear',
  clipboard: '\u001b]52;c;Y2FuYXJ5\u0007canary-clipboard',
  title: '\u001b]0;canary-title\u0007',
  hyperlink: '\u001b]8;;https://example.invalid\u001b\\canary-hyperlink\u001b]8;;\u001b\\',
  'C1 control sequence': '\u009b2Jcanary-c1\u009d0;t\u009c',
  'other controls': 'canary-c0 \u0000\u0008\u000b\u000c\u007f',
  'return to the start of the line': 'canary-return\rhidden',
  'direction of text': 'canary-bidi \u202e\u2066txt\u2069\u202c\u200f\u061c',
  invisible: 'canary-zero \u200b\u2060\ufeff\u00ad\u{e0041}\u180e',
  'line separators': 'canary-separator\u2028\u2029',
} as const;

export const CANARY = Object.values(TRICKS).join(' ');

/** What must never reach a terminal from outside, but line ends and tabs. */
const RAW = /(?![\t\n])\p{Cc}|[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
/** Our own colours and weights. */
const OWN = /\u001b\[(?:0|1|2|22|31|32|33|36|39)m/g;

/** The raw escapes in what was written; a pipe has not even our own colours. */
export function rawEscapes(written: string, colours: 'none' | 'own' = 'none'): string[] {
  const rest = (colours === 'own' ? written.replace(OWN, '') : written).replaceAll('\r\n', '\n');
  return [...rest.matchAll(RAW)].map(
    match =>
      `${JSON.stringify(match[0])} in ${JSON.stringify(rest.slice(Math.max(0, match.index - 40), match.index + 20))}`,
  );
}
