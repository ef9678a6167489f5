const PLACEHOLDER = '[redacted]';

/** Shorter texts are everywhere, so hiding them would garble what is around them. */
export const SHORTEST_HIDDEN = 6;

/**
 * A function that takes the texts out of another text, as they are, as they look inside JSON and inside of a URL. The
 * longest one that begins at a place goes. Its time depends on the length of what is cleaned, not on how many texts
 * there are.
 */
export function hideTexts(texts: Iterable<string>): (text: string) => string {
  const byBeginning = new Map<string, string[]>();
  for (const form of new Set([...texts].flatMap(formsOf))) {
    const beginning = form.slice(0, SHORTEST_HIDDEN);
    const others = byBeginning.get(beginning);
    if (others === undefined) byBeginning.set(beginning, [form]);
    else others.push(form);
  }
  for (const forms of byBeginning.values()) forms.sort((a, b) => b.length - a.length);
  if (byBeginning.size === 0) return text => text;

  return text => {
    let clean = '';
    let from = 0;
    for (let at = 0; at + SHORTEST_HIDDEN <= text.length; ) {
      const form = byBeginning
        .get(text.slice(at, at + SHORTEST_HIDDEN))
        ?.find(candidate => text.startsWith(candidate, at));
      if (form === undefined) {
        at += 1;
        continue;
      }
      clean += text.slice(from, at) + PLACEHOLDER;
      at += form.length;
      from = at;
    }
    return clean + text.slice(from);
  };
}

function formsOf(text: string): readonly string[] {
  if (text.length < SHORTEST_HIDDEN) return [];
  const forms = [text, JSON.stringify(text).slice(1, -1)];
  try {
    forms.push(encodeURIComponent(text));
  } catch {
    // A lone surrogate has no percent-encoding.
  }
  return forms;
}
