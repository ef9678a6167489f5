/** Bidi controls, zero-width and other default-ignorable characters, line separators, control characters. */
export const UNUSUAL =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029]|(?![\t\n\r\f])\p{Cc}/gu;

/** Inside of an emoji, where joiners and variation selectors belong. */
const EMOJI_BEFORE = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}0-9#*]|\uFE0F)$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;

/** Whether an unusual character makes an emoji together with its neighbours. */
export function isPartOfEmoji(text: string, at: number, character: string): boolean {
  const before = EMOJI_BEFORE.test(text.slice(Math.max(0, at - 2), at));
  if (character === '\uFE0F') return before;
  return character === '\u200D' && before && EMOJI_AFTER.test(text.slice(at + 1, at + 3));
}
