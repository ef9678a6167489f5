/** So much text in a row that repeats itself: no file that a model writes out does, in our experience of real ones. */
const REPEATED = 8000;
const LONGEST_UNIT = 400;
/** Looked at each time so much was added, so that the cost of an answer stays linear. */
const STEP = 2000;

/** Finds that a model has fallen into a loop: the end of what it wrote is one short text again and again. */
export function createLoopDetector(): (piece: string) => string | undefined {
  let tail = '';
  let added = '';
  return piece => {
    added += piece;
    if (added.length < STEP) return undefined;
    tail = (tail + added).slice(-REPEATED);
    added = '';
    if (tail.length < REPEATED) return undefined;
    const length = periodOf(tail);
    return length <= LONGEST_UNIT ? tail.slice(-length) : undefined;
  };
}

/** The shortest length after which a text repeats itself: its own length less that of its longest border. */
function periodOf(text: string): number {
  const borders = new Uint16Array(text.length + 1);
  let border = 0;
  for (let i = 1; i < text.length; i++) {
    while (border > 0 && text.charCodeAt(i) !== text.charCodeAt(border)) border = borders[border] ?? 0;
    if (text.charCodeAt(i) === text.charCodeAt(border)) border++;
    borders[i + 1] = border;
  }
  return text.length - border;
}
